// One cycle of a network after another.
#ifndef NET_CYCLE_H
#define NET_CYCLE_H

#include "tb/sim/clocked/hosts.h"
#include "tb/sim/clocked/occupancy.h"
#include "tb/sim/clocked/verdict.h"

// All parts of a network: inside of clocked_network.h.
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
  int waves_error;             // an errno: why the waves cannot be written
};

// The cycle net.now, then on to the next one in which anything may happen. False: that was the last one.
bool network_cycle(struct clocked_network *c);

// The sources stop in this cycle, if they have not.
void network_stop(struct clocked_network *c);

#endif
