// What the parts of a clocked network share: the scenario and options, time and events, packets, results. It holds no
// part: each part has a struct of its own. Includes lead one way only:
//
//   events, packet <- network <- trace, links <- measure, occupancy, series <- hosts, switch kinds <- verdict, peaks
//   <- cycle <- clocked_network
//
// Times are cycles of the MMU clock. A cycle t has three phases.
// Events: frames arrive, frames are out, timers expire (order: events.h).
// Decisions: each switch looks at its MMU's outputs of cycle t - admissions, gates, a message - and its ports choose
// what to send next; then the hosts.
// Edge: each MMU takes its inputs of cycle t.
#ifndef NET_NETWORK_H
#define NET_NETWORK_H

#include "tb/sim/clocked/events.h"
#include "tb/sim/clocked/packet.h"
#include "tb/sim/results/result.h"
#include "tb/sim/scenario/options.h"
#include "tb/sim/scenario/scenario.h"
#include "tb/sim/scenario/share.h"

struct network {
  const struct scenario *s;
  struct network_options opt;
  int classes;  // of the MMUs
  uint64_t now;
  struct events events;
  struct packet_pool pool;
  struct share share;
  uint64_t arrived;        // packets at their destinations
  uint64_t moved;          // the cycle of the last movement of a data packet
  bool stopped, finished;  // the sources, the run
  enum network_status status;
  int mismatch;  // the switch that has to report
  struct network_result result;
};

// Ends the run; the first reason counts.
static inline void network_fail(struct network *n, enum network_status status) {
  if (n->status == NETWORK_OK) n->status = status;
  n->finished = true;
}

// The engine of that switch has something to report.
static inline void network_mismatch(struct network *n, int sw) {
  n->mismatch = sw;
  network_fail(n, NETWORK_MISMATCH);
}

// An event that is not pending happens in that cycle, which is not over.
static inline void network_add(struct network *n, struct event *e, uint64_t cycle) {
  if (!events_add(&n->events, e, cycle)) network_fail(n, NETWORK_NO_MEMORY);
}

#endif
