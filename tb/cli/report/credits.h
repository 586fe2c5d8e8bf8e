// Reads the available credits of egress queues over time from series.csv.
#ifndef REPORT_CREDITS_H
#define REPORT_CREDITS_H

#include <jansson.h>

#include "tb/sim/files/error.h"

// Sets *out to {"total": number of queues with rows `credits`, "thinned": number of shown queues whose series leave out
// changes (thin.h), "shown": [{"queue": "A:L1/0", "t": [ns], "bytes": [...]}]}. If there are many queues, the first in
// the file are shown. Sets *out to NULL if the file does not exist or has no such row. Returns 0, or an errno with a
// line in err.
int credits_read(const char *path, json_t **out, struct error *err);

#endif
