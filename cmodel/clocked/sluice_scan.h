// The scan names one queue per cycle, the classes of a port one after another. Woken, it goes on for a round and what
// is under way; then it rests where it is. Internal.
#ifndef SLUICE_SCAN_H
#define SLUICE_SCAN_H

#include "cmodel/clocked/sluice_context.h"

struct sluice_scan {
  uint64_t start;  // a cycle in which a round began, or would have begun without rests
  uint64_t end;    // it rests from that cycle on
};

// The place in the round, in this cycle or, at rest, where the scan goes on. Places from NP * NC on name no queue.
int sluice_scan_place(struct sluice_scan *s, const struct sluice_context *x);
static inline bool sluice_scan_rests(const struct sluice_scan *s, const struct sluice_context *x) {
  return x->cycle >= s->end;
}
// Woken in this cycle, it goes on from the next one.
void sluice_scan_wake(struct sluice_scan *s, const struct sluice_context *x);

#endif
