#include <stddef.h>

#include "cmodel/switch/sluice_switch_parts.h"

uint32_t sluice_switch_cells(const struct sluice_switch_dims *dims, uint32_t bytes) {
  uint32_t cell = (uint32_t)dims->cell_bytes;
  return bytes / cell + (bytes % cell != 0);
}

uint32_t sluice_switch_max_frame(const struct sluice_switch_registers *regs) { return regs->active_frame; }

uint32_t sluice_switch_reserve(const struct sluice_switch_dims *dims, uint32_t max_frame) {
  uint32_t slots = (uint32_t)dims->ports + 1;
  return sluice_switch_cells(dims, max_frame) + (SLUICE_SWITCH_CELLS_BEFORE_ADMISSION + slots - 1) / slots + 2;
}

// A frame that is copied needs as many cells as one that arrives; the frames that wait hold the cells of two frames.
uint32_t sluice_switch_flood_reserve(const struct sluice_switch_dims *dims, uint32_t max_frame) {
  return sluice_switch_reserve(dims, max_frame) + 2 * sluice_switch_cells(dims, max_frame);
}

void sluice_switch_reset_registers(const struct sluice_switch_dims *dims, struct sluice_switch_registers *regs) {
  *regs = (struct sluice_switch_registers){.max_frame = SLUICE_SWITCH_RESET_MAX_FRAME,
                                           .ecn_port = -1,
                                           .priority = SLUICE_SWITCH_RESET_PRIORITY,
                                           .write_ports = SLUICE_SWITCH_RESET_WRITE_PORTS};
  for (int c = 0; c < dims->classes; c++) regs->quantum[c] = SLUICE_SWITCH_RESET_QUANTUM;
  for (int p = 0; p < dims->ports; p++) regs->port[p] = SLUICE_SWITCH_RESET_PORT;
}

// Whether this BUFFER and the reserve for frames of up to max_frame bytes fit the cell memory.
static bool fits(const struct sluice_switch *sw, uint64_t buffer, uint32_t max_frame) {
  uint64_t need = (uint64_t)sw->dims.ports * sluice_switch_reserve(&sw->dims, max_frame);
  if (sw->regs.floods) need += sluice_switch_flood_reserve(&sw->dims, max_frame);
  return buffer + need <= (uint64_t)sw->dims.cells;
}

bool sluice_switch_has_cells(const struct sluice_switch *sw) { return !sw->regs.floods || sw->regs.copies_reserved; }

void sluice_switch_commit_step(struct sluice_switch *sw, const struct sluice_in *in) {
  struct sluice_switch_registers *r = &sw->regs;
  if (r->committing > 0 && --r->committing == 0 && !sluice_mmu_out(sw->mmu)->cfg_error) {
    r->active_frame = r->committed_frame;
    if (r->largest_frame < r->active_frame) r->largest_frame = r->active_frame;
    r->copies_reserved |= r->copies_committed;
    r->active_lossless = r->committed_lossless;
    sluice_switch_ecn_activate(sw, &r->ecn_committed);
  }
  if (!in->cfg_write || in->cfg_addr != SLUICE_REG_COMMIT) return;
  const struct sluice_dims mmu = sluice_switch_mmu_dims(&sw->dims);
  r->committing = sluice_commit_latency(&mmu) + SLUICE_SWITCH_ACTIVATE_STEPS;
  r->committed_frame = r->max_frame;
  r->copies_committed = r->floods;
  r->committed_lossless = r->mmu[SLUICE_REG_LOSSLESS];
  r->ecn_committed = sluice_switch_ecn_set(sw);
}

// Whether BUFFER, the reserve and the largest frame fit the cell memory and MAX_PACKET. Ports may keep the cells of
// frames that arrived under an earlier, larger MAX_FRAME.
static bool has_reserve(const struct sluice_switch *sw) {
  const struct sluice_switch_registers *r = &sw->regs;
  if (r->max_frame < SLUICE_SWITCH_MIN_FRAME || r->max_frame > SLUICE_SWITCH_MAX_FRAME) return false;
  if (sluice_switch_cells(&sw->dims, r->max_frame) > r->mmu[SLUICE_REG_MAX_PACKET]) return false;
  return fits(sw, r->mmu[SLUICE_REG_BUFFER], r->max_frame > r->largest_frame ? r->max_frame : r->largest_frame);
}

// The ports that a write of a register of port_registers() is for.
static uint32_t write_ports(const struct sluice_switch *sw) {
  return (sw->dims.port_limits ? sw->regs.write_ports : ~0u) & ((1u << sw->dims.ports) - 1);
}

// The register of a port at addr, or NULL if there is no register at addr that may differ from port to port.
static uint32_t *find_port_register(const struct sluice_switch_dims *dims, struct sluice_switch_port_registers *r,
                                    uint32_t addr) {
  const struct {
    uint32_t first;
    uint32_t *reg;
  } of_class[] = {{SLUICE_SWITCH_REG_ECN_KMIN, r->ecn_kmin},
                  {SLUICE_SWITCH_REG_ECN_KMAX, r->ecn_kmax},
                  {SLUICE_SWITCH_REG_ECN_SLOPE, r->ecn_slope},
                  {SLUICE_SWITCH_REG_CREDITS_LIMIT, r->credits_limit}};
  for (size_t i = 0; i < sizeof of_class / sizeof of_class[0] - !dims->credits; i++)  // the last one is of credits
    if (addr >= of_class[i].first && (addr - of_class[i].first) / 4 < (uint32_t)dims->classes)
      return &of_class[i].reg[(addr - of_class[i].first) / 4];
  if (addr >= SLUICE_SWITCH_REG_WATCHDOG_DETECTION && addr <= SLUICE_SWITCH_REG_WATCHDOG_ACTION)
    return &r->watchdog[(addr - SLUICE_SWITCH_REG_WATCHDOG_DETECTION) / 4];
  return NULL;
}

// The register of all ports at addr, or NULL if there is no such register that can be written.
static uint32_t *find_register(const struct sluice_switch_dims *dims, struct sluice_switch_registers *r,
                               uint32_t addr) {
  if (addr >= SLUICE_SWITCH_REG_QUANTUM && (addr - SLUICE_SWITCH_REG_QUANTUM) / 4 < (uint32_t)dims->classes)
    return &r->quantum[(addr - SLUICE_SWITCH_REG_QUANTUM) / 4];
  if (dims->credits && addr >= SLUICE_SWITCH_REG_CREDITS_PORTS && addr <= SLUICE_SWITCH_REG_CREDITS_FREED)
    return &r->credits[(addr - SLUICE_SWITCH_REG_CREDITS_PORTS) / 4];
  uint32_t at = addr - SLUICE_SWITCH_REG_MAC_LOW;
  if (addr >= SLUICE_SWITCH_REG_MAC_LOW && at / 8 < (uint32_t)dims->macs)
    return at % 8 == 0 ? &r->mac_low[at / 8] : &r->mac_high[at / 8];
  at = addr - SLUICE_SWITCH_REG_PORT;
  if (addr >= SLUICE_SWITCH_REG_PORT && at / 4 < (uint32_t)dims->ports) return &r->port[at / 4];
  switch (addr) {
    case SLUICE_SWITCH_REG_MAX_FRAME:
      return &r->max_frame;
    case SLUICE_SWITCH_REG_PRIORITY:
      return &r->priority;
    case SLUICE_SWITCH_REG_TTL_MODE:
      return &r->ttl_mode;
    case SLUICE_SWITCH_REG_FLOOD:
      return &r->flood;
    case SLUICE_SWITCH_REG_MANAGEMENT:
      return &r->management;
    case SLUICE_SWITCH_REG_INTERRUPT:
      return &r->interrupt;
    case SLUICE_SWITCH_REG_ECN_SEED:
      return &r->ecn_seed;
    case SLUICE_SWITCH_REG_WRITE_PORTS:
      return dims->port_limits ? &r->write_ports : NULL;
    case SLUICE_SWITCH_REG_WATCHDOG_CLOCK:
      return &r->watchdog_clock;
    case SLUICE_SWITCH_REG_WATCHDOG_POLL:
      return &r->watchdog_poll;
    default:
      return NULL;
  }
}

bool sluice_switch_write(struct sluice_switch *sw, uint32_t addr, uint32_t value) {
  struct sluice_switch_registers *r = &sw->regs;
  if (addr % 4 != 0) return false;
  if (addr < SLUICE_SWITCH_REG_STATUS) {
    struct sluice_dims mmu = sluice_switch_mmu_dims(&sw->dims);
    if (sluice_register_built(&mmu, (int)addr / 4)) r->mmu[addr / 4] = value;
    if (addr / 4 != SLUICE_REG_COMMIT) return true;
    r->refused = !has_reserve(sw);
    r->ecn_port = sluice_switch_ecn_wrong(sw);
    return !r->refused && r->ecn_port < 0;
  }
  if (addr == SLUICE_SWITCH_REG_CAUSE) r->cause &= ~value;
  for (int p = 0; p < sw->dims.ports; p++) {
    uint32_t *own = find_port_register(&sw->dims, &r->of_port[p], addr);
    if (own != NULL && write_ports(sw) >> p & 1) *own = value;
  }
  uint32_t *reg = find_register(&sw->dims, r, addr);
  if (reg != NULL) *reg = value;
  if (reg == &r->flood) r->floods |= (value & ((1u << sw->dims.ports) - 1)) != 0;
  return false;
}

uint32_t sluice_switch_watchdog_actions(const struct sluice_switch *sw, int egress) {
  const uint32_t of = SLUICE_SWITCH_REG_WATCHDOG_ACTION - SLUICE_SWITCH_REG_WATCHDOG_DETECTION;
  return sw->regs.of_port[egress].watchdog[of / 4];
}

// One half of a counter; 0 for an address without one.
static uint32_t read_counter(const struct sluice_switch *sw, uint32_t addr) {
  const bool ecn = addr >= SLUICE_SWITCH_REG_ECN_COUNTER;
  const uint32_t at = addr - (ecn ? SLUICE_SWITCH_REG_ECN_COUNTER : SLUICE_SWITCH_REG_COUNTER);
  const uint32_t port = at / 512, k = at % 512 / 8 + (ecn ? SLUICE_SWITCH_COUNTERS_LOW : 0);
  if (port >= (uint32_t)sw->dims.ports || k >= SLUICE_SWITCH_COUNTERS) return 0;
  const uint64_t value = sw->port[port].counter[k];
  return (uint32_t)(addr % 8 == 0 ? value : value >> 32);
}

uint32_t sluice_switch_read(const struct sluice_switch *sw, uint32_t addr) {
  struct sluice_switch_registers r = sw->regs;
  const struct sluice_out *out = sluice_mmu_out(sw->mmu);
  if (addr % 4 != 0) return 0;
  if (addr < 4 * SLUICE_REGS) return r.mmu[addr / 4];
  if (addr == SLUICE_SWITCH_REG_STATUS)
    return (out->ready ? SLUICE_SWITCH_STATUS_READY : 0u) | (r.refused ? SLUICE_SWITCH_STATUS_RESERVE : 0u) |
           (r.ecn_port >= 0 ? SLUICE_SWITCH_STATUS_ECN | (uint32_t)r.ecn_port * SLUICE_SWITCH_STATUS_PORT : 0u);
  if (addr == SLUICE_SWITCH_REG_CAUSE) return r.cause;
  if (addr >= SLUICE_SWITCH_REG_COUNTER) return read_counter(sw, addr);
  int port = 0;  // the lowest one of WRITE_PORTS, or 0
  while (port < sw->dims.ports && !(write_ports(sw) >> port & 1)) port++;
  const uint32_t *own = find_port_register(&sw->dims, &r.of_port[port % sw->dims.ports], addr);
  if (own != NULL) return *own;
  const uint32_t *reg = find_register(&sw->dims, &r, addr);
  return reg != NULL ? *reg : 0;
}

bool sluice_switch_asks(const struct sluice_switch *sw, uint32_t addr, struct sluice_in *in) {
  uint32_t at = addr - SLUICE_SWITCH_REG_STATISTIC;
  if (addr % 4 != 0) return false;
  if (addr >= 4 * SLUICE_REG_STATUS && addr < SLUICE_SWITCH_REG_STATUS) {
    in->cfg_read = true;
    in->cfg_addr = (uint8_t)(addr / 4);
    return true;
  }
  if (addr < SLUICE_SWITCH_REG_STATISTIC) return false;
  uint32_t port = at / 512, cls = at / 64 % 8;
  if (port >= (uint32_t)sw->dims.ports || cls >= (uint32_t)sw->dims.classes) return false;
  in->stat_read = true;
  in->stat_select = (uint8_t)(at / 4 % 16);
  in->stat_port = (uint8_t)port;
  in->stat_class = (uint8_t)cls;
  return true;
}
