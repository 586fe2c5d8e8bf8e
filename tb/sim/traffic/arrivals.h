// Random flows: sender, receiver, size and start (docs/guide/traffic.md).
#ifndef NET_ARRIVALS_H
#define NET_ARRIVALS_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/sim/traffic/sizes.h"

enum traffic_pattern {
  TRAFFIC_UNIFORM,          // from a sender to any receiver except itself
  TRAFFIC_PERMUTATION,      // from each sender to one receiver; each host receives from one sender
  TRAFFIC_SHIFT,            // from each sender to the one `shift` places further in the list, around its end
  TRAFFIC_INCAST,           // several senders to one receiver at once
  TRAFFIC_RING_ALL_REDUCE,  // collective operations: collective.h
  TRAFFIC_ALL_TO_ALL,
};

struct arrivals {
  enum traffic_pattern pattern;
  int *from, *to;  // node numbers
  uint32_t senders, receivers;
  uint32_t fan_in;            // incast: number of senders
  uint32_t shift;             // 1 to senders - 1
  double bps;                 // sum of the rates of the senders
  const double *rate;         // [sender] weight at a load, its bits per second; NULL: all are equal
  const struct sizes *sizes;  // NULL: all flows have `bytes` bytes
  uint64_t bytes;
  double load;            // above 0: Poisson arrivals with this load, a share of the senders' links
  double period;          // above 0: regular arrivals, in cycles; if both are 0: one arrival, at start
  uint64_t start, until;  // cycles; no arrival at `until`
  uint64_t clock_hz;
  uint64_t seed;
};

// Whether each sender has one receiver, and each host one sender.
static inline bool arrivals_are_pairs(enum traffic_pattern pattern) {
  return pattern == TRAFFIC_PERMUTATION || pattern == TRAFFIC_SHIFT;
}

// Mean bytes of a flow, and the mean interval between two arrivals at a load, in cycles. An arrival is one flow, with
// incast fan_in flows.
double arrivals_mean(const struct arrivals *t);
double arrivals_interval(const struct arrivals *t);

// The expected number of flows.
double arrivals_expected(const struct arrivals *t);

// Calls flow() for each flow in the order of their starts. A return value other than 0 ends the calls. Returns that
// value, 0 or ENOMEM.
typedef int arrivals_flow(void *arg, int from, int to, uint64_t bytes, uint64_t start);
int arrivals_generate(const struct arrivals *t, arrivals_flow *flow, void *arg);

#endif
