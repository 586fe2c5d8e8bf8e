// The thresholds of TTL's classes [TTL Eq. 16], one class after another, SLUICE_WEIGH_CYCLES cycles for each. Internal.
#ifndef SLUICE_WEIGH_H
#define SLUICE_WEIGH_H

#include "cmodel/clocked/sluice_context.h"
#include "cmodel/rules/sluice_occupancy.h"

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
