#include "tb/sim/clocked/mmu_registers.h"

#include "cmodel/registers/sluice_check.h"

enum { PATIENCE = 1 << 14 };  // cycles that an answer may take

static enum network_status step(struct engine *mmu, const struct sluice_in *in) {
  return engine_step(mmu, in) != NULL ? NETWORK_OK : NETWORK_MISMATCH;
}

enum network_status mmu_idle(struct engine *mmu, int cycles) {
  static const struct sluice_in nothing;
  enum network_status status = NETWORK_OK;
  while (status == NETWORK_OK && cycles-- > 0) status = step(mmu, &nothing);
  return status;
}

static enum network_status write(struct engine *mmu, int reg, uint32_t value) {
  return step(mmu, &(struct sluice_in){.cfg_write = true, .cfg_addr = (uint8_t)reg, .cfg_wdata = value});
}

// PORT_LIMITS: the limits of a port.
static enum network_status write_limits(struct engine *mmu, int port, const struct sluice_port_registers *limits) {
  enum network_status status = NETWORK_OK;
  for (int k = 0; status == NETWORK_OK && k < SLUICE_LIMITS; k++) {
    if (!limits->written[k]) continue;
    const uint32_t select = (uint32_t)port | (k / 4 > 0 ? SLUICE_PORT_SELECT_PAGE : 0);
    status = write(mmu, SLUICE_REG_PORT_SELECT, select);
    if (status == NETWORK_OK) status = write(mmu, SLUICE_REG_PORT_WINDOW + k % 4, limits->value[k]);
  }
  return status;
}

enum network_status mmu_configure(struct engine *mmu, const struct sluice_dims *dims, const struct sluice_config *cfg) {
  uint32_t regs[SLUICE_REGS];
  struct sluice_port_registers ports[SLUICE_MAX_PORTS];
  char why[256];
  if (sluice_config_encode_ports(dims, cfg, regs, ports, why, sizeof why) != SLUICE_OK) return NETWORK_REFUSED;
  enum network_status status = mmu_idle(mmu, 1);
  for (int k = 0; status == NETWORK_OK && !engine_out(mmu)->ready && k < PATIENCE; k++) status = mmu_idle(mmu, 1);
  for (int reg = 0; status == NETWORK_OK && reg < SLUICE_REGS; reg++) status = write(mmu, reg, regs[reg]);
  for (int p = 0; status == NETWORK_OK && cfg->port != NULL && p < dims->ports; p++)
    status = write_limits(mmu, p, &ports[p]);
  if (status == NETWORK_OK) status = write(mmu, SLUICE_REG_COMMIT, 1);
  if (status == NETWORK_OK) status = mmu_idle(mmu, 2 * sluice_commit_latency(dims));
  if (status != NETWORK_OK) return status;
  return engine_out(mmu)->ready && !engine_out(mmu)->cfg_error ? NETWORK_OK : NETWORK_REFUSED;
}

enum network_status mmu_read(struct engine *mmu, enum sluice_stat stat, int port, int cls, uint32_t *value) {
  const struct sluice_in in = {
      .stat_read = true, .stat_select = (uint8_t)stat, .stat_port = (uint8_t)port, .stat_class = (uint8_t)cls};
  enum network_status status = step(mmu, &in);
  for (int k = 0; status == NETWORK_OK && !engine_out(mmu)->stat_valid; k++) {
    if (k == PATIENCE) return NETWORK_PROTOCOL;
    status = mmu_idle(mmu, 1);
  }
  *value = engine_out(mmu)->stat_data;
  return status;
}
