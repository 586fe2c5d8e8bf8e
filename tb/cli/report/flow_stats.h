// Statistics of completion times and slowdowns of flows: distributions, size classes, and bins of equally many flows.
#ifndef REPORT_FLOW_STATS_H
#define REPORT_FLOW_STATS_H

#include <jansson.h>
#include <stddef.h>

#include "tb/cli/report/flow_rows.h"

// Sets in `to`:
// - "completion_ns", "slowdown": {"count", "mean", "p50", "p99", "p999", "max", "values": [sorted]} of the completed
//   flows. If there are more than 1,000 values, "values" has 1,000 quantiles, from the smallest to the largest value.
// - "sizes": [{"bytes_above", "bytes_to", "flows", "completed", "completion_ns", "slowdown": {"count", "mean", "p50",
//   "p99", "p999", "max"}}], a class for each decade of size that has a flow.
// - "bins": [{"from", "to", "flows", "bytes": the median size, "mean", "p50", "p99": of the slowdown}]. At most
//   20 bins have equal numbers of completed flows, at least 20. Fewer than 60 flows are in three bins, fewer than 15
//   in one. Flows of one size are in one bin.
// - "dots": [[bytes, slowdown], ...] of at most 1,500 completed flows, evenly selected by size.
// - "traffic": [{"name", "flows", "completed", and the keys above, without "dots"}] of the finite flows of each group.
//   Only the first six have "bins" and "values".
// Percentiles are by nearest rank. Returns 0 or ENOMEM.
int flow_stats(const struct flow_row *const *row, size_t count, const struct flow_traffic *names, json_t *to);

// Sets "common" of each run: {"flows": number of flows that completed in all runs, and the keys above, without "dots",
// for these flows}. Returns 0 or ENOMEM.
int flow_stats_common(json_t *runs, const struct flow_rows *rows, size_t count);

#endif
