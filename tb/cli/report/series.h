// Occupancy over time, from occupancy.csv, beside thresholds.
#ifndef REPORT_SERIES_H
#define REPORT_SERIES_H

#include <jansson.h>
#include <stddef.h>

#include "tb/cli/report/thresholds.h"
#include "tb/sim/files/error.h"

// {"total": queues in the file, "thinned": queues of which not every change is here, "shown": [{"queue": "A:L4/0", "t":
// [ns], and every numeric column by its name: [...]}]}. Of many queues those with the highest peaks, of long series the
// lowest and the highest point of equally many changes each. With thresholds, which may be NULL, they are two columns
// more, xoff_bytes and xon_bytes. Returns 0 and *out, or an errno with a line in err.
int series_read(const char *path, struct thresholds *thresholds, json_t **out, struct error *err);

#endif
