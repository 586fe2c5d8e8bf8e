#include "cmodel/clocked/sluice_quanta.h"

void sluice_quanta_step(struct sluice_quanta *q, const struct sluice_context *x) {
  const uint64_t sum = q->rest + x->cfg.quanta_step;
  q->now += q->ticks;
  q->ticks = sum / SLUICE_STEPS_PER_QUANTUM;
  q->rest = sum % SLUICE_STEPS_PER_QUANTUM;
}

void sluice_quanta_pass(struct sluice_quanta *q, const struct sluice_context *x, uint64_t cycles) {
  if (cycles == 0) return;
  const uint64_t sum = q->rest + (cycles - 1) * x->cfg.quanta_step;
  q->now += q->ticks + sum / SLUICE_STEPS_PER_QUANTUM;
  q->ticks = 0;
  q->rest = sum % SLUICE_STEPS_PER_QUANTUM;
  sluice_quanta_step(q, x);
}
