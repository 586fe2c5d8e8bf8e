// Measurements of packets and queues, into the results.
#ifndef NET_MEASURE_H
#define NET_MEASURE_H

#include "tb/sim/clocked/links.h"
#include "tb/sim/results/histogram.h"

void measure_delivery(struct network *n, const struct packet *p);  // once it is counted in the flow's packets and bytes

// Counts the time for which a queue has been as it is. The sum of cells times cycles holds 73 MB for 1000 s of 250 MHz.
static inline void measure_level(struct network *n, struct level *l) {
  uint64_t cycles = n->now - l->since;
  if (cycles == 0) return;
  l->since = n->now;
  l->area += l->cells * cycles;
  if (histogram_add(&l->time, l->cells, cycles) != 0) network_fail(n, NETWORK_NO_MEMORY);
}

// A packet enters an ingress and an egress queue, or leaves them, in this cycle.
static inline void measure_enter(struct network *n, struct level *in, struct level *out, uint32_t cells) {
  if (!n->stopped) {
    measure_level(n, in);
    measure_level(n, out);
    if (in->cells + cells > in->most) in->most = in->cells + cells;
    if (out->cells + cells > out->most) out->most = out->cells + cells;
  }
  in->cells += cells;
  out->cells += cells;
}

static inline void measure_leave(struct network *n, struct level *in, struct level *out, uint32_t cells) {
  if (!n->stopped) {
    measure_level(n, in);
    measure_level(n, out);
  }
  in->cells -= cells;
  out->cells -= cells;
}

// A switch has refused a packet of a class, or dropped it by a rule.
void measure_refused(struct network *n, int sw, const struct packet *p);
void measure_dropped(struct network *n, int sw, const struct packet *p);

// An event has waited for its cycle at the MMU of a switch since that one.
static inline void measure_input_delay(struct network *n, int sw, uint64_t since) {
  if (n->now - since > n->result.sw[sw].input_delay) n->result.sw[sw].input_delay = n->now - since;
}

void measure_stop(struct network *n);                        // the sources stop: queues are measured until here
void measure_end(struct network *n, const struct links *l);  // percentiles and ideal completion times of all flows
void measure_all(struct network *n);                         // what flows and packets say together

#endif
