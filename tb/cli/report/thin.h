// A series of values over time in at most so many points: of each group of changes the lowest and the highest stay.
#ifndef REPORT_THIN_H
#define REPORT_THIN_H

#include <jansson.h>
#include <stdbool.h>

enum { THIN_POINTS = 4000, THIN_VALUES = 8 };  // THIN_POINTS: a multiple of four

struct thin_point {
  double t, value[THIN_VALUES];  // value[0] decides which points stay; NAN: there is no value
};

// All zero before the first sample.
struct thin {
  struct thin_point *point;
  int points, capacity;
  struct thin_point last, low, high;  // the previous sample, and the ends of the group that is being read
  unsigned group, in_group;           // changes that two points represent
  double peak;                        // of value[0]
};

// Adds a sample of so many values. Returns 0 or ENOMEM.
int thin_sample(struct thin *q, const struct thin_point *p, int values);

// After the last sample, which always stays. Returns 0 or ENOMEM.
int thin_finish(struct thin *q);
void thin_free(struct thin *q);

// Are some changes left out?
static inline bool thin_is_thinned(const struct thin *q) { return q->group > 2; }

// A list of the values with this number, -1: of the times. NULL: out of memory.
json_t *thin_numbers(const struct thin *q, int value);

#endif
