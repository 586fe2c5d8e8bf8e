// The admission of a packet [spec 3; DSH IV-B], in two steps: into which pools the packet fits, then the decision.
#ifndef SLUICE_ADMIT_H
#define SLUICE_ADMIT_H

#include "cmodel/rules/sluice_charge.h"
#include "cmodel/rules/sluice_headroom_pool.h"
#include "cmodel/rules/sluice_partition.h"

// The amounts that an admission uses, in cells. Enqueues that the counters do not include yet are under way: the
// admission adds their cells, as if they had been charged [spec 3].
struct sluice_met {
  uint64_t queue, headroom;  // cells of the queue; cells of its headroom group
  uint64_t under_way;        // cells under way of the same port
  uint64_t pool_free;        // Bs - S, less the cells under way
  uint64_t pool_free_lossy;  // the same, one cycle earlier, as in the hardware
  uint64_t partition_free;   // TTL: free cells of the class's partition
  uint64_t under_way_class;  // TTL: cells under way of the same class
  bool pool_holds;           // SHP: the headroom of the port and the pool hold the packet
};

struct sluice_fits {
  bool own;       // the private cells of the queue or, with TTL, the partition of the class
  bool shared;    // the shared pool
  bool headroom;  // the headroom of the group and, with SHP, that of the port or the pool
  bool lossy;     // w + n <= 2^alpha_lossy * pool_free: the share of a lossy queue
};

static inline bool sluice_fits_private(const struct sluice_limits *limits, uint64_t queue, uint64_t cells) {
  return queue + cells <= limits->phi;
}

static inline bool sluice_fits_shared(uint64_t pool_free, uint64_t cells) { return cells <= pool_free; }

static inline bool sluice_fits_headroom(const struct sluice_limits *limits, uint64_t headroom, uint64_t cells) {
  return headroom + cells <= limits->eta;
}

// The largest w of a lossy queue, in cells. max: the largest value of a counter.
static inline uint64_t sluice_lossy_limit(int alpha_lossy, uint64_t max, uint64_t pool_free) {
  return sluice_scale(alpha_lossy, max, pool_free);
}

static inline bool sluice_fits_lossy(const struct sluice_config *cfg, const struct sluice_limits *limits, uint64_t max,
                                     uint64_t queue, uint64_t pool_free, uint64_t cells) {
  return sluice_above(queue, limits->phi) + cells <= sluice_lossy_limit(cfg->alpha_lossy, max, pool_free);
}

// The pools into which a packet of `cells` cells fits. limits: of its port. `lossless` only saves work: for a lossless
// class sluice_admit() ignores `lossy`.
static inline struct sluice_fits sluice_what_fits(enum sluice_scheme scheme, const struct sluice_config *cfg,
                                                  const struct sluice_limits *limits, uint64_t max, bool lossless,
                                                  const struct sluice_met *met, uint64_t cells) {
  const uint64_t queue = met->queue + met->under_way;
  return (struct sluice_fits){
      .own = scheme == SLUICE_TTL ? sluice_fits_partition(met->partition_free, met->under_way_class + cells)
                                  : sluice_fits_private(limits, queue, cells),
      .shared = sluice_fits_shared(met->pool_free, cells),
      .headroom = sluice_fits_headroom(limits, met->headroom, met->under_way + cells) &&
                  (scheme != SLUICE_SHP || met->pool_holds),
      .lossy = !lossless && sluice_fits_lossy(cfg, limits, max, queue, met->pool_free_lossy, cells),
  };
}

// The decision: private cells first, then the shared pool, then headroom. While the group is off the shared pool is
// skipped.
static inline enum sluice_admission sluice_admit(enum sluice_scheme scheme, bool lossless, bool off,
                                                 const struct sluice_fits *fits) {
  if (fits->own) return SLUICE_PRIVATE;
  const bool open = lossless ? !off || scheme == SLUICE_TTL : fits->lossy;
  if (fits->shared && open) return SLUICE_SHARED;
  return lossless && fits->headroom ? SLUICE_HEADROOM : SLUICE_REFUSED;
}

#endif
