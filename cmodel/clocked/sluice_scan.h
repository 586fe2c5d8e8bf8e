// The scan, of rtl/mmu/states [spec 3, 4]: names one queue per cycle, the classes of a port in order. After a wake it
// runs for one round and the latency of the pipelines; then it stops in place. Internal.
#ifndef SLUICE_SCAN_H
#define SLUICE_SCAN_H

#include "cmodel/clocked/sluice_context.h"

struct sluice_scan {
  uint64_t start;  // a cycle in which a round began, or would have begun without rests
  uint64_t end;    // from that cycle on the scan rests
};

// Position in the round, in this cycle; at rest: the position where the scan will continue. Positions from NP * NC on
// name no queue.
int sluice_scan_place(struct sluice_scan *s, const struct sluice_context *x);
static inline bool sluice_scan_rests(const struct sluice_scan *s, const struct sluice_context *x) {
  return x->cycle >= s->end;
}
// Wakes the scan in this cycle; it runs from the next cycle on.
void sluice_scan_wake(struct sluice_scan *s, const struct sluice_context *x);

#endif
