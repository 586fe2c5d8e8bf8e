#include "tests/mmu/register_set.h"

#include <string.h>

#include "tests/mmu/draw.h"

static bool is_gfc(int scheme) { return scheme == SLUICE_GFC || scheme == SLUICE_GFC_LINEAR; }

// Draws the stages of GFC within a buffer of phi cells per queue: a rising table, or a D that is a power of two.
void register_set_stages(struct stimulus *s, uint32_t phi, uint32_t *regs) {
  uint32_t top = phi - up_to(s, phi / 4), base = up_to(s, top - 1), count = 0;
  bool zeros = top >= 4 && chance(s, 500);
  if (zeros) {
    uint32_t log = 2 + stimulus_pick(s, 30 - (uint32_t)__builtin_clz(top));
    base = top - (UINT32_C(1) << log);
    count = 1 + stimulus_pick(s, smaller(log - 1, SLUICE_MAX_STAGES));
  }
  if (regs[SLUICE_REG_SCHEME] == SLUICE_GFC_LINEAR && top - base > 65534)
    base = top - (chance(s, 300) ? 65534 : 1 + up_to(s, 65533));
  uint32_t here = base, left = top - base;
  bool even = chance(s, 250);  // even steps: a small D then uses all stage registers
  for (int k = 0; k < SLUICE_MAX_STAGES; k++) {
    uint32_t rise = left == 0 ? 0 : even ? 1 + left / 16 : chance(s, 600) ? (left + 1) / 2 : 1 + stimulus_pick(s, left);
    here += rise;
    left -= rise;
    if (!zeros && rise > 0 && (count == 0 || chance(s, 900)) && count == (uint32_t)k) count++;
    regs[SLUICE_REG_STAGE + k] = here;
  }
  regs[SLUICE_REG_STAGE_TOP] = top;
  regs[SLUICE_REG_STAGE_BASE] = base;
  regs[SLUICE_REG_STAGES] = count + (zeros ? SLUICE_STAGES_COUNT_LEADING_ZEROS : 0);
  regs[SLUICE_REG_CELL_STEP] = ONE_OF(s, 1, 65536, 20 * 65536, 1 + stimulus_pick(s, 0xffffff), 0xffffff);
  regs[SLUICE_REG_DRAIN_CYCLES] =
      ONE_OF(s, 1, 1 << 14, 1 << 20, 1 + stimulus_pick(s, 1 << 18), 0xffffffff, 1 + stimulus_pick(s, 0xfffffffe));
}

// Draws the class numbering, the partitions and alpha of TTL. Returns the sum of the partitions.
static uint32_t partitions(struct stimulus *s, uint32_t packet, uint32_t left, uint32_t *regs) {
  const struct sluice_dims *d = &s->dims;
  uint32_t options = d->classes == 1 ? SLUICE_TTL_HALF | SLUICE_TTL_ODD : stimulus_pick(s, 8);
  int shift = options & SLUICE_TTL_HALF ? 1 : 0, alpha = (int)stimulus_pick(s, 16) - 8;
  uint32_t ttl0 = 2 + stimulus_pick(s, ((uint32_t)d->classes << shift) - 1), used = ((ttl0 - 1) >> shift) + 1;
  uint32_t least = (uint32_t)d->ports * packet, sum = 0;
  while (alpha < 0 && packet << -alpha > left / used) alpha++;  // a partition holds 1 / alpha packets
  if (alpha < 0 && least < packet << -alpha) least = packet << -alpha;
  uint32_t spare = left / used > least ? left / used - least : 0;
  for (uint32_t c = 0; c < used; c++) {
    regs[SLUICE_REG_PARTITION + c] = least + stimulus_pick(s, ONE_OF(s, 1, smaller(spare, 4 * packet) + 1, spare + 1));
    sum += regs[SLUICE_REG_PARTITION + c];
  }
  regs[SLUICE_REG_TTL0] = ttl0;
  regs[SLUICE_REG_TTL_OPTIONS] = options;
  regs[SLUICE_REG_ALPHA] = (uint32_t)alpha;
  return sum;
}

// Draws the headroom pool and the ports' own headroom of SHP: together at least a packet. Returns their cells.
static uint32_t headroom_pool(struct stimulus *s, uint32_t packet, uint32_t left, uint32_t *regs) {
  const uint32_t ports = (uint32_t)s->dims.ports;
  const uint32_t own = smaller(stimulus_pick(s, ONE_OF(s, 1, packet + 1, 4 * packet)), left / (2 * ports));
  const uint32_t least = own < packet ? packet - own : 0;
  const uint32_t pool = smaller(least + stimulus_pick(s, ONE_OF(s, 1, packet + 1, 8 * packet)), left - own * ports);
  regs[SLUICE_REG_PORT_HEADROOM] = own;
  regs[SLUICE_REG_HEADROOM_POOL] = pool;
  return own * ports + pool;
}

void register_set(struct stimulus *s, int scheme, uint32_t *regs) {
  memset(regs, 0, SLUICE_REGS * sizeof *regs);
  const struct sluice_dims *d = &s->dims;
  uint32_t most = (UINT32_C(1) << d->width) - 1;
  uint32_t queues = (uint32_t)(d->ports * d->classes), classes = (1u << d->classes) - 1;
  regs[SLUICE_REG_LOSSLESS] = chance(s, 600) ? classes : stimulus_pick(s, classes + 1);
  const uint32_t of_port = (uint32_t)__builtin_popcount(regs[SLUICE_REG_LOSSLESS]);  // groups, with one for each queue
  // At least one group here: without a lossless class nothing is reserved.
  uint32_t groups = (uint32_t)d->ports * (scheme == SLUICE_DSH || of_port == 0 ? 1 : of_port);

  // Draw headroom, then private cells, then the shared pool, each from the cells that are left.
  uint32_t packet = smaller(1 + stimulus_pick(s, ONE_OF(s, 1, 2, 8, 24, 100)), most / groups);
  if (scheme == SLUICE_TTL) packet = smaller(packet, most / (4 * queues) > 0 ? most / (4 * queues) : 1);
  uint32_t most_eta = smaller(most / groups, d->width < 18 ? most : most >> 4);
  uint32_t eta = smaller(packet + stimulus_pick(s, ONE_OF(s, 1, packet + 1, 4 * packet)), most_eta);
  if (scheme == SLUICE_TTL) eta = packet + up_to(s, smaller(packet, most / (4 * queues)));
  if (is_gfc(scheme)) eta = 0;
  regs[SLUICE_REG_HEADROOM_POOL] = up_to(s, most);
  regs[SLUICE_REG_PORT_HEADROOM] = up_to(s, most);
  uint32_t reserved = scheme == SLUICE_SHP ? headroom_pool(s, packet, most, regs) : eta * groups;
  if (of_port == 0) reserved = scheme == SLUICE_SHP ? regs[SLUICE_REG_HEADROOM_POOL] : 0;
  uint32_t left = most - reserved;
  for (int c = 0; c < d->classes; c++) {
    regs[SLUICE_REG_PARTITION + c] = up_to(s, most);
    regs[SLUICE_REG_WEIGHT + c] = ONE_OF(s, 0, 0xffff, 65536 / (uint32_t)d->classes % 65536, up_to(s, 0xffff));
  }
  regs[SLUICE_REG_TTL0] = stimulus_pick(s, 256);
  regs[SLUICE_REG_TTL_OPTIONS] = regs[SLUICE_REG_TTL0] >> 5;  // ignored unless TTL, for which partitions() sets both
  uint32_t own = scheme == SLUICE_TTL ? partitions(s, packet, left, regs) : 0;
  left -= own;
  uint32_t phi = smaller(stimulus_pick(s, ONE_OF(s, 1, 1, 2, packet + 1, 3 * packet + 1)), left / queues);
  if (scheme == SLUICE_TTL) phi = 0;
  if (is_gfc(scheme)) phi = 1 + up_to(s, ONE_OF(s, 8, left / queues / 8, left / queues) % (left / queues));
  left -= phi * queues;
  uint32_t shared = smaller(stimulus_pick(s, ONE_OF(s, 1, packet + 1, 6 * packet, 3 * queues * packet)), left);
  if (chance(s, 250)) shared = left;
  if (is_gfc(scheme)) shared = 0;
  uint32_t buffer = phi * queues + reserved + shared + own;
  if (chance(s, 300)) buffer = most;

  regs[SLUICE_REG_SCHEME] = (uint32_t)scheme;
  regs[SLUICE_REG_BUFFER] = buffer;
  regs[SLUICE_REG_PRIVATE] = phi;
  regs[SLUICE_REG_SHARED] = shared;
  regs[SLUICE_REG_HEADROOM] = eta;
  regs[SLUICE_REG_MAX_PACKET] = packet;
  if (scheme != SLUICE_TTL) regs[SLUICE_REG_ALPHA] = stimulus_pick(s, 16) - 8;
  uint32_t xoff = smaller(stimulus_pick(s, ONE_OF(s, 1, packet + 1, 4 * packet, shared + 1)), most);
  regs[SLUICE_REG_XOFF] = chance(s, 50) ? most : xoff;
  regs[SLUICE_REG_XON] = chance(s, 300) ? xoff : stimulus_pick(s, xoff + 1);
  regs[SLUICE_REG_DELTA_Q] = ONE_OF(s, 0, 0, 1, packet, most);
  regs[SLUICE_REG_DELTA_P] = ONE_OF(s, 0, 1, packet, 2 * packet, most);
  for (int r = SLUICE_REG_DELTA_Q; r <= SLUICE_REG_DELTA_P; r++) regs[r] = smaller(regs[r], most);
  uint32_t refresh = 16 + stimulus_pick(s, ONE_OF(s, 1, 20, 400));
  // Mostly a short REFRESH, which needs long quanta; sometimes a long REFRESH, which fits quanta of any length.
  uint32_t fastest = refresh << (d->ports > 32 ? 5 : 6);
  uint32_t step = ONE_OF(s, 0xffff, 0x8000, 0x2000, 0x1000, 2560, 1 + stimulus_pick(s, 0xffff), 1);
  if (step >= fastest && chance(s, 700)) step = fastest - 1 - stimulus_pick(s, chance(s, 500) ? 1 : fastest - 1);
  if (step >= fastest) refresh = ONE_OF(s, 0x7fff, (step >> (d->ports > 32 ? 5 : 6)) + 1);
  regs[SLUICE_REG_REFRESH] = refresh;
  regs[SLUICE_REG_PAUSE_TIME] = 2 * refresh + (chance(s, 200) ? 0 : stimulus_pick(s, 0x10000 - 2 * refresh));
  regs[SLUICE_REG_QUANTA_STEP] = step;
  regs[SLUICE_REG_NATIVE] = stimulus_pick(s, 2);
  regs[SLUICE_REG_ALPHA_LOSSY] = stimulus_pick(s, 16) - 8;
  register_set_stages(s, phi > 0 ? phi : 1 + up_to(s, most - 1), regs);
}

void register_set_large(struct stimulus *s, int scheme, uint32_t *regs) {
  const struct sluice_dims *d = &s->dims;
  uint32_t most = (UINT32_C(1) << d->width) - 1, queues = (uint32_t)(d->ports * d->classes);
  uint32_t groups = scheme == SLUICE_DSH ? (uint32_t)d->ports : queues;
  uint32_t hops = scheme != SLUICE_TTL ? 0 : d->classes == 1 ? 1 : 2;  // number of classes with a partition
  uint32_t parts = is_gfc(scheme) ? queues : groups + hops * (uint32_t)d->ports + 1;
  uint32_t packet = smaller(smaller(most / parts, 0x3fff), d->width < 18 ? most : most >> 4);
  do {
    register_set(s, scheme, regs);
    regs[SLUICE_REG_BUFFER] = most;
    regs[SLUICE_REG_MAX_PACKET] = packet;
    regs[SLUICE_REG_PRIVATE] = is_gfc(scheme) ? most / queues : 0;
    regs[SLUICE_REG_HEADROOM] = is_gfc(scheme) ? 0 : packet;
    regs[SLUICE_REG_SHARED] =
        is_gfc(scheme) ? 0 : most - regs[SLUICE_REG_PRIVATE] * queues - regs[SLUICE_REG_HEADROOM] * groups;
    if (scheme == SLUICE_SHP) {
      regs[SLUICE_REG_PORT_HEADROOM] = packet;
      regs[SLUICE_REG_HEADROOM_POOL] = regs[SLUICE_REG_SHARED] / 2;
      regs[SLUICE_REG_SHARED] = most - (uint32_t)d->ports * packet - regs[SLUICE_REG_HEADROOM_POOL];
    }
    if (scheme == SLUICE_TTL) {
      regs[SLUICE_REG_TTL0] = 2;
      regs[SLUICE_REG_TTL_OPTIONS] = d->classes == 1 ? SLUICE_TTL_HALF | SLUICE_TTL_ODD : 0;
      regs[SLUICE_REG_ALPHA] = 0;
      for (uint32_t c = 0; c < SLUICE_MAX_CLASSES; c++)
        regs[SLUICE_REG_PARTITION + c] = c < hops ? (uint32_t)d->ports * packet : 0;
      regs[SLUICE_REG_SHARED] -= hops * (uint32_t)d->ports * packet;
    }
    if (is_gfc(scheme)) register_set_stages(s, most / queues, regs);
  } while (sluice_config_check(d, regs) != SLUICE_OK);
}

void register_set_spoil(struct stimulus *s, uint32_t *regs) {
  uint32_t most = (UINT32_C(1) << s->dims.width) - 1;
  switch (stimulus_pick(s, 14)) {
    case 0:  // a value above the register's maximum
      regs[stimulus_pick(s, SLUICE_REG_MAX_PACKET + 1)] = most + 1 + stimulus_pick(s, 3);
      if (chance(s, 200)) regs[SLUICE_REG_HEADROOM] = (most >> 4) + stimulus_pick(s, 3);
      if (chance(s, 200)) regs[SLUICE_REG_MAX_PACKET] = 0x3fff + stimulus_pick(s, 3);
      break;
    case 1:
      regs[stimulus_pick(s, SLUICE_REGS)] |= UINT32_C(1) << stimulus_pick(s, 32);
      break;
    case 2:
      regs[SLUICE_REG_SCHEME] = 6 + stimulus_pick(s, 2);
      break;
    case 3:
      regs[chance(s, 512) ? SLUICE_REG_ALPHA : SLUICE_REG_ALPHA_LOSSY] =
          ONE_OF(s, 8, 15, 16, (uint32_t)-9, (uint32_t)-16, (uint32_t)-17, up_to(s, 0x7fffffff), UINT32_C(1) << 31);
      break;
    case 4:
      regs[SLUICE_REG_BUFFER] = stimulus_pick(s, regs[SLUICE_REG_BUFFER] + 1);
      break;
    case 5:
      regs[SLUICE_REG_SHARED] = most - stimulus_pick(s, 2);
      regs[SLUICE_REG_PRIVATE] = stimulus_pick(s, most);
      break;
    case 6:
      regs[SLUICE_REG_MAX_PACKET] = chance(s, 512) ? 0 : smaller(regs[SLUICE_REG_HEADROOM] + 1, most);
      break;
    case 7:
      regs[SLUICE_REG_SCHEME] = SLUICE_STATIC;
      regs[SLUICE_REG_XON] = smaller(regs[SLUICE_REG_XOFF] + 1, most);
      break;
    case 8:
      regs[SLUICE_REG_TTL0] = ONE_OF(s, 0, 1, (uint32_t)s->dims.classes + 1, 2 * (uint32_t)s->dims.classes + 1, 255);
      break;
    case 9:
      regs[SLUICE_REG_PARTITION + stimulus_pick(s, (uint32_t)s->dims.classes)] = stimulus_pick(s, 20);
      regs[SLUICE_REG_PRIVATE] = stimulus_pick(s, 2);
      break;
    case 10:
      regs[SLUICE_REG_STAGE_TOP + stimulus_pick(s, SLUICE_REG_COMMIT - SLUICE_REG_STAGE_TOP)] =
          ONE_OF(s, 0, 1, 15, 16, 18, 31, up_to(s, most));
      if (chance(s, 200) && regs[SLUICE_REG_STAGE_TOP] >= 65535)  // D equals the code of OFF
        regs[SLUICE_REG_STAGE_BASE] = regs[SLUICE_REG_STAGE_TOP] - 65535;
      break;
    case 11:
      regs[SLUICE_REG_REFRESH] =
          ONE_OF(s, 0, 15, regs[SLUICE_REG_PAUSE_TIME] / 2 + 1, regs[SLUICE_REG_QUANTA_STEP] >> 6, 0xffff);
      break;
    case 12:  // GFC has neither
      regs[chance(s, 512) ? SLUICE_REG_SHARED : SLUICE_REG_HEADROOM] =
          ONE_OF(s, 1, UINT32_C(1) << stimulus_pick(s, 10));
      break;
    default:
      regs[SLUICE_REG_QUANTA_STEP] = 0;
      break;
  }
}

// ---- limits of the ports ----

static uint32_t limit_of(const uint32_t *regs, const struct sluice_port_registers *port, enum sluice_limit k) {
  return port->written[k] ? port->value[k] : regs[sluice_limit_register(k)];
}

// How often a limit is reserved for a port.
static int64_t times(const struct stimulus *s, const uint32_t *regs, enum sluice_limit k) {
  const uint32_t scheme = regs[SLUICE_REG_SCHEME];
  const int64_t lossless = __builtin_popcount(regs[SLUICE_REG_LOSSLESS]);
  const int64_t groups = scheme == SLUICE_DSH || scheme == SLUICE_SHP ? lossless > 0 : lossless;
  if (k == SLUICE_LIMIT_PRIVATE) return s->dims.classes;
  return k == (scheme == SLUICE_SHP ? SLUICE_LIMIT_PORT_HEADROOM : SLUICE_LIMIT_HEADROOM) ? groups : 0;
}

// Draws an amount of at least `least` cells, below or above that of all ports. *slack: cells that other ports left
// free.
static uint32_t amount(struct stimulus *s, const uint32_t *regs, enum sluice_limit k, uint32_t least, uint32_t most,
                       int64_t *slack) {
  const uint32_t of_all = regs[sluice_limit_register(k)];
  const int64_t n = times(s, regs, k), left = *slack > 0 ? *slack : 0;
  const uint32_t more = smaller(n > 0 ? (uint32_t)(left / n) : UINT32_MAX, most - of_all);
  const uint32_t value = *slack >= 0 && chance(s, 400) ? of_all + (chance(s, 500) ? more : up_to(s, more))
                         : of_all > least              ? least + up_to(s, of_all - least)
                                                       : of_all;
  *slack += ((int64_t)of_all - value) * n;
  return value;
}

static void limits_of_port(struct stimulus *s, const uint32_t *regs, int64_t *slack, uint32_t *value) {
  const uint32_t most = (UINT32_C(1) << s->dims.width) - 1, packet = regs[SLUICE_REG_MAX_PACKET];
  const uint32_t pool = regs[SLUICE_REG_HEADROOM_POOL];
  const int scheme = (int)regs[SLUICE_REG_SCHEME];
  const bool shp = scheme == SLUICE_SHP, gfc = is_gfc(scheme);
  value[SLUICE_LIMIT_PRIVATE] =
      scheme == SLUICE_TTL ? 0
                           : amount(s, regs, SLUICE_LIMIT_PRIVATE, gfc ? regs[SLUICE_REG_STAGE_TOP] : 0, most, slack);
  value[SLUICE_LIMIT_HEADROOM] =
      gfc ? 0 : amount(s, regs, SLUICE_LIMIT_HEADROOM, packet, s->dims.width < 18 ? most : most >> 4, slack);
  value[SLUICE_LIMIT_PORT_HEADROOM] =
      shp ? amount(s, regs, SLUICE_LIMIT_PORT_HEADROOM, packet > pool ? packet - pool : 0, most, slack)
          : up_to(s, most);
  value[SLUICE_LIMIT_XOFF] = up_to(s, chance(s, 500) ? smaller(4 * packet, most) : most);
  value[SLUICE_LIMIT_XON] = chance(s, 300) ? value[SLUICE_LIMIT_XOFF] : up_to(s, value[SLUICE_LIMIT_XOFF]);
  value[SLUICE_LIMIT_CELL_STEP] = ONE_OF(s, 1, 65536, 20 * 65536, 1 + stimulus_pick(s, 0xffffff), 0xffffff);
  value[SLUICE_LIMIT_DRAIN_CYCLES] = 1 + stimulus_pick(s, UINT32_C(1) << stimulus_pick(s, 32));
}

// No port is faster than QUANTA_STEP says.
static void quanta_of_ports(struct stimulus *s, const uint32_t *regs, struct sluice_port_registers *ports) {
  const uint32_t fastest = regs[SLUICE_REG_QUANTA_STEP] > 0 ? regs[SLUICE_REG_QUANTA_STEP] : 1;
  for (int p = 0; p < s->dims.ports; p++) {
    uint32_t *step = &ports[p].value[SLUICE_LIMIT_QUANTA_STEP];
    if (*step == 0 || *step > fastest || chance(s, 300))
      *step = ONE_OF(s, fastest, 1 + stimulus_pick(s, fastest), fastest / 10 + 1, fastest / 4 + 1);
    if (*step > fastest) *step = fastest;
  }
}

void register_set_limits(struct stimulus *s, const uint32_t *regs, uint64_t which,
                         struct sluice_port_registers *ports) {
  const uint32_t share = ONE_OF(s, 0, 100, 1000);
  int64_t slack = 0;
  for (int p = 0; p < s->dims.ports; p++)
    for (int k = 0; !(which >> p & 1) && k < SLUICE_LIMITS; k++)
      slack += ((int64_t)regs[sluice_limit_register(k)] - limit_of(regs, &ports[p], k)) * times(s, regs, k);
  for (int p = 0; p < s->dims.ports; p++) {
    struct sluice_port_registers *port = &ports[p];
    if (!(which >> p & 1) || !(port->written[SLUICE_LIMIT_PRIVATE] || chance(s, share))) continue;
    limits_of_port(s, regs, &slack, port->value);
    for (int k = 0; k < SLUICE_LIMITS; k++) port->written[k] = true;  // all or none, since slack counts all
  }
  quanta_of_ports(s, regs, ports);
}

void register_set_spoil_limits(struct stimulus *s, const uint32_t *regs, struct sluice_port_registers *ports) {
  const uint32_t most = (UINT32_C(1) << s->dims.width) - 1, packet = regs[SLUICE_REG_MAX_PACKET];
  struct sluice_port_registers *port = &ports[stimulus_pick(s, (uint32_t)s->dims.ports)];
  const int k = (int)stimulus_pick(s, SLUICE_LIMITS);
  uint32_t *value = port->value;
  port->written[k] = true;
  switch (stimulus_pick(s, 3)) {
    case 0:
      value[k] = ONE_OF(s, most + 1, UINT32_C(1) << stimulus_pick(s, 32), most, 0);
      break;
    case 1:  // one cell too many, or too few
      value[k] += ONE_OF(s, 1, UINT32_MAX);
      break;
    default:
      if (k == SLUICE_LIMIT_HEADROOM) value[k] = packet - 1;
      if (k == SLUICE_LIMIT_XON) value[k] = smaller(value[SLUICE_LIMIT_XOFF] + 1, most);
      if (k == SLUICE_LIMIT_PRIVATE)
        value[k] = ONE_OF(s, 1, regs[SLUICE_REG_STAGE_TOP] - 1, most / (uint32_t)s->dims.classes);
      if (k == SLUICE_LIMIT_PORT_HEADROOM) value[k] = packet - regs[SLUICE_REG_HEADROOM_POOL] - 1;
      if (k == SLUICE_LIMIT_QUANTA_STEP) value[k] = ONE_OF(s, 0, regs[SLUICE_REG_QUANTA_STEP] + 1);
      if (k == SLUICE_LIMIT_CELL_STEP || k == SLUICE_LIMIT_DRAIN_CYCLES) value[k] = 0;
      break;
  }
}
