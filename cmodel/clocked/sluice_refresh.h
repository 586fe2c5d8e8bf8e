// The refresh interval [spec 5]: ends when REFRESH quanta have passed while a level or a port state is active. It
// starts when a state becomes active, at the end of the last interval, and at a commit. Internal.
#ifndef SLUICE_REFRESH_H
#define SLUICE_REFRESH_H

#include "cmodel/clocked/sluice_quanta.h"

struct sluice_refresh {
  bool active, reached;
  uint64_t start;  // quanta at the start of the interval
};

// One cycle. active: a level or a port state is active. restart: a commit has become active. Returns whether the
// interval ends in this cycle.
bool sluice_refresh_step(struct sluice_refresh *r, const struct sluice_context *x, const struct sluice_quanta *q,
                         bool active, bool restart);

#endif
