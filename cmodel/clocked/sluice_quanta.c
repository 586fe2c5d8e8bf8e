#include "cmodel/clocked/sluice_clocked.h"

void sluice_quanta_restart(struct sluice_quanta *q, uint64_t clock, uint16_t step) {
  struct sluice_quanta_origin *o = &q->origin;
  uint64_t steps = o->rest + (clock - o->since) * o->step;
  q->before = *o;
  o->quanta += steps / SLUICE_STEPS_PER_QUANTUM;
  o->rest = steps % SLUICE_STEPS_PER_QUANTUM;
  o->since = clock;
  o->step = step;
}

uint64_t sluice_quanta_now(const struct sluice_quanta *q, uint64_t clock) {
  uint64_t last = clock > 0 ? clock - 1 : 0;
  const struct sluice_quanta_origin *o = last < q->origin.since ? &q->before : &q->origin;
  return o->quanta + (o->rest + (last - o->since) * o->step) / SLUICE_STEPS_PER_QUANTUM;
}

uint64_t sluice_quanta_clock(const struct sluice_quanta *q, uint64_t quanta) {
  const struct sluice_quanta_origin *o = &q->origin;
  if (quanta <= o->quanta) return 0;
  if (o->step == 0) return UINT64_MAX;
  uint64_t steps = (quanta - o->quanta) * SLUICE_STEPS_PER_QUANTUM - o->rest;
  return o->since + 1 + (steps + o->step - 1) / o->step;
}
