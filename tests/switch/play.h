// The model of the switch played as a switch: a port-level stand-in for the RTL that takes its own time, at random,
// where the page leaves the time to the switch. For tests of what stands beside a switch, where there is no RTL.
#ifndef PLAY_H
#define PLAY_H

#include "tb/cosim/switch_shim.h"

extern const struct switch_shim play_small, play_large;

#endif
