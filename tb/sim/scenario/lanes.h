// Lanes: directions of links by number, lane 2 * link + direction; and the lane by which a port of a node sends.
#ifndef NET_LANES_H
#define NET_LANES_H

#include "tb/sim/scenario/scenario.h"

struct lanes {
  const struct scenario *s;
  int *of_port;  // [switch * SLUICE_MAX_PORTS + port] lane that starts there
  int *of_host;  // [host] lane that starts there
};

// Returns 0, or -1: out of memory. Call lanes_free() in any case.
int lanes_new(struct lanes *l, const struct scenario *s);
void lanes_free(struct lanes *l);

// The lane by which a flow leaves its host (hop -1) or a switch of its route.
static inline int lane_of(const struct lanes *l, const struct scenario_flow *f, int hop) {
  if (hop < 0) return l->of_host[f->from - l->s->switches];
  return l->of_port[f->route[hop] * SLUICE_MAX_PORTS + f->egress[hop]];
}

#endif
