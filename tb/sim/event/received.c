#include "tb/sim/event/received.h"

#include <stdlib.h>
#include <string.h>

void received_free(struct received *x) { free(x->range); }

// The first range that ends at `from` or later. Packets mostly arrive near the end.
static uint32_t range_at(const struct received *x, uint64_t from) {
  uint32_t i = x->ranges;
  while (i > 0 && x->range[i - 1].to >= from) i--;
  return i;
}

static bool insert(struct received *x, uint32_t i, struct range r) {
  if (x->ranges == x->size) {
    const uint32_t size = x->size != 0 ? 2 * x->size : 8;
    struct range *more = realloc(x->range, size * sizeof(*more));
    if (more == NULL) return false;
    x->range = more;
    x->size = size;
  }
  if (i < x->ranges) memmove(&x->range[i + 1], &x->range[i], (x->ranges - i) * sizeof(*x->range));
  x->range[i] = r;
  x->ranges++;
  return true;
}

static void drop(struct received *x, uint32_t i, uint32_t count) {
  if (count == 0) return;
  memmove(&x->range[i], &x->range[i + count], (x->ranges - i - count) * sizeof(*x->range));
  x->ranges -= count;
}

int received_take(struct received *x, uint64_t from, uint64_t to) {
  if (to <= x->expected) return 0;
  if (from <= x->expected) {
    uint32_t joined = 0;
    x->expected = to;
    for (; joined < x->ranges && x->range[joined].from <= x->expected; joined++)
      if (x->range[joined].to > x->expected) x->expected = x->range[joined].to;
    drop(x, 0, joined);
    return 1;
  }
  const uint32_t i = range_at(x, from);
  if (i == x->ranges || x->range[i].from > to) return insert(x, i, (struct range){from, to}) ? 1 : -1;
  struct range *r = &x->range[i];
  if (r->from <= from && to <= r->to) return 0;
  if (from < r->from) r->from = from;
  if (to > r->to) r->to = to;
  uint32_t joined = 0;
  for (; i + 1 + joined < x->ranges && x->range[i + 1 + joined].from <= r->to; joined++)
    if (x->range[i + 1 + joined].to > r->to) r->to = x->range[i + 1 + joined].to;
  drop(x, i + 1, joined);
  return 1;
}
