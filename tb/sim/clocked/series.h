// series.csv: queues, thresholds and states over time, sampled or on every change.
#ifndef NET_SERIES_H
#define NET_SERIES_H

#include "tb/sim/clocked/net.h"

struct port;

int series_new(struct network *n);  // before the switches; 0 or -1: out of memory
void series_free(struct network *n);
void series_begin(struct network *n);  // before the first clock: the samples
void series_sample(struct network *n, struct event *e);

// Of a switch that is watched, with its MMU's outputs.
void series_first(struct network *n, int sw, const struct sluice_out *out);  // before the first clock
void series_entered(struct network *n, int sw, int ingress, int egress);
void series_left(struct network *n, const struct port *p, int ingress, int egress);
bool series_differs(const struct network *n, int sw, const struct sluice_out *out);  // is there one to write?
void series_outputs(struct network *n, int sw,
                    const struct sluice_out *out);  // in every clock in which it is looked at

#endif
