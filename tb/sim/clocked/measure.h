// Measurements of packets and queues for the results.
#ifndef NET_MEASURE_H
#define NET_MEASURE_H

#include "tb/sim/clocked/links.h"
#include "tb/sim/clocked/switch.h"
#include "tb/sim/results/histogram.h"

void measure_delivery(struct network *n,
                      const struct packet *p);  // after the packet is counted in the flow's packets and bytes

// Adds the time since the last change to a queue's occupancy. The sum is enough for 73 MB during 1000 s at 250 MHz.
static inline void measure_level(struct network *n, struct level *l) {
  uint64_t cycles = n->now - l->since;
  if (cycles == 0) return;
  l->since = n->now;
  l->area += l->cells * cycles;
  if (histogram_add(&l->time, l->cells, cycles) != 0) network_fail(n, NETWORK_NO_MEMORY);
}

// A packet enters an ingress queue and an egress queue, or leaves them, in this cycle.
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

// A switch has refused a packet of a class, or a rule has dropped it.
void measure_refused(struct network *n, int sw, const struct packet *p);
void measure_dropped(struct network *n, int sw, const struct packet *p);

// An event has waited since cycle `since` for its input cycle at the MMU of a switch.
static inline void measure_input_delay(struct network *n, int sw, uint64_t since) {
  if (n->now - since > n->result.sw[sw].input_delay) n->result.sw[sw].input_delay = n->now - since;
}

void measure_stop(struct network *n);                        // the sources stop: occupancies are measured until here
void measure_end(struct network *n, const struct links *l);  // percentiles, and ideal completion times, of all flows
void measure_all(struct network *n);                         // statistics over all flows and packets

// ---- the peaks of a switch's occupancy, as its MMU measured them ----

// Reads the peaks of switch i into the results; after the last cycle.
enum network_status peaks_read(struct network *n, const struct switch_kind *kind, void *switches, int i);

#endif
