// The pending events of a clocked network, and their order: a heap. An event is part of the thing that it happens to,
// so nothing is allocated for it.
//
// Order of simultaneous events: by cycle, then kind (as enum event_kind lists them), then node, then port, then, for
// frames that arrive at one port, the order in which they were sent. So the order depends on the scenario alone,
// neither on when events were added nor on which cycles the network looks at. After the events of a cycle come its
// switches in the order of the scenario file, then its hosts.
#ifndef NET_EVENTS_H
#define NET_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

enum event_kind {
  EVENT_STOP,    // the sources stop
  EVENT_ARRIVE,  // a frame has fully arrived at a port; where the port streams: its first bit has
  EVENT_SENT,    // a port has sent the last bit of a frame
  EVENT_KICK,    // a port may be able to send again
  EVENT_SERIES,  // a sample of series.csv is due; the node is the number of the series
  EVENT_SAMPLE,  // a row of occupancy.csv is due
  EVENT_CHECK,   // is anything moving?
};

struct event {
  uint64_t cycle;
  uint64_t what;      // kind, node and port, in this order from the highest bit
  uint32_t sequence;  // among those with the same cycle, kind, node and port
  uint32_t place;     // in the heap, from 1 on; 0: not pending
};

static inline void event_init(struct event *e, enum event_kind kind, int node, int port) {
  *e = (struct event){.what = (uint64_t)kind << 40 | (uint64_t)node << 8 | (uint64_t)port};
}

static inline enum event_kind event_kind(const struct event *e) { return (enum event_kind)(e->what >> 40); }
static inline int event_node(const struct event *e) { return (int)(e->what >> 8 & 0xffffffff); }
static inline int event_port(const struct event *e) { return (int)(e->what & 255); }
static inline bool event_pending(const struct event *e) { return e->place != 0; }

struct events {
  struct event **heap;  // [1]: the first one
  uint32_t count, size;
};

// The event, which is not pending, happens in that cycle. False: out of memory.
bool events_add(struct events *x, struct event *e, uint64_t cycle);

// A pending event does not happen.
void events_remove(struct events *x, struct event *e);

// The cycle of the first event; UINT64_MAX: there is none.
static inline uint64_t events_next(const struct events *x) { return x->count != 0 ? x->heap[1]->cycle : UINT64_MAX; }

// Takes the first event out, if it is of that cycle or an earlier one; else NULL.
struct event *events_take(struct events *x, uint64_t cycle);

void events_free(struct events *x);

#endif
