// Full switches in Verilated RTL, sluice_lossless_switch: frames go in and out as words, pauses among them
// [docs/guide/full-switch.md]. The model of the MMU inside follows each: it has the statistics, and its gates must be
// those of the RTL in every cycle.
#ifndef NET_RTL_SWITCH_H
#define NET_RTL_SWITCH_H

#include "tb/sim/clocked/switch.h"

extern const struct switch_kind rtl_switch;

#endif
