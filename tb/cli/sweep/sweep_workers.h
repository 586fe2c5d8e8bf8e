// The processes that run the points of a sweep, one process for each point.
#ifndef SWEEP_WORKERS_H
#define SWEEP_WORKERS_H

#include <stdbool.h>

#include "tb/cli/sweep/sweep_dir.h"

enum { SWEEP_JOBS = 1024 };  // most processes at the same time

// Runs every point without a complete file in the directory, and stores its results there. jobs: processes at the same
// time, at most SWEEP_JOBS; 0: one per core. Unless `quiet`, shows the progress on a terminal. After an error no
// further point is started, but running points are completed. Sets *completed to the number of points that were run and
// stored. Returns EXIT_RAN, or the exit status of the first error after a line on standard error.
int sweep_workers_run(const struct sweep_dir *d, int jobs, bool quiet, int *completed);

#endif
