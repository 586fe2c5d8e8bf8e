// Full switches in Verilated RTL, sluice_lossless_switch: frames go in and out as words, with pause frames among them
// (docs/guide/engines.md). A model of the MMU follows each switch. It has the statistics, and its gates must equal
// those of the RTL in every cycle.
#ifndef NET_RTL_SWITCH_H
#define NET_RTL_SWITCH_H

#include "tb/sim/clocked/switch.h"

extern const struct switch_kind rtl_switch;

#endif
