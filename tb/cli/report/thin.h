// A series of values over time with at most THIN_POINTS points and the last sample. Each group of changes is replaced
// by its lowest and its highest point.
#ifndef REPORT_THIN_H
#define REPORT_THIN_H

#include <jansson.h>
#include <stdbool.h>

enum { THIN_POINTS = 4000, THIN_VALUES = 8 };  // THIN_POINTS: a multiple of four

struct thin_point {
  double t, value[THIN_VALUES];  // value[0] decides which points stay; NAN: there is no value
};

// All zero is an empty series.
struct thin {
  struct thin_point *point;
  int points;
  struct thin_point last, low, high;  // the previous sample; the lowest and the highest sample of the present group
  unsigned group, in_group;           // changes of a full group, and of the present group
  double peak;                        // largest value[0]
};

// Adds a sample with this number of values. Returns 0 or ENOMEM.
int thin_sample(struct thin *q, const struct thin_point *p, int values);

// Ends the series with the last sample. Returns 0 or ENOMEM.
int thin_finish(struct thin *q);
void thin_free(struct thin *q);

// Whether the series leaves out changes.
static inline bool thin_is_thinned(const struct thin *q) { return q->group > 2; }

// Returns the list of value[value], or of the times if `value` is -1. NULL: out of memory.
json_t *thin_numbers(const struct thin *q, int value);

#endif
