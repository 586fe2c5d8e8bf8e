// Several processes for one network: which of them has a switch, and how their results come together.
#ifndef NET_GATHER_H
#define NET_GATHER_H

#include "tb/sim/ranks/transport.h"
#include "tb/sim/results/result.h"
#include "tb/sim/scenario/options.h"
#include "tb/sim/scenario/scenario.h"

// ---- assigns switches, with their hosts, to several processes: consecutive switches of the file ----

// Rank r gets switches first[r] to first[r + 1] - 1. The parts are balanced by the packets that flows bring to each
// switch, if all flows are as fast as possible.
void partition(const struct scenario *s, int ranks, int *first);

static inline int partition_rank(const int *first, int sw) {
  int rank = 0;
  while (sw >= first[rank + 1]) rank++;
  return rank;
}

// Collects the results of several processes at rank 0.

struct gather {
  const struct scenario *s;
  struct network_result *r;
  const struct transport *t;
  const int *first;  // [rank] first switch of the rank; a further element ends the last one
};

// To be called by all processes. Returns NETWORK_OK or NETWORK_NO_MEMORY.
enum network_status gather_results(const struct gather *g);

#endif
