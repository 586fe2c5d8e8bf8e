// The enqueue rule [spec 3]: what fits, then the decision. `cells` may include enqueues under way.
#ifndef SLUICE_ADMIT_H
#define SLUICE_ADMIT_H

#include "cmodel/rules/sluice_charge.h"

struct sluice_fits {
  bool own;       // private or, TTL, the class's partition
  bool shared;    // the shared pool
  bool headroom;  // the headroom of the group
  bool lossy;     // w + n <= 2^alpha_lossy * free: what a lossy class may hold
};

static inline bool sluice_fits_private(const struct sluice_config *cfg, uint64_t queue, uint64_t cells) {
  return queue + cells <= cfg->phi;
}

static inline bool sluice_fits_shared(uint64_t pool_free, uint64_t cells) { return cells <= pool_free; }

static inline bool sluice_fits_headroom(const struct sluice_config *cfg, uint64_t headroom, uint64_t cells) {
  return headroom + cells <= cfg->eta;
}

// The most that a lossy queue may hold above its private cells; max: of a counter.
static inline uint64_t sluice_lossy_limit(int alpha_lossy, uint64_t max, uint64_t pool_free) {
  return sluice_at_most(alpha_lossy < 0 ? pool_free >> -alpha_lossy : pool_free << alpha_lossy, max);
}

// The cells that a lossy queue would hold above its private ones with this packet: w + n.
static inline uint64_t sluice_lossy_need(const struct sluice_config *cfg, uint64_t queue, uint64_t cells) {
  return sluice_above(queue, cfg->phi) + cells;
}

// Private first, then the shared pool, then headroom; headroom at once while the group is off.
static inline enum sluice_admission sluice_verdict(enum sluice_scheme scheme, bool lossless, bool off,
                                                   const struct sluice_fits *fits) {
  if (fits->own) return SLUICE_PRIVATE;
  bool open = lossless ? !off || scheme == SLUICE_TTL : fits->lossy;
  if (fits->shared && open) return SLUICE_SHARED;
  return lossless && fits->headroom ? SLUICE_HEADROOM : SLUICE_REFUSED;
}

#endif
