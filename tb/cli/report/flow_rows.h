// The flows of the page: rows, statistics, and rates in several runs.
#ifndef REPORT_FLOW_ROWS_H
#define REPORT_FLOW_ROWS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "tb/sim/files/error.h"

// Reads the flows of a run for statistics: from results.json, or from flows.csv if there are too many for results.json.

struct flow_row {
  char *key;  // name, hosts and size; flows of two runs with equal keys are the same flow
  double bytes, start, completion, slowdown;  // NAN: none
  double gbps;
  size_t index;  // position in the file
  int traffic;   // number of its group in traffic.name; -1: the files of older versions do not say it
};

// The names of the groups of flows: `flows`, entries of traffic, `csv`
struct flow_traffic {
  char **name;
  int names;
};

struct flow_rows {
  struct flow_row *row;
  size_t count, finite, completed;  // numbers of flows
  struct flow_traffic traffic;
};

// Returns 0, or an errno with a line in err. No flows are no error. Call flow_rows_free() after success.
int flow_rows_read(const char *dir, const json_t *results, struct flow_rows *out, struct error *err);
void flow_rows_free(struct flow_rows *f);

// Returns at most `most` flows for the table of the page, in the format of `flows` in results.json and in the order of
// the file. At most half of them are flows that did not complete, the earliest first; more if few flows completed. The
// others are the completed flows with the largest slowdown, or completion time if the slowdown is unknown. Returns NULL
// with a line in err on an error.
json_t *flow_rows_slowest(const char *dir, const json_t *results, const struct flow_rows *f, size_t most,
                          struct error *err);

// Statistics of completion times and slowdowns of flows: distributions, size classes, and bins of equally many flows.

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

// ---- rates of the same flows in several runs ----

// Sets of each run:
// - "rates": [[name, from, to, Gb/s], ...], the same flows in each run, except for flows that a run does not have. Of
//   many flows the list has those with the largest difference between the runs, and some that are not in all runs.
// - "rates_of": {"all": number of flows of all runs together, "zero": those with the rate 0 in all of them, "partly":
//   those that are not in all runs}.
// Returns 0 or ENOMEM.
int flow_rates(json_t *runs, const struct flow_rows *rows, size_t count);

#endif
