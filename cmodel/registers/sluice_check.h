// The checks of a configuration and of a register set, in addition to sluice_config_check() of sluice.h. Internal.
#ifndef SLUICE_CHECK_H
#define SLUICE_CHECK_H

#include "cmodel/rules/sluice_config.h"

// The bits of a register, whether it is signed, and whether a value fits it. Signed registers are exponents, with a
// check of their own: BAD_ALPHA.
int sluice_register_bits(const struct sluice_dims *dims, int reg);
bool sluice_register_signed(int reg);
bool sluice_register_fits(const struct sluice_dims *dims, int reg, uint64_t value);

// The first register of a build whose value does not fit it; SLUICE_REGS: all fit.
int sluice_config_misfit(const struct sluice_dims *dims, const struct sluice_config *cfg);

// Encodes a configuration as registers. Returns the reason of RTL and clocked model against them, with a line in buf as
// sluice_config_explain() writes it, or SLUICE_OK.
enum sluice_reason sluice_config_encode(const struct sluice_dims *dims, const struct sluice_config *cfg, uint32_t *regs,
                                        char *buf, size_t size);

// The same with the limits of the ports, if the build has PORT_LIMITS and the configuration has them. ports: one
// element per port.
enum sluice_reason sluice_config_encode_ports(const struct sluice_dims *dims, const struct sluice_config *cfg,
                                              uint32_t *regs, struct sluice_port_registers *ports, char *buf,
                                              size_t size);

// The number of groups of a port for which headroom is reserved, the reserved cells of each, and the cells that all
// pools need. Queues of lossy classes never use headroom.
uint64_t sluice_config_groups(const struct sluice_dims *dims, const struct sluice_config *cfg);
uint64_t sluice_config_headroom(const struct sluice_config *cfg, int port);
uint64_t sluice_config_pools(const struct sluice_dims *dims, const struct sluice_config *cfg);

// The first port whose limits break the rule of this reason; the number of ports: no port is the reason.
int sluice_config_bad_port(const struct sluice_dims *dims, const struct sluice_config *cfg, enum sluice_reason reason);

// The smallest REFRESH, in quanta, that leaves time for the messages of all ports.
uint32_t sluice_refresh_least(const struct sluice_dims *dims, const struct sluice_config *cfg);

// Fills buf, as snprintf() does, with one line about this reason.
void sluice_config_line(const struct sluice_dims *dims, const struct sluice_config *cfg, enum sluice_reason reason,
                        char *buf, size_t size);

#endif
