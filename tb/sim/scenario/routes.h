// Shortest routes between switches: over all links, or only those that go up and then down.
//
// Up and down follow an order of the switches: by level, and at the same level by number, in the order of the file. A
// link goes up from the smaller switch to the larger one. A route that has gone down never goes up again, so buffer
// dependencies cannot form a cycle: going up they lead to larger switches, going down to smaller ones.
#ifndef NET_ROUTES_H
#define NET_ROUTES_H

#include "tb/sim/scenario/scenario.h"

enum { ROUTES_MOST_HOPS = 64 };  // switches of a route

struct routes;

// level: [switch] the level, NULL: all routes are allowed. Returns NULL if out of memory.
struct routes *routes_new(const struct scenario *s, const int *level);
void routes_free(struct routes *r);
int routes_switches(const struct routes *r);

// Routes by the same order of the switches, over the links that are up at that time. Returns NULL if out of memory.
struct routes *routes_at(const struct routes *all, uint64_t time);
bool routes_has(const struct routes *r, int link);

// Sets the levels that are not given (-1): links to the nearest host. Returns 0 or ENOMEM.
int routes_levels(const struct scenario *s, int *level);

// Prepares routes to that switch, for the functions below. Returns 0 or ENOMEM.
int routes_to(struct routes *r, int to);

// Links of the shortest route, which has gone down or not; -1: there is none of at most ROUTES_MOST_HOPS switches.
int routes_links(const struct routes *r, int from, int to, bool down);

// Ports of a switch that lead closer to `to`, in order. Returns their number.
int routes_next(const struct routes *r, int here, int to, bool down, uint16_t *port);

// Whether a packet has gone down that leaves a switch by that port, or arrives at a switch by that port. False if all
// routes are allowed.
bool routes_leaves_down(const struct routes *r, int sw, int port);
bool routes_arrives_down(const struct routes *r, int sw, int port);

#endif
