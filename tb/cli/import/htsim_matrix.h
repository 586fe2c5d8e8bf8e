// The connection matrix of csg-htsim.
#ifndef HTSIM_MATRIX_H
#define HTSIM_MATRIX_H

#include "tb/cli/import/import.h"

// Reads flows, triggers and failed links. The switches of the middle tier are the nodes `agg` to `core` - 1. Returns 0,
// or an errno with a line in m->err.
int import_htsim_matrix(struct import *m, const char *path, int agg, int core);

#endif
