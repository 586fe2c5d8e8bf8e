// The MMU's register and statistics ports.
#ifndef NET_MMU_REGISTERS_H
#define NET_MMU_REGISTERS_H

#include "tb/sim/clocked/mmu_node.h"

enum { SETTLE = 64 };  // clocks in which a peak knows of every input

enum network_status mmu_configure(struct network *n, int i);

// After the last clock of the network.
enum network_status mmu_settle(struct network *n, int i);
enum network_status mmu_stat(struct network *n, int i, enum sluice_stat stat, int port, int cls, uint32_t *value);
enum network_status mmu_read(struct engine *mmu, enum sluice_stat stat, int port, int cls, uint32_t *value);

#endif
