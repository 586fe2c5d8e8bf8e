// The flows of all points: kept with each point, and pooled over the seeds.
#ifndef SWEEP_FLOWS_H
#define SWEEP_FLOWS_H

#include "tb/cli/sweep/sweep_dir.h"
#include "tb/sim/results/result.h"

// Writes the finite flows of a run, one line each, for the file of the point.
void sweep_flows_keep(const struct scenario *x, const struct network_result *r, FILE *row);

// Whether a line of a point's file is a flow.
bool sweep_flows_is(const char *line);

// Writes flows.csv: one row for each combination of the values that are not seeds, and if there are several groups of
// flows one more for each. Returns 0, or an errno with a line
// in err; then the file is unchanged.
int sweep_flows_collect(const struct sweep_dir *d, struct error *err);

#endif
