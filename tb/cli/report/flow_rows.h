// The flows of a run, as statistics need them: from results.json, or from flows.csv where results.json has too many to
// list them.
#ifndef REPORT_FLOW_ROWS_H
#define REPORT_FLOW_ROWS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "tb/sim/files/error.h"

struct flow_row {
  char *key;                                  // name, ends and size: equal in another run means the same flow
  double bytes, start, completion, slowdown;  // NAN: none
  size_t index;                               // in the order of the file
};

struct flow_rows {
  struct flow_row *row;
  size_t count, finite, completed;
};

// Returns 0, or an errno with a line in err. A run without flows has none, and that is no error.
int flow_rows_read(const char *dir, const json_t *results, struct flow_rows *out, struct error *err);
void flow_rows_free(struct flow_rows *f);

// For the page's table: as `flows` of results.json, at most this many, in the order of the file. At most half of them
// are the finite flows that did not complete and began first; the others have the largest slowdown, or completion time
// where slowdowns are unknown. NULL: an error with a line in err.
json_t *flow_rows_slowest(const char *dir, const json_t *results, const struct flow_rows *f, size_t most,
                          struct error *err);

#endif
