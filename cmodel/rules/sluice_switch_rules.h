// Rules of the switch, not of the MMU: the scheduler, ECN marks, pause storms.
#ifndef SLUICE_SWITCH_RULES_H
#define SLUICE_SWITCH_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/sluice.h"

// ---- the scheduler ----

// The class that an egress port sends next: strict priority, then surplus round robin, a form of deficit round robin
// that needs the bytes of a packet only after the selection (docs/hardware/switch.md, "Scheduler").

// Reached only if a quantum is smaller than a packet.
enum { SLUICE_LEAST_CREDIT = -(1 << 18) };

// State of a port
struct sluice_turns {
  int32_t credit[SLUICE_MAX_CLASSES];  // bytes
  int next_class;
};

// The highest eligible class of strict priority; -1: none. One bit per class.
static inline int sluice_schedule_strict(unsigned eligible, unsigned strict) {
  return (eligible & strict) != 0 ? 31 - __builtin_clz(eligible & strict) : -1;
}

// Selects one of the classes that share the port, which are at least one. shares: classes with a packet that may leave;
// filled: classes with a packet; quantum: bytes, at least 1.
static inline int sluice_schedule_share(struct sluice_turns *t, const uint32_t *quantum, int classes, unsigned shares,
                                        unsigned filled) {
  unsigned with_credit = 0;
  for (int c = 0; c < classes; c++)
    if (shares >> c & 1 && t->credit[c] > 0) with_credit |= 1u << c;
  int pick = t->next_class;
  while (!((with_credit != 0 ? with_credit : shares) >> pick & 1)) pick = (pick + 1) % classes;
  for (int i = 0; i < classes; i++) {
    const int c = (t->next_class + i) % classes;
    if (c == pick && with_credit != 0) break;
    if (shares >> c & 1)
      t->credit[c] += (int32_t)quantum[c];
    else if (!(filled >> c & 1))
      t->credit[c] = 0;
  }
  t->next_class = pick;
  return pick;
}

// The selected class sends a packet. bytes: those of the frame with FCS, without preamble and gap.
static inline void sluice_schedule_pay(struct sluice_turns *t, int cls, uint32_t bytes) {
  const int32_t credit = t->credit[cls] - (int32_t)bytes;
  t->credit[cls] = credit < SLUICE_LEAST_CREDIT ? SLUICE_LEAST_CREDIT : credit;
}

// ---- ECN marks ----

// ECN marking at an egress queue [spec 11]: never up to Kmin, always above Kmax, between them with a probability that
// grows with the occupancy. Occupancies are cells, without the packet that leaves.

struct sluice_ecn {
  uint32_t kmin, kmax;  // cells
  uint64_t slope;       // probability per cell above Kmin, in 2^-32
};

enum { SLUICE_ECN_CERTAIN = 1 << 16 };

// The probability of a mark, in 2^-16; below SLUICE_ECN_CERTAIN it is compared with a number of 16 random bits.
static inline uint32_t sluice_ecn_probability(const struct sluice_ecn *e, uint64_t cells) {
  if (cells <= e->kmin) return 0;
  if (cells > e->kmax) return SLUICE_ECN_CERTAIN;
  const uint64_t p = (cells - e->kmin) * e->slope >> 16;
  return p < SLUICE_ECN_CERTAIN ? (uint32_t)p : SLUICE_ECN_CERTAIN;
}

static inline bool sluice_ecn_marks(const struct sluice_ecn *e, uint64_t cells, uint16_t random) {
  return random < sluice_ecn_probability(e, cells);
}

// ---- pause storms ----

// The watchdog of a queue that a neighbour pauses [spec 13]: the poll intervals that add up to the detection of a pause
// storm, or to its end.

// From one poll to the next
struct sluice_storm_interval {
  bool paused;         // a pause frame came; a RESUME frame is none
  bool closed;         // the gate was closed at both polls and between them
  bool stuck;          // the queue holds packets, and none began to leave
  bool mostly_closed;  // the gate was closed for more than 99 % of the interval
};

// Whether an interval counts: in a storm for its end, else for its detection by rule (a) or (b). A storm does not end
// while its last pause lasts, so pauses that are refreshed at random do not end it.
static inline bool sluice_storm_counts(bool storm, bool rule_b, const struct sluice_storm_interval *i) {
  if (storm) return !i->paused && !i->closed;
  return rule_b ? i->stuck && i->mostly_closed : i->paused && i->closed;
}

#endif
