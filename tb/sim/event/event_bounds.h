// Bounds of times that follow from the scenario, ps.
#ifndef NET_EVENT_BOUNDS_H
#define NET_EVENT_BOUNDS_H

#include "tb/sim/event/event_network.h"

// The longest window: anything that is sent in a window, and any start that it causes, arrives after its end.
uint64_t event_longest_window(const struct scenario *s);

// The last start of a flow, and the last change of links, routes and storms.
uint64_t event_last_change(const struct event_network *n);

// The time without new data after which only timers go on: two ends of the slowest timer, and the gaps of the slowest
// flow; NEVER: no flow has a timer. n->patience must be known.
uint64_t event_hope(const struct event_network *n);

#endif
