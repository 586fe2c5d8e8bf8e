// The rate of an egress queue at a feedback level of GFC, in the unit of `full`, the full rate.
#ifndef SLUICE_RATE_AT_LEVEL_H
#define SLUICE_RATE_AT_LEVEL_H

#include "cmodel/rules/sluice_config.h"

// Stage k: full / 2^k [GFC Eq. 4]. GFC-linear: `full` times the d - level cells that remain, d = Bm - B0 [GFC 4.1].
static inline uint64_t sluice_rate_at_level(bool linear, uint64_t full, uint64_t d, uint16_t level) {
  return linear ? full * sluice_minus(d, level) : full >> level;
}

#endif
