// Checks and decodes a register set, and checks a configuration. The table of all registers is in
// sluice_register_table.c.
#include "cmodel/registers/sluice_check.h"

bool sluice_register_fits(const struct sluice_dims *dims, int reg, uint64_t value) {
  return sluice_register_signed(reg) || value >> sluice_register_bits(dims, reg) == 0;
}

static bool reserves_per_port(enum sluice_scheme scheme) { return scheme == SLUICE_DSH || scheme == SLUICE_SHP; }

uint64_t sluice_config_groups(const struct sluice_dims *dims, const struct sluice_config *cfg) {
  const int classes = __builtin_popcount(cfg->lossless & ((1u << dims->classes) - 1));
  return (uint64_t)(reserves_per_port(cfg->scheme) ? classes > 0 : classes);
}

uint64_t sluice_config_headroom(const struct sluice_config *cfg, int port) {
  const struct sluice_limits *limits = sluice_limits_of(cfg, port);
  return cfg->scheme == SLUICE_SHP ? limits->port_headroom : limits->eta;
}

uint64_t sluice_config_pools(const struct sluice_dims *dims, const struct sluice_config *cfg) {
  const uint64_t groups = sluice_config_groups(dims, cfg);
  uint64_t sum = cfg->shared + (cfg->scheme == SLUICE_SHP ? cfg->headroom_pool : 0);
  for (int p = 0; p < dims->ports; p++)
    sum += (uint64_t)dims->classes * sluice_limits_of(cfg, p)->phi + groups * sluice_config_headroom(cfg, p);
  for (int c = 0; cfg->scheme == SLUICE_TTL && c < dims->classes; c++) sum += cfg->partition[c];
  return sum;
}

// For every class that a packet can have: the partition holds one packet of every port, and the lowest threshold,
// alpha * b_j with the shared partition full, is at least one packet [TTL 1.3, 1.4.2].
static bool ttl_fits(const struct sluice_dims *dims, const struct sluice_config *cfg) {
  int shift = cfg->ttl_options & SLUICE_TTL_HALF ? 1 : 0;
  if (cfg->ttl0 < 2 || (cfg->ttl0 - 1) >> shift >= dims->classes) return false;
  for (int c = 1 >> shift; c <= (cfg->ttl0 - 1) >> shift; c++) {
    uint64_t partition = cfg->partition[c];
    if (partition < (uint64_t)dims->ports * cfg->max_packet) return false;
    if (sluice_scale(cfg->alpha, UINT64_MAX, partition) < cfg->max_packet) return false;
  }
  return true;
}

// SHARED and HEADROOM are 0. B0 < Bm <= B. Either D = Bm - B0 is a power of two and the last stage has at least one
// cell, or the table rises.
static bool stages_fit(const struct sluice_config *cfg) {
  uint64_t top = cfg->stage_top, base = cfg->stage_base, d = top - base;
  if (cfg->shared != 0 || base >= top) return false;
  if (cfg->scheme == SLUICE_GFC_LINEAR) return d < SLUICE_OFF;
  if (cfg->stages == 0) return false;
  if (cfg->count_leading_zeros) return (d & (d - 1)) == 0 && d >> cfg->stages >= 2;
  for (int k = 1; k <= cfg->stages; k++) {
    uint64_t below = k == 1 ? base : cfg->stage[k - 1];
    if (cfg->stage[k] <= below || cfg->stage[k] > top) return false;
  }
  return true;
}

// Whether the limits of a port break the rule of this reason.
static bool limits_break(const struct sluice_config *cfg, const struct sluice_limits *x, enum sluice_reason reason) {
  switch (reason) {
    case SLUICE_BAD_HEADROOM:
      return (sluice_has_headroom(cfg->scheme) && x->eta < cfg->max_packet) ||
             (cfg->scheme == SLUICE_SHP && cfg->headroom_pool + x->port_headroom < cfg->max_packet);
    case SLUICE_BAD_XON:
      return cfg->scheme == SLUICE_STATIC && x->xon > x->xoff;
    case SLUICE_BAD_TIMES:
      return x->quanta_step == 0 || x->quanta_step > cfg->limits.quanta_step;
    case SLUICE_BAD_TTL:
      return cfg->scheme == SLUICE_TTL && x->phi != 0;
    case SLUICE_BAD_STAGES:
      return sluice_is_gfc(cfg->scheme) && (x->eta != 0 || x->phi < cfg->stage_top ||
                                            (cfg->scheme == SLUICE_GFC_LINEAR ? x->drain_cycles : x->cell_step) == 0);
    default:
      return false;
  }
}

int sluice_config_bad_port(const struct sluice_dims *dims, const struct sluice_config *cfg, enum sluice_reason reason) {
  int port = 0;
  while (port < dims->ports && !limits_break(cfg, sluice_limits_of(cfg, port), reason)) port++;
  return port;
}

// A quantum is 2^13 / QUANTA_STEP cycles. REFRESH must be longer than two messages to each port and a frame, 2 * ports
// + 64 cycles, rounded up to a power of two of at least 128.
uint32_t sluice_refresh_least(const struct sluice_dims *dims, const struct sluice_config *cfg) {
  int shift = 6;
  while (shift > 0 && 1 << (13 - shift) < 2 * dims->ports + 64) shift--;
  uint32_t least = (cfg->limits.quanta_step >> shift) + 1;
  return least < 16 ? 16 : least;
}

static bool ports_fit(const struct sluice_dims *dims, const struct sluice_config *cfg, enum sluice_reason reason) {
  return sluice_config_bad_port(dims, cfg, reason) == dims->ports;
}

enum sluice_reason sluice_config_reason(const struct sluice_dims *dims, const struct sluice_config *cfg) {
  if (cfg->scheme >= SLUICE_RULE_SCHEMES || !(dims->schemes >> cfg->scheme & 1)) return SLUICE_BAD_SCHEME;
  if (!sluice_alpha_fits(cfg->alpha) || !sluice_alpha_fits(cfg->alpha_lossy)) return SLUICE_BAD_ALPHA;
  if (sluice_config_pools(dims, cfg) > cfg->buffer) return SLUICE_BAD_POOLS;
  if (cfg->max_packet == 0 || !ports_fit(dims, cfg, SLUICE_BAD_HEADROOM)) return SLUICE_BAD_HEADROOM;
  if (!ports_fit(dims, cfg, SLUICE_BAD_XON)) return SLUICE_BAD_XON;
  if (cfg->refresh < sluice_refresh_least(dims, cfg) || 2 * (uint64_t)cfg->refresh > cfg->pause_time ||
      cfg->limits.quanta_step == 0 || !ports_fit(dims, cfg, SLUICE_BAD_TIMES))
    return SLUICE_BAD_TIMES;
  if (!ports_fit(dims, cfg, SLUICE_BAD_TTL) || (cfg->scheme == SLUICE_TTL && !ttl_fits(dims, cfg)))
    return SLUICE_BAD_TTL;
  if (!ports_fit(dims, cfg, SLUICE_BAD_STAGES) || (sluice_is_gfc(cfg->scheme) && !stages_fit(cfg)))
    return SLUICE_BAD_STAGES;
  return SLUICE_OK;
}

static bool values_fit(const struct sluice_dims *dims, const uint32_t *regs) {
  bool fit = true;
  for (int i = 0; i < SLUICE_REGS; i++)
    fit &= !sluice_register_built(dims, i) || sluice_register_fits(dims, i, regs[i]);
  return fit;
}

enum sluice_reason sluice_config_check(const struct sluice_dims *dims, const uint32_t *regs) {
  struct sluice_config cfg;
  if (!values_fit(dims, regs)) return SLUICE_BAD_VALUE;
  sluice_config_decode(&cfg, regs);
  return sluice_config_reason(dims, &cfg);
}

// The value of a limit: as written, or that of all ports.
static uint32_t limit_value(const uint32_t *regs, const struct sluice_port_registers *port, enum sluice_limit limit) {
  return port->written[limit] ? port->value[limit] : regs[sluice_limit_register(limit)];
}

struct sluice_limits sluice_limits_decode(const uint32_t *regs, const struct sluice_port_registers *port) {
  return (struct sluice_limits){
      .phi = limit_value(regs, port, SLUICE_LIMIT_PRIVATE),
      .eta = limit_value(regs, port, SLUICE_LIMIT_HEADROOM),
      .xoff = limit_value(regs, port, SLUICE_LIMIT_XOFF),
      .xon = limit_value(regs, port, SLUICE_LIMIT_XON),
      .port_headroom = limit_value(regs, port, SLUICE_LIMIT_PORT_HEADROOM),
      .quanta_step = limit_value(regs, port, SLUICE_LIMIT_QUANTA_STEP),
      .cell_step = limit_value(regs, port, SLUICE_LIMIT_CELL_STEP),
      .drain_cycles = limit_value(regs, port, SLUICE_LIMIT_DRAIN_CYCLES),
  };
}

static bool limits_fit(const struct sluice_dims *dims, const uint32_t *regs, const struct sluice_port_registers *port) {
  bool fit = true;
  for (enum sluice_limit k = 0; k < SLUICE_LIMITS; k++) {
    const int reg = sluice_limit_register(k);
    fit &= !sluice_register_built(dims, reg) || sluice_register_fits(dims, reg, limit_value(regs, port, k));
  }
  return fit;
}

enum sluice_reason sluice_config_check_ports(const struct sluice_dims *dims, const uint32_t *regs,
                                             const struct sluice_port_registers *ports, int *bad_port) {
  struct sluice_config cfg;
  struct sluice_limits limits[SLUICE_MAX_PORTS];
  enum sluice_reason reason = values_fit(dims, regs) ? SLUICE_OK : SLUICE_BAD_VALUE;
  int bad = 0;
  while (bad < dims->ports && limits_fit(dims, regs, &ports[bad])) bad++;
  if (bad < dims->ports) reason = SLUICE_BAD_VALUE;
  if (reason == SLUICE_OK) {
    sluice_config_decode(&cfg, regs);
    cfg.port = limits;
    for (int p = 0; p < dims->ports; p++) limits[p] = sluice_limits_decode(regs, &ports[p]);
    reason = sluice_config_reason(dims, &cfg);
    bad = sluice_config_bad_port(dims, &cfg, reason);
  }
  if (bad_port != NULL) *bad_port = bad;
  return reason;
}

int sluice_commit_latency(const struct sluice_dims *dims) {
  return SLUICE_COMMIT_LATENCY + (dims->port_limits ? 8 * dims->ports + 2 : 0);
}

int sluice_config_misfit(const struct sluice_dims *dims, const struct sluice_config *cfg) {
  int reg = 0;
  while (reg < SLUICE_REGS &&
         (!sluice_register_built(dims, reg) || sluice_register_fits(dims, reg, sluice_config_value(cfg, reg))))
    reg++;
  return reg;
}

void sluice_config_decode(struct sluice_config *cfg, const uint32_t *regs) {
  *cfg = (struct sluice_config){.configured = true};
  sluice_config_load(cfg, regs);
  cfg->stages = (int)(regs[SLUICE_REG_STAGES] % SLUICE_STAGES_COUNT_LEADING_ZEROS);
  cfg->count_leading_zeros = regs[SLUICE_REG_STAGES] & SLUICE_STAGES_COUNT_LEADING_ZEROS;
}

uint64_t sluice_config_value(const struct sluice_config *cfg, int reg) {
  if (reg != SLUICE_REG_STAGES) return sluice_config_stored(cfg, reg);
  return (uint64_t)cfg->stages | (cfg->count_leading_zeros ? SLUICE_STAGES_COUNT_LEADING_ZEROS : 0);
}
