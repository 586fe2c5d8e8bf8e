// One network over several processes: what places of different processes send each other, and what all decide.
#ifndef NET_EVENT_RANKS_H
#define NET_EVENT_RANKS_H

#include "tb/sim/event/event_network.h"
#include "tb/sim/results/deadlock.h"

// What the places of a process say together, after a window.
struct event_state {
  uint64_t soonest, moved, last, live, under_way;
  uint64_t sent_by;  // not all flows can have sent all before
  enum network_status status;
};

int event_ranks_new(struct event_network *n);  // 0 or -1: out of memory
void event_ranks_free(struct event_network *n);
void event_ranks_status(struct event_network *n);                        // the worst of all
void event_ranks_agree(struct event_network *n, struct event_state *x);  // of all processes
bool event_ranks_all(struct event_network *n, bool here);
void event_ranks_mail(struct event_network *n);  // of the window that has ended
void event_ranks_work(struct event_network *n, bool begins);
void event_ranks_gather(struct event_network *n);  // results, for rank 0
// What all know of the graph of waiting queues.
void event_ranks_graph(struct event_network *n, struct deadlock_graph *g);
int event_ranks_failed(const struct event_network *n);

#endif
