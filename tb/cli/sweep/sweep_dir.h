// The directory of a sweep: a copy of the inputs, a file for each completed point, and the CSV file of all points.
#ifndef SWEEP_DIR_H
#define SWEEP_DIR_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "tb/cli/sweep/sweep.h"
#include "tb/sim/files/cksum.h"
#include "tb/sim/files/error.h"
#include "tb/sim/results/result.h"

struct sweep_dir {
  const struct sweep *s;
  const char *path;
  struct cksum inputs;
  int lock;  // file descriptor with the lock; -1: none
};

// Creates the directory or, if it exists, checks that its inputs and version are the same. exclusive: locks the
// directory until sweep_dir_close() or the end of the program. Returns 0, or with a line in err: EINVAL (the inputs
// differ), EBUSY (another program has the lock) or another errno.
int sweep_dir_open(struct sweep_dir *d, const struct sweep *s, const char *path, bool exclusive, struct error *err);
void sweep_dir_close(struct sweep_dir *d);

// Opens the directory for reading, with the sweep that its copy of the inputs has; the caller frees *s. Returns 0, or
// an errno with a line in err.
int sweep_dir_stored(struct sweep_dir *d, struct sweep **s, const char *path, struct error *err);

// Sets *has to whether a point has been run. Returns 0, or an errno with a line in err; EINVAL: the file of the point
// is damaged, or of another point or sweep.
int sweep_dir_has(const struct sweep_dir *d, int point, bool *has, struct error *err);

// Reads and checks the file of a point, which the caller frees. *text is NULL if there is no file. Returns 0, or an
// errno with a line in err.
int sweep_dir_read(const struct sweep_dir *d, int point, char **text, struct error *err);

// Stores the results of a point. Returns 0, or an errno with a line in err; then the file of the point is unchanged.
int sweep_dir_keep(const struct sweep_dir *d, int point, const char *row, size_t size, struct error *err);

// Writes the completed points as CSV. Sets *completed to their number, and *lost to the number of points that lost
// packets. Returns 0, or an errno with a line in err, as sweep_dir_has().
int sweep_dir_csv(const struct sweep_dir *d, FILE *to, int *completed, int *lost, struct error *err);

// Writes the CSV file of all completed points. Sets *completed to their number, and *lost to the number of points that
// lost packets. Returns 0, or an errno with a line in err, as sweep_dir_has(); then the CSV file is unchanged.
int sweep_dir_collect(const struct sweep_dir *d, int *completed, int *lost, struct error *err);

// ---- the flows of all points: kept with each point, and pooled over the seeds ----

// Writes the finite flows of a run, one line each, for the file of the point.
void sweep_flows_keep(const struct scenario *x, const struct network_result *r, FILE *row);

// Whether a line of a point's file is a flow: it begins with SWEEP_FLOW.
#define SWEEP_FLOW "=flow,"
static inline bool sweep_flows_is(const char *line) { return strncmp(line, SWEEP_FLOW, strlen(SWEEP_FLOW)) == 0; }

// Writes flows.csv: one row for each combination of the values that are not seeds, and if there are several groups of
// flows one more for each. Returns 0, or an errno with a line
// in err; then the file is unchanged.
int sweep_flows_collect(const struct sweep_dir *d, struct error *err);

// ---- the processes that run the points of a sweep, one process for each point ----

enum { SWEEP_JOBS = 1024 };  // most processes at the same time

// Runs every point without a complete file in the directory, and stores its results there. jobs: processes at the same
// time, at most SWEEP_JOBS; 0: one per core. Unless `quiet`, shows the progress on a terminal. After an error no
// further point is started, but running points are completed. Sets *completed to the number of points that were run and
// stored. Returns EXIT_RAN, or the exit status of the first error after a line on standard error.
int sweep_workers_run(const struct sweep_dir *d, int jobs, bool quiet, int *completed);

#endif
