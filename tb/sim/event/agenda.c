#include "tb/sim/event/agenda.h"

#include <stdlib.h>

enum { FIRST_SIZE = 16 };

bool agenda_grow(struct agenda *a) {
  uint32_t size = a->size != 0 ? 2 * a->size : FIRST_SIZE, count = a->tail - a->head;
  uint64_t *more = malloc(size * sizeof(*more));
  if (more == NULL) return false;
  for (uint32_t i = 0; i < count; i++) more[i] = a->follows[(a->head + i) & (a->size - 1)];
  free(a->follows);
  a->follows = more;
  a->head = 0;
  a->tail = count;
  a->size = size;
  return true;
}

void agenda_cancel(struct agenda *a, uint32_t kind, uint32_t port) {
  uint32_t i = a->leaves + (kind << a->port_bits | port);
  a->key[i] = NEVER;
  while (i > 1) {
    uint64_t least = agenda_least(a->key[i], a->key[i ^ 1]);
    i >>= 1;
    a->key[i] = least;
  }
}
