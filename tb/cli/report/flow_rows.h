// Reads the flows of a run for statistics: from results.json, or from flows.csv if there are too many for results.json.
#ifndef REPORT_FLOW_ROWS_H
#define REPORT_FLOW_ROWS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "tb/sim/files/error.h"

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

#endif
