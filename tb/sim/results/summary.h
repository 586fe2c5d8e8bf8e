// Statistics over many flows and packets
#ifndef NET_SUMMARY_H
#define NET_SUMMARY_H

#include "tb/sim/results/result.h"
#include "tb/sim/scenario/scenario.h"

// For flows whose percentiles and ideal completion times are known. Returns 0, or -1: out of memory.
int summary_make(struct summary *y, const struct scenario *s, const struct network_result *r);

// Completion times, in ticks, and slowdowns of finite flows
struct summary_flows {
  struct spread completion, slowdown;
};

// The flows of s->group[group], of one size class k as in by_size[k], or of all. Returns 0, or -1: out of memory.
enum { SUMMARY_ALL_SIZES = -1 };
int summary_group(struct summary_flows *y, const struct scenario *s, const struct network_result *r, int group,
                  int size);

// The size classes of the finite flows of a group: bit k is class k.
uint32_t summary_sizes(const struct scenario *s, struct scenario_group group);

// Time from the first start of a flow of s->group[group] to the last completion, ticks. 0: a flow is incomplete, or no
// flow is finite, or the flows arrive all the time.
uint64_t summary_makespan(const struct scenario *s, const struct network_result *r, int group);

#endif
