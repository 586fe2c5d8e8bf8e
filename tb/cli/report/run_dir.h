// What sluice run --out wrote, as the page wants it.
#ifndef REPORT_RUN_DIR_H
#define REPORT_RUN_DIR_H

#include <jansson.h>
#include <stddef.h>

#include "tb/sim/files/error.h"

// {"dir", "results": results.json, "flows": how many it has, "completion_ns", "slowdown": {"count", "mean", "values":
// [sorted]}, "occupancy": series.h, "pauses": bars.h}. Of many flows those stay in results that did not complete or
// took longest, and of the sorted values so many quantiles. A CSV file that is not there is left out. Returns 0, or an
// errno with a line in err.
int run_dir_read(const char *dir, json_t **out, struct error *err);

#endif
