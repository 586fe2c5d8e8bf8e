// The MMU's register and statistics ports.
#ifndef NET_MMU_REGISTERS_H
#define NET_MMU_REGISTERS_H

#include "mmu_node.h"

enum network_status mmu_configure(struct network *n, int i);
enum network_status mmu_statistics(struct network *n, int i);

// Reads one statistic. The network must have ended: these clocks are not the network's.
enum network_status mmu_stat(struct network *n, int i, enum sluice_stat stat, int port, int cls, uint32_t *value);

#endif
