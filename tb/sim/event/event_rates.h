// Samples of rates.csv.
#ifndef NET_EVENT_RATES_H
#define NET_EVENT_RATES_H

#include "tb/sim/event/place.h"

// The rates of the flows that end at this place, since the last sample, and those that senders here may use.
void event_rates_sample(struct place *m);

// Data of a flow arrive at a host of this place at that time, which may lie in the future.
void event_rates_arrive(struct place *m, uint32_t flow, uint32_t bytes, uint64_t at);

#endif
