// Lanes: directions of links by number, lane 2 * link + direction; and the lane by which a port of a node sends.
#ifndef NET_LANES_H
#define NET_LANES_H

#include "tb/sim/scenario/scenario.h"

// The lane by which a port of a switch sends.
static inline int lane_of_port(const struct scenario *s, int sw, int port) {
  int link = s->sw[sw].link[port];
  return 2 * link + (s->link[link].end[0].node != sw);
}

// The lane by which a flow leaves its host (hop -1) or a switch of its route.
static inline int lane_of(const struct scenario *s, const struct scenario_flow *f, int hop) {
  return hop < 0 ? 2 * f->access + 1 : lane_of_port(s, f->route[hop], f->egress[hop]);
}

#endif
