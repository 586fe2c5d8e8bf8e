// Which thread runs which places. Places are in blocks of a few: a block without mail, and without an event before the
// end of the window, costs one comparison, so an idle place costs almost nothing. Each thread begins with blocks of its
// own, which stay in its cache, and then takes those that the other threads have not begun. The state of the places is
// counted as they run.
#ifndef NET_EVENT_CREW_H
#define NET_EVENT_CREW_H

#include <stdatomic.h>

#include "tb/sim/event/event_network.h"

// State of places after a window: of a crew, of a process, or of all
struct event_state {
  uint64_t soonest;                             // time of the first event, also of mail that is under way
  uint64_t live, senders, under_way, received;  // sums of those of the places; received: data packets
  uint64_t moved, last, completed, progress;    // the latest of those of the places
  enum network_status status;
};

struct event_crew {
  _Alignas(64) atomic_int taken;  // blocks of its own that threads have taken in this window
  int first, last;                // its own blocks: first to last - 1
  struct place **teller;          // places that it has run and that start flows at other places
  int tellers;
  struct event_state state;  // its sums leave out what others have run: add those of all crews
};

// The places of a block, for n->block. Results are the same bytes for blocks of any size.
int event_crews_block(const struct event_network *n);

// Divides the places between threads, and frees that. Returns false if out of memory.
bool event_crews_new(struct event_network *n, int threads);
void event_crews_free(struct event_network *n);

// Looks at all places again, after something else than a window has changed them. Mail may be under way.
void event_crews_renew(struct event_network *n);

// Between two windows: nothing has been taken.
void event_crews_rest(struct event_network *n);

// Runs places for a window, as a thread of this crew, until all have been taken.
void event_crew_run(struct event_network *n, struct event_crew *c, uint64_t end);

// The state of all places of this process.
struct event_state event_crews_state(const struct event_network *n);

// Between two windows: the news of a flow before it reaches the host of a flow (event_chains.h). event_crews_deliver()
// takes the news that places of this process have for each other; that of other processes are messages (event_ranks.h).
void event_crews_news(struct event_network *n, int flow, uint64_t at);
void event_crews_deliver(struct event_network *n);

#endif
