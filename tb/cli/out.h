// The files of --out: one run owns the directory, writes under other names, and renames when all is well.
#ifndef OUT_H
#define OUT_H

#include <stdbool.h>
#include <stdio.h>

#include "tb/sim/files/error.h"
#include "tb/sim/scenario/scenario.h"

enum { OUT_PAUSES, OUT_OCCUPANCY, OUT_SERIES, OUT_FLOWS, OUT_LINKS, OUT_QUEUES, OUT_RESULTS, OUT_FILES };

struct out_files {
  const char *dir;
  int made;  // directories that were not there before
  FILE *file[OUT_FILES];
};

// Makes the directory, and those above it; what is read is not replaced. Each returns 0, or -1 with a line in err; then
// nothing is left behind.
int out_open(struct out_files *o, const char *dir, const struct scenario *s, struct error *err);
int out_commit(struct out_files *o, struct error *err);
void out_discard(struct out_files *o);

#endif
