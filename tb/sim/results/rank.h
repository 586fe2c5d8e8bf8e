// The rule of all percentiles of sorted values: nearest rank.
#ifndef NET_RANK_H
#define NET_RANK_H

#include <math.h>
#include <stddef.h>

// The index of the value at a share from 0 to 1 of `count` sorted values, count > 0. A product that is a whole number
// may be too large by its rounding, which is far below 1e-12.
static inline size_t rank_at(size_t count, double share) {
  const double rank = ceil(share * (double)count * (1 - 1e-12));
  return rank < 1 ? 0 : rank > (double)count ? count - 1 : (size_t)rank - 1;
}

#endif
