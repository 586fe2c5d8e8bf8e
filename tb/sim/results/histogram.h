// Counts of values in buckets of bounded relative width, for percentiles of more values than can be stored: 128 buckets
// per power of two (log-linear, as HdrHistogram). Values below 256 are exact, other values within 1/256. The memory is
// 1 KB for each power of two that occurs, and for those in between: small enough for one histogram per queue and per
// active flow.
#ifndef NET_HISTOGRAM_H
#define NET_HISTOGRAM_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

enum { HISTOGRAM_BITS = 7, HISTOGRAM_BUCKETS = 1 << HISTOGRAM_BITS };

// All zero is an empty histogram.
struct histogram {
  uint64_t *count;
  uint32_t first, buckets;  // the buckets in count; whole powers of two
};

// The bucket of a value. Values up to 2 * HISTOGRAM_BUCKETS have a bucket each; from there on every power of two has
// HISTOGRAM_BUCKETS.
static inline uint32_t histogram_bucket(uint64_t value) {
  unsigned shift = 63 - HISTOGRAM_BITS - (unsigned)__builtin_clzll(value | HISTOGRAM_BUCKETS);
  return (shift << HISTOGRAM_BITS) + (uint32_t)(value >> shift);
}

// Makes room for a bucket. Returns 0, or -1: out of memory.
int histogram_grow(struct histogram *h, uint32_t bucket);

// Counts a value `times` times. Returns 0, or -1: out of memory.
static inline int histogram_add(struct histogram *h, uint64_t value, uint64_t times) {
  uint32_t bucket = histogram_bucket(value);
  if (bucket - h->first >= h->buckets && histogram_grow(h, bucket) != 0) return -1;
  h->count[bucket - h->first] += times;
  return 0;
}

// Adds the counts of another histogram. Returns 0, or -1: out of memory.
int histogram_merge(struct histogram *h, const struct histogram *other);

// The percentiles in results: p50, p99, p99.9
enum { PERCENTILES = 3 };
extern const unsigned histogram_percentiles[PERCENTILES];  // in permille

// For each of n ascending permille: the least value that this share of the counts does not exceed (nearest rank), as
// the middle of its bucket; 0 if nothing was counted.
void histogram_permilles(const struct histogram *h, const unsigned *permille, uint64_t *value, int n);
void histogram_free(struct histogram *h);

// The rule of all percentiles of sorted values: nearest rank.

// The index of the value at a share from 0 to 1 of `count` sorted values, count > 0. A product that is a whole number
// may be too large by its rounding, which is far below 1e-12.
static inline size_t rank_at(size_t count, double share) {
  const double rank = ceil(share * (double)count * (1 - 1e-12));
  return rank < 1 ? 0 : rank > (double)count ? count - 1 : (size_t)rank - 1;
}

#endif
