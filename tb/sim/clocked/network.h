// A packet-level network of MMUs: output-queued shared-buffer switches, hosts and links, clocked by the MMU clock.
//
// What happens in a clock depends only on the scenario and the seed, not on the engine that computes the MMUs nor on
// whether clocks in which nothing happens are looked at. Libraries here print nothing: they return what to print.
#ifndef NET_NETWORK_H
#define NET_NETWORK_H

#include <stdint.h>
#include <stdio.h>

#include "tb/sim/options.h"
#include "tb/sim/results/result.h"
#include "tb/sim/scenario/scenario.h"

struct network;

enum network_status network_new(struct network **n, const struct scenario *s, const struct network_options *o);

// Runs until drained, deadlocked, or the end of the scenario.
enum network_status network_run(struct network *n);
const struct network_result *network_result(const struct network *n);

// The clock that was reached, and the MMU's clock it is (an MMU first needs clocks to be configured).
uint64_t network_clock(const struct network *n);

// An errno, 0: there is nothing wrong with the waves.
int network_waves_error(const struct network *n);

// After NETWORK_MISMATCH: the switch, and what its engine has to say.
int network_failed(const struct network *n);  // the rank that has to say what is wrong
void network_report(const struct network *n, FILE *to);
const char *network_status_text(enum network_status status);
void network_free(struct network *n);

// Pauses that the MMU counted for the ingress queues of a port, port-level pauses included; after network_run().
enum network_status network_port_pauses(struct network *n, int sw, int port, uint64_t *pauses);

#endif
