// Thresholds that move with the buffer, from series.csv.
#ifndef REPORT_THRESHOLDS_H
#define REPORT_THRESHOLDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "tb/sim/files/error.h"

struct thresholds;

// The values of `threshold` in series.csv, of each switch. *out is NULL where the file is not there or has none.
// Returns 0, or an errno with a line in err.
int thresholds_read(const char *path, const json_t *results, struct thresholds **out, struct error *err);
void thresholds_free(struct thresholds *t);

// XOFF and XON of a queue of this switch, in bytes that the queue may hold, the private ones included [DSH Eq. 5].
// false: not known at that time. Times of one switch must not fall.
bool thresholds_at(struct thresholds *t, const char *name, double time_ns, double *xoff, double *xon);

#endif
