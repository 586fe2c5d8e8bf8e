// What packets and queues say about the network.
#ifndef NET_MEASURE_H
#define NET_MEASURE_H

#include "tb/sim/clocked/net.h"

void measure_delivery(struct network *n, const struct packet *p);  // once it is counted in the flow's packets and bytes

// Counts the time for which a queue has been as it is. An area has room for 73 MB held for 1000 s of 250 MHz.
static inline void measure_level(struct network *n, struct level *l, uint64_t clock) {
  uint64_t clocks = clock - l->since;
  if (clocks == 0) return;
  l->since = clock;
  l->area += l->cells * clocks;
  if (histogram_add(&l->time, l->cells, clocks) != 0) network_fail(n, NETWORK_NO_MEMORY);
}

// A packet enters an ingress and an egress queue, in that clock, or leaves them, in this one.
static inline void measure_enter(struct network *n, struct level *in, struct level *out, uint32_t cells,
                                 uint64_t clock) {
  if (!n->stopped) {
    measure_level(n, in, clock);
    measure_level(n, out, clock);
    if (in->cells + cells > in->most) in->most = in->cells + cells;
    if (out->cells + cells > out->most) out->most = out->cells + cells;
  }
  in->cells += cells;
  out->cells += cells;
}

static inline void measure_leave(struct network *n, struct level *in, struct level *out, uint32_t cells) {
  if (!n->stopped) {
    measure_level(n, in, n->now);
    measure_level(n, out, n->now);
  }
  in->cells -= cells;
  out->cells -= cells;
}

void measure_stop(struct network *n);  // the sources stop: queues are measured until here
void measure_end(struct network *n);   // percentiles and ideal completion times of all flows
void measure_all(struct network *n);   // what flows and packets say together

#endif
