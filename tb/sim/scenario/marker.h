// ECN marking at one egress port of a simulated switch. Each decision has a random number of its own, which depends on
// the seed, the switch, the port and the number of the decision: all engines decide alike. (RTL has an LFSR.)
#ifndef NET_MARKER_H
#define NET_MARKER_H

#include "cmodel/rules/sluice_ecn.h"
#include "tb/sim/scenario/scenario.h"
#include "tb/sim/traffic/random.h"

// Data packets of an egress queue that were marked
struct marks {
  uint64_t packets, bytes;
};

struct marker {
  struct sluice_ecn rule;
  uint64_t seed, decisions;
  uint8_t classes;  // those that are marked, a bit each
};

static inline struct marker marker_new(const struct scenario *s, uint64_t seed, int sw, int port) {
  return (struct marker){.rule = scenario_ecn(s, sw, s->link[s->sw[sw].link[port]].bps),
                         .seed = random_mix(seed ^ random_mix((uint64_t)sw << 16 | (uint64_t)port)),
                         .classes = s->sw[sw].ecn.classes};
}

// Whether a packet of a class that leaves `cells` cells behind is marked. Counts the mark.
static inline bool marker_marks(struct marker *k, int cls, uint64_t cells, uint32_t bytes, struct marks *count) {
  if ((k->classes >> cls & 1) == 0) return false;
  if (!sluice_ecn_marks(&k->rule, cells, (uint16_t)random_mix(k->seed ^ k->decisions++))) return false;
  count->packets++;
  count->bytes += bytes;
  return true;
}

#endif
