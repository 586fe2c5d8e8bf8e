// A packet-level network of MMUs, stepped by the MMU clock: output-queued shared-buffer switches, hosts and links.
//
// The events of a cycle depend only on the scenario and the seed, not on the engine that computes the MMUs. Functions
// here print nothing; they return the text to print. Times are cycles of the MMU clock.
#ifndef NET_CLOCKED_NETWORK_H
#define NET_CLOCKED_NETWORK_H

#include <stdint.h>
#include <stdio.h>

#include "tb/sim/results/result.h"
#include "tb/sim/scenario/options.h"
#include "tb/sim/scenario/scenario.h"

struct clocked_network;

// Creates a network before cycle 0, with configured switches. Call clocked_free() in any case; *c may be NULL after
// NETWORK_NO_MEMORY.
enum network_status clocked_new(struct clocked_network **c, const struct scenario *s, const struct network_options *o);
void clocked_free(struct clocked_network *c);

// Runs until the network is drained or deadlocked, or the scenario ends.
enum network_status clocked_run(struct clocked_network *c);
const struct network_result *clocked_result(const struct clocked_network *c);

// The present cycle.
uint64_t clocked_now(const struct clocked_network *c);

// The error of the waves: an errno, or 0.
int clocked_waves_error(const struct clocked_network *c);

// After NETWORK_MISMATCH: prints the switch, and the report of its engine.
void clocked_report(const struct clocked_network *c, FILE *to);

// Number of pauses of the ingress queues of a port that the MMU counted, with port-level pauses; after clocked_run().
enum network_status clocked_port_pauses(struct clocked_network *c, int sw, int port, uint64_t *pauses);

#endif
