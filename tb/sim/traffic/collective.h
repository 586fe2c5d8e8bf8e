// Collective operations of the hosts of a training job, as flows that start one after another.
#ifndef NET_COLLECTIVE_H
#define NET_COLLECTIVE_H

#include <stdint.h>

// Ring all-reduce: each host has `bytes` bytes in n parts. In each of 2 (n - 1) steps it sends a part to the next host
// after it has received the part of the step before.
// All-to-all: each host has `bytes` bytes in n parts, one for each host. In step r it sends a part to the r-th host
// behind it, after it has received the part of step r - 1.
enum collective { COLLECTIVE_RING_ALL_REDUCE, COLLECTIVE_ALL_TO_ALL };

// The number of flows.
uint64_t collective_flows(enum collective kind, uint64_t hosts);

// Calls flow() for each flow; hosts are numbers from 0. after: the number of the flow before, in the order of the
// calls; -1: it starts at once. A return value other than 0 ends the calls, and is returned.
typedef int collective_flow(void *arg, uint32_t from, uint32_t to, uint64_t bytes, int64_t after);
int collective_generate(enum collective kind, uint32_t hosts, uint64_t bytes, collective_flow *flow, void *arg);

#endif
