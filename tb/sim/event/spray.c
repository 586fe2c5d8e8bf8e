#include "tb/sim/event/spray.h"

#include <stdlib.h>
#include <string.h>

#include "tb/sim/traffic/random.h"

// Appends the list, or finds the same ports in the list of another destination.
static uint32_t add_list(struct spray *y, int last, bool down) {
  uint16_t list[SCENARIO_MOST_PORTS + 1];
  const uint32_t count = (uint32_t)routes_next(y->routes, y->sw, last, down, list + 1), length = count + 1;
  list[0] = (uint16_t)count;
  for (uint32_t i = 0; i < y->used; i += y->port[i] + 1u)
    if (y->port[i] == count && memcmp(&y->port[i], list, length * sizeof(*list)) == 0) return i + 1;
  if (y->used + length > y->size) {
    const uint32_t size = 2 * (y->size + length);
    uint16_t *more = realloc(y->port, size * sizeof(*more));
    if (more == NULL) return 0;
    y->port = more;
    y->size = size;
  }
  memcpy(&y->port[y->used], list, length * sizeof(*list));
  y->used += length;
  return y->used - length + 1;
}

const uint16_t *spray_ports(struct spray *y, int last, int from) {
  const bool down = routes_arrives_down(y->routes, y->sw, from);
  if (y->list == NULL) y->list = calloc(2 * (size_t)routes_switches(y->routes), sizeof(*y->list));
  if (y->list == NULL) return NULL;
  uint32_t *list = &y->list[2 * last + down];
  if (*list == 0) *list = add_list(y, last, down);
  return *list != 0 ? &y->port[*list - 1] : NULL;
}

int spray_egress(struct spray *y, int last, int from, const struct event_packet *x) {
  const uint16_t *port = spray_ports(y, last, from);
  if (port == NULL) return SPRAY_NO_MEMORY;
  const uint64_t h = random_mix(random_mix(random_mix(y->seed ^ x->flow) ^ x->born) ^ (uint64_t)y->sw);
  return port[1 + h % port[0]];
}

void spray_free(struct spray *y) {
  free(y->list);
  free(y->port);
}
