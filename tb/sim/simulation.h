// One run of a scenario by any engine, event or clocked. The results are the same structs, with the same outputs.
// Functions for clocked engines only are in clocked_network.h.
#ifndef NET_SIMULATION_H
#define NET_SIMULATION_H

#include "tb/sim/clocked/clocked_network.h"
#include "tb/sim/results/result.h"
#include "tb/sim/scenario/options.h"
#include "tb/sim/scenario/scenario.h"

struct simulation;

// Creates a run. NETWORK_ONE_PROCESS: the engine is clocked, and o->transport is not NULL. Call simulation_free() in
// any case.
enum network_status simulation_new(struct simulation **x, const struct scenario *s, const struct network_options *o);
enum network_status simulation_run(struct simulation *x);
const struct network_result *simulation_result(const struct simulation *x);
const char *network_status_text(enum network_status status);
bool network_status_of_input(enum network_status status);  // another scenario or engine can run

// Number of pauses of the ingress queues of a port, with port-level pauses; after simulation_run().
enum network_status simulation_port_pauses(struct simulation *x, int sw, int port, uint64_t *pauses);

// The network of a clocked engine, or NULL for the event engine.
const struct clocked_network *simulation_clocked(const struct simulation *x);
int simulation_failed(const struct simulation *x);  // the rank that prints the error
void simulation_free(struct simulation *x);

// ---- searches the largest burst without a pause, by bisection, and computes the closed form [DSH IV-C] ----

// How many runs a search has at most; fewer if it finds the start early, or if all or none of its bursts pause.
int search_runs(const struct scenario *s);

// Runs the scenario with bursts of several sizes. The first status other than NETWORK_OK ends the search.
enum network_status search_run(const struct scenario *s, const struct network_options *o, struct search_result *r);

#endif
