// The refresh interval [spec 5]: due when REFRESH quanta have passed while a level or a port state is active, since
// that began, since the last end, or since a commit. Internal.
#ifndef SLUICE_REFRESH_H
#define SLUICE_REFRESH_H

#include "cmodel/clocked/sluice_quanta.h"

struct sluice_refresh {
  bool active, reached;
  uint64_t start;  // quanta
};

// active: a level or a port state is. restart: a commit has become active. Returns whether the interval ends in this
// cycle.
bool sluice_refresh_step(struct sluice_refresh *r, const struct sluice_context *x, const struct sluice_quanta *q,
                         bool active, bool restart);

#endif
