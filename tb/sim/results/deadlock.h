// The graph of waiting queues, and the search for a cycle. An egress queue behind a closed gate waits for egress queues
// of the downstream switch: those with packets of the ingress queue that closed the gate.
#ifndef NET_DEADLOCK_H
#define NET_DEADLOCK_H

#include "tb/sim/results/result.h"
#include "tb/sim/scenario/scenario.h"

// The ports of all switches have consecutive numbers, which begin at first[switch]. Egress queue (port, class) has
// number port * classes + class. The caller fills the arrays in.
struct deadlock_graph {
  const struct scenario *s;
  int classes;
  int *first;          // [switch] its first port; a further element ends the last one
  size_t *held_first;  // [switch] first word of its queues in `held`; a further element ends the last one
  uint64_t *held;      // [held_first + queue of the switch * words] a bit for each ingress port of its packets
  uint64_t *closed;    // [queue] the queue has packets, and its gate is closed
  uint64_t *off;       // [port] its port-level state is closed
  uint64_t *moved;     // [port] time of the last movement
  struct deadlock_search *search;
};

// The words of a queue of a switch, with a bit per port.
static inline uint64_t *deadlock_held(const struct deadlock_graph *g, int sw, int port, int cls) {
  const size_t words = (size_t)(g->first[sw + 1] - g->first[sw] + 63) / 64;
  return g->held + g->held_first[sw] + (size_t)(port * g->classes + cls) * words;
}

// Returns 0, or -1: out of memory. Call deadlock_graph_free() in any case.
int deadlock_graph_new(struct deadlock_graph *g, const struct scenario *s);
void deadlock_graph_free(struct deadlock_graph *g);

// Searches a cycle. Sets v->cycle, and v->since to the last movement in its queues; without a cycle changes nothing.
void deadlock_find(struct deadlock_graph *g, struct verdict *v);

// Cycles of the MMU clock without movement of any data packet that prove a deadlock: in that time every packet that can
// move has moved.
uint64_t deadlock_window(const struct scenario *s);

#endif
