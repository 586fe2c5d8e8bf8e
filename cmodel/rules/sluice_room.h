// Time-based GFC [GFC 5, spec 12]: the receiver reports the remaining room of a queue, and the sender maps it to a
// level. Amounts are cells.
#ifndef SLUICE_ROOM_H
#define SLUICE_ROOM_H

#include "cmodel/rules/sluice_stage.h"

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
