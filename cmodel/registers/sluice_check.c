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
  return cfg->scheme == SLUICE_SHP ? cfg->port_headroom : sluice_limits_of(cfg, port)->eta;
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
  if (cfg->limits.phi != 0 || cfg->ttl0 < 2 || (cfg->ttl0 - 1) >> shift >= dims->classes) return false;
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
  if (cfg->shared != 0 || cfg->limits.eta != 0) return false;
  if (top > cfg->limits.phi || base >= top) return false;
  if (cfg->scheme == SLUICE_GFC_LINEAR) return d < SLUICE_OFF && cfg->drain_cycles > 0;
  if (cfg->stages == 0 || cfg->cell_step == 0) return false;
  if (cfg->count_leading_zeros) return (d & (d - 1)) == 0 && d >> cfg->stages >= 2;
  for (int k = 1; k <= cfg->stages; k++) {
    uint64_t below = k == 1 ? base : cfg->stage[k - 1];
    if (cfg->stage[k] <= below || cfg->stage[k] > top) return false;
  }
  return true;
}

int sluice_config_bad_port(const struct sluice_dims *dims, const struct sluice_config *cfg) {
  int port = 0;
  for (; port < dims->ports; port++) {
    const struct sluice_limits *x = sluice_limits_of(cfg, port);
    if (sluice_has_headroom(cfg->scheme) && x->eta < cfg->max_packet) break;
    if (cfg->scheme == SLUICE_STATIC && x->xon > x->xoff) break;
  }
  return port;
}

// A quantum is 2^13 / QUANTA_STEP cycles. REFRESH must be longer than two messages to each port and a frame, 2 * ports
// + 64 cycles, rounded up to a power of two of at least 128.
uint32_t sluice_refresh_least(const struct sluice_dims *dims, const struct sluice_config *cfg) {
  int shift = 6;
  while (shift > 0 && 1 << (13 - shift) < 2 * dims->ports + 64) shift--;
  uint32_t least = (cfg->quanta_step >> shift) + 1;
  return least < 16 ? 16 : least;
}

enum sluice_reason sluice_config_reason(const struct sluice_dims *dims, const struct sluice_config *cfg) {
  if (cfg->scheme >= SLUICE_RULE_SCHEMES || !(dims->schemes >> cfg->scheme & 1)) return SLUICE_BAD_SCHEME;
  if (!sluice_alpha_fits(cfg->alpha) || !sluice_alpha_fits(cfg->alpha_lossy)) return SLUICE_BAD_ALPHA;
  if (sluice_config_pools(dims, cfg) > cfg->buffer) return SLUICE_BAD_POOLS;
  const int bad = sluice_config_bad_port(dims, cfg);
  const struct sluice_limits *limits = sluice_limits_of(cfg, bad < dims->ports ? bad : 0);
  bool gfc = sluice_is_gfc(cfg->scheme);
  if (cfg->max_packet == 0 || (sluice_has_headroom(cfg->scheme) && limits->eta < cfg->max_packet))
    return SLUICE_BAD_HEADROOM;
  if (cfg->scheme == SLUICE_SHP && cfg->headroom_pool + cfg->port_headroom < cfg->max_packet)
    return SLUICE_BAD_HEADROOM;
  if (cfg->scheme == SLUICE_STATIC && limits->xon > limits->xoff) return SLUICE_BAD_XON;
  if (cfg->refresh < sluice_refresh_least(dims, cfg) || 2 * (uint64_t)cfg->refresh > cfg->pause_time ||
      cfg->quanta_step == 0)
    return SLUICE_BAD_TIMES;
  if (cfg->scheme == SLUICE_TTL && !ttl_fits(dims, cfg)) return SLUICE_BAD_TTL;
  if (gfc && !stages_fit(cfg)) return SLUICE_BAD_STAGES;
  return SLUICE_OK;
}

enum sluice_reason sluice_config_check(const struct sluice_dims *dims, const uint32_t *regs) {
  struct sluice_config cfg;
  for (int i = 0; i < SLUICE_REGS; i++)
    if (sluice_register_built(dims, i) && !sluice_register_fits(dims, i, regs[i])) return SLUICE_BAD_VALUE;
  sluice_config_decode(&cfg, regs);
  return sluice_config_reason(dims, &cfg);
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
