// Reads the directory of sluice run --out into the data of the page.
#ifndef REPORT_RUN_DIR_H
#define REPORT_RUN_DIR_H

#include <jansson.h>
#include <stddef.h>

#include "tb/cli/report/flow_rows.h"
#include "tb/sim/files/error.h"

// Sets *out to {"dir", "sum": equal.h, "results": results.json without its queues, "flows", "finite", "completed":
// numbers of flows, the keys of flow_stats.h, "occupancy": series.h, "shared": shared.h, "credits" and "marks":
// queue_rows.h, "pauses": bars.h, "marked": egress queues that marked packets}. If there are many flows, the results
// have the slowest only (flow_rows.h). Keys of missing CSV files are left out. Sets *flows to all flows, which the
// caller frees, also after an error. Returns 0, or an errno with a line in err.
int run_dir_read(const char *dir, json_t **out, struct flow_rows *flows, struct error *err);

#endif
