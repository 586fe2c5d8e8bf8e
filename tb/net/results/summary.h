// Many flows and packets in a few numbers.
#ifndef NET_SUMMARY_H
#define NET_SUMMARY_H

#include <stdint.h>

#include "scenario.h"

enum { PERCENTILES = 3, SUMMARY_SIZES = 16 };
extern const unsigned summary_permille[PERCENTILES];  // p50, p99, p99.9

struct spread {
  uint64_t count;
  double mean, percentile[PERCENTILES], max;
};

struct summary {
  struct spread slowdown, completion;    // of the flows that are complete; completion in clocks
  struct spread by_size[SUMMARY_SIZES];  // slowdown of flows of more than 10^k and at most 10^(k+1) bytes
  struct spread latency;                 // of all packets that arrived, clocks
  struct spread by_class[SLUICE_MAX_CLASSES];
};

struct network_result;

// Of flows whose percentiles and ideal completion times are known. Returns 0 or -1: out of memory.
int summary_make(struct summary *y, const struct scenario *s, const struct network_result *r);

#endif
