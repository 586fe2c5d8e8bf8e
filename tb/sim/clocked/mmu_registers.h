// The MMU's register and statistics ports.
#ifndef NET_MMU_REGISTERS_H
#define NET_MMU_REGISTERS_H

#include "tb/cosim/engine.h"
#include "tb/sim/scenario/options.h"
#include "tb/sim/scenario/scenario.h"

enum { MMU_SETTLE = 64 };  // cycles after which a peak knows of every input

// All return NETWORK_MISMATCH where RTL and model differ, and NETWORK_PROTOCOL where there is no answer in 16,384
// cycles.

// So many cycles without inputs.
enum network_status mmu_idle(struct engine *mmu, int cycles);

// Writes and commits the scenario's registers of a switch. NETWORK_REFUSED: the MMU refuses them.
enum network_status mmu_configure(struct engine *mmu, const struct scenario_switch *sw);

// One of the statistics.
enum network_status mmu_read(struct engine *mmu, enum sluice_stat stat, int port, int cls, uint32_t *value);

#endif
