// A distribution of flow sizes: points of the cumulative distribution, linear between points. Two points with the same
// bytes are a step. A line of a file is a point: bytes and percent, or bytes and a fraction, between a comma or blanks.
// A heading is optional.
#ifndef NET_SIZES_H
#define NET_SIZES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tb/sim/files/error.h"

struct sizes_point {
  double bytes, share;  // share of flows with at most that many bytes
};

struct sizes {
  struct sizes_point *point;
  int points;
  double mean;    // bytes: the sum of (p_i - p_(i-1)) (x_i + x_(i-1)) / 2
  double square;  // mean of the square, for the variance
};

// Loads a distribution that the program contains (tb/examples/scenarios/workloads). Returns 0, ENOENT: no such name, or
// ENOMEM.
int sizes_load(struct sizes *s, const char *name);

// Reads a distribution from a file, which the caller closes. path: its name in messages. Returns 0, or EINVAL or ENOMEM
// with a line in err.
int sizes_read(struct sizes *s, FILE *file, const char *path, struct error *err);
void sizes_free(struct sizes *s);

// The inverse of the distribution at u, 0 to below 1, to the nearest byte, at least 1.
uint64_t sizes_sample(const struct sizes *s, double u);

// The end of a message about an unknown name: the nearest known name, or all names and `more`.
enum { SIZES_NAMES = 160 };
const char *sizes_instead(const char *unknown, const char *more, char text[SIZES_NAMES]);

// Generated from tb/examples/scenarios/workloads/*.csv when the program is built; the last one has a NULL name.
struct workload {
  const char *name, *text;
};
extern const struct workload workloads[];

#endif
