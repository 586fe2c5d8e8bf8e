// The thresholds of SIH, DSH and STATIC: the pool's free cells of cycle t make all four thresholds of cycle t + 3.
// Internal.
#ifndef SLUICE_THRESHOLD_STEP_H
#define SLUICE_THRESHOLD_STEP_H

#include "cmodel/clocked/sluice_context.h"

// After a commit, alpha meets the pool one cycle before xoff and xon, and two before the deltas.
struct sluice_threshold {
  uint32_t t, xoff, xon, delta_q, delta_p;  // registers of the first stage
  uint32_t xqoff, xqon, xpoff, delta_q2, delta_p2;
  bool constant;  // of the second stage: xqon is XON
};

// Shows the thresholds in mon_xqoff and so on.
void sluice_threshold_step(struct sluice_threshold *t, const struct sluice_context *x, uint32_t pool_free,
                           struct sluice_out *out);

#endif
