// The MMU's register and statistics ports.
#ifndef NET_MMU_REGISTERS_H
#define NET_MMU_REGISTERS_H

#include "tb/cosim/engine.h"
#include "tb/sim/scenario/options.h"
#include "tb/sim/scenario/scenario.h"

enum { MMU_SETTLE = 64 };  // cycles after which a peak includes all inputs

// All functions return NETWORK_MISMATCH if RTL and model differ, and NETWORK_PROTOCOL if there is no answer within
// 16,384 cycles.

// Runs that many cycles without inputs.
enum network_status mmu_idle(struct engine *mmu, int cycles);

// Writes and commits the configuration of a switch. NETWORK_REFUSED: the MMU refuses it, or a value does not fit its
// register.
enum network_status mmu_configure(struct engine *mmu, const struct sluice_dims *dims, const struct sluice_config *cfg);

// Reads a statistic.
enum network_status mmu_read(struct engine *mmu, enum sluice_stat stat, int port, int cls, uint32_t *value);

#endif
