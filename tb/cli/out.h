// The files of --out, and directories for results. One run locks the directory, writes to files with other names, and
// renames them at the end. The last one has the checksums of all others.
#ifndef OUT_H
#define OUT_H

#include <stdbool.h>
#include <stdio.h>

#include "tb/sim/files/error.h"
#include "tb/sim/scenario/scenario.h"

// Creates a directory and its missing parents. Sets *made to the number of created directories. Returns 0, or -1 with
// errno set.
int directories_make(const char *dir, int *made);

// Removes the directory and its parents, `made` in all; stops at the first one that is not empty.
void directories_remove(const char *dir, int made);

// Whether a name made from that of a file is . or .., a directory that exists already.
bool directories_are_dots(const char *name);

// The files of --out. One run locks the directory, writes to files with other names, and renames them at the end. The
// last one has the checksums of all others.

enum {
  OUT_PAUSES,
  OUT_OCCUPANCY,
  OUT_SERIES,
  OUT_PACKETS,
  OUT_RATES,
  OUT_FLOWS,
  OUT_LINKS,
  OUT_QUEUES,
  OUT_RESULTS,
  OUT_SUMS,
  OUT_FILES
};

struct out_files {
  const char *dir;
  int made;  // number of directories that the run created
  FILE *file[OUT_FILES];
  char *buffers;  // of the files
};

// out_open() creates the directory and its parents, and opens the files; it refuses to replace a file of the scenario,
// and a file that holds no results.
// out_commit() closes and renames the files, out_discard() removes them. Return 0, or -1 with a line in err, after the
// files and the created directories are removed.
int out_open(struct out_files *o, const char *dir, const struct scenario *s, struct error *err);
int out_commit(struct out_files *o, struct error *err);
void out_discard(struct out_files *o);

// Checks that the files of a directory are all from one run. Returns 0, or EINVAL with a line in err.
int out_check(const char *dir, struct error *err);

// The unfinished files of waves, PATH.part and PATH.part.hier, and their lock PATH.part.lock

// waves_begin() locks and creates them; a signal removes them. Returns 0, or -1 after a line on
// standard error: the path has another kind of file, or another run writes the same waves. waves_end() removes files
// that nobody has completed. path NULL: no waves.
int waves_begin(const char *path, int *lock);
void waves_end(const char *path, int lock);

#endif
