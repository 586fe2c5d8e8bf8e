// Shortest routes of flows (route.c), as `paths` and `routing` select, over the links that `routes` has.
#ifndef NET_ROUTE_H
#define NET_ROUTE_H

#include "tb/sim/scenario/routes.h"

// What selects one of several links: the two hosts (node numbers), and the number of the flow
struct route_key {
  int from, to, flow;
};

// The access links at which a route begins and ends
struct route_ends {
  int access, arrives;
};

// Which of several links at a node, in order, a flow takes. For ROUTING_SPRAY: as for ECMP.
int route_choice(const struct scenario *s, const struct route_key *k, int here, int links);

// Return 0, ENOMEM, or EHOSTUNREACH: no route of at most ROUTES_MOST_HOPS switches. route_shortest() sets the route of
// a flow in the arena of the scenario, and route_between() that between given ends.
int route_ends(const struct scenario *s, struct routes *r, const struct route_key *k, struct route_ends *e);
int route_between(struct scenario *s, struct scenario_flow *f, const struct route_key *k, const struct route_ends *e);
int route_shortest(struct scenario *s, struct scenario_flow *f, const struct route_key *k);

#endif
