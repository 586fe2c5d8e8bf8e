// The thresholds of TTL's classes, one class after another, SLUICE_WEIGH_CYCLES cycles for each. Internal.
#ifndef SLUICE_WEIGH_H
#define SLUICE_WEIGH_H

#include "cmodel/clocked/sluice_context.h"
#include "cmodel/rules/sluice_occupancy.h"

// Ages of a class, in cycles since it had its turn: its products are added, its thresholds become active.
enum { SLUICE_WEIGH_CYCLES = 2, SLUICE_WEIGH_SUM = 4, SLUICE_WEIGH_ACTIVE = 6, SLUICE_WEIGH_TURNS = 8 };

struct sluice_weighed {
  bool valid;
  int cls;
  uint32_t share, partition_free, threshold;
};
struct sluice_weigh {
  struct sluice_weighed turn[SLUICE_WEIGH_TURNS];  // the last turns
  uint32_t xqoff[SLUICE_MAX_CLASSES], xqon[SLUICE_MAX_CLASSES];
};

// delta_q: the register as the last stage sees it.
void sluice_weigh_step(struct sluice_weigh *w, const struct sluice_context *x, const struct sluice_occupancy *o,
                       uint32_t delta_q);
// A configuration has become active: classes that have not met alpha yet are given up, so that no threshold is made of
// two configurations.
void sluice_weigh_restart(struct sluice_weigh *w, const struct sluice_context *x);
// Cycles pass at rest: turns under way, which would give the same thresholds again, are dropped.
void sluice_weigh_pass(struct sluice_weigh *w);

#endif
