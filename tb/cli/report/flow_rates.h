// Rates of the same flows in several runs.
#ifndef REPORT_FLOW_RATES_H
#define REPORT_FLOW_RATES_H

#include <jansson.h>
#include <stddef.h>

#include "tb/cli/report/flow_rows.h"

// Sets of each run:
// - "rates": [[name, from, to, Gb/s], ...], the same flows in each run, except for flows that a run does not have. Of
//   many flows the list has those with the largest difference between the runs, and some that are not in all runs.
// - "rates_of": {"all": number of flows of all runs together, "zero": those with the rate 0 in all of them, "partly":
//   those that are not in all runs}.
// Returns 0 or ENOMEM.
int flow_rates(json_t *runs, const struct flow_rows *rows, size_t count);

#endif
