// What sluice run --out wrote, as the page wants it.
#ifndef REPORT_RUN_DIR_H
#define REPORT_RUN_DIR_H

#include <jansson.h>
#include <stddef.h>

#include "tb/cli/report/flow_rows.h"
#include "tb/sim/files/error.h"

// {"dir", "results": results.json without its queues, "flows": their number, "finite": those with an end, "completed",
// the keys of flow_stats.h, "occupancy": series.h, "shared": shared.h, "pauses": bars.h}. Of many flows only the
// slowest stay in results (flow_rows.h). A CSV file that does not exist is left out. *flows: all of them, to be freed
// also after an error. Returns 0, or an errno with a line in err.
int run_dir_read(const char *dir, json_t **out, struct flow_rows *flows, struct error *err);

#endif
