// The verdict of a run: drained, deadlocked or still moving.
#ifndef NET_VERDICT_H
#define NET_VERDICT_H

#include "tb/sim/clocked/switch.h"

struct verdict_proof {
  struct event check;  // EVENT_CHECK
  uint64_t window;     // cycles without movement that prove a deadlock: deadlock_window()
};

// Starts the checks, when the sources stop.
void verdict_start(struct verdict_proof *v, struct network *n);

// EVENT_CHECK: ends the run if no packet is left, or none has moved for the window; else schedules another check.
void verdict_check(struct verdict_proof *v, struct network *n);

// Whether no packet is under way, and no pause is active or on its way.
bool verdict_quiet(const struct network *n, const struct links *l, const struct switch_kind *kind,
                   const void *switches);

// After the last cycle: sets the verdict, and for a deadlock the cycle of queues that wait for each other.
void verdict_end(struct network *n, const struct links *l, const struct switch_kind *kind, const void *switches);

#endif
