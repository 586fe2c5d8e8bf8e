#include <errno.h>

#include "cmodel/driver/sluice_driver.h"
#include "cmodel/registers/sluice_check.h"
#include "cmodel/sluice_switch.h"
#include "tb/cosim/lossless.h"
#include "tb/cosim/switch_shim.h"
#include "tb/sim/clocked/rtl_node.h"

enum { PATIENCE = 1 << 14 };  // cycles that an answer may take

static bool idle(struct rtl_node *sw) {
  axil_end(&sw->in);
  return rtl_step(sw);
}

static bool write_register(struct rtl_node *sw, uint32_t addr, uint32_t value) {
  axil_write(&sw->in, addr, value);
  for (int k = 0; k < PATIENCE && !sw->out.bvalid; k++)
    if (!rtl_step(sw)) return false;
  return sw->out.bvalid && idle(sw);
}

static bool read_register(struct rtl_node *sw, uint32_t addr, uint32_t *value) {
  axil_read(&sw->in, addr);
  for (int k = 0; k < PATIENCE && !sw->out.rvalid; k++)
    if (!rtl_step(sw)) return false;
  *value = sw->out.rdata;
  return sw->out.rvalid && idle(sw);
}

// Writes an address, in two words: first its last four bytes.
static bool write_address(struct rtl_node *sw, uint32_t addr, uint64_t address, uint32_t more) {
  return write_register(sw, addr, (uint32_t)address) && write_register(sw, addr + 4, (uint32_t)(address >> 32) | more);
}

static bool write_table(struct rtl_node *sw) {
  const struct addresses *a = &sw->all->addresses;
  uint32_t entry = 0;
  for (int k = 0; k < a->count; k++) {
    int port = a->port[k * sw->n->s->switches + sw->number];
    if (port < 0) continue;
    uint32_t valid = UINT32_C(1) << 31 | (uint32_t)port << 16;
    if (!write_address(sw, SLUICE_SWITCH_REG_MAC_LOW + 8 * entry++, a->address[k], valid)) return false;
  }
  return true;
}

// Classes share by round robin, as docs/guide/scenarios.md describes, but in bytes: each class may send one largest
// frame in its turn.
static bool write_ports(struct rtl_node *sw) {
  const uint32_t frame = sw->all->frames.most + SLUICE_SWITCH_FCS,
                 quantum = (frame + SLUICE_SWITCH_QUANTUM_UNIT - 1) / SLUICE_SWITCH_QUANTUM_UNIT;
  bool good = true;
  for (int c = 0; good && c < sw->n->classes; c++)
    good = write_register(sw, SLUICE_SWITCH_REG_QUANTUM + 4 * (uint32_t)c, quantum);
  for (int p = 0; good && p < sw->n->s->dims.ports; p++)
    good = write_register(sw, SLUICE_SWITCH_REG_PORT + 4 * (uint32_t)p, SLUICE_SWITCH_PORT_TRUST_PCP) &&
           write_address(sw, SLUICE_LOSSLESS_REG_ADDRESS_LOW + 8 * (uint32_t)p, addresses_port(sw->number, p), 0);
  return good;
}

// ---- limits per port, through the driver ----

static int driver_write(void *context, uint32_t addr, uint32_t value) {
  return write_register(context, addr, value) ? 0 : EIO;
}

static int driver_read(void *context, uint32_t addr, uint32_t *value) {
  return read_register(context, addr, value) ? 0 : EIO;
}

static bool write_limits(struct rtl_node *sw, const struct sluice_config *cfg) {
  const struct sluice_driver driver = {driver_read, driver_write, sw, PATIENCE};
  const struct sluice_dims *dims = &sw->n->s->dims;
  uint32_t regs[SLUICE_REGS];
  struct sluice_port_registers port[SLUICE_MAX_PORTS];
  char why[256];
  if (sluice_config_encode_ports(dims, cfg, regs, port, why, sizeof(why)) != SLUICE_OK) return false;
  for (int p = 0; p < dims->ports; p++)
    for (int k = 0; k < SLUICE_LIMITS; k++)
      if (port[p].written[k] && sluice_driver_set_limit(&driver, p, k, port[p].value[k]) != 0) return false;
  return true;
}

// ---- the MMU ----

static bool write_mmu(struct rtl_node *sw) {
  const struct sluice_config *cfg = &sw->n->s->sw[sw->number].cfg;
  if (cfg->port != NULL && !write_limits(sw, cfg)) return false;
  for (int reg = 0; reg <= SLUICE_REG_COMMIT; reg++)
    if (!write_register(sw, 4 * (uint32_t)reg, reg < SLUICE_REGS ? (uint32_t)sluice_config_value(cfg, reg) : 1))
      return false;
  return true;
}

static enum network_status configure(struct rtl_node *sw) {
  uint32_t status = SLUICE_STATUS_BUSY, refused = 0;
  bool good = idle(sw);
  for (int k = 0; good && !sw->out.ready && k < PATIENCE; k++) good = idle(sw);
  good = good && write_register(sw, SLUICE_SWITCH_REG_MAX_FRAME, sw->all->frames.most) &&
         write_register(sw, SLUICE_SWITCH_REG_TTL_MODE, sw->n->s->feedback == FEEDBACK_TTL) && write_ports(sw) &&
         write_table(sw) && write_mmu(sw);
  for (int k = 0; good && (status & SLUICE_STATUS_BUSY) && k < PATIENCE; k++)
    good = read_register(sw, 4 * SLUICE_REG_STATUS, &status);
  good = good && read_register(sw, SLUICE_SWITCH_REG_STATUS, &refused);
  if (!good) return sw->n->status != NETWORK_OK ? sw->n->status : NETWORK_PROTOCOL;
  bool taken = (status & SLUICE_STATUS_ACTIVE) && !(refused & SLUICE_SWITCH_STATUS_RESERVE);
  return taken ? NETWORK_OK : NETWORK_REFUSED;
}

enum network_status rtl_configure(struct rtl_node *sw) {
  struct switch_inside inside;
  sw->in.inside = &inside;  // a register is written in the cycle in which the MMU receives it
  enum network_status status = configure(sw);
  sw->in.inside = NULL;
  return status;
}

void rtl_fault(struct rtl_node *sw, int port, const char *what) {
  if (sw->fault != NULL) return;
  sw->fault = what;
  sw->fault_port = port;
  network_mismatch(sw->n, sw->number);
}

bool rtl_step(struct rtl_node *sw) {
  int words = (sw->n->s->dims.ports * sw->n->classes + 63) / 64;
  sw->all->shim->step(sw->rtl, &sw->in, &sw->out);
  engine_step(sw->mmu, &sw->out.mmu);
  for (int w = 0; w < words; w++)
    if (sw->seen->gate[w] != sw->out.gate[w]) rtl_fault(sw, -1, "the gates are not those of the MMU's model");
  if (sw->out.leave_error) rtl_fault(sw, -1, "the MMU does not know a frame that leaves");
  return sw->fault == NULL;
}
