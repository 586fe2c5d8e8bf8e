// The switch that captures are sent through: the one of a scenario, in a build of the RTL or of the model.
#ifndef REPLAY_SWITCH_H
#define REPLAY_SWITCH_H

#include "tb/cli/replay/sender.h"
#include "tb/cosim/lossless.h"
#include "tb/sim/files/error.h"
#include "tb/sim/scenario/scenario.h"

// Its registers, clock and rate, and the build with its ports, classes, cells and scheme; the model needs none. file:
// of the scenario. 0, or EINVAL with one line in err.
int replay_switch(struct sender_rules *rules, enum engine_kind engine, const struct scenario *s, const char *file,
                  struct error *err);

#endif
