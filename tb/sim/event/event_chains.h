// Flows that start when other flows have completed. A host of the same switch starts such a flow at once. A place of
// another switch, also one of another process, gets the news between two windows. A window is never longer than the
// time from the begin of the last packet at its last switch until such a start (longest_window()).
#ifndef NET_EVENT_CHAINS_H
#define NET_EVENT_CHAINS_H

#include "tb/sim/event/place.h"

struct event_network;

// A flow to be started by another place
struct chain_start {
  int flow;
  uint64_t at;
};

struct event_chains {
  int *waits;        // [flow] flows before it that have not completed
  uint64_t *known;   // [flow] ps: the latest time from which its host knows of one of these
  uint32_t *source;  // [flow] its source at its host
};

// Returns false if out of memory. Without such flows there are no chains.
bool event_chains_build(struct event_network *n);
void event_chains_free(struct event_network *n);

// All data of a flow arrive at that time.
void event_chains_ended(struct place *m, uint32_t flow, uint64_t at);

// The news of a flow before it reaches the host of a flow, in this process. The last news starts the flow.
void event_chains_news(struct event_network *n, int flow, uint64_t at);

// The place of the host of a flow; NULL: in another process.
struct place *event_chains_place(const struct event_network *n, int flow);

// After the run: the start of a flow of this process that has not started is the stop of the sources.
void event_chains_conclude(struct event_network *n);

#endif
