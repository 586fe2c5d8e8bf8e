// The directory of a sweep: what it was begun with, a file for every point that is complete, and the CSV file of all.
#ifndef SWEEP_DIR_H
#define SWEEP_DIR_H

#include <stdbool.h>
#include <stddef.h>

#include "tb/cli/sweep/sweep.h"
#include "tb/sim/files/error.h"

struct sweep_dir {
  const struct sweep *s;
  const char *path;
  int lock;  // -1: none
};

// Makes it, or looks whether it was begun with the same files and version. `alone`: nobody else is to open it so until
// this program ends. Returns 0, or EINVAL (another sweep), EBUSY or another errno with a line in err.
int sweep_dir_open(struct sweep_dir *d, const struct sweep *s, const char *path, bool alone, struct error *err);
void sweep_dir_close(struct sweep_dir *d);

bool sweep_dir_has(const struct sweep_dir *d, int point);

// Each returns 0, or an errno with a line in err; what they write is whole or not there.
int sweep_dir_keep(const struct sweep_dir *d, int point, const char *row, size_t size, struct error *err);

// Makes the CSV file of all points that are there, and counts them, and those that lost packets.
int sweep_dir_collect(const struct sweep_dir *d, int *there, int *lost, struct error *err);

#endif
