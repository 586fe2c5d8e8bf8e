// The data of the page that sluice report writes: what it reads of the directories of sluice run and sluice sweep.
#ifndef PAGE_DATA_H
#define PAGE_DATA_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "tb/cli/report/flow_rows.h"
#include "tb/sim/files/error.h"

// ---- the page without its data: the text before the data, and the text with the scripts after the data ----

extern const char page_head[], page_tail[];

// ---- reads the dynamic thresholds from series.csv ----

struct thresholds;

// Reads the rows `threshold` of each switch. Sets *out to NULL if the file does not exist or has no such row. Returns
// 0, or an errno with a line in err.
int thresholds_read(const char *path, const json_t *results, struct thresholds **out, struct error *err);
void thresholds_free(struct thresholds *t);

// Sets XOFF and XON of the queues of a switch at a time, in bytes of a queue, including its private buffer [DSH Eq. 5].
// Returns false if they are not known at that time. The times of calls for one switch must not decrease.
bool thresholds_at(struct thresholds *t, const char *name, double time_ns, double *xoff, double *xon);

// ---- reads the occupancy of queues over time from occupancy.csv, and adds their thresholds ----

// Sets *out to {"total": number of queues in the file, "thinned": number of shown queues whose series leave out changes
// (thin.h), "shown": [{"queue": "A:L4/0", "t": [ns], and every numeric column by its name: [...]}]}. If there are many
// queues, those with the highest peaks are shown. thresholds, if not NULL, add the columns xoff_bytes and xon_bytes.
// Returns 0, or an errno with a line in err.
int series_read(const char *path, struct thresholds *thresholds, json_t **out, struct error *err);

// ---- reads a value of egress queues over time from series.csv: available credits, or packets with a mark ----

// Sets *out to {"total": number of queues with a row of that `what` above 0, "thinned": number of shown queues whose
// series leave out changes (thin.h), "shown": [{"queue": "A:L1/0", "t": [ns], KEY: [...]}]}. If there are many queues,
// those whose values rise above 0 first are shown. Sets *out to NULL if the file does not exist or has no such row.
// Returns 0, or an errno with a line in err.
int queue_rows_read(const char *path, const char *what, const char *key, json_t **out, struct error *err);

// ---- reads the occupancy of the shared buffer of each switch over time from series.csv ----

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

// ---- reads the pauses of pauses.csv as intervals ----

// A pause lasts until the resume, until it expires (a quantum is 512 bit times, IEEE 802.1Qbb), or until the end of the
// run. Under GFC each level above 0 is one interval, which lasts until the next message.
//
// results: results.json, for the rates of links and the end of the run. Sets *out to {"total": number of directions and
// classes that were paused, "shown": [{"link", "direction", "class", "pauses", "paused_ns", "merged": bars that are
// part of another one, because there were too many; "merged_ns": the longest gap in one, "bars": [[from ns, to ns,
// highest level, number of pauses], ...]}]}. Those that were paused longest are shown. Returns 0, or an errno with a
// line in err.
int bars_read(const char *path, const json_t *results, json_t **out, struct error *err);

// ---- finds runs with equal results ----

// Returns a text that is equal for runs whose results.json differ only in the scenario, or in values that one file
// leaves out and that are 0 or null in the other. NULL: out of memory.
json_t *equal_results(const json_t *results);

// ---- reads the directory of sluice run --out into the data of the page ----

// Sets *out to {"dir", "sum": equal_results(), "results": results.json without its queues, "flows", "finite",
// "completed": numbers of flows, the keys of flow_rows.h, "occupancy": series_read(), "shared": shared_read(),
// "credits" and "marks": queue_rows_read(), "pauses": bars_read(), "marked": egress queues that marked packets}. If
// there are many flows, the results have the slowest only (flow_rows.h). Keys of missing CSV files are left out. Sets
// *flows to all flows, which the caller frees, also after an error. Returns 0, or an errno with a line in err.
int run_dir_read(const char *dir, json_t **out, struct flow_rows *flows, struct error *err);

// ---- reads the directory of sluice sweep into the data of the page ----

enum { SWEEP_ROWS = 20000 };

// Whether a sweep wrote the directory.
bool sweep_data_is(const char *dir);

// Sets *out to {"dir", "sweep": {"points", "completed", "lost": numbers of points, "chosen": whether the sweep file
// lists columns, "keys": [{"key", "values": texts}], "columns": names, "rows": a list of cells for each completed
// point, up to SWEEP_ROWS of them}}. A cell is a number, a text or null. Returns 0, or an errno with a line in err.
int sweep_data_read(const char *dir, json_t **out, struct error *err);

#endif
