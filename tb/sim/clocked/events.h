// The pending events of a clocked network, in a heap. An event is a member of the object that it belongs to, so no
// memory is allocated for it.
//
// Order of simultaneous events: by cycle, then kind (in the order of enum event_kind), then node, then port, then, for
// frames that arrive at one port, the order in which they were sent. So the order depends on the scenario alone, not on
// the order in which events were added, nor on the cycles that the network visits. After the events of a cycle its
// switches run in the order of the scenario file, then its hosts.
#ifndef NET_EVENTS_H
#define NET_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

enum event_kind {
  EVENT_STOP,    // the sources stop
  EVENT_ARRIVE,  // a frame has fully arrived at a port; at a port that streams: its first bit has arrived
  EVENT_SENT,    // a port has sent the last bit of a frame
  EVENT_KICK,    // a port may be able to send again
  EVENT_SERIES,  // a sample of series.csv is due; the node is the number of the series
  EVENT_SAMPLE,  // a row of occupancy.csv is due
  EVENT_CHECK,   // check whether the network still moves
};

struct event {
  uint64_t cycle;
  uint64_t what;      // kind, node and port, from the highest bits down
  uint32_t sequence;  // order among events with the same cycle, kind, node and port
  uint32_t place;     // position in the heap, from 1 on; 0: not pending
};

static inline void event_init(struct event *e, enum event_kind kind, int node, int port) {
  *e = (struct event){.what = (uint64_t)kind << 40 | (uint64_t)node << 8 | (uint64_t)port};
}

static inline enum event_kind event_kind(const struct event *e) { return (enum event_kind)(e->what >> 40); }
static inline int event_node(const struct event *e) { return (int)(e->what >> 8 & 0xffffffff); }
static inline int event_port(const struct event *e) { return (int)(e->what & 255); }
static inline bool event_pending(const struct event *e) { return e->place != 0; }

struct events {
  struct event **heap;  // [1]: the first event
  uint32_t count, size;
};

// Schedules an event that is not pending for that cycle. Returns false if out of memory.
bool events_add(struct events *x, struct event *e, uint64_t cycle);

// Cancels a pending event.
void events_remove(struct events *x, struct event *e);

// The cycle of the first event, or UINT64_MAX.
static inline uint64_t events_next(const struct events *x) { return x->count != 0 ? x->heap[1]->cycle : UINT64_MAX; }

// Removes and returns the first event if its cycle is `cycle` or earlier; else NULL.
struct event *events_take(struct events *x, uint64_t cycle);

void events_free(struct events *x);

#endif
