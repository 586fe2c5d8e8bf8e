#include "tb/sim/event/agenda.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 16 };

bool agenda_init(struct agenda *a, uint32_t kinds, uint32_t ports) {
  while ((1u << a->port_bits) < ports) a->port_bits++;
  a->leaves = a->in_hand = kinds << a->port_bits;
  a->many = ports > AGENDA_FEW_PORTS;
  for (int i = 0; i < AGENDA_RINGS; i++) a->first[i] = NEVER;
  a->key = malloc(2 * a->leaves * sizeof(*a->key));
  a->pending = malloc(a->leaves * sizeof(*a->pending));
  if (a->key == NULL || a->pending == NULL || a->leaves > 1u << AGENDA_BITS) return false;
  memset(a->key, 0xff, 2 * a->leaves * sizeof(*a->key));
  memset(a->pending, 0xff, a->leaves * sizeof(*a->pending));
  return true;
}

void agenda_free(struct agenda *a) {
  for (int i = 0; i < AGENDA_RINGS; i++) free(a->ring[i].key);
  free(a->key);
  free(a->pending);
}

bool agenda_grow(struct agenda_ring *r) {
  uint32_t size = r->size != 0 ? 2 * r->size : FIRST_SIZE, count = r->tail - r->head;
  uint64_t *more = malloc(size * sizeof(*more));
  if (more == NULL) return false;
  for (uint32_t i = 0; i < count; i++) more[i] = r->key[(r->head + i) & (r->size - 1)];
  free(r->key);
  r->key = more;
  r->head = 0;
  r->tail = count;
  r->size = size;
  return true;
}

void agenda_cancel(struct agenda *a, uint32_t kind, uint32_t port) {
  const uint32_t id = kind << a->port_bits | port;
  uint32_t i = a->leaves + id;
  a->pending[id] = NEVER;
  if (a->key[i] == NEVER) return;
  a->key[i] = NEVER;
  while (i > 1) {
    uint64_t least = agenda_least(a->key[i], a->key[i ^ 1]);
    i >>= 1;
    a->key[i] = least;
  }
}
