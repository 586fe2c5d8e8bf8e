// Thresholds of queues and ports, in cells, and the states that they set. max: the largest value of a counter, at which
// results saturate.
#ifndef SLUICE_THRESHOLD_H
#define SLUICE_THRESHOLD_H

#include "cmodel/rules/sluice_config.h"
#include "cmodel/rules/sluice_gfc.h"

// ---- thresholds ----

struct sluice_thresholds {
  uint64_t xqoff, xqon, xpoff, xpon;
};

// T = alpha (Bs - S) [DSH Eq. 2].
static inline uint64_t sluice_threshold_t(enum sluice_scheme scheme, const struct sluice_config *cfg, uint64_t max,
                                          uint64_t pool_free) {
  if (scheme != SLUICE_SIH && scheme != SLUICE_DSH && scheme != SLUICE_SHP) return 0;
  return sluice_scale(cfg->alpha, max, pool_free);
}

// Xqoff = T [SIH, SHP], T - eta [DSH Eq. 5], or the register XOFF [STATIC].
static inline uint64_t sluice_threshold_xqoff(enum sluice_scheme scheme, const struct sluice_limits *limits,
                                              uint64_t t) {
  if (scheme == SLUICE_STATIC) return limits->xoff;
  return scheme == SLUICE_DSH ? sluice_minus(t, limits->eta) : t;
}

// Xpoff = NC T [DSH Eq. 6].
static inline uint64_t sluice_threshold_xpoff(uint64_t max, int classes, uint64_t t) {
  return sluice_at_most(t * (uint64_t)classes, max);
}

static inline uint64_t sluice_threshold_xqon(enum sluice_scheme scheme, const struct sluice_config *cfg,
                                             const struct sluice_limits *limits, uint64_t xqoff) {
  return scheme == SLUICE_STATIC ? limits->xon : sluice_minus(xqoff, cfg->delta_q);
}

static inline uint64_t sluice_threshold_xpon(const struct sluice_config *cfg, uint64_t xpoff) {
  return sluice_minus(xpoff, cfg->delta_p);
}

// t_i = alpha (weight_i (b_s - s_s) + (b_i - s_i)) [TTL Eq. 16]. The share is weight_i (b_s - s_s).
static inline uint64_t sluice_weigh_share(const struct sluice_config *cfg, int cls, uint64_t pool_free) {
  return cfg->weight[cls] * pool_free >> 16;
}

static inline uint64_t sluice_weigh_threshold(int alpha, uint64_t max, uint64_t share, uint64_t partition_free) {
  return sluice_scale(alpha, max, share + partition_free);
}

// The thresholds of a queue of class cls and of its port, which has these limits. pool_free: free cells of the shared
// pool; partition_free: TTL: free cells of the class's partition.
static inline struct sluice_thresholds sluice_thresholds_of(enum sluice_scheme scheme, const struct sluice_config *cfg,
                                                            const struct sluice_limits *limits, uint64_t max,
                                                            int classes, int cls, uint64_t pool_free,
                                                            uint64_t partition_free) {
  struct sluice_thresholds x = {0};
  if (scheme == SLUICE_TTL) {
    x.xqoff = sluice_weigh_threshold(cfg->alpha, max, sluice_weigh_share(cfg, cls, pool_free), partition_free);
    x.xqon = sluice_minus(x.xqoff, cfg->delta_q);
    return x;
  }
  uint64_t t = sluice_threshold_t(scheme, cfg, max, pool_free);
  x.xqoff = sluice_threshold_xqoff(scheme, limits, t);
  x.xqon = sluice_threshold_xqon(scheme, cfg, limits, x.xqoff);
  x.xpoff = sluice_threshold_xpoff(max, classes, t);
  x.xpon = sluice_threshold_xpon(cfg, x.xpoff);
  return x;
}

// ---- states ----

// The next feedback level of a queue and the next state of a port [DSH Fig. 8, spec 4].

// The next state of a queue with `above` cells above its private cells. off: the present state; headroom: the headroom
// group has cells in the headroom.
static inline bool sluice_queue_off(enum sluice_scheme scheme, bool off, uint64_t above, bool headroom,
                                    const struct sluice_thresholds *x) {
  bool owns_headroom = scheme != SLUICE_DSH;
  if (scheme == SLUICE_CBFC) return false;  // credits stop the upstream
  return above > (off ? x->xqon : x->xqoff) || (owns_headroom && headroom);
}

// The next level of a queue: FREE for a lossy class, the stage under GFC, else FREE or OFF.
static inline uint16_t sluice_queue_level(enum sluice_scheme scheme, bool lossless, uint16_t level, uint64_t above,
                                          uint16_t stage, bool headroom, const struct sluice_thresholds *x) {
  if (!lossless) return SLUICE_FREE;
  if (sluice_is_gfc(scheme)) return stage;
  return sluice_queue_off(scheme, level == SLUICE_OFF, above, headroom, x) ? SLUICE_OFF : SLUICE_FREE;
}

// The next state of a port whose queues are charged `sum` cells.
static inline bool sluice_port_off(enum sluice_scheme scheme, bool off, uint64_t sum, bool headroom,
                                   const struct sluice_thresholds *x) {
  return scheme == SLUICE_DSH && (sum > (off ? x->xpon : x->xpoff) || headroom);
}

#endif
