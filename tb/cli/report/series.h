// Reads the occupancy of queues over time from occupancy.csv, and adds their thresholds.
#ifndef REPORT_SERIES_H
#define REPORT_SERIES_H

#include <jansson.h>
#include <stddef.h>

#include "tb/cli/report/thresholds.h"
#include "tb/sim/files/error.h"

// Sets *out to {"total": number of queues in the file, "thinned": number of shown queues whose series leave out changes
// (thin.h), "shown": [{"queue": "A:L4/0", "t": [ns], and every numeric column by its name: [...]}]}. If there are many
// queues, those with the highest peaks are shown. thresholds, if not NULL, add the columns xoff_bytes and xon_bytes.
// Returns 0, or an errno with a line in err.
int series_read(const char *path, struct thresholds *thresholds, json_t **out, struct error *err);

#endif
