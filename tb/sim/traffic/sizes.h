// A distribution of flow sizes, as the field's files give it: points of the cumulative distribution, bytes and percent,
// linear between points. Two points of the same bytes are a step.
#ifndef NET_SIZES_H
#define NET_SIZES_H

#include <stddef.h>
#include <stdint.h>

#include "tb/sim/files/error.h"

struct sizes_point {
  double bytes, share;  // of the flows that are not larger
};

struct sizes {
  struct sizes_point *point;
  int points;
  double mean;    // bytes: the sum of (p_i - p_(i-1)) (x_i + x_(i-1)) / 2
  double square;  // mean of the square, for the variance
};

// From a file, or, without a point or a slash in its name, one that comes with the program
// (tb/examples/scenarios/workloads). 0, ENOENT: there is none of that name, EINVAL or ENOMEM; for the last two a line
// in err.
int sizes_load(struct sizes *s, const char *name, struct error *err);
void sizes_free(struct sizes *s);

// Inverse of the distribution at u, 0 to below 1, to the nearest byte, at least 1.
uint64_t sizes_sample(const struct sizes *s, double u);

// What a message about an unknown name ends with: the nearest known name, or all of them and `more`.
enum { SIZES_NAMES = 160 };
const char *sizes_instead(const char *unknown, const char *more, char text[SIZES_NAMES]);

// Made from tb/examples/scenarios/workloads/*.csv when the program is built; the last has no name.
struct workload {
  const char *name, *text;
};
extern const struct workload workloads[];

#endif
