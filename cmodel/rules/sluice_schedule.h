// The class that an egress port sends next: strict priority, then surplus round robin, a form of deficit round robin
// that needs the bytes of a packet only after the selection (docs/hardware/switch.md, "Scheduler").
#ifndef SLUICE_SCHEDULE_H
#define SLUICE_SCHEDULE_H

#include <stdint.h>

#include "cmodel/sluice.h"

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

#endif
