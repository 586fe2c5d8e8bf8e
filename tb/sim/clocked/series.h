// series.csv: queues, thresholds and states over time, sampled or on every change.
#ifndef NET_SERIES_H
#define NET_SERIES_H

#include "tb/sim/clocked/network.h"

struct series {
  struct network *n;
  struct sampler *sampler;  // [series]
  struct watch **watch;     // [switch] what is traced of it, NULL: nothing
  int *link;                // [switch * ports + port] its link
};

// Samples begin in cycle 0, if the run writes the file. 0 or -1: out of memory; to be freed in any case.
int series_new(struct series *x, struct network *n);
void series_free(struct series *x);

// EVENT_SERIES: writes the queues of this cycle; the MMU's outputs follow when the switch comes to series_outputs().
void series_sample(struct series *x, int number);

// Is anything traced of the switch?
static inline bool series_watches(const struct series *x, int sw) { return x->watch[sw] != NULL; }

// Of a switch that is watched: are samples of its outputs due in this cycle; before cycle 0; a packet has entered
// queues, [port * classes + class], or left them; the MMU's outputs of this cycle, in every cycle in which they may
// have changed.
bool series_due(const struct series *x, int sw);
void series_first(struct series *x, int sw, const struct sluice_out *out);
void series_moved(struct series *x, int sw, int ingress, int egress);
void series_outputs(struct series *x, int sw, const struct sluice_out *out);

#endif
