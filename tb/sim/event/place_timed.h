// What happens at given times at the ports of a place, and its watchdog.
#ifndef NET_PLACE_TIMED_H
#define NET_PLACE_TIMED_H

#include "tb/sim/event/place.h"
#include "tb/sim/nodes/watchdog.h"
#include "tb/sim/results/result.h"

// What happens at given times at the ports of a place: links that go down and up, and hosts that pause classes.
//
// A frame is lost if its link is down at any time from the start of the frame to its arrival. The times of an outage
// are known, so the sender decides it. A link that goes down empties the egress queues of its port, and ends all pauses
// at its ends.

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

// The watchdogs of the egress queues of a place [spec 13]: lossless queues that the neighbour pauses for too long.
// Polls are at multiples of the poll interval.

struct place_watchdog {
  struct watchdog rule;  // times in ps
  uint64_t last;         // the last poll
  struct watchdog_queue *queue;
  struct storms *storms;  // [queue]
};

// Creates the watchdog of a switch that has one; false: out of memory.
bool place_watchdog_build(struct place *m, const struct scenario *s);
void place_watchdog_free(struct place *m);

// The gates of port p have changed now, by a message that pauses these classes, or because the link fell.
void place_watchdog_gates(struct place *m, uint32_t p, unsigned paused);

// A packet has left egress queue k.
static inline void place_watchdog_sent(struct place *m, uint32_t k) {
  if (m->watchdog != NULL) m->watchdog->queue[k].sent = true;
}

// The poll of queue k. Counts and traces a change, and sets or ends the action; the caller empties a queue whose
// packets are to be dropped.
enum watchdog_change place_watchdog_poll(struct place *m, uint32_t k);

// Drops a packet from port p that is in egress queue k, or would enter it.
void place_watchdog_drop(struct place *m, uint32_t p, uint32_t k, const struct event_packet *x);

#endif
