// Data that the parts of a clocked network share: scenario and options, time and events, packets, results. Each part
// has a struct of its own, which is not here. Includes have one direction:
//
//   events, packet <- network <- trace, links <- series <- switch kinds <- measure <- hosts <- cycle
//   <- clocked_network
//
// Times are cycles of the MMU clock. A cycle t has three phases.
// Events: frames arrive, frames are out, timers expire (order: events.h).
// Decisions: each switch uses its MMU's outputs of cycle t (admissions, gates, a message), and its ports select the
// next frame to send; then the hosts do. Edge: each MMU takes its inputs of cycle t.
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
  int classes;  // number of classes of the MMUs
  uint64_t now;
  struct events events;
  struct packet_pool pool;
  struct share share;
  uint64_t arrived;        // packets that reached their destinations
  uint64_t moved;          // cycle of the last movement of a data packet
  bool stopped, finished;  // the sources have stopped; the run has ended
  enum network_status status;
  int mismatch;  // the switch whose engine reports a mismatch
  struct network_result result;
};

// Ends the run with a status; the first status counts.
static inline void network_fail(struct network *n, enum network_status status) {
  if (n->status == NETWORK_OK) n->status = status;
  n->finished = true;
}

// Ends the run: the engine of that switch reports a mismatch.
static inline void network_mismatch(struct network *n, int sw) {
  n->mismatch = sw;
  network_fail(n, NETWORK_MISMATCH);
}

// Schedules an event that is not pending for that cycle, which is not in the past.
static inline void network_add(struct network *n, struct event *e, uint64_t cycle) {
  if (!events_add(&n->events, e, cycle)) network_fail(n, NETWORK_NO_MEMORY);
}

#endif
