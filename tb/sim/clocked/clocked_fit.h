// Whether the clocked engines can run a scenario.
#ifndef NET_CLOCKED_FIT_H
#define NET_CLOCKED_FIT_H

#include "tb/sim/scenario/scenario.h"

// In the clocked engines all MMUs have one clock, all links of a switch have one rate, because its prescaler of quanta
// serves all ports, and a frame takes at least one cycle. Returns 0, or EINVAL with one line that names the event
// engine.
int clocked_fit_check(const struct scenario *s, struct error *err);

#endif
