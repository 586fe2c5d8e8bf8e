#include "sluice_clocked.h"

void sluice_quanta_restart(struct sluice_quanta *q, uint64_t clock, uint16_t step) {
  uint64_t steps = q->rest + (clock - q->since) * q->step;
  q->quanta += steps / SLUICE_STEPS_PER_QUANTUM;
  q->rest = steps % SLUICE_STEPS_PER_QUANTUM;
  q->since = clock;
  q->step = step;
}

uint64_t sluice_quanta_clock(const struct sluice_quanta *q, uint64_t quanta) {
  if (quanta <= q->quanta) return q->since;
  if (q->step == 0) return UINT64_MAX;
  uint64_t steps = (quanta - q->quanta) * SLUICE_STEPS_PER_QUANTUM - q->rest;
  return q->since + (steps + q->step - 1) / q->step;
}
