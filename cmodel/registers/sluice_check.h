// The check of a register set, in addition to sluice_config_check() of sluice.h. Internal.
#ifndef SLUICE_CHECK_H
#define SLUICE_CHECK_H

#include "cmodel/rules/sluice_config.h"

// The bits of a register, whether it is signed, and whether a value fits it.
int sluice_register_bits(const struct sluice_dims *dims, int reg);
bool sluice_register_signed(int reg);
bool sluice_register_fits(const struct sluice_dims *dims, int reg, uint32_t value);

// The cells that the pools of a register set need.
uint64_t sluice_config_pools(const struct sluice_dims *dims, const uint32_t *regs);

// The smallest REFRESH, in quanta, that leaves time for the messages of all ports.
uint32_t sluice_refresh_least(const struct sluice_dims *dims, const uint32_t *regs);

#endif
