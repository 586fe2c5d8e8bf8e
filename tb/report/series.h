// Occupancy over time, from occupancy.csv.
#ifndef REPORT_SERIES_H
#define REPORT_SERIES_H

#include <jansson.h>
#include <stddef.h>

// {"total": queues in the file, "thinned": queues of which not every change is here, "shown": [{"queue": "A:L4/0", "t":
// [ns], and every numeric column by its name: [...]}]}. Of many queues those with the highest peaks, of long series the
// lowest and the highest point of equally many changes each. Returns 0 and *out, or an errno with a line in err.
int series_read(const char *path, json_t **out, char *err, size_t errlen);

#endif
