// GFC [GFC 4, 5; spec 6, 12]: feedback levels of queues, the rates at a level, and the remaining room that the time-
// based variant reports.
#ifndef SLUICE_GFC_H
#define SLUICE_GFC_H

#include "cmodel/rules/sluice_config.h"

// ---- levels ----

// The feedback level of a queue under GFC: its stage [GFC Eq. 4, 5], or its cells above B0 [GFC 4.1].

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

// ---- rates ----

// The rate of an egress queue at a feedback level of GFC, in the unit of `full`, the full rate.

// Stage k: full / 2^k [GFC Eq. 4]. GFC-linear: `full` times the d - level cells that remain, d = Bm - B0 [GFC 4.1].
static inline uint64_t sluice_rate_at_level(bool linear, uint64_t full, uint64_t d, uint16_t level) {
  return linear ? full * sluice_minus(d, level) : full >> level;
}

// ---- time-based GFC ----

// Time-based GFC [GFC 5, spec 12]: the receiver reports the remaining room of a queue, and the sender maps it to a
// level. Amounts are cells.

#define SLUICE_ROOM_MAX UINT16_MAX  // a message reports a larger room as this one; D = Bm - B0 must be at most that

// Bm - q of a queue with q = queue cells.
static inline uint16_t sluice_room_of(const struct sluice_config *cfg, uint64_t queue) {
  return (uint16_t)sluice_at_most(sluice_minus(cfg->stage_top, queue), SLUICE_ROOM_MAX);
}

// The level of a queue with that room, by the rules of the stage or of GFC-linear. cfg: of the sender, which must have
// the D of the receiver; Bm may differ.
static inline uint16_t sluice_level_of_room(enum sluice_scheme scheme, const struct sluice_config *cfg, uint16_t room) {
  return sluice_stage_of(scheme, cfg, sluice_minus(cfg->stage_top, room));
}

#endif
