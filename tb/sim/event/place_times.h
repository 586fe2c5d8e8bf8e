// What happens at given times at the ports of a place.
// A part of place_scheme.h.
#ifndef NET_PLACE_TIMES_H
#define NET_PLACE_TIMES_H

#include "tb/sim/event/place_hosts.h"
#include "tb/sim/event/place_messages.h"

// Drops all packets of the egress queues of a port, of these classes; by_watchdog: else by the fall of the link.
static void flush(struct place *m, uint32_t p, unsigned classes, bool by_watchdog) {
  struct event_port *o = &m->port[p];
  for (unsigned left = o->filled & classes; left != 0; left &= left - 1) {
    const uint32_t c = (uint32_t)__builtin_ctz(left), to = queue_number(m, p, c);
    o->filled &= (uint8_t) ~(1u << c);
    struct egress_queue *queue = &m->egress[to];
    for (bool last = false; !last;) {
      const struct event_packet x = *packets_first(&queue->packets);
      const uint32_t cells = cells_of(m, x.bytes);
      last = packets_drop(&queue->packets);
      level_count(m, &m->ingress[x.ingress].level, m->ingress[x.ingress].cells);
      level_count(m, &queue->level, queue->cells);
      queue->cells -= cells;
      mmu_dequeue(m, scheme, x.ingress, cells, m->now);
      if (scheme == SLUICE_CBFC) credit_free(m, x.ingress, x.bytes);
      event_trace_queues(m, x.ingress, to);
      event_trace_flow(m, to, x.flow, cells, false);
      if (by_watchdog)
        place_watchdog_drop(m, p, to, &x);
      else
        place_lose(m, p, &x, -1, LOSS_LINK_DOWN);
    }
  }
}

// A poll of the watchdog: an ignored pause lets packets go, and a restored queue may be paused again.
static void watchdog(struct place *m) {
  struct place_watchdog *w = m->watchdog;
  for (uint32_t k = 0; k < m->queues; k++) {
    const int c = queue_class(m, k);
    if (c >= (int)m->classes || !mmu_lossless(&m->mmu, c)) continue;
    if (place_watchdog_poll(m, k) != WATCHDOG_DETECTED) continue;
    if (w->rule.action == WATCHDOG_DROP) flush(m, queue_port(m, k), 1u << c, true);
    if (w->rule.action == WATCHDOG_FORWARD) kick(m, queue_port(m, k));
    if (w->rule.action != WATCHDOG_ALERT) m->moved = m->now;
  }
  w->last = m->now;
  agenda_put(&m->agenda, PLACE_RARE, RARE_WATCHDOG, m->now + w->rule.poll);
}

// CBFC: the full counters of all ports are due, and again after their period. If those of both kinds are due now, they
// are so together, because one message of InfiniBand has both.
static void credits_due(struct place *m, uint32_t what) {
  static const uint32_t rare[] = {RARE_CONSUMED, RARE_FREED};
  bool due[2];
  for (int freed = 0; freed < 2; freed++) {
    const uint64_t period = credit_period(m, freed);
    due[freed] = what == rare[freed] || agenda_time(&m->agenda, PLACE_RARE, rare[freed]) == m->now;
    if (due[freed] && period != 0) agenda_put(&m->agenda, PLACE_RARE, rare[freed], m->now + period);
  }
  for (uint32_t p = 0; p < (uint32_t)m->ports; p++) {
    struct event_port *end[] = {&m->port[p], m->host[p] != NULL ? &m->host[p]->port : NULL};
    for (int i = 0; i < 2 && end[i] != NULL; i++)
      for (int freed = 0; freed < 2; freed++)
        if (due[freed]) credit_full(end[i], freed);
    kick(m, p);
    host_kick(m, p);
  }
}

static void timed_event(struct place *m, struct event_timed *x) {
  const uint32_t p = x->port;
  switch (x->what) {
    case TIMED_DOWN:
      flush(m, p, UINT32_MAX, false);
      timed_reset_gates(m, p);
      break;
    case TIMED_UP:
      repeat_port(m, p);
      kick(m, p);
      host_kick(m, p);
      break;
    default:
      timed_storm(m, x);
      host_kick(m, p);
  }
  x->at = x->every != 0 ? timed_next(x) : NEVER;
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
