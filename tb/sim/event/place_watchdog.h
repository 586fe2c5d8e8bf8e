// The watchdogs of the egress queues of a place [spec 13]: lossless queues that the neighbour pauses for too long.
// Polls are at multiples of the poll interval.
#ifndef NET_PLACE_WATCHDOG_H
#define NET_PLACE_WATCHDOG_H

#include "tb/sim/event/place.h"
#include "tb/sim/nodes/watchdog.h"
#include "tb/sim/results/result.h"

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
