#include "tb/sim/clocked/events.h"

#include <stdlib.h>

static bool before(const struct event *a, const struct event *b) {
  if (a->cycle != b->cycle) return a->cycle < b->cycle;
  if (a->what != b->what) return a->what < b->what;
  return a->sequence < b->sequence;
}

static void put(struct events *x, uint32_t place, struct event *e) {
  x->heap[place] = e;
  e->place = place;
}

static void up(struct events *x, uint32_t place, struct event *e) {
  for (; place > 1 && before(e, x->heap[place / 2]); place /= 2) put(x, place, x->heap[place / 2]);
  put(x, place, e);
}

static void down(struct events *x, uint32_t place, struct event *e) {
  for (uint32_t next; (next = 2 * place) <= x->count; place = next) {
    if (next < x->count && before(x->heap[next + 1], x->heap[next])) next++;
    if (!before(x->heap[next], e)) break;
    put(x, place, x->heap[next]);
  }
  put(x, place, e);
}

bool events_add(struct events *x, struct event *e, uint64_t cycle) {
  if (x->count + 1 >= x->size) {
    uint32_t size = x->size != 0 ? 2 * x->size : 64;
    struct event **more = realloc(x->heap, size * sizeof(struct event *));
    if (more == NULL) return false;
    x->heap = more;
    x->size = size;
  }
  e->cycle = cycle;
  up(x, ++x->count, e);
  return true;
}

void events_remove(struct events *x, struct event *e) {
  uint32_t place = e->place;
  struct event *last = x->heap[x->count--];
  e->place = 0;
  if (last == e) return;
  up(x, place, last);
  down(x, last->place, last);
}

struct event *events_take(struct events *x, uint64_t cycle) {
  if (events_next(x) > cycle) return NULL;
  struct event *e = x->heap[1];
  events_remove(x, e);
  return e;
}

void events_free(struct events *x) {
  free(x->heap);
  *x = (struct events){0};
}
