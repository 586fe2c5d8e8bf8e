#include "tb/sim/clocked/rtl_registers.h"

#include "cmodel/sluice_switch.h"
#include "tb/cosim/axil.h"
#include "tb/cosim/lossless.h"

enum { PATIENCE = 1 << 14 };  // clocks that an answer may take

static bool idle(struct network *n, int i) {
  struct node_rtl *sw = &n->rtl->node[i];
  axil_end(&sw->in);
  return rtl_step(n, i);
}

static bool write_register(struct network *n, int i, uint32_t addr, uint32_t value) {
  struct node_rtl *sw = &n->rtl->node[i];
  axil_write(&sw->in, addr, value);
  for (int k = 0; k < PATIENCE && !sw->out.bvalid; k++)
    if (!rtl_step(n, i)) return false;
  return sw->out.bvalid && idle(n, i);
}

static bool read_register(struct network *n, int i, uint32_t addr, uint32_t *value) {
  struct node_rtl *sw = &n->rtl->node[i];
  axil_read(&sw->in, addr);
  for (int k = 0; k < PATIENCE && !sw->out.rvalid; k++)
    if (!rtl_step(n, i)) return false;
  *value = sw->out.rdata;
  return sw->out.rvalid && idle(n, i);
}

// Two words, the last four bytes first.
static bool write_address(struct network *n, int i, uint32_t addr, uint64_t address, uint32_t more) {
  return write_register(n, i, addr, (uint32_t)address) &&
         write_register(n, i, addr + 4, (uint32_t)(address >> 32) | more);
}

static bool write_table(struct network *n, int i) {
  const struct addresses *a = &n->rtl->addresses;
  uint32_t entry = 0;
  for (int k = 0; k < a->count; k++) {
    int port = a->port[k * n->s->switches + i];
    if (port < 0) continue;
    uint32_t valid = UINT32_C(1) << 31 | (uint32_t)port << 16;
    if (!write_address(n, i, SLUICE_SWITCH_REG_MAC_LOW + 8 * entry++, a->address[k], valid)) return false;
  }
  return true;
}

// Classes share by turns, as in docs/scenario.md, but of cells: each may send a largest frame in its turn.
static bool write_ports(struct network *n, int i) {
  uint32_t quantum = n->s->sw[i].regs[SLUICE_REG_MAX_PACKET];
  bool good = true;
  for (int c = 0; good && c < n->classes; c++)
    good = write_register(n, i, SLUICE_SWITCH_REG_QUANTUM + 4 * (uint32_t)c, quantum);
  for (int p = 0; good && p < n->s->dims.ports; p++)
    good = write_register(n, i, SLUICE_SWITCH_REG_PORT + 4 * (uint32_t)p, SLUICE_SWITCH_PORT_TRUST_PCP) &&
           write_address(n, i, SLUICE_LOSSLESS_REG_ADDRESS_LOW + 8 * (uint32_t)p, addresses_port(i, p), 0);
  return good;
}

static bool write_mmu(struct network *n, int i) {
  for (uint32_t reg = 0; reg <= SLUICE_REG_COMMIT; reg++)
    if (!write_register(n, i, 4 * reg, reg < SLUICE_REGS ? n->s->sw[i].regs[reg] : 1)) return false;
  return true;
}

static enum network_status configure(struct network *n, int i) {
  struct node_rtl *sw = &n->rtl->node[i];
  uint32_t status = SLUICE_STATUS_BUSY, refused = 0;
  bool good = idle(n, i);
  for (int k = 0; good && !sw->out.ready && k < PATIENCE; k++) good = idle(n, i);
  good = good && write_register(n, i, SLUICE_SWITCH_REG_MAX_FRAME, n->rtl->frames.most) &&
         write_register(n, i, SLUICE_SWITCH_REG_TTL_MODE, n->s->feedback == FEEDBACK_TTL) && write_ports(n, i) &&
         write_table(n, i) && write_mmu(n, i);
  for (int k = 0; good && (status & SLUICE_STATUS_BUSY) && k < PATIENCE; k++)
    good = read_register(n, i, 4 * SLUICE_REG_STATUS, &status);
  good = good && read_register(n, i, SLUICE_SWITCH_REG_STATUS, &refused);
  if (!good) return n->status != NETWORK_OK ? n->status : NETWORK_PROTOCOL;
  bool taken = (status & SLUICE_STATUS_ACTIVE) && !(refused & SLUICE_SWITCH_STATUS_RESERVE);
  return taken ? NETWORK_OK : NETWORK_REFUSED;
}

enum network_status rtl_configure(struct network *n, int i) {
  struct node_rtl *sw = &n->rtl->node[i];
  struct switch_inside inside;
  sw->in.inside = &inside;  // registers are written in the clock in which the MMU gets them
  enum network_status status = configure(n, i);
  sw->in.inside = NULL;
  return status;
}
