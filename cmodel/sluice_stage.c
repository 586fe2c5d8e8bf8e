#include "sluice_rules.h"

// The bits that a number needs: those after its leading zeros.
static int bits(uint32_t x) { return x == 0 ? 0 : 32 - __builtin_clz(x); }

// With D = 2^m: B_k <= q where the room left, Bm - q, is at most 2^(m - k).
static int by_leading_zeros(const struct sluice_config *cfg, uint32_t queue) {
  int d = bits(cfg->stage_top - cfg->stage_base) - 1;
  int room = queue < cfg->stage_top ? bits(cfg->stage_top - queue - 1) : 0;
  int stage = d > room ? d - room : 0;
  return queue >= cfg->stage_top || stage > cfg->stages ? cfg->stages : stage;
}

static int by_table(const struct sluice_config *cfg, uint32_t queue) {
  int stage = cfg->stages;
  while (stage > 0 && queue < cfg->stage[stage]) stage--;
  return stage;
}

uint16_t sluice_stage(const struct sluice_config *cfg, uint32_t queue) {
  if (cfg->scheme == SLUICE_GFC_LINEAR) {
    uint32_t above = sluice_minus(queue, cfg->stage_base), d = cfg->stage_top - cfg->stage_base;
    return (uint16_t)(above < d ? above : d);
  }
  return (uint16_t)(cfg->count_leading_zeros ? by_leading_zeros(cfg, queue) : by_table(cfg, queue));
}
