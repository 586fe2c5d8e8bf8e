// The next feedback level of a queue and the next state of a port [DSH Fig. 8, spec 4].
#ifndef SLUICE_PAUSE_STATE_H
#define SLUICE_PAUSE_STATE_H

#include "cmodel/rules/sluice_stage.h"
#include "cmodel/rules/sluice_threshold.h"

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
