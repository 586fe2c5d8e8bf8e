// The feedback level of a queue under GFC: its stage [GFC Eq. 4, 5], or its cells above B0 [GFC 4.1].
#ifndef SLUICE_STAGE_H
#define SLUICE_STAGE_H

#include "cmodel/rules/sluice_config.h"

// The bits of a number without its leading zeros.
static inline int sluice_bits(uint64_t x) { return x == 0 ? 0 : 64 - __builtin_clzll(x); }

// The stage where D = 2^m: B_k <= q exactly if the margin Bm - q is at most 2^(m - k).
static inline int sluice_stage_by_leading_zeros(const struct sluice_config *cfg, uint64_t queue) {
  int d = sluice_bits(cfg->stage_top - cfg->stage_base) - 1;
  int left = queue < cfg->stage_top ? sluice_bits(cfg->stage_top - queue - 1) : 0;
  int stage = d > left ? d - left : 0;
  return queue >= cfg->stage_top || stage > cfg->stages ? cfg->stages : stage;
}

static inline int sluice_stage_by_table(const struct sluice_config *cfg, uint64_t queue) {
  int stage = cfg->stages;
  while (stage > 0 && queue < cfg->stage[stage]) stage--;
  return stage;
}

// The level of a queue with q = queue cells; FREE under schemes without stages.
static inline uint16_t sluice_stage_of(enum sluice_scheme scheme, const struct sluice_config *cfg, uint64_t queue) {
  if (!sluice_is_gfc(scheme)) return SLUICE_FREE;
  if (scheme == SLUICE_GFC_LINEAR)
    return (uint16_t)sluice_at_most(sluice_minus(queue, cfg->stage_base), cfg->stage_top - cfg->stage_base);
  return (uint16_t)(cfg->count_leading_zeros ? sluice_stage_by_leading_zeros(cfg, queue)
                                             : sluice_stage_by_table(cfg, queue));
}

#endif
