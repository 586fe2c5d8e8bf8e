// Collects the results of several processes at rank 0.
#ifndef NET_GATHER_H
#define NET_GATHER_H

#include "tb/sim/ranks/transport.h"
#include "tb/sim/results/result.h"
#include "tb/sim/scenario/options.h"
#include "tb/sim/scenario/scenario.h"

struct gather {
  const struct scenario *s;
  struct network_result *r;
  const struct transport *t;
  const int *first;  // [rank] first switch of the rank; a further element ends the last one
};

// To be called by all processes. Returns NETWORK_OK or NETWORK_NO_MEMORY.
enum network_status gather_results(const struct gather *g);

#endif
