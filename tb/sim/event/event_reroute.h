// Routes that change at given times (tb/sim/scenario/reroute.c). Before the first change, packets take the routes of
// their flows. From then on each switch decides by the links that are up: of the ports that lead closer to the access
// link at which the packet arrives, it takes one as a new route would, or one for each packet. Packets back to a sender
// go from the access link at which data arrive to that by which they were sent.
//
// No window contains a change. Between two windows all places get the new routes, and flows move to another access link
// of their host if their route begins there now.
#ifndef NET_EVENT_REROUTE_H
#define NET_EVENT_REROUTE_H

#include "tb/sim/event/place.h"
#include "tb/sim/scenario/route.h"

struct event_network;

struct event_reroute {
  struct routes *routes;   // since the last change; NULL: none yet
  int next;                // number of the next change
  struct route_ends *end;  // [flow] without a path: those that it had before
};

// Makes the routes at time 0. Returns false if out of memory. Without changes there is no event_reroute.
bool event_reroute_build(struct event_network *n);
void event_reroute_free(struct event_network *n);

// The time of the next change, ps; NEVER: none. event_reroute() makes it, at that time.
uint64_t event_reroute_next(const struct event_network *n);
void event_reroute(struct event_network *n);

// Places that share a host with several links run together, because flows move between its links. The first of those
// that run with a place.
const struct place *event_first_together(const struct place *m);

// The port by which a packet leaves that came in by port p; REROUTE_NONE: there is no path.
enum { REROUTE_NONE = -1 };
int reroute_egress(struct place *m, uint32_t p, const struct event_packet *x);

#endif
