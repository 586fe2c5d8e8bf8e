#include "tb/sim/simulation.h"

#include <stdlib.h>

#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_ranks.h"

struct simulation {
  struct network *clocked;
  struct event_network *event;
};

enum network_status simulation_new(struct simulation **out, const struct scenario *s, const struct network_options *o) {
  struct simulation *x = *out = calloc(1, sizeof(*x));
  if (x == NULL) return NETWORK_NO_MEMORY;
  return o->event ? event_new(&x->event, s, o) : network_new(&x->clocked, s, o);
}

enum network_status simulation_run(struct simulation *x) {
  return x->event != NULL ? event_run(x->event) : network_run(x->clocked);
}

const struct network_result *simulation_result(const struct simulation *x) {
  return x->event != NULL ? &x->event->result : network_result(x->clocked);
}

enum network_status simulation_port_pauses(struct simulation *x, int sw, int port, uint64_t *pauses) {
  if (x->event == NULL) return network_port_pauses(x->clocked, sw, port, pauses);
  *pauses = event_port_pauses(x->event, sw, port);
  return NETWORK_OK;
}

const struct network *simulation_clocked(const struct simulation *x) { return x->clocked; }

int simulation_failed(const struct simulation *x) {
  if (x == NULL) return 0;
  return x->event != NULL ? event_ranks_failed(x->event) : network_failed(x->clocked);
}

void simulation_free(struct simulation *x) {
  if (x == NULL) return;
  event_free(x->event);
  network_free(x->clocked);
  free(x);
}
