#include "tb/sim/results/histogram.h"

#include <stdlib.h>
#include <string.h>

const unsigned histogram_percentiles[PERCENTILES] = {500, 990, 999};

// ---- both kinds ----

// The counts of a histogram, in one of both widths
struct counts {
  void *count;
  uint32_t first, buckets;
  unsigned bits;
  bool wide;
};

static size_t width_of(const struct counts *c) { return c->wide ? sizeof(uint64_t) : sizeof(uint32_t); }

static uint64_t count_at(const struct counts *c, uint32_t i) {
  return c->wide ? ((const uint64_t *)c->count)[i] : ((const uint32_t *)c->count)[i];
}

// Makes room for a bucket. Returns false if out of memory.
static bool grow(struct counts *c, uint32_t bucket) {
  uint32_t first = bucket >> c->bits << c->bits, end = first + (1u << c->bits);
  const size_t width = width_of(c);
  if (c->buckets != 0) {
    if (c->first < first) first = c->first;
    if (c->first + c->buckets > end) end = c->first + c->buckets;
  }
  char *count = realloc(c->count, (end - first) * width);
  if (count == NULL) return false;
  const size_t before = c->buckets != 0 ? (c->first - first) * width : 0, kept = c->buckets * width;
  memmove(count + before, count, kept);
  memset(count, 0, before);
  memset(count + before + kept, 0, (end - first) * width - before - kept);
  c->count = count;
  c->first = first;
  c->buckets = end - first;
  return true;
}

static uint64_t middle(unsigned bits, uint32_t bucket) {
  if (bucket < 2u << bits) return bucket;
  const unsigned shift = (bucket >> bits) - 1;
  const uint64_t least = ((UINT64_C(1) << bits) + (bucket & ((1u << bits) - 1))) << shift;
  return least + ((UINT64_C(1) << shift) - 1) / 2;
}

static void permilles(const struct counts *c, const unsigned *permille, uint64_t *value, int n) {
  uint64_t total = 0, sum = 0;
  int k = 0;
  for (uint32_t i = 0; i < c->buckets; i++) total += count_at(c, i);
  for (uint32_t i = 0; i < c->buckets && k < n; i++) {
    if (count_at(c, i) == 0) continue;
    sum += count_at(c, i);
    for (; k < n && sum >= total / 1000 * permille[k] + (total % 1000 * permille[k] + 999) / 1000; k++)
      value[k] = middle(c->bits, c->first + i);
  }
  for (; k < n; k++) value[k] = 0;
}

// ---- histogram ----

static struct counts counts_of(const struct histogram *h) {
  return (struct counts){h->count, h->first, h->buckets, HISTOGRAM_BITS, true};
}

bool histogram_grow(struct histogram *h, uint32_t bucket) {
  struct counts c = counts_of(h);
  if (!grow(&c, bucket)) return false;
  *h = (struct histogram){.count = c.count, .first = c.first, .buckets = c.buckets};
  return true;
}

int histogram_merge(struct histogram *h, const struct histogram *other) {
  if (other->buckets == 0) return 0;
  const uint32_t ends[2] = {other->first, other->first + other->buckets - 1};
  for (int i = 0; i < 2; i++)
    if (ends[i] - h->first >= h->buckets && !histogram_grow(h, ends[i])) return -1;
  for (uint32_t i = 0; i < other->buckets; i++) h->count[other->first - h->first + i] += other->count[i];
  return 0;
}

void histogram_permilles(const struct histogram *h, const unsigned *permille, uint64_t *value, int n) {
  const struct counts c = counts_of(h);
  permilles(&c, permille, value, n);
}

void histogram_free(struct histogram *h) {
  free(h->count);
  *h = (struct histogram){.count = NULL};
}

// ---- compact histogram ----

static struct counts counts_of_compact(const struct compact_histogram *h) {
  return (struct counts){h->count, h->first, h->buckets, COMPACT_BITS, false};
}

bool compact_grow(struct compact_histogram *h, uint32_t bucket) {
  struct counts c = counts_of_compact(h);
  if (!grow(&c, bucket)) return false;
  *h = (struct compact_histogram){.count = c.count, .first = (uint16_t)c.first, .buckets = (uint16_t)c.buckets};
  return true;
}

int histogram_merge_compact(struct histogram *h, const struct compact_histogram *other) {
  int bad = 0;
  for (uint32_t i = 0; i < other->buckets; i++)
    if (other->count[i] != 0) bad |= histogram_add(h, middle(COMPACT_BITS, other->first + i), other->count[i]);
  return bad;
}

void compact_permilles(const struct compact_histogram *h, const unsigned *permille, uint64_t *value, int n) {
  const struct counts c = counts_of_compact(h);
  permilles(&c, permille, value, n);
}

void compact_free(struct compact_histogram *h) {
  if (h->count == NULL) return;  // a write would take memory for a flow that never started
  free(h->count);
  *h = (struct compact_histogram){.count = NULL};
}
