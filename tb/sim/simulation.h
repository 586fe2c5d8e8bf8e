// One run of a scenario by any engine: event, or one of the clocked ones. The results are the same structs, shown by
// the same functions; what only a clocked engine can do is in clocked_network.h.
#ifndef NET_SIMULATION_H
#define NET_SIMULATION_H

#include "tb/sim/clocked/clocked_network.h"

struct simulation;

// NETWORK_ONE_PROCESS: the engine is a clocked one, and o->transport is not NULL. To be freed in any case.
enum network_status simulation_new(struct simulation **x, const struct scenario *s, const struct network_options *o);
enum network_status simulation_run(struct simulation *x);
const struct network_result *simulation_result(const struct simulation *x);
const char *network_status_text(enum network_status status);

// Pauses of the ingress queues of a port, port-level pauses included; after simulation_run().
enum network_status simulation_port_pauses(struct simulation *x, int sw, int port, uint64_t *pauses);

// The network of a clocked engine; NULL: the engine is event.
const struct clocked_network *simulation_clocked(const struct simulation *x);
int simulation_failed(const struct simulation *x);  // the rank that has to print the error
void simulation_free(struct simulation *x);

#endif
