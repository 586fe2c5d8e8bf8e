// The admission of a packet [spec 3; DSH IV-B], in two steps: into which pools the packet fits, then the decision; and
// the changes of the amounts by an accepted packet and by a dequeue.
#ifndef SLUICE_ADMIT_H
#define SLUICE_ADMIT_H

#include "cmodel/rules/sluice_config.h"

// ---- changes of amounts ----

// Changes of the amounts by an accepted packet and by a dequeue [spec 3, DSH IV-B]. A packet is charged whole (n cells)
// to the pool of its admission. The part beyond the growth of w, and the cells that a dequeue frees, are surplus.
// Settling returns surplus to the headroom of the group first, then to the pool.

// Cells that a queue holds above its private cells: w = max(0, q - phi).
static inline uint64_t sluice_above(uint64_t queue, uint64_t phi) { return queue > phi ? queue - phi : 0; }

// The growth of w by a packet; also the fall of w by a dequeue that leaves `queue` cells.
static inline uint64_t sluice_growth(uint64_t queue, uint64_t cells, uint64_t phi) {
  return sluice_above(queue + cells, phi) - sluice_above(queue, phi);
}

// Cells that a packet with this admission takes from a pool. Private cells belong to no pool, except to the partitions
// of TTL.
static inline uint64_t sluice_charged(enum sluice_scheme scheme, enum sluice_admission kind, uint64_t cells) {
  return kind != SLUICE_PRIVATE || scheme == SLUICE_TTL ? cells : 0;
}

// The part of the surplus that returns to the headroom of a group, which holds `headroom` cells of it.
static inline uint64_t sluice_to_headroom(uint64_t surplus, uint64_t headroom) {
  return sluice_at_most(surplus, headroom);
}

// ---- SHP ----

// SHP: a headroom pool for the whole switch [spec 3]. A queue uses at most eta cells of headroom. Of all headroom that
// the queues of a port use, the port provides PORT_HEADROOM cells, and the pool the rest. The pool is repaid first.

// The cells that the pool provides for a port whose queues use `port` cells of headroom.
static inline uint64_t sluice_from_pool(const struct sluice_limits *limits, uint64_t port) {
  return sluice_minus(port, limits->port_headroom);
}

// Whether `cells` more cells of a port fit, with `free` cells in the pool.
static inline bool sluice_fits_headroom_pool(const struct sluice_limits *limits, uint64_t free, uint64_t port,
                                             uint64_t cells) {
  return sluice_from_pool(limits, port + cells) - sluice_from_pool(limits, port) <= free;
}

// ---- TTL ----

// The partitions of TTL: one for each class, and the shared one [TTL 1.1, 2.3; spec 3]. Amounts are cells.

// Whether `cells` cells, with the enqueues under way, fit the class's own partition.
static inline bool sluice_fits_partition(uint64_t partition_free, uint64_t cells) { return cells <= partition_free; }

// The part of the freed cells that returns to the shared partition: at most the cells that the class holds of it. The
// rest returns to the class's own partition. Cells returned to headroom are not among the freed cells.
static inline uint64_t sluice_to_shared(uint64_t freed, uint64_t class_shared) {
  return sluice_at_most(freed, class_shared);
}

// ---- the admission ----

// The admission of a packet [spec 3; DSH IV-B], in two steps: into which pools the packet fits, then the decision.

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
