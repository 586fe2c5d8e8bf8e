// Samples of rates.csv.
#ifndef NET_EVENT_RATES_H
#define NET_EVENT_RATES_H

#include "tb/sim/event/place.h"

// The rates of the flows that end at this place, since the last sample, and those that senders here may use.
void event_rates_sample(struct place *m);

#endif
