// The events of a place.
#ifndef NET_PLACE_RUN_H
#define NET_PLACE_RUN_H

#include "tb/sim/event/place.h"

// Runs a place until the end of the window: everything before that time.
void place_run(struct place *m, uint64_t end, unsigned parity);

// Closes the measurement of queues when the sources stop.
void place_stop(struct place *m, uint64_t now);

// Ends pause timers whose time has come. Returns the classes that are still closed.
unsigned port_closed_classes(struct place *m, struct event_port *o, uint64_t now);

#endif
