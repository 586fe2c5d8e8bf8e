// The graph of waiting queues, and the search for a cycle. An egress queue behind a closed gate waits for egress queues
// of the downstream switch: those with packets of the ingress queue that closed the gate.
#ifndef NET_DEADLOCK_H
#define NET_DEADLOCK_H

#include "tb/sim/results/result.h"
#include "tb/sim/scenario/scenario.h"

// Egress queue (port, class) of switch i has number (i * ports + port) * classes + class. The caller fills the arrays
// in.
struct deadlock_graph {
  const struct scenario *s;
  int ports, classes;
  int words;         // 64-bit words for a bit per port
  uint64_t *held;    // [queue * words] a bit for each ingress port of its packets
  uint64_t *closed;  // [queue] the queue has packets, and its gate is closed
  uint64_t *off;     // [switch * words] ports with a closed port-level state
  uint64_t *moved;   // [switch * ports + port] time of the last movement
  struct deadlock_search *search;
};

// Returns 0, or -1: out of memory. Call deadlock_graph_free() in any case.
int deadlock_graph_new(struct deadlock_graph *g, const struct scenario *s, int ports);
void deadlock_graph_free(struct deadlock_graph *g);

// Searches a cycle. Sets v->cycle, and v->since to the last movement in its queues; without a cycle changes nothing.
void deadlock_find(struct deadlock_graph *g, struct verdict *v);

// Cycles of the MMU clock without movement of any data packet that prove a deadlock: in that time every packet that can
// move has moved.
uint64_t deadlock_window(const struct scenario *s);

#endif
