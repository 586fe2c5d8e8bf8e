#include <string.h>

#include "cmodel/rules/sluice_config.h"
#include "tests/switch/frames.h"

// Cells that the registers divide among pools.
struct cells_left {
  uint32_t packet, left;
};

static uint32_t up_to(uint64_t *rng, uint32_t most) { return frames_pick(rng, most + 1); }

// Assigns cells to each of n pools, at least min. Returns false if too few cells are left.
static bool give(uint64_t *rng, struct cells_left *r, uint32_t n, uint32_t min, uint32_t more, uint32_t *cells) {
  if (r->left / n < min) return false;
  uint32_t spare = r->left / n - min;
  *cells = min + up_to(rng, spare < more ? spare : more);
  r->left -= n * *cells;
  return true;
}

// GFC: a queue's buffer holds a packet above Bm, and D is a power of two.
static bool stages(struct frames_setup *s, uint64_t *rng, struct cells_left *r, uint32_t queues) {
  uint32_t *regs = s->mmu, words = (uint32_t)s->dims.cell_bytes / 4;  // about the cycles per cell
  if (!give(rng, r, queues, r->packet + 8, 40, &regs[SLUICE_REG_PRIVATE])) return false;
  uint32_t top = regs[SLUICE_REG_PRIVATE] - r->packet, log = 2 + up_to(rng, 29 - (uint32_t)__builtin_clz(top));
  regs[SLUICE_REG_STAGE_TOP] = top;
  regs[SLUICE_REG_STAGE_BASE] = top - (1u << log);
  regs[SLUICE_REG_STAGES] = SLUICE_STAGES_COUNT_LEADING_ZEROS + 1 + up_to(rng, log - 2);
  regs[SLUICE_REG_CELL_STEP] = 65536 / words;
  regs[SLUICE_REG_DRAIN_CYCLES] = (words << log) * 256;
  return true;
}

static bool pools(struct frames_setup *s, uint64_t *rng, enum sluice_scheme scheme, struct cells_left *r) {
  uint32_t ports = (uint32_t)s->dims.ports, classes = (uint32_t)s->dims.classes, queues = ports * classes;
  uint32_t *regs = s->mmu;
  if (scheme == SLUICE_TTL) {
    uint32_t used = classes < 2 ? 0 : 2 + frames_pick(rng, classes - 1);  // 2 .. NC
    if (used == 0) return false;
    regs[SLUICE_REG_TTL0] = used;
    for (uint32_t c = 0; c < classes; c++) regs[SLUICE_REG_WEIGHT + c] = 65535 / used;
    if (!give(rng, r, queues, r->packet, r->packet, &regs[SLUICE_REG_HEADROOM])) return false;
    for (uint32_t c = 1; c < used; c++)
      if (!give(rng, r, 1, ports * r->packet, r->packet, &regs[SLUICE_REG_PARTITION + c])) return false;
    regs[SLUICE_REG_ALPHA] = frames_pick(rng, 3);
  } else if (sluice_is_gfc(scheme)) {
    return stages(s, rng, r, queues);
  } else {
    bool groups = scheme == SLUICE_DSH;
    if (scheme == SLUICE_SHP) {
      if (!give(rng, r, 1, r->packet, 3 * ports * r->packet, &regs[SLUICE_REG_HEADROOM_POOL])) return false;
      if (!give(rng, r, ports, 0, r->packet, &regs[SLUICE_REG_PORT_HEADROOM])) return false;
      regs[SLUICE_REG_HEADROOM] = r->packet + up_to(rng, 3 * r->packet);
    } else if (!give(rng, r, groups ? ports : queues, r->packet, 3 * r->packet, &regs[SLUICE_REG_HEADROOM])) {
      return false;
    }
    if (!give(rng, r, queues, 0, 3, &regs[SLUICE_REG_PRIVATE])) return false;
    regs[SLUICE_REG_ALPHA] = (uint32_t)((int)frames_pick(rng, 7) - 5);
  }
  regs[SLUICE_REG_SHARED] = frames_chance(rng, 500) ? r->left : up_to(rng, r->left);
  regs[SLUICE_REG_XOFF] = up_to(rng, r->left / 2);
  regs[SLUICE_REG_XON] = up_to(rng, regs[SLUICE_REG_XOFF]);
  return true;
}

// ---- limits of the ports [spec 16] ----

// Where the limits of a port are
enum { WINDOWS = 4, LIMIT_WRITES = 2 * SLUICE_LIMITS };

static const enum sluice_register limit_register[] = {[SLUICE_LIMIT_PRIVATE] = SLUICE_REG_PRIVATE,
                                                      [SLUICE_LIMIT_HEADROOM] = SLUICE_REG_HEADROOM,
                                                      [SLUICE_LIMIT_XOFF] = SLUICE_REG_XOFF,
                                                      [SLUICE_LIMIT_XON] = SLUICE_REG_XON,
                                                      [SLUICE_LIMIT_PORT_HEADROOM] = SLUICE_REG_PORT_HEADROOM,
                                                      [SLUICE_LIMIT_QUANTA_STEP] = SLUICE_REG_QUANTA_STEP,
                                                      [SLUICE_LIMIT_CELL_STEP] = SLUICE_REG_CELL_STEP,
                                                      [SLUICE_LIMIT_DRAIN_CYCLES] = SLUICE_REG_DRAIN_CYCLES};

bool frames_is_structural(enum sluice_limit k) {
  return k == SLUICE_LIMIT_PRIVATE || k == SLUICE_LIMIT_HEADROOM || k == SLUICE_LIMIT_PORT_HEADROOM;
}

static uint32_t minus(uint32_t a, uint32_t b) { return a > b ? a - b : 0; }

// Moves cells of a limit between ports, so that their sum stays.
static void move(struct frames_setup *s, uint64_t *rng, enum sluice_limit k) {
  const uint32_t ports = (uint32_t)s->dims.ports;
  for (uint32_t i = 0; i < 2 * ports; i++) {
    struct sluice_port_registers *from = &s->limits[frames_pick(rng, ports)], *to = &s->limits[frames_pick(rng, ports)];
    if (!from->written[k] || !to->written[k]) continue;
    const uint32_t cells = up_to(rng, minus(from->value[k], s->limits_least[k]));
    from->value[k] -= cells;
    to->value[k] += cells;
  }
}

// Draws the limits that may change at any time. A port has at least half the rate of the fastest one.
static void draw_others(struct frames_setup *s, uint64_t *rng, struct sluice_port_registers *port) {
  port->value[SLUICE_LIMIT_XOFF] = up_to(rng, s->mmu[SLUICE_REG_BUFFER] / 8);
  port->value[SLUICE_LIMIT_XON] = up_to(rng, port->value[SLUICE_LIMIT_XOFF]);
  for (int k = SLUICE_LIMIT_QUANTA_STEP; k <= SLUICE_LIMIT_DRAIN_CYCLES; k++) {
    const uint32_t most = s->mmu[limit_register[k]];
    port->value[k] = most - up_to(rng, most / 2);
  }
}

void frames_limits(struct frames_setup *s, uint64_t *rng) {
  const uint32_t *regs = s->mmu, packet = regs[SLUICE_REG_MAX_PACKET];
  const enum sluice_scheme scheme = (enum sluice_scheme)regs[SLUICE_REG_SCHEME];
  s->limits_least[SLUICE_LIMIT_PRIVATE] = sluice_is_gfc(scheme) ? regs[SLUICE_REG_STAGE_TOP] : 0;
  s->limits_least[SLUICE_LIMIT_HEADROOM] = sluice_is_gfc(scheme) ? 0 : packet;
  s->limits_least[SLUICE_LIMIT_PORT_HEADROOM] =
      scheme == SLUICE_SHP ? minus(packet, regs[SLUICE_REG_HEADROOM_POOL]) : 0;
  for (int p = 0; p < s->dims.ports; p++) {
    struct sluice_port_registers *port = &s->limits[p];
    if (!port->written[0]) continue;
    for (int k = 0; k < SLUICE_LIMITS; k++) port->value[k] = regs[limit_register[k]];
    draw_others(s, rng, port);
  }
  move(s, rng, SLUICE_LIMIT_PRIVATE);
  move(s, rng, SLUICE_LIMIT_HEADROOM);
  move(s, rng, SLUICE_LIMIT_PORT_HEADROOM);
}

void frames_equal_limits(struct frames_setup *s) {
  for (int p = 0; p < s->dims.ports; p++)
    for (int k = 0; k < SLUICE_LIMITS; k++) s->limits[p].value[k] = s->mmu[limit_register[k]];
}

// Chooses ports that have own limits, in addition to those that have some.
static void choose(struct frames_setup *s, uint64_t *rng) {
  for (int p = 0; p < s->dims.ports; p++) {
    bool *written = s->limits[p].written;
    if (!written[SLUICE_LIMIT_XOFF] && !frames_chance(rng, 600)) continue;
    for (int k = 0; k < SLUICE_LIMITS; k++) written[k] = true;
  }
}

void frames_lower_limits(struct frames_setup *s, uint64_t *rng, int port, bool all) {
  struct sluice_port_registers *of = &s->limits[port];
  for (int k = 0; k < SLUICE_LIMITS; k++) {
    if (!all && frames_is_structural((enum sluice_limit)k)) continue;
    const uint32_t now = of->written[k] ? of->value[k] : s->mmu[limit_register[k]];
    of->value[k] = now - up_to(rng, minus(now, s->limits_least[k]));
    of->written[k] = true;
  }
  draw_others(s, rng, of);
}

bool frames_write_limits(const struct frames_setup *s, int port, int n, uint32_t *addr, uint32_t *value) {
  const int k = n / 2;
  const bool selects = n % 2 == 0 || !s->limits[port].written[k];
  *addr = 4 * (uint32_t)(selects ? SLUICE_REG_PORT_SELECT : SLUICE_REG_PORT_WINDOW + k % WINDOWS);
  *value = !selects ? s->limits[port].value[k] : (uint32_t)port | (k / WINDOWS > 0 ? SLUICE_PORT_SELECT_PAGE : 0u);
  return n < LIMIT_WRITES;
}

// A build without the register of the same name does not have the limit.
static bool has_limit(const struct frames_setup *s, enum sluice_limit k) {
  if (k == SLUICE_LIMIT_XOFF || k == SLUICE_LIMIT_XON) return s->dims.schemes >> SLUICE_STATIC & 1;
  if (k == SLUICE_LIMIT_CELL_STEP) return s->dims.schemes >> SLUICE_GFC & 1;
  if (k == SLUICE_LIMIT_DRAIN_CYCLES) return s->dims.schemes >> SLUICE_GFC_LINEAR & 1;
  return k != SLUICE_LIMIT_PORT_HEADROOM || s->dims.schemes >> SLUICE_SHP & 1;
}

uint32_t frames_limit(const struct frames_setup *s, int port, enum sluice_limit k) {
  if (!has_limit(s, k) || port >= s->dims.ports) return 0;
  return s->limits[port].written[k] ? s->limits[port].value[k] : s->mmu[limit_register[k]];
}

static void addresses(struct frames_setup *s, uint64_t *rng) {
  for (int i = 0; i < s->dims.macs; i++) {
    for (int b = 0; b < 6; b++) s->mac[i][b] = (uint8_t)frames_pick(rng, 256);
    s->mac[i][0] &= 0xf8;  // neither a group address nor the one without an entry
    if (i > 0 && frames_chance(rng, 100)) memcpy(s->mac[i], s->mac[frames_pick(rng, (uint32_t)i)], 6);
    s->mac_port[i] = i < s->dims.ports ? i : (int)frames_pick(rng, (uint32_t)s->dims.ports);
    if (i >= s->dims.ports && frames_chance(rng, 100))
      s->mac_port[i] = frames_chance(rng, 500) || s->dims.ports > 15 ? -1 : s->dims.ports + (int)frames_pick(rng, 16);
  }
}

uint32_t frames_quantum(uint64_t *rng) {
  static const uint32_t ends[] = {0, 1, 1, 2, 4094, 4095};
  if (frames_chance(rng, 400)) return ends[frames_pick(rng, 6)];
  return frames_chance(rng, 600) ? up_to(rng, 40) : up_to(rng, 4095);
}

// Probability 1 in the unit of the slope, and the largest slope
enum { ECN_ONE = 1 << 24, ECN_STEEPEST = 65535 };

static void draw_ecn(struct frames_port_set *of, const struct sluice_switch_dims *d, uint64_t *rng) {
  const uint32_t cells = (uint32_t)d->cells;
  for (int c = 0; c < d->classes; c++) {
    const bool wide = frames_chance(rng, 100);
    of->ecn_kmin[c] = wide ? up_to(rng, cells) : up_to(rng, 12);
    uint32_t more = wide && frames_chance(rng, 500) ? cells - of->ecn_kmin[c] : up_to(rng, 60);
    if (more > cells - of->ecn_kmin[c]) more = cells - of->ecn_kmin[c];
    of->ecn_kmax[c] = of->ecn_kmin[c] + more;
    uint32_t most = more == 0 || ECN_ONE / more > ECN_STEEPEST ? ECN_STEEPEST : ECN_ONE / more;
    of->ecn_slope[c] = frames_chance(rng, 400) ? most : up_to(rng, most);
    of->ecn_enable[c] = frames_chance(rng, 700);
  }
}

static void frames_ecn(struct frames_setup *s, uint64_t *rng) {
  uint64_t own = *rng ^ FRAMES_SECOND;
  draw_ecn(&s->of[0], &s->dims, rng);
  s->ecn_seed = frames_chance(rng, 200) ? 0 : up_to(rng, 65535);
  if (!s->dims.port_limits) return;
  s->second_ports = frames_pick(&own, 1u << s->dims.ports);
  draw_ecn(&s->of[1], &s->dims, &own);
}

uint32_t frames_break_ecn(struct frames_setup *s, uint64_t *rng) {
  const uint32_t c = frames_pick(rng, (uint32_t)s->dims.classes), cells = (uint32_t)s->dims.cells;
  const uint32_t all = (1u << s->dims.ports) - 1;
  const bool second = s->second_ports == all || (s->second_ports != 0 && frames_chance(rng, 500));
  struct frames_port_set *of = &s->of[second];
  uint32_t *kmin = &of->ecn_kmin[c], *kmax = &of->ecn_kmax[c];
  switch (frames_pick(rng, 4)) {
    case 0:
      *kmax = up_to(rng, cells - 1);
      *kmin = *kmax + 1;
      break;
    case 1:
      *kmax = cells + 1;
      of->ecn_slope[c] = 0;
      break;
    case 2:  // beyond the width of a counter
      *kmin = *kmax = (1 + up_to(rng, 6)) << 29 | up_to(rng, cells);
      break;
    default:
      *kmin = up_to(rng, cells - 512);
      *kmax = *kmin + 257 + up_to(rng, cells - *kmin - 257);
      of->ecn_slope[c] = ECN_ONE / (*kmax - *kmin) + 1;
  }
  return (uint32_t)__builtin_ctz(second ? s->second_ports : all & ~s->second_ports);
}

void frames_watchdog(struct frames_setup *s, uint64_t *rng) {
  s->watchdog_clock = 1 + frames_pick(rng, 4);
  s->watchdog_poll = 30 + frames_pick(rng, 200);
  for (int i = 0; i < (s->dims.port_limits ? 2 : 1); i++) {
    uint32_t *w = s->of[i].watchdog;
    w[0] = frames_pick(rng, 600);
    w[1] = frames_pick(rng, 600);
    w[2] = frames_pick(rng, 1 << 17);
  }
}

void frames_full_range(struct frames_setup *s, uint64_t *rng) {
  uint32_t *regs = s->mmu, most = 2 * (uint32_t)s->dims.cells - 1;  // the counters have one bit more than a cell number
  if (regs[SLUICE_REG_SCHEME] != SLUICE_TTL) regs[SLUICE_REG_ALPHA] = frames_pick(rng, 11) - 7;
  regs[SLUICE_REG_ALPHA_LOSSY] = frames_pick(rng, 11) - 7;
  regs[SLUICE_REG_DELTA_Q] = frames_chance(rng, 200) ? most : up_to(rng, most);
  regs[SLUICE_REG_DELTA_P] = frames_chance(rng, 200) ? most : up_to(rng, most);
  regs[SLUICE_REG_XOFF] = frames_chance(rng, 200) ? most : up_to(rng, most);
  regs[SLUICE_REG_XON] = frames_chance(rng, 200) ? regs[SLUICE_REG_XOFF] : up_to(rng, regs[SLUICE_REG_XOFF]);
  uint32_t step = frames_chance(rng, 200) ? 65535 : 1 + up_to(rng, 65534), least = step / 64 + 1;
  if (least < 16) least = 16;
  regs[SLUICE_REG_QUANTA_STEP] = step;
  regs[SLUICE_REG_REFRESH] = frames_chance(rng, 200) ? least : least + up_to(rng, 32767 - least);
  regs[SLUICE_REG_PAUSE_TIME] =
      65535 - (frames_chance(rng, 200) ? 0 : up_to(rng, 65535 - 2 * regs[SLUICE_REG_REFRESH]));
  if (s->dims.port_limits) frames_limits(s, rng);
}

bool frames_setup(struct frames_setup *s, uint64_t *rng, const struct sluice_switch_dims *dims,
                  enum sluice_scheme scheme, uint32_t max_frame) {
  const struct frames_setup before = *s;
  uint32_t written = s->largest, largest = max_frame > written ? max_frame : written;
  memset(s, 0, sizeof *s);
  s->dims = *dims;
  s->flood = frames_chance(rng, 500) ? 0 : up_to(rng, (1u << dims->ports) - 1);
  s->floods = before.floods || s->flood != 0;
  memcpy(s->limits, before.limits, sizeof s->limits);
  s->max_frame = max_frame;
  s->largest = written;
  s->large = 50;
  uint64_t own = *rng ^ FRAMES_OWN;
  s->managed = frames_chance(&own, 600);
  s->management = frames_pick(&own, (uint32_t)dims->ports + (frames_chance(&own, 300) ? 2 : 0));
  s->interrupt = frames_chance(&own, 300) ? 0 : up_to(&own, (1u << 18) - 1);
  s->unused = frames_chance(rng, 500) ? 0 : up_to(rng, UINT32_MAX - 1);
  uint32_t ports = (uint32_t)dims->ports, cell = (uint32_t)dims->cell_bytes;
  struct cells_left r = {.packet = (max_frame + cell - 1) / cell};
  uint32_t most = (largest + cell - 1) / cell;           // cells of a largest frame
  uint32_t one = most + (16 + ports) / (ports + 1) + 2;  // docs/hardware/switch.md: ceil(16 / (NP + 1))
  uint32_t reserve = ports * one + (s->floods ? one + 2 * most : 0);
  if (reserve >= (uint32_t)dims->cells) return false;
  uint32_t *regs = s->mmu;
  regs[SLUICE_REG_SCHEME] = scheme;
  regs[SLUICE_REG_BUFFER] = r.left = (uint32_t)dims->cells - reserve;
  if (!pools(s, rng, scheme, &r)) return false;
  uint32_t all = (1u << dims->classes) - 1;
  regs[SLUICE_REG_LOSSLESS] = scheme == SLUICE_TTL || frames_chance(rng, 500) ? all : up_to(rng, all);
  regs[SLUICE_REG_MAX_PACKET] = r.packet;
  regs[SLUICE_REG_DELTA_Q] = up_to(rng, r.packet);
  regs[SLUICE_REG_DELTA_P] = up_to(rng, r.packet);
  regs[SLUICE_REG_REFRESH] = 40 + up_to(rng, 100);
  regs[SLUICE_REG_PAUSE_TIME] = 2 * regs[SLUICE_REG_REFRESH] + up_to(rng, 100);
  regs[SLUICE_REG_QUANTA_STEP] = 512 + up_to(rng, 1500);
  regs[SLUICE_REG_NATIVE] = up_to(rng, 1);
  regs[SLUICE_REG_ALPHA_LOSSY] = (uint32_t)((int)frames_pick(rng, 5) - 3);
  if (!sluice_is_gfc(scheme)) regs[SLUICE_REG_STAGES] = 1;

  uint32_t first = frames_pick(rng, 8), step = 2 * frames_pick(rng, 4) + 1;  // a permutation of the priorities
  for (int c = 0; c < dims->classes; c++) {
    s->priority[c] = (first + (uint32_t)c * step) % 8;
    s->quantum[c] = frames_quantum(rng);
  }
  for (int p = 0; p < dims->ports; p++) {
    s->default_class[p] = frames_pick(rng, 8);
    s->trust_pcp[p] = frames_chance(rng, 700);
    s->trust_dscp[p] = frames_chance(rng, 600);
    s->strict[p] = frames_chance(rng, 500) ? up_to(rng, 255) : 0;
  }
  if (scheme == SLUICE_TTL && frames_chance(rng, 500)) regs[SLUICE_REG_LOSSLESS] = up_to(rng, all);
  s->ttl_mode = scheme == SLUICE_TTL || frames_chance(rng, 400);
  s->non_ip_ttl = (uint8_t)(scheme == SLUICE_TTL ? frames_pick(rng, regs[SLUICE_REG_TTL0] + 1) : frames_pick(rng, 256));
  addresses(s, rng);
  frames_ecn(s, rng);
  s->largest = largest;
  own = *rng ^ FRAMES_LIMITS;
  if (!dims->port_limits) return true;
  choose(s, &own);
  frames_limits(s, &own);
  return true;
}

// The bits without a meaning, outside of used.
static uint32_t unused(const struct frames_setup *s, uint32_t used) { return s->unused & ~used; }

bool frames_select_ports(const struct frames_setup *s, int i, uint32_t *addr, uint32_t *value) {
  const uint32_t all = (1u << s->dims.ports) - 1;
  *addr = SLUICE_SWITCH_REG_WRITE_PORTS;
  *value = unused(s, all) | (i == 0 ? all & ~s->second_ports : s->second_ports);
  return true;
}

// The writes of the registers that may differ from port to port, without CREDITS_LIMIT; n < PORT_WRITES + 3 classes.
enum { PORT_WRITES = 4 };
static bool write_ports(const struct frames_setup *s, int i, int n, uint32_t *addr, uint32_t *value) {
  static const uint32_t watchdog[] = {0x3ffffff, 0x3ffffff, 0x1ffff};
  static const uint32_t ecn[] = {SLUICE_SWITCH_REG_ECN_KMIN, SLUICE_SWITCH_REG_ECN_KMAX, SLUICE_SWITCH_REG_ECN_SLOPE};
  const struct frames_port_set *of = &s->of[i];
  const int c = (n - PORT_WRITES) / 3, k = (n - PORT_WRITES) % 3;
  if (n == 0) return frames_select_ports(s, i, addr, value);
  if (n < PORT_WRITES) {
    *addr = SLUICE_SWITCH_REG_WATCHDOG_DETECTION + 4 * (uint32_t)(n - 1);
    *value = unused(s, watchdog[n - 1]) | of->watchdog[n - 1];
    return true;
  }
  const uint32_t slope = of->ecn_slope[c] | (of->ecn_enable[c] ? SLUICE_SWITCH_ECN_SLOPE_ENABLE : 0u);
  *addr = ecn[k] + 4 * (uint32_t)c;
  *value = k == 0 ? of->ecn_kmin[c] : k == 1 ? of->ecn_kmax[c] : unused(s, 0x8000ffff) | slope;
  return true;
}

bool frames_write(const struct frames_setup *s, int n, uint32_t *addr, uint32_t *value) {
  const struct sluice_switch_dims *d = &s->dims;
  *value = 0;
  switch (n) {
    case 0:
      *addr = SLUICE_SWITCH_REG_MAX_FRAME;
      *value = s->max_frame;
      return true;
    case 1:
      *addr = SLUICE_SWITCH_REG_PRIORITY;
      *value = unused(s, 0x77777777);
      for (int c = 0; c < d->classes; c++) *value |= s->priority[c] << 4 * c;
      return true;
    case 2:
      *addr = SLUICE_SWITCH_REG_TTL_MODE;
      *value = unused(s, 0xff01) | (uint32_t)s->non_ip_ttl << 8 | s->ttl_mode;
      return true;
    case 3:
      *addr = SLUICE_SWITCH_REG_FLOOD;
      *value = unused(s, (1u << d->ports) - 1) | s->flood;
      return true;
    case 4:
      *addr = SLUICE_SWITCH_REG_MANAGEMENT;
      *value = unused(s, 0x11f) | s->management | (s->managed ? SLUICE_SWITCH_MANAGEMENT_ENABLE : 0u);
      return true;
    case 5:
      *addr = SLUICE_SWITCH_REG_INTERRUPT;
      *value = unused(s, (1u << 18) - 1) | s->interrupt;
      return true;
    default:
      n -= 6;
  }
  if (n < 2) {
    *addr = n == 0 ? SLUICE_SWITCH_REG_WATCHDOG_CLOCK : SLUICE_SWITCH_REG_WATCHDOG_POLL;
    *value = n == 0 ? unused(s, 0x3ff) | s->watchdog_clock : unused(s, 0xfffff) | s->watchdog_poll;
    return true;
  }
  n -= 2;
  const int port_writes = PORT_WRITES + 3 * d->classes, sets = d->port_limits ? 2 : 1;
  if (n < sets * port_writes) return write_ports(s, n / port_writes, n % port_writes, addr, value);
  n -= sets * port_writes;
  if (n < d->classes) {
    *addr = SLUICE_SWITCH_REG_QUANTUM + 4 * (uint32_t)n;
    *value = unused(s, 0xfff) | s->quantum[n];
    return true;
  }
  n -= d->classes;
  if (n < d->ports) {
    *addr = SLUICE_SWITCH_REG_PORT + 4 * (uint32_t)n;
    *value = unused(s, 0xff37) | s->strict[n] << 8 | (s->trust_dscp[n] ? SLUICE_SWITCH_PORT_TRUST_DSCP : 0u) |
             (s->trust_pcp[n] ? SLUICE_SWITCH_PORT_TRUST_PCP : 0u) | s->default_class[n];
    return true;
  }
  n -= d->ports;
  if (n < 2 * d->macs) {
    const uint8_t *m = s->mac[n / 2];
    *addr = (n % 2 == 0 ? SLUICE_SWITCH_REG_MAC_LOW : SLUICE_SWITCH_REG_MAC_HIGH) + 8 * (uint32_t)(n / 2);
    *value = (uint32_t)m[2] << 24 | (uint32_t)m[3] << 16 | (uint32_t)m[4] << 8 | m[5];
    if (n % 2 == 0) return true;
    *value = unused(s, 0x801fffff) | (uint32_t)m[0] << 8 | m[1];
    if (s->mac_port[n / 2] >= 0) *value |= UINT32_C(1) << 31 | (uint32_t)s->mac_port[n / 2] << 16;
    return true;
  }
  n -= 2 * d->macs;
  if (n == 0) {
    *addr = SLUICE_SWITCH_REG_ECN_SEED;
    *value = unused(s, 0xffff) | s->ecn_seed;
    return true;
  }
  n--;
  if (d->port_limits && n < LIMIT_WRITES * d->ports)
    return frames_write_limits(s, n / LIMIT_WRITES, n % LIMIT_WRITES, addr, value);
  if (d->port_limits) n -= LIMIT_WRITES * d->ports;
  *addr = 4 * (uint32_t)n;
  if (n < SLUICE_REGS) *value = s->mmu[n];
  if (n == SLUICE_REG_COMMIT) *value = 1;
  return n <= SLUICE_REG_COMMIT;
}
