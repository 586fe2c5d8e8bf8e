// Completion times and slowdowns of flows: distributions, by size class, and in bins of equal numbers of flows.
#ifndef REPORT_FLOW_STATS_H
#define REPORT_FLOW_STATS_H

#include <jansson.h>
#include <stddef.h>

#include "tb/cli/report/flow_rows.h"

// Sets in `to`:
// "completion_ns", "slowdown": {"count", "mean", "p50", "p99", "max", "values": [sorted]}. Of many values there are
// 1,000
//   quantiles, the smallest and the largest value among them. Flows that did not complete are not among them.
// "sizes": [{"bytes_above", "bytes_to", "flows", "completed", "completion_ns", "slowdown": {"mean", "p50", "p99",
// "max"}}],
//   a class for each decade of size that has a flow.
// "bins": [{"from", "to", "flows", "bytes": the median size, "mean", "p50", "p99": of the slowdown}]. There are
//   at most 20 bins with equal numbers of completed flows, 20 or more in each; fewer than 60 flows make three bins.
//   Flows of one size are in one bin.
// "dots": [[bytes, slowdown], ...] of evenly chosen completed flows.
// Percentiles are by nearest rank. Returns 0 or ENOMEM.
int flow_stats(const struct flow_row *const *row, size_t count, json_t *to);

// Of the flows that completed in all runs, sets "common" of each run: {"flows", and the same keys}.
int flow_stats_common(json_t *runs, const struct flow_rows *rows, size_t count);

#endif
