// The thresholds, as in rtl/mmu/thresholds. Internal.
#ifndef SLUICE_THRESHOLDS_H
#define SLUICE_THRESHOLDS_H

#include "cmodel/clocked/sluice_context.h"
#include "cmodel/rules/sluice_occupancy.h"

// ---- STATIC, SIH, SHP and DSH ----

// The thresholds of STATIC, SIH, SHP and DSH, in cells [DSH Eq. 2, 5, 6]: the free cells of the pool in cycle t give
// all four thresholds of cycle t + 3. With PORT_LIMITS they are those of a port without HEADROOM: the comparison of a
// queue applies the limits of its port.

// Registers of the stages. A new alpha is used one cycle before new xoff and xon, and two cycles before new deltas.
struct sluice_threshold {
  uint32_t t, xoff, xon, delta_q, delta_p;  // first stage
  uint32_t xqoff, xqon, xpoff, delta_q2, delta_p2;
  bool constant;  // second stage: xqon is XON
};

// One cycle. Writes the thresholds to mon_xqoff and the other monitor outputs.
void sluice_threshold_step(struct sluice_threshold *t, const struct sluice_context *x, uint32_t pool_free,
                           struct sluice_out *out);

// ---- TTL ----

// The thresholds of TTL's classes [TTL Eq. 16], one class after another, SLUICE_WEIGH_CYCLES cycles for each.

// Ages of a class, in cycles since the multiplication for it began: the sum is ready; the thresholds become active.
enum { SLUICE_WEIGH_CYCLES = 2, SLUICE_WEIGH_SUM = 4, SLUICE_WEIGH_ACTIVE = 6, SLUICE_WEIGH_TURNS = 8 };

struct sluice_weighed {
  bool valid;
  int cls;
  uint32_t share, partition_free, threshold;
};
struct sluice_weigh {
  struct sluice_weighed turn[SLUICE_WEIGH_TURNS];  // the last classes
  uint32_t xqoff[SLUICE_MAX_CLASSES], xqon[SLUICE_MAX_CLASSES];
};

// One cycle. delta_q: the register as used by the last stage.
void sluice_weigh_step(struct sluice_weigh *w, const struct sluice_context *x, const struct sluice_occupancy *o,
                       uint32_t delta_q);
// Applies a new configuration: classes that alpha was not yet applied to are discarded, so that no threshold mixes two
// configurations.
void sluice_weigh_restart(struct sluice_weigh *w, const struct sluice_context *x);
// Cycles pass at rest: classes under way are discarded, because they would give the same thresholds again.
void sluice_weigh_pass(struct sluice_weigh *w);

#endif
