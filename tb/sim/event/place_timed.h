// What happens at given times at the ports of a place: links that go down and up, and hosts that pause classes.
//
// A frame is lost if its link is down at any time from the start of the frame to its arrival. The times of an outage
// are known, so the sender decides it. A link that goes down empties the egress queues of its port, and ends all pauses
// at its ends.
#ifndef NET_PLACE_TIMED_H
#define NET_PLACE_TIMED_H

#include "tb/sim/event/place.h"

static inline bool link_is_down(const struct event_port *o, uint64_t now) { return o->down <= now && now < o->up; }

// Whether a frame that is sent from `now` on and arrives at `at` is lost.
static inline bool link_cuts(const struct event_port *o, uint64_t now, uint64_t at) {
  return o->down <= at && now < o->up;
}

// Creates the events of all places. Returns false if out of memory.
struct event_network;
bool event_build_timed(struct event_network *n);

// Queues the message of a host that pauses or resumes a class.
void timed_storm(struct place *m, const struct event_timed *x);

// The time at which a storm repeats its pause.
uint64_t timed_next(struct event_timed *x);

// Both ends of the link at a port forget pauses and messages.
void timed_reset_gates(struct place *m, uint32_t p);

#endif
