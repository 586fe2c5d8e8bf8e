// The places that one thread runs. They are in blocks of a few: a block without mail, and without an event before the
// end of the window, costs one comparison, so an idle place costs almost nothing. The state of the places is counted as
// they run.
#ifndef NET_EVENT_CREW_H
#define NET_EVENT_CREW_H

#include "tb/sim/event/event_network.h"

// State of places after a window: of a crew, of a process, or of all
struct event_state {
  uint64_t soonest;                             // time of the first event, also of mail that is under way
  uint64_t live, senders, under_way, received;  // sums of those of the places; received: data packets
  uint64_t moved, last, completed, progress;    // the latest of those of the places
  enum network_status status;
};

struct event_crew {
  _Alignas(64) int first, last;  // its places are mine[first] to mine[last - 1]
  uint64_t *least;               // [block] time of the first event of its places
  struct place **teller;         // places that have started flows at other places in this window
  int tellers;
  struct event_state state;
};

// Divides the places between threads, and frees that. Returns false if out of memory.
bool event_crews_new(struct event_network *n, int threads);
void event_crews_free(struct event_network *n);

// Looks at all places again, after something else than a window has changed them.
void event_crews_renew(struct event_network *n);

// Runs the places of a crew for a window.
void event_crew_run(struct event_network *n, struct event_crew *c, uint64_t end);

// The state of all places of this process.
struct event_state event_crews_state(const struct event_network *n);

// Between two windows: a place gets an event at that time.
void event_crew_wake(struct event_network *n, const struct place *m, uint64_t at);

#endif
