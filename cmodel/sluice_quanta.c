#include "sluice_clocked.h"

void sluice_quanta_advance(struct sluice_quanta *q, uint16_t step, uint64_t clocks) {
  uint64_t sum = q->rest + step * clocks;
  q->rest = sum % SLUICE_STEPS_PER_QUANTUM;
  q->now += sum / SLUICE_STEPS_PER_QUANTUM;
}

uint64_t sluice_quanta_until(const struct sluice_quanta *q, uint16_t step, uint64_t quanta) {
  if (step == 0) return UINT64_MAX;
  uint64_t steps = quanta * SLUICE_STEPS_PER_QUANTUM;
  return steps <= q->rest ? 0 : (steps - q->rest + step - 1) / step;
}
