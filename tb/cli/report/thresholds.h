// Reads the dynamic thresholds from series.csv.
#ifndef REPORT_THRESHOLDS_H
#define REPORT_THRESHOLDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "tb/sim/files/error.h"

struct thresholds;

// Reads the rows `threshold` of each switch. Sets *out to NULL if the file does not exist or has no such row. Returns
// 0, or an errno with a line in err.
int thresholds_read(const char *path, const json_t *results, struct thresholds **out, struct error *err);
void thresholds_free(struct thresholds *t);

// Sets XOFF and XON of the queues of a switch at a time, in bytes of a queue, including its private buffer [DSH Eq. 5].
// Returns false if they are not known at that time. The times of calls for one switch must not decrease.
bool thresholds_at(struct thresholds *t, const char *name, double time_ns, double *xoff, double *xon);

#endif
