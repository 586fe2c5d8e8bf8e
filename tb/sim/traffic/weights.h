// Draws numbers 0 to n - 1, each with a probability that is proportional to its weight: a tree of sums.
#ifndef NET_WEIGHTS_H
#define NET_WEIGHTS_H

#include <stdint.h>

struct weights {
  double *sum;      // [1] all, [2 i] and [2 i + 1] the halves of [i], [leaves + k] weight k
  uint32_t leaves;  // a power of two
};

// Returns 0 or ENOMEM. Call weights_free() in any case. weight NULL: none, for a caller that draws evenly.
int weights_new(struct weights *w, const double *weight, uint32_t n);
void weights_free(struct weights *w);

// Sets a weight.
void weights_set(struct weights *w, uint32_t k, double weight);

// Returns a number for a random value of 0 to below 1. A weight is above 0.
uint32_t weights_draw(const struct weights *w, double unit);

#endif
