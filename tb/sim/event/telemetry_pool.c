#include "tb/sim/event/telemetry_pool.h"

#include <stdlib.h>

enum { CHUNK = 64 };

struct telemetry_chunk {
  struct telemetry_chunk *next;
  struct telemetry record[CHUNK];
};

static bool extend(struct telemetry_pool *pool) {
  struct telemetry_chunk *c = malloc(sizeof(*c));
  if (c == NULL) return false;
  c->next = pool->chunk;
  pool->chunk = c;
  for (int i = 0; i < CHUNK; i++) telemetry_give(pool, &c->record[i]);
  return true;
}

struct telemetry *telemetry_take(struct telemetry_pool *pool, uint64_t from) {
  if (pool->first == NULL && !extend(pool)) return NULL;
  struct telemetry *t = pool->first;
  pool->first = t->next;
  t->from = from;
  t->hops = 0;
  return t;
}

void telemetry_give(struct telemetry_pool *pool, struct telemetry *t) {
  t->next = pool->first;
  pool->first = t;
}

void telemetry_free(struct telemetry_pool *pool) {
  for (struct telemetry_chunk *c = pool->chunk, *next; c != NULL; c = next) {
    next = c->next;
    free(c);
  }
}
