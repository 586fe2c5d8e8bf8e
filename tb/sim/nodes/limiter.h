// The rate limiter of one class under GFC [GFC 4.1, 4.2]. A packet of n cells is followed by an idle gap: at stage k of
// n (2^k - 1) cell times. A host uses the stage at the time when the packet is sent. The rest of a gap follows every
// new level under GFC-linear, whose rate is C (D - level) / D, and at a switch, whose MMU pays deficits in rounds
// (docs/hardware/gfc.md).
//
// A deficit is counted in whole parts of a byte. The part of a cycle by which a gap ends early is carried into the next
// gap, so that the rate has no drift.
#ifndef NET_LIMITER_H
#define NET_LIMITER_H

#include "cmodel/rules/sluice_gfc.h"
#include "tb/sim/nodes/pace.h"

struct limiter {
  uint64_t num, den;  // cycles per byte of the line, as a fraction
  uint32_t divisor;   // D in cells; 1: stages at a host; LIMITER_PARTS: stages at a switch
  bool linear;
  uint16_t level;
  uint64_t since, owed;  // owed: the deficit at cycle `since`, in 1 / (num * divisor) byte
  uint64_t free;         // the cycle from which the class may send; UINT64_MAX: not before a message lowers the level
};

enum { LIMITER_PARTS = 1 << SLUICE_MAX_STAGES };

// d: Bm - B0 of GFC-linear, in cells; 0: stages.
static inline void limiter_init(struct limiter *l, uint64_t bits_per_second, uint64_t clock_hz, uint32_t d) {
  struct pace line;
  pace_init(&line, bits_per_second, clock_hz);
  *l = (struct limiter){.num = line.num, .den = line.den, .divisor = d != 0 ? d : 1, .linear = d != 0};
}

// The amount that is paid per cycle, in the unit of owed.
static inline uint64_t limiter_rate(const struct limiter *l) {
  if (l->linear) return sluice_rate_at_level(true, l->den, l->divisor, l->level);
  return sluice_rate_at_level(false, l->den * l->divisor, 0, l->divisor == LIMITER_PARTS ? l->level : 0);
}

static inline uint64_t limiter_free(const struct limiter *l) { return l->free; }

static inline void limiter_settle(struct limiter *l) {
  uint64_t rate = limiter_rate(l);
  l->free = rate == 0 ? UINT64_MAX : l->since + (l->owed + rate - 1) / rate;
}

static inline void limiter_level(struct limiter *l, uint64_t now, uint16_t level) {
  if (now >= limiter_free(l))
    l->owed = 0;
  else
    l->owed -= (now - l->since) * limiter_rate(l);
  l->since = now;
  l->level = level;
  limiter_settle(l);
}

// A packet of `frame` bytes on the line, `cells` in whole cells, is sent from cycle now on; not before limiter_free().
static inline void limiter_send(struct limiter *l, uint64_t now, uint32_t frame, uint32_t cells) {
  bool at_switch = l->divisor == LIMITER_PARTS && !l->linear;
  uint64_t free = limiter_free(l), bytes = cells;
  if (at_switch && l->level == 0) bytes = 0;  // the MMU charges only packets at a level above 0
  if (!at_switch && !l->linear) bytes = frame + ((uint64_t)cells << l->level) - cells;
  uint64_t early = now == free ? (free - l->since) * limiter_rate(l) - l->owed : 0;
  l->owed = bytes * l->num * l->divisor - early;
  l->since = now;
  limiter_settle(l);
}

#endif
