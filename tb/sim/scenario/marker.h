// ECN marking at one egress port of a simulated switch. Each decision has a random number of its own, which depends on
// the seed, the switch, the port and the number of the decision: all engines decide alike. (RTL has an LFSR.)
#ifndef NET_MARKER_H
#define NET_MARKER_H

#include "cmodel/rules/sluice_switch_rules.h"
#include "tb/sim/scenario/scenario.h"

// Data packets that got a mark at an egress queue
struct marks {
  uint64_t packets, bytes;
};

struct marker {
  struct sluice_ecn rule;
  uint64_t seed, decisions;
  uint8_t classes;  // those that are marked, a bit each
};

struct marker marker_new(const struct scenario *s, uint64_t seed, int sw, int port);

// Whether a packet of a class that leaves `cells` cells behind gets a mark. Counts the mark. marked: the packet has the
// mark of another switch, and gets no second one.
bool marker_marks(struct marker *k, int cls, uint64_t cells, uint32_t bytes, bool marked, struct marks *count);

#endif
