// Reads the occupancy of the shared buffer of each switch over time from series.csv.
#ifndef REPORT_SHARED_H
#define REPORT_SHARED_H

#include <jansson.h>

#include "tb/sim/files/error.h"

// Sets *out to {"total": number of switches with values, "thinned": number of shown switches whose series leave out
// changes (thin.h), "shown": [{"switch", "t": [ns], "bytes": [...], "derived"}]}. If there are many switches, those
// with the highest peaks are shown.
//
// The values are the rows `shared`. A switch without them may have rows `threshold`. SIH and DSH compute the threshold
// from the free cells of the pool [DSH Eq. 2], so the occupancy follows from the threshold ("derived": true). At
// threshold 0 the value is the smallest possible occupancy.
//
// Sets *out to NULL if the file does not exist or has no such row. Returns 0, or an errno with a line in err.
int shared_read(const char *path, const json_t *results, json_t **out, struct error *err);

#endif
