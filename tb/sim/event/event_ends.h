// The ends of flows.
//
// event_ends_from(): a time before which not all finite flows can have sent everything: senders with congestion control
// until all has arrived, or they have given up [spec 14]. The sources stop soon after that, and no window contains the
// stop.
//
// Three bounds follow from the flows of this process: the last start; the bytes that are still to be sent by a host, or
// to arrive at a host, at the rate of its links; and the time that a single flow still takes, which also knows flows
// that never end and senders that may give up.
#ifndef NET_EVENT_ENDS_H
#define NET_EVENT_ENDS_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/sim/event/place.h"

// flow_settle(): all data of a flow have arrived. flow_lost(): a packet of the flow will not arrive.
void flow_settle(struct flow_received *r, struct flow_result *to);
void flow_lost(struct place *m, uint32_t flow, enum loss why);

// Builds it after the flows. Returns false if out of memory.
bool event_ends_build(struct event_network *n);

// That time, ps. If it is above `enough`, it may be less than the largest known; NEVER: some flow never ends.
uint64_t event_ends_from(struct event_network *n, uint64_t enough);

#endif
