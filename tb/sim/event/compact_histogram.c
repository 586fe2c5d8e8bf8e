#include "tb/sim/event/compact_histogram.h"

#include <stdlib.h>
#include <string.h>

#include "tb/sim/results/histogram.h"

bool compact_grow(struct compact_histogram *h, uint32_t bucket) {
  uint32_t first = bucket / COMPACT_BUCKETS * COMPACT_BUCKETS, end = first + COMPACT_BUCKETS;
  if (h->buckets != 0) {
    if (h->first < first) first = h->first;
    if ((uint32_t)h->first + h->buckets > end) end = (uint32_t)h->first + h->buckets;
  }
  uint32_t *count = realloc(h->count, (end - first) * sizeof(*count));
  if (count == NULL) return false;
  uint32_t before = h->buckets != 0 ? h->first - first : 0, after = end - first - before - h->buckets;
  memmove(count + before, count, h->buckets * sizeof(*count));
  memset(count, 0, before * sizeof(*count));
  memset(count + before + h->buckets, 0, after * sizeof(*count));
  *h = (struct compact_histogram){.count = count, .first = (uint16_t)first, .buckets = (uint16_t)(end - first)};
  return true;
}

static uint64_t middle(uint32_t bucket) {
  if (bucket < 2 * COMPACT_BUCKETS) return bucket;
  unsigned shift = bucket / COMPACT_BUCKETS - 1;
  uint64_t least = (uint64_t)(COMPACT_BUCKETS + bucket % COMPACT_BUCKETS) << shift;
  return least + ((UINT64_C(1) << shift) - 1) / 2;
}

int compact_expand(const struct compact_histogram *h, struct histogram *to) {
  int bad = 0;
  for (uint32_t i = 0; i < h->buckets; i++)
    if (h->count[i] != 0) bad |= histogram_add(to, middle(h->first + i), h->count[i]);
  return bad;
}

void compact_permilles(const struct compact_histogram *h, const unsigned *permille, uint64_t *value, int n) {
  uint64_t total = 0, sum = 0;
  int k = 0;
  for (uint32_t i = 0; i < h->buckets; i++) total += h->count[i];
  for (uint32_t i = 0; i < h->buckets && k < n; i++) {
    if (h->count[i] == 0) continue;
    sum += h->count[i];
    for (; k < n && sum * 1000 >= total * permille[k]; k++) value[k] = middle(h->first + i);
  }
  for (; k < n; k++) value[k] = 0;
}

void compact_free(struct compact_histogram *h) {
  if (h->count == NULL) return;  // a write would take memory for a flow that never started
  free(h->count);
  *h = (struct compact_histogram){.count = NULL};
}
