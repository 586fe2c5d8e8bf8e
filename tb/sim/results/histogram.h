// Counts of values in buckets of bounded relative width, for percentiles of more values than can be stored: 2^bits
// buckets per power of two (log-linear, as HdrHistogram). The memory is a count for each bucket of every power of two
// that occurs, and of those in between. There are two kinds:
//
//                      buckets  exact values  others within  count                     for
// histogram            128      below 256     1/256          64 bits                   results; each active flow
// compact_histogram    16       below 32      1/32           32 bits: sum below 2^32   very many queues and flows
#ifndef NET_HISTOGRAM_H
#define NET_HISTOGRAM_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HISTOGRAM_BITS = 7, COMPACT_BITS = 4 };

// All zero is an empty histogram. `first` and `buckets`: the buckets in count; whole powers of two.
struct histogram {
  uint64_t *count;
  uint32_t first, buckets;
};
struct compact_histogram {
  uint32_t *count;
  uint16_t first, buckets;
};

// The bucket of a value. Values up to 2 * 2^bits have a bucket each; from there on every power of two has 2^bits.
static inline uint32_t histogram_bucket(unsigned bits, uint64_t value) {
  unsigned shift = 63 - bits - (unsigned)__builtin_clzll(value | UINT64_C(1) << bits);
  return (shift << bits) + (uint32_t)(value >> shift);
}

// Make room for a bucket. Return false if out of memory.
bool histogram_grow(struct histogram *h, uint32_t bucket);
bool compact_grow(struct compact_histogram *h, uint32_t bucket);

// Counts a value `times` times. Returns 0, or -1: out of memory.
static inline int histogram_add(struct histogram *h, uint64_t value, uint64_t times) {
  uint32_t bucket = histogram_bucket(HISTOGRAM_BITS, value);
  if (bucket - h->first >= h->buckets && !histogram_grow(h, bucket)) return -1;
  h->count[bucket - h->first] += times;
  return 0;
}

// The same. Returns false if out of memory.
static inline bool compact_add(struct compact_histogram *h, uint64_t value, uint32_t times) {
  uint32_t bucket = histogram_bucket(COMPACT_BITS, value), place = bucket - h->first;
  if (place >= h->buckets) {
    if (!compact_grow(h, bucket)) return false;
    place = bucket - h->first;
  }
  h->count[place] += times;
  return true;
}

// Add the counts of another histogram; those of a compact one at the middle of their bucket. Return 0, or -1: out of
// memory.
int histogram_merge(struct histogram *h, const struct histogram *other);
int histogram_merge_compact(struct histogram *h, const struct compact_histogram *other);

// The percentiles in results: p50, p99, p99.9
enum { PERCENTILES = 3 };
extern const unsigned histogram_percentiles[PERCENTILES];  // in permille

// For each of n ascending permille: the least value that this share of the counts does not exceed (nearest rank), as
// the middle of its bucket; 0 if nothing was counted.
void histogram_permilles(const struct histogram *h, const unsigned *permille, uint64_t *value, int n);
void compact_permilles(const struct compact_histogram *h, const unsigned *permille, uint64_t *value, int n);

void histogram_free(struct histogram *h);
void compact_free(struct compact_histogram *h);

// ---- the rule of all percentiles of sorted values: nearest rank ----

// The index of the value at a share from 0 to 1 of `count` sorted values, count > 0. A product that is a whole number
// may be too large by its rounding, which is far below 1e-12.
static inline size_t rank_at(size_t count, double share) {
  const double rank = ceil(share * (double)count * (1 - 1e-12));
  return rank < 1 ? 0 : rank > (double)count ? count - 1 : (size_t)rank - 1;
}

#endif
