// Explains why a build with PORT_LIMITS refuses a register set with limits of ports.
#ifndef REGS_LIMITS_H
#define REGS_LIMITS_H

#include <stddef.h>
#include <stdint.h>

#include "cmodel/sluice.h"

// sluice_config_check_ports(), and one line that names the register, and the port if it is the reason. Fills buf as
// snprintf() does. ports: one element per port.
enum sluice_reason limits_explain(const struct sluice_dims *dims, const uint32_t *regs,
                                  const struct sluice_port_registers *ports, char *buf, size_t size);

#endif
