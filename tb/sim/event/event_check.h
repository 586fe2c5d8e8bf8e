// Bounds of times that follow from the scenario, and a check of a place between two windows.
#ifndef NET_EVENT_CHECK_H
#define NET_EVENT_CHECK_H

#include "tb/sim/event/event_network.h"
#include "tb/sim/event/place.h"

// ---- bounds of times that follow from the scenario, ps ----

// The longest window: anything that is sent in a window, and any start that it causes, arrives after its end.
uint64_t event_longest_window(const struct scenario *s);

// The last start of a flow, and the last change of links, routes and storms.
uint64_t event_last_change(const struct event_network *n);

// The time without new data after which only timers go on: two ends of the slowest timer, and the gaps of the slowest
// flow; NEVER: no flow has a timer. n->patience must be known.
uint64_t event_hope(const struct event_network *n);

// A check of a place between two windows.

// Checks that no queue or port is beyond its threshold unless a visit is due, and that the amounts add up.
bool event_check(const struct place *m);

#ifdef SLUICE_CHECK
enum { EVENT_CHECKS = 1 };
#else
enum { EVENT_CHECKS = 0 };
#endif

#endif
