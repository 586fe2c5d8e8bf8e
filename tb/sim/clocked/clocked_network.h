// A packet-level network of MMUs: output-queued shared-buffer switches, hosts and links, stepped by the MMU clock.
//
// What happens in a cycle depends only on the scenario and the seed, not on the engine that computes the MMUs.
// Functions here print nothing: they return what to print. Times are cycles of the MMU clock.
#ifndef NET_CLOCKED_NETWORK_H
#define NET_CLOCKED_NETWORK_H

#include <stdint.h>
#include <stdio.h>

#include "tb/sim/results/result.h"
#include "tb/sim/scenario/options.h"
#include "tb/sim/scenario/scenario.h"

struct clocked_network;

// A network before cycle 0, with configured switches. To be freed in any case; NULL after NETWORK_NO_MEMORY is
// possible.
enum network_status clocked_new(struct clocked_network **c, const struct scenario *s, const struct network_options *o);
void clocked_free(struct clocked_network *c);

// Runs until drained, deadlocked, or the end of the scenario.
enum network_status clocked_run(struct clocked_network *c);
const struct network_result *clocked_result(const struct clocked_network *c);

// The cycle that was reached.
uint64_t clocked_now(const struct clocked_network *c);

// An errno, 0: there is nothing wrong with the waves.
int clocked_waves_error(const struct clocked_network *c);

// After NETWORK_MISMATCH: the switch, and the report of its engine.
void clocked_report(const struct clocked_network *c, FILE *to);

// Pauses that the MMU counted for the ingress queues of a port, port-level pauses included; after clocked_run().
enum network_status clocked_port_pauses(struct clocked_network *c, int sw, int port, uint64_t *pauses);

#endif
