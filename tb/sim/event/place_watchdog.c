#include "tb/sim/event/place_watchdog.h"

#include <stdlib.h>

#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_trace.h"
#include "tb/sim/event/place_parts.h"

bool place_watchdog_build(struct place *m, const struct scenario *s) {
  const struct watchdog *from = &s->sw[m->number].watchdog;
  if (from->action == WATCHDOG_NONE) return true;
  struct place_watchdog *w = m->watchdog = calloc(1, sizeof(*w));
  if (w == NULL) return false;
  w->rule = *from;
  w->rule.poll = event_ps(from->poll, s->clock_hz);
  w->rule.detection = event_ps(from->detection, s->clock_hz);
  w->rule.restoration = event_ps(from->restoration, s->clock_hz);
  w->queue = calloc(m->queues, sizeof(*w->queue));
  w->storms = calloc(m->queues, sizeof(*w->storms));
  agenda_put(&m->agenda, PLACE_RARE, RARE_WATCHDOG, w->rule.poll);
  return w->queue != NULL && w->storms != NULL;
}

void place_watchdog_free(struct place *m) {
  if (m->watchdog == NULL) return;
  free(m->watchdog->queue);
  free(m->watchdog->storms);
  free(m->watchdog);
}

void place_watchdog_gates(struct place *m, uint32_t p, unsigned paused) {
  struct place_watchdog *w = m->watchdog;
  const uint64_t *until = m->port[p].until;
  if (w == NULL) return;
  for (uint32_t c = 0; c < m->classes; c++) {
    struct watchdog_queue *q = &w->queue[queue_number(m, p, c)];
    watchdog_gate(q, w->last, m->now, agenda_most(until[c], until[PORT_GATE]));
    q->heard |= paused >> c & 1;
  }
}

enum watchdog_change place_watchdog_poll(struct place *m, uint32_t k) {
  struct place_watchdog *w = m->watchdog;
  struct event_port *o = &m->port[queue_port(m, k)];
  const int cls = queue_class(m, k);
  const uint8_t bit = (uint8_t)(1u << cls);
  const enum watchdog_change change = watchdog_poll(&w->queue[k], &w->rule, m->now, o->filled & bit);
  if (change == WATCHDOG_UNCHANGED) return change;
  const bool storm = change == WATCHDOG_DETECTED;
  uint8_t *acts = w->rule.action == WATCHDOG_DROP ? &o->drops : &o->ignores;
  if (w->rule.action != WATCHDOG_ALERT) *acts = (uint8_t)(storm ? *acts | bit : *acts & ~bit);
  w->storms[k].detected += storm;
  w->storms[k].restored += !storm;
  event_trace_storm(m, o, cls, storm);
  m->last = m->now;
  return change;
}

void place_watchdog_drop(struct place *m, uint32_t p, uint32_t k, const struct event_packet *x) {
  struct storms *s = &m->watchdog->storms[k];
  s->dropped++;
  s->dropped_bytes += x->bytes;
  place_lose(m, p, x, -1, LOSS_WATCHDOG);
}
