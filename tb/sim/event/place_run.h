// The events of a place.
#ifndef NET_PLACE_RUN_H
#define NET_PLACE_RUN_H

#include "tb/sim/event/place.h"

// Runs a place until the end of the window: all events before that time. The first of several places that share hosts
// runs all of them.
void place_run(struct place *m, uint64_t end, unsigned parity);

// Ends the measurement of queues, at the stop of the sources.
void place_stop(struct place *m, uint64_t now);

// Ends the pause timers that have expired. Returns the classes that are still paused.
unsigned port_closed_classes(struct place *m, struct event_port *o, uint64_t now);

#endif
