#include "tb/sim/results/histogram.h"

#include <stdlib.h>
#include <string.h>

const unsigned histogram_percentiles[PERCENTILES] = {500, 990, 999};

int histogram_grow(struct histogram *h, uint32_t bucket) {
  uint32_t first = bucket / HISTOGRAM_BUCKETS * HISTOGRAM_BUCKETS, end = first + HISTOGRAM_BUCKETS;
  if (h->buckets != 0) {
    if (h->first < first) first = h->first;
    if (h->first + h->buckets > end) end = h->first + h->buckets;
  }
  uint64_t *count = calloc(end - first, sizeof(*count));
  if (count == NULL) return -1;
  if (h->buckets != 0) memcpy(count + (h->first - first), h->count, h->buckets * sizeof(*count));
  free(h->count);
  *h = (struct histogram){.count = count, .first = first, .buckets = end - first};
  return 0;
}

int histogram_merge(struct histogram *h, const struct histogram *other) {
  if (other->buckets == 0) return 0;
  const uint32_t ends[2] = {other->first, other->first + other->buckets - 1};
  for (int i = 0; i < 2; i++)
    if (ends[i] - h->first >= h->buckets && histogram_grow(h, ends[i]) != 0) return -1;
  for (uint32_t i = 0; i < other->buckets; i++) h->count[other->first - h->first + i] += other->count[i];
  return 0;
}

static uint64_t middle(uint32_t bucket) {
  if (bucket < 2 * HISTOGRAM_BUCKETS) return bucket;
  unsigned shift = bucket / HISTOGRAM_BUCKETS - 1;
  uint64_t least = (uint64_t)(HISTOGRAM_BUCKETS + bucket % HISTOGRAM_BUCKETS) << shift;
  return least + ((UINT64_C(1) << shift) - 1) / 2;
}

void histogram_permilles(const struct histogram *h, const unsigned *permille, uint64_t *value, int n) {
  uint64_t total = 0, sum = 0;
  int k = 0;
  for (uint32_t i = 0; i < h->buckets; i++) total += h->count[i];
  for (uint32_t i = 0; i < h->buckets && k < n; i++) {
    if (h->count[i] == 0) continue;
    sum += h->count[i];
    for (; k < n && sum >= total / 1000 * permille[k] + (total % 1000 * permille[k] + 999) / 1000; k++)
      value[k] = middle(h->first + i);
  }
  for (; k < n; k++) value[k] = 0;
}

void histogram_free(struct histogram *h) {
  free(h->count);
  *h = (struct histogram){.count = NULL};
}
