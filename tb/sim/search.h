// Searches the largest burst without a pause, by bisection, and computes the closed form [DSH IV-C].
#ifndef NET_SEARCH_H
#define NET_SEARCH_H

#include "tb/sim/results/search_result.h"
#include "tb/sim/scenario/options.h"
#include "tb/sim/scenario/scenario.h"

// How many runs a search has at most; fewer if it finds the start early, or if all or none of its bursts pause.
int search_runs(const struct scenario *s);

// Runs the scenario with bursts of several sizes. The first status other than NETWORK_OK ends the search.
enum network_status search_run(const struct scenario *s, const struct network_options *o, struct search_result *r);

#endif
