// Counts of values in 16 buckets per power of two, for percentiles of very many queues and flows. Values below 32 are
// exact, other values within 1/32. The memory is 64 bytes for each power of two that occurs, and for those in between.
// The sum of the counts must be below 2^32.
#ifndef NET_COMPACT_HISTOGRAM_H
#define NET_COMPACT_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

enum { COMPACT_BITS = 4, COMPACT_BUCKETS = 1 << COMPACT_BITS };

// All zero is an empty histogram.
struct compact_histogram {
  uint32_t *count;
  uint16_t first, buckets;  // the buckets in count; whole powers of two
};

static inline uint32_t compact_bucket(uint64_t value) {
  unsigned shift = 63 - COMPACT_BITS - (unsigned)__builtin_clzll(value | COMPACT_BUCKETS);
  return (shift << COMPACT_BITS) + (uint32_t)(value >> shift);
}

// Makes room for a bucket. Returns false if out of memory.
bool compact_grow(struct compact_histogram *h, uint32_t bucket);

// Counts a value `times` times. Returns false if out of memory.
static inline bool compact_add(struct compact_histogram *h, uint64_t value, uint32_t times) {
  uint32_t bucket = compact_bucket(value), place = bucket - h->first;
  if (place >= h->buckets) {
    if (!compact_grow(h, bucket)) return false;
    place = bucket - h->first;
  }
  h->count[place] += times;
  return true;
}

// See histogram_permilles().
void compact_permilles(const struct compact_histogram *h, const unsigned *permille, uint64_t *value, int n);

// Adds the counts to a histogram, each at the middle of its bucket. Returns 0, or -1: out of memory.
struct histogram;
int compact_expand(const struct compact_histogram *h, struct histogram *to);
void compact_free(struct compact_histogram *h);

#endif
