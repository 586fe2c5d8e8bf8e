// Runs a network cycle by cycle, until its verdict.
#ifndef NET_CYCLE_H
#define NET_CYCLE_H

#include "tb/sim/clocked/hosts.h"
#include "tb/sim/clocked/series.h"
#include "tb/sim/clocked/switch.h"

// ---- the verdict of a run: drained, deadlocked or still moving ----

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

// Runs a network cycle by cycle.

// All parts of a network. Only for the files behind clocked_network.h.
struct clocked_network {
  struct network net;
  struct links links;
  struct hosts hosts;
  struct series series;
  struct occupancy occupancy;
  const struct switch_kind *kind;
  void *switches;
  struct verdict_proof proof;
  struct event stop;           // EVENT_STOP
  struct engine_trace *trace;  // waves, NULL: none
  int waves_error;             // errno: why the waves cannot be written
};

// Runs cycle net.now, then advances net.now to the next cycle with an event. Returns false after the last cycle.
bool network_cycle(struct clocked_network *c);

// Stops the sources in this cycle, unless they have stopped.
void network_stop(struct clocked_network *c);

#endif
