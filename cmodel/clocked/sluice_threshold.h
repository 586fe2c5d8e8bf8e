// The thresholds of STATIC, SIH, SHP and DSH, in cells [DSH Eq. 2, 5, 6]: the free cells of the pool in cycle t give
// all four thresholds of cycle t + 3. Internal.
#ifndef SLUICE_THRESHOLD_STEP_H
#define SLUICE_THRESHOLD_STEP_H

#include "cmodel/clocked/sluice_context.h"

// Registers of the stages. A new alpha is used one cycle before new xoff and xon, and two cycles before new deltas.
struct sluice_threshold {
  uint32_t t, xoff, xon, delta_q, delta_p;  // first stage
  uint32_t xqoff, xqon, xpoff, delta_q2, delta_p2;
  bool constant;  // second stage: xqon is XON
};

// One cycle. Writes the thresholds to mon_xqoff and the other monitor outputs.
void sluice_threshold_step(struct sluice_threshold *t, const struct sluice_context *x, uint32_t pool_free,
                           struct sluice_out *out);

#endif
