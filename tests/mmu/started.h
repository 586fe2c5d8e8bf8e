// An engine that is ready, for tests that step it by hand: RTL and model in lock-step where this program has the RTL.
#ifndef STARTED_H
#define STARTED_H

#include "engine.h"

struct engine *started(const struct sluice_dims *d);

// A clock. Fails the test where RTL and model differ.
const struct sluice_out *started_step(struct engine *e, const struct sluice_in *in);

// A clock that writes a register; messages are taken.
void started_write(struct engine *e, uint32_t addr, uint32_t value);

#endif
