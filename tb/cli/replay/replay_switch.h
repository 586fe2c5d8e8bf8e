// The switch of a replay: the only switch of a scenario, in a build of the RTL or of the model.
#ifndef REPLAY_SWITCH_H
#define REPLAY_SWITCH_H

#include "tb/cli/replay/sender.h"
#include "tb/cosim/lossless.h"
#include "tb/sim/files/error.h"
#include "tb/sim/scenario/scenario.h"

// Sets the rules from the scenario: registers, clock, rate, and the build with the same ports, classes, cell size and
// scheme. The model needs no build. file: path of the scenario, for messages. Returns 0, or EINVAL with one line in
// err.
int replay_switch(struct sender_rules *rules, enum engine_kind engine, const struct scenario *s, const char *file,
                  struct error *err);

#endif
