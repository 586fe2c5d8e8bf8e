// What happens at given times at the ports of a place.
// A part of place_scheme.h.
#ifndef NET_PLACE_TIMES_H
#define NET_PLACE_TIMES_H

#include "tb/sim/event/place_hosts.h"
#include "tb/sim/event/place_messages.h"

// Drops all packets of the egress queues of a port.
static void flush(struct place *m, uint32_t p) {
  struct event_port *o = &m->port[p];
  for (; o->filled != 0; o->filled &= o->filled - 1) {
    const uint32_t to = queue_number(m, p, (uint32_t)__builtin_ctz(o->filled));
    struct egress_queue *queue = &m->egress[to];
    for (bool last = false; !last;) {
      const struct event_packet x = *packets_first(&queue->packets);
      const uint32_t cells = cells_of(m, x.bytes);
      last = packets_drop(&queue->packets);
      level_count(m, &m->ingress[x.ingress].level, m->ingress[x.ingress].cells);
      level_count(m, &queue->level, queue->cells);
      queue->cells -= cells;
      mmu_dequeue(m, scheme, x.ingress, cells, m->now);
      event_trace_queues(m, x.ingress, to);
      event_trace_flow(m, to, x.flow, cells, false);
      place_lose(m, p, &x, -1);
    }
  }
}

// Closed loop: looks for data that are lost.
static void look_for_losses(struct place *m) {
  for (uint32_t p = 0; p < (uint32_t)m->ports; p++)
    if (m->host[p] != NULL && loop_look(m, p)) host_kick(m, p);
  agenda_put(&m->agenda, PLACE_RARE, RARE_LOOK, m->now + LOOP_LOOK);
}

static void timed_event(struct place *m, struct event_timed *x) {
  const uint32_t p = x->port;
  switch (x->what) {
    case TIMED_DOWN:
      flush(m, p);
      timed_reset_gates(m, p);
      break;
    case TIMED_UP:
      repeat_port(m, p);
      kick(m, p);
      host_kick(m, p);
      break;
    default:
      timed_storm(m, x, x->what == TIMED_STORM ? UINT16_MAX : 0);
      host_kick(m, p);
  }
  x->at = x->every != 0 ? x->at + x->every : NEVER;
}

static void timed(struct place *m) {
  uint64_t next = NEVER;
  m->last = m->now;
  for (int i = 0; i < m->timeds; i++) {
    struct event_timed *x = &m->timed[i];
    if (x->at <= m->now) timed_event(m, x);
    // the calm follows its storm, and ends it
    if (x->what == TIMED_STORM && x->at >= m->timed[i + 1].at) x->at = NEVER;
    next = agenda_least(next, x->at);
  }
  if (next != NEVER) agenda_put(&m->agenda, PLACE_RARE, RARE_TIMED, next);
}

#endif
