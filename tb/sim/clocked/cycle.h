// Runs a network cycle by cycle.
#ifndef NET_CYCLE_H
#define NET_CYCLE_H

#include "tb/sim/clocked/hosts.h"
#include "tb/sim/clocked/occupancy.h"
#include "tb/sim/clocked/verdict.h"

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
