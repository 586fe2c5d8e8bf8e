// Flows that arrive at random: who sends to whom, how much, and when. docs/guide/traffic.md.
#ifndef NET_ARRIVALS_H
#define NET_ARRIVALS_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/sim/traffic/sizes.h"

enum traffic_pattern {
  TRAFFIC_UNIFORM,      // a sender to any receiver but itself
  TRAFFIC_PERMUTATION,  // each sender to one other, and each is the receiver of one
  TRAFFIC_INCAST,       // several senders to one receiver at once
};

struct arrivals {
  enum traffic_pattern pattern;
  int *from, *to;  // nodes
  uint32_t senders, receivers;
  uint32_t fan_in;            // incast: senders at once
  double bps;                 // of all senders' links together, which are of one rate
  const struct sizes *sizes;  // NULL: bytes each
  uint64_t bytes;
  double load;            // above 0: Poisson arrivals that offer this share of the senders' links
  double period;          // above 0: regular arrivals, cycles; neither: once, at start
  uint64_t start, until;  // cycles; none starts at until
  uint64_t clock_hz;
  uint64_t seed;
};

// Mean of a flow's bytes, and the mean interval between two arrivals at a load, cycles: an arrival is a flow, with
// incast fan_in of them.
double arrivals_mean(const struct arrivals *t);
double arrivals_interval(const struct arrivals *t);

// How many flows are to be expected.
double arrivals_expected(const struct arrivals *t);

// Calls flow() for each in the order of their starts; that returns 0, or what ends it. Returns that, 0 or ENOMEM.
typedef int arrivals_flow(void *arg, int from, int to, uint64_t bytes, uint64_t start);
int arrivals_generate(const struct arrivals *t, arrivals_flow *flow, void *arg);

#endif
