// The flows of one host, and which flow sends next: round robin among those that are ready, in the order of the file,
// each only while the gate of its class is open. Times are ticks of the engine.
#ifndef NET_SOURCES_H
#define NET_SOURCES_H

#include "cmodel/sluice.h"
#include "tb/sim/nodes/pace.h"
#include "tb/sim/nodes/set.h"

// A flow at its host
struct source {
  uint32_t flow;
  uint8_t cls;
  int32_t pace;   // the flow's own rate; -1: none
  int32_t place;  // in the heap; -1: it does not wait
};

// A source that may not send yet: its flow has not started, or its own rate does not allow it.
struct waiting {
  uint64_t time;
  uint32_t source;
};

struct sources {
  struct source *source;  // sources, in the order of the file
  int count, turn;
  struct set ready[SLUICE_MAX_CLASSES];  // sources with data to send, whether or not their class may send
  uint8_t filled;                        // classes with ready sources
  struct waiting *wait;                  // heap, the earliest first; each source is in this heap, ready, or done
  int waiting, paces;
  struct pace *pace;  // the flows' own rates
};

// Adds the next of `count` sources; the caller has allocated source and wait. start UINT64_MAX: it starts with
// sources_from(). bps 0: no rate of its own. Returns 0, or -1: out of memory.
int sources_add(struct sources *h, uint32_t flow, int cls, uint64_t start, uint64_t bps, uint64_t ticks_per_second);
void sources_free(struct sources *h);

// The source that sends now; -1: none, and *first becomes the time from which one may send, as far as is known.
// closed_until: by class, the time from which its gate is open.
int64_t sources_next(struct sources *h, uint64_t now, const uint64_t *closed_until, uint64_t *first);

// A source has sent a packet of `bytes` bytes; last: its last one.
void sources_sent(struct sources *h, uint32_t source, uint64_t now, uint32_t bytes, bool last);

// A source may send its next packet from that time on; UINT64_MAX: not before the next call.
void sources_from(struct sources *h, uint32_t source, uint64_t from);

// The same, after the source has sent a packet: the next turn is that of the source after it.
void sources_hold(struct sources *h, uint32_t source, uint64_t from);

// The source of a flow; it exists. A flow moves to another host port, where it has a source too. Returns the time from
// which it may send; UINT64_MAX: not before the next call.
uint32_t sources_find(const struct sources *h, uint32_t flow);
uint64_t sources_move(struct sources *from, uint32_t source, struct sources *to, uint32_t other, uint64_t now);

// A source stops without having sent everything.
void sources_end(struct sources *h, uint32_t source);

#endif
