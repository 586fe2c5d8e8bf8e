// One run of a network, or a search over runs.
#ifndef RUN_NETWORK_H
#define RUN_NETWORK_H

#include "tb/cli/out.h"
#include "tb/cli/run/run_arguments.h"
#include "tb/sim/scenario/scenario.h"
#include "tb/sim/simulation.h"

// Run the network, or the search; print tables and messages, and write the output files if out->dir is not NULL. Return
// the exit status.
int run_network(const struct run_arguments *a, const struct scenario *s, const struct network_options *o,
                struct out_files *out);
int run_search(const struct run_arguments *a, const struct scenario *s, const struct network_options *o,
               struct out_files *out);

#endif
