// Occupancy of the shared buffer of each switch over time, from series.csv.
#ifndef REPORT_SHARED_H
#define REPORT_SHARED_H

#include <jansson.h>

#include "tb/sim/files/error.h"

// {"total": switches with values, "thinned": switches that have more changes than points here, "shown": [{"switch",
// "t": [ns], "bytes": [...], "derived"}]}. Of many switches those with the highest peaks are shown.
//
// The values are the rows `shared`. A switch without them may have rows `threshold`: SIH and DSH compute the threshold
// from the free cells of the pool [DSH Eq. 2], and so the occupancy follows from the threshold ("derived": true). At
// threshold 0 it is the smallest possible occupancy.
//
// *out is NULL where the file does not exist or has no such row. Returns 0, or an errno with a line in err.
int shared_read(const char *path, const json_t *results, json_t **out, struct error *err);

#endif
