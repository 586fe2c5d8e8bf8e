// Counts of values in buckets of bounded relative width, for percentiles of what is too much to keep: 128 buckets for
// every power of two (log-linear, as HdrHistogram). Values below 256 are exact, others within 1/256. It holds the
// powers of two that occurred and those between them, 1 KB each: small enough for one per queue and per flow under way.
#ifndef NET_HISTOGRAM_H
#define NET_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_BITS = 7, HISTOGRAM_BUCKETS = 1 << HISTOGRAM_BITS };

// All zero is an empty one.
struct histogram {
  uint64_t *count;
  uint32_t first, buckets;  // those in count, whole powers of two
};

// Values up to 2 * HISTOGRAM_BUCKETS have buckets of their own; from there every power of two has HISTOGRAM_BUCKETS.
static inline uint32_t histogram_bucket(uint64_t value) {
  unsigned shift = 63 - HISTOGRAM_BITS - (unsigned)__builtin_clzll(value | HISTOGRAM_BUCKETS);
  return (shift << HISTOGRAM_BITS) + (uint32_t)(value >> shift);
}

// Makes room for a bucket. Returns 0 or -1: out of memory.
int histogram_grow(struct histogram *h, uint32_t bucket);

// Counts a value so many times. Returns 0 or -1: out of memory.
static inline int histogram_add(struct histogram *h, uint64_t value, uint64_t times) {
  uint32_t bucket = histogram_bucket(value);
  if (bucket - h->first >= h->buckets && histogram_grow(h, bucket) != 0) return -1;
  h->count[bucket - h->first] += times;
  return 0;
}

// Adds the counts of another one. Returns 0 or -1: out of memory.
int histogram_merge(struct histogram *h, const struct histogram *other);

// Those that results show: p50, p99, p99.9.
enum { PERCENTILES = 3 };
extern const unsigned histogram_percentiles[PERCENTILES];  // permille

// For each of n ascending permille: the least value that so many thousandths of the counts do not exceed (nearest
// rank), as the middle of its bucket; 0 when nothing was counted.
void histogram_permilles(const struct histogram *h, const unsigned *permille, uint64_t *value, int n);
void histogram_free(struct histogram *h);

#endif
