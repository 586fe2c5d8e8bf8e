// One prescaler for all pause timers: quanta of 512 bit times [spec 5]. Internal.
#ifndef SLUICE_QUANTA_H
#define SLUICE_QUANTA_H

#include "cmodel/clocked/sluice_context.h"

enum { SLUICE_STEPS_PER_QUANTUM = 512 * 16 };  // QUANTA_STEP counts sixteenths of a bit time per cycle

struct sluice_quanta {
  uint64_t rest;   // fraction of a quantum, in steps
  uint64_t ticks;  // quanta that passed in the last cycle
  uint64_t now;    // quanta since reset; includes ticks one cycle later
};

void sluice_quanta_step(struct sluice_quanta *q, const struct sluice_context *x);
// The same as that many steps.
void sluice_quanta_pass(struct sluice_quanta *q, const struct sluice_context *x, uint64_t cycles);

#endif
