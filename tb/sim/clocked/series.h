// Samples over time: series.csv and occupancy.csv.
#ifndef NET_SERIES_H
#define NET_SERIES_H

#include "tb/sim/clocked/network.h"
#include "tb/sim/nodes/pace.h"

// series.csv: queues, thresholds and states over time, as samples or on every change.

struct series {
  struct network *n;
  struct sampler *sampler;  // [series]
  struct watch **watch;     // [switch] state for tracing, NULL: not traced
};

// Schedules the first samples for cycle 0, if the run writes the file. Returns 0, or -1: out of memory. Call
// series_free() in any case.
int series_new(struct series *x, struct network *n);
void series_free(struct series *x);

// EVENT_SERIES: writes the queues of this cycle. The MMU's outputs follow when the switch calls series_outputs().
void series_sample(struct series *x, int number);

// Whether the switch is traced.
static inline bool series_watches(const struct series *x, int sw) { return x->watch[sw] != NULL; }

// For a traced switch. series_due(): samples of its outputs are due in this cycle. The others: before cycle 0; when a
// packet has entered or left its queues, [port * classes + class]; with the MMU's outputs, in every cycle in which they
// may have changed.
bool series_due(const struct series *x, int sw);
void series_first(struct series *x, int sw, const struct sluice_out *out);
void series_marked(struct series *x, int sw, int queue);  // a packet of the egress queue has been marked
void series_moved(struct series *x, int sw, int ingress, int egress);
void series_outputs(struct series *x, int sw, const struct sluice_out *out);

// occupancy.csv: samples of ingress queues.

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
