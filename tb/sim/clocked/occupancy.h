// occupancy.csv: samples of ingress queues.
#ifndef NET_OCCUPANCY_H
#define NET_OCCUPANCY_H

#include "tb/sim/clocked/network.h"
#include "tb/sim/nodes/pace.h"

struct occupancy {
  struct network *n;
  struct event sample;  // EVENT_SAMPLE
  struct pace pace;
  uint64_t *arrived;  // [probe] bytes that had arrived at the last sample
};

// Schedules the first sample for cycle 0, if the run writes the file. Returns 0, or -1: out of memory.
int occupancy_new(struct occupancy *o, struct network *n);
void occupancy_free(struct occupancy *o);

// Writes the rows of this cycle, and schedules the next sample.
void occupancy_sample(struct occupancy *o);

#endif
