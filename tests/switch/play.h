// The switch's model with the ports of the RTL, for tests of modules around the switch without RTL. It chooses random
// times wherever docs/hardware/switch.md leaves the time to the switch.
#ifndef PLAY_H
#define PLAY_H

#include "tb/cosim/switch_shim.h"

extern const struct switch_shim play_small, play_large;

#endif
