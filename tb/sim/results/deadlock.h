// The graph of waiting queues, and a cycle in it. An egress queue behind a closed gate waits for those egress queues of
// the downstream switch which hold packets of the ingress queue that closed the gate.
#ifndef NET_DEADLOCK_H
#define NET_DEADLOCK_H

#include "tb/sim/results/result.h"
#include "tb/sim/scenario/scenario.h"

// Egress queue (port, class) of switch i is number (i * ports + port) * classes + class. To be filled in.
struct deadlock_graph {
  const struct scenario *s;
  int ports, classes;
  int words;         // of 64 bits for a bit per port
  uint64_t *held;    // [queue * words] a bit for each ingress port from which it holds packets
  uint64_t *closed;  // [queue] it holds some, and its gate is closed
  uint64_t *off;     // [switch * words] ports that are off as a whole
  uint64_t *moved;   // [switch * ports + port] the last movement
  struct deadlock_search *search;
};

// 0 or -1: out of memory; to be freed in any case.
int deadlock_graph_new(struct deadlock_graph *g, const struct scenario *s, int ports);
void deadlock_graph_free(struct deadlock_graph *g);

// Finds a cycle. Fills in v->cycle and v->since, the last movement in its queues; leaves both where there is none.
void deadlock_find(struct deadlock_graph *g, struct verdict *v);

// Cycles of the MMU clock without movement of any data packet that prove a deadlock: within them every packet that can
// move does move.
uint64_t deadlock_window(const struct scenario *s);

#endif
