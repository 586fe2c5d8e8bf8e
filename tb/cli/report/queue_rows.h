// Reads a value of egress queues over time from series.csv: available credits, or packets with a mark.
#ifndef REPORT_QUEUE_ROWS_H
#define REPORT_QUEUE_ROWS_H

#include <jansson.h>

#include "tb/sim/files/error.h"

// Sets *out to {"total": number of queues with a row of that `what` above 0, "thinned": number of shown queues whose
// series leave out changes (thin.h), "shown": [{"queue": "A:L1/0", "t": [ns], KEY: [...]}]}. If there are many queues,
// those whose values rise above 0 first are shown. Sets *out to NULL if the file does not exist or has no such row.
// Returns 0, or an errno with a line in err.
int queue_rows_read(const char *path, const char *what, const char *key, json_t **out, struct error *err);

#endif
