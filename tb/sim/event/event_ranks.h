// One network over several processes: data between places of different processes, and common decisions.
#ifndef NET_EVENT_RANKS_H
#define NET_EVENT_RANKS_H

#include "tb/sim/event/event_crew.h"
#include "tb/sim/results/deadlock.h"

int event_ranks_new(struct event_network *n);  // 0, or -1: out of memory
void event_ranks_free(struct event_network *n);
void event_ranks_status(struct event_network *n);  // sets the worst status of all processes
void event_ranks_agree(struct event_network *n, struct event_state *x, uint64_t *ends_from);  // combines both over all
bool event_ranks_all(struct event_network *n, bool here);
void event_ranks_mail(struct event_network *n);    // exchanges the data of the window that has ended
void event_ranks_starts(struct event_network *n);  // gives all processes the start of each flow, which its host has
void event_ranks_work(struct event_network *n, bool begins);
void event_ranks_gather(struct event_network *n);  // collects the results at rank 0
// Combines the graph of waiting queues over all processes.
void event_ranks_graph(struct event_network *n, struct deadlock_graph *g);
int event_ranks_failed(const struct event_network *n);

#endif
