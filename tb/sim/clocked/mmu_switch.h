// An output-queued shared-buffer switch around one MMU. Packets are objects, not bytes; the datapath is in these files.
#ifndef NET_MMU_SWITCH_H
#define NET_MMU_SWITCH_H

#include "tb/sim/clocked/switch.h"

extern const struct switch_kind mmu_switch;

#endif
