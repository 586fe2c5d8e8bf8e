// Random flows (docs/guide/traffic.md): draws by weight, collectives, arrivals.
#ifndef NET_ARRIVALS_H
#define NET_ARRIVALS_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/sim/traffic/sizes.h"

// ---- draws numbers 0 to n - 1, each with a probability that is proportional to its weight: a tree of sums ----

struct weights {
  double *sum;      // [1] all, [2 i] and [2 i + 1] the halves of [i], [leaves + k] weight k
  uint32_t leaves;  // a power of two
};

// Returns 0 or ENOMEM. Call weights_free() in any case. weight NULL: none, for a caller that draws evenly.
int weights_new(struct weights *w, const double *weight, uint32_t n);
void weights_free(struct weights *w);

// Sets a weight.
void weights_set(struct weights *w, uint32_t k, double weight);

// Returns a number for a random value of 0 to below 1. A weight is above 0.
uint32_t weights_draw(const struct weights *w, double unit);

// ---- collective operations of the hosts of a training job, as flows that start one after another ----

// Ring all-reduce: each host has `bytes` bytes in n parts. In each of 2 (n - 1) steps it sends a part to the next host
// after it has received the part of the step before.
// All-to-all: each host has `bytes` bytes in n parts, one for each host. In step r it sends a part to the r-th host
// behind it, after it has received the part of step r - 1.
enum collective { COLLECTIVE_RING_ALL_REDUCE, COLLECTIVE_ALL_TO_ALL };

// The number of flows.
uint64_t collective_flows(enum collective kind, uint64_t hosts);

// Calls flow() for each flow; hosts are numbers from 0. after: the number of the flow before, in the order of the
// calls; -1: it starts at once. A return value other than 0 ends the calls, and is returned.
typedef int collective_flow(void *arg, uint32_t from, uint32_t to, uint64_t bytes, int64_t after);
int collective_generate(enum collective kind, uint32_t hosts, uint64_t bytes, collective_flow *flow, void *arg);

// Random flows: sender, receiver, size and start (docs/guide/traffic.md).

enum traffic_pattern {
  TRAFFIC_UNIFORM,          // from a sender to any receiver except itself
  TRAFFIC_PERMUTATION,      // from each sender to one receiver; each host receives from one sender
  TRAFFIC_SHIFT,            // from each sender to the one `shift` places further in the list, around its end
  TRAFFIC_INCAST,           // several senders to one receiver at once
  TRAFFIC_RING_ALL_REDUCE,  // collective operations
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
