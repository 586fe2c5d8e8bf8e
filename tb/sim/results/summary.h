// Statistics over many flows and packets
#ifndef NET_SUMMARY_H
#define NET_SUMMARY_H

#include "tb/sim/results/result.h"
#include "tb/sim/scenario/scenario.h"

// For flows whose percentiles and ideal completion times are known. Returns 0, or -1: out of memory.
int summary_make(struct summary *y, const struct scenario *s, const struct network_result *r);

// Completion times, in ticks, and slowdowns of the flows of s->group[group]. Returns 0, or -1: out of memory.
int summary_group(struct spread *of_completion, struct spread *slowdown, const struct scenario *s,
                  const struct network_result *r, int group);

#endif
