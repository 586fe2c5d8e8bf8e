// An output-queued shared-buffer switch around one MMU: packets are numbers, the datapath is here.
#ifndef NET_MMU_SWITCH_H
#define NET_MMU_SWITCH_H

#include "tb/sim/clocked/switch.h"

extern const struct switch_kind mmu_switch;

#endif
