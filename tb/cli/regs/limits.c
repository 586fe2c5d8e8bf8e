#include "tb/cli/regs/limits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/registers/sluice_check.h"

// The register whose width a written limit of the port exceeds; -1: all fit, so that a common register is too large.
static int misfit(const struct sluice_dims *dims, const struct sluice_port_registers *port, uint32_t *value) {
  for (enum sluice_limit k = 0; k < SLUICE_LIMITS; k++) {
    const int reg = sluice_limit_register(k);
    *value = port->value[k];
    if (port->written[k] && sluice_register_built(dims, reg) && !sluice_register_fits(dims, reg, *value)) return reg;
  }
  return -1;
}

static void line(const struct sluice_dims *dims, const uint32_t *regs, const struct sluice_port_registers *ports,
                 enum sluice_reason reason, char *buf, size_t size) {
  struct sluice_config cfg;
  struct sluice_limits limits[SLUICE_MAX_PORTS];
  sluice_config_decode(&cfg, regs);
  cfg.port = limits;
  for (int p = 0; p < dims->ports; p++) limits[p] = sluice_limits_decode(regs, &ports[p]);
  sluice_config_line(dims, &cfg, reason, buf, size);
}

enum sluice_reason limits_explain(const struct sluice_dims *dims, const uint32_t *regs,
                                  const struct sluice_port_registers *ports, char *buf, size_t size) {
  int port, at = 0;
  uint32_t value = 0;
  const enum sluice_reason reason = sluice_config_check_ports(dims, regs, ports, &port);
  const bool own = reason == SLUICE_BAD_VALUE && port < dims->ports;
  const int reg = own ? misfit(dims, &ports[port], &value) : -1;
  if (port < dims->ports && (reg >= 0 || !own)) at = snprintf(buf, size, "port %d: ", port);
  buf += at;
  size -= (size_t)at;
  if (reg >= 0)
    snprintf(buf, size, "%s is %" PRIu32 ", at most %" PRIu32 " fits its %d bits", sluice_register_name(reg), value,
             (uint32_t)((UINT64_C(1) << sluice_register_bits(dims, reg)) - 1), sluice_register_bits(dims, reg));
  else if (reason == SLUICE_BAD_VALUE)
    sluice_config_explain(dims, regs, buf, size);
  else
    line(dims, regs, ports, reason, buf, size);
  return reason;
}
