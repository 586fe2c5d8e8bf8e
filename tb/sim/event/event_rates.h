// Samples of rates.csv. A place counts the data that arrive at its hosts. The rows with zeros need the start of a flow,
// which another place may know, so the rows of arrivals are written between windows.
#ifndef NET_EVENT_RATES_H
#define NET_EVENT_RATES_H

#include "tb/sim/event/event_rows.h"

// Selects for each place the flows that end there and those that may start there; false: out of memory.
bool event_rates_build(struct event_network *n);
void event_rates_free(struct arrivals *a);

// Counts the flows that end at this place, since the last sample, and writes the rates that senders here may use.
void event_rates_sample(struct place *m);

// Data of a flow arrive at a host of this place at that time, which may lie in the future.
void event_rates_arrive(struct place *m, uint32_t flow, uint32_t bytes, uint64_t at);

// Between windows: writes the rows of the samples before that time, also of flows that run and receive nothing.
void event_rates_rows(struct event_network *n, uint64_t before);

#endif
