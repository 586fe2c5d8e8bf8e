// The events of a place. The Makefile compiles this file once for each scheme, in parallel: SCHEME is the scheme and
// PLACE_RUN the name of the function. What the ports send, what arrives and the hosts are in headers of their own.
#include "tb/sim/event/event_check.h"
#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_rows.h"
#include "tb/sim/event/event_trace.h"
#include "tb/sim/event/place_credit.h"
#include "tb/sim/event/place_parts.h"
#include "tb/sim/event/place_timed.h"

static const enum sluice_scheme scheme = SCHEME;

// Not inlined: each function has its own registers, which is faster than a single large function.
#define NOINLINE static __attribute__((noinline))

#include "tb/sim/event/place_arrive.h"
#include "tb/sim/event/place_hosts.h"
#include "tb/sim/event/place_send.h"

// ---- at given times ----

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

// ---- limits of ingress ports: packets that wait in the MMU enter their egress queues at the rate of the limit ----

// Lets the packets of a shaper enter that may by now. Returns the time of the next one; NEVER: none waits.
static uint64_t let_enter(struct place *m, struct shaper *s) {
  for (; s->head != s->tail; s->head++) {
    const struct shaped x = s->item[s->head & (s->size - 1)];
    const uint32_t egress = queue_port(m, x.to), cls = 1u << queue_class(m, x.to);
    const uint32_t cells = cells_of(m, x.packet.bytes);
    if (x.at > m->now) return x.at;
    if (cells > UINT32_MAX - m->egress[x.to].cells) {
      place_fail(m, NETWORK_LONG_QUEUE);
      return NEVER;
    }
    put_out(m, x.from, false, x.to, &x.packet, cells, x.at);
    if (link_is_down(&m->port[egress], m->now))
      flush(m, egress, UINT32_MAX, false);
    else if (m->port[egress].drops & cls)
      flush(m, egress, cls, true);
    kick(m, egress);
  }
  return NEVER;
}

static void shaped(struct place *m) {
  uint64_t next = NEVER;
  m->last = m->now;
  for (int p = 0; p < m->ports; p++)
    if (m->shaper[p] != NULL) next = agenda_least(next, let_enter(m, m->shaper[p]));
  if (next != NEVER) agenda_put(&m->agenda, PLACE_RARE, RARE_SHAPED, next);
}

// ---- events ----

static void rare(struct place *m, uint32_t what) {
  if (what == RARE_VISITS) {
    m->last = m->now;
    mmu_visits(m, scheme, m->now);
  } else if (what == RARE_REFRESH) {
    repeat_messages(m);
  } else if (what == RARE_ROOMS) {
    report_rooms(m);
  } else if (what == RARE_TIMED) {
    timed(m);
  } else if (what == RARE_WATCHDOG) {
    watchdog(m);
  } else if (what == RARE_RATES) {
    event_rates_sample(m);
  } else if (what == RARE_SHAPED) {
    shaped(m);
  } else if (what == RARE_FREED || what == RARE_CONSUMED) {
    credits_due(m, what);
  } else {
    event_trace_sample(m, what);
  }
}

// Applies a message. Classes that are not lossless are not paused.
static void obey(struct place *m, uint32_t p, bool at_switch, const struct pause *message) {
  struct event_port *o = at_switch ? &m->port[p] : &m->host[p]->port;
  const struct pause levels = reports_room(m) ? levels_of_rooms(m, message) : *message, *x = &levels;
  const uint64_t arrived = at_switch ? m->now - m->gate : m->now;
  event_trace_message(m, o, arrived, x);
  if (sluice_is_gfc(scheme)) {
    for (uint32_t c = 0; c < m->classes; c++)
      if (x->enable >> c & 1) limiter_level(&o->limiter[c], m->now, x->time[c]);
    port_closes(o, o->told.paused != 0, arrived);
    return;
  }
  unsigned gates = x->level != 0 ? 1u << PORT_GATE : x->enable;
  if (at_switch && x->level == 0) gates &= m->mmu.cfg.lossless;
  unsigned pauses = 0;
  if (!at_switch && m->loop != NULL) loop_gates_change(m, p);
  port_closed_classes(m, o, m->now);
  for (unsigned left = gates; left != 0; left &= left - 1) {
    int t = __builtin_ctz(left);
    uint16_t quanta = x->level != 0 ? x->time[0] : x->time[t];
    o->until[t] = pause_end(o, at_switch, m->now, quanta);
    o->paused = (uint16_t)(quanta != 0 ? o->paused | 1u << t : o->paused & ~(1u << t));
    if (quanta != 0) pauses |= t == PORT_GATE ? m->mmu.cfg.lossless : 1u << t;
  }
  port_closes(o, o->paused != 0, m->now);
  if (at_switch) place_watchdog_gates(m, p, pauses);
}

// The time of the next message at an end of a link; NEVER: none.
static inline uint64_t message_time(const struct event_port *o) {
  return messages_empty(&o->messages_in) ? NEVER : messages_first(&o->messages_in)->at;
}

// Applies a message at the gate of a port, or at the host there, which may then send.
static void message_in(struct place *m, uint32_t p) {
  struct event_port *o = &m->port[p];
  const bool at_switch = message_time(o) <= m->now;
  if (!at_switch) o = &m->host[p]->port;
  const struct event_message x = *messages_first(&o->messages_in);
  o->messages_in.head++;
  uint64_t next = message_time(&m->port[p]);
  if (m->host[p] != NULL) next = agenda_least(next, message_time(&m->host[p]->port));
  if (next != NEVER) agenda_put(&m->agenda, PLACE_MESSAGE_IN, p, next);
  if (scheme == SLUICE_CBFC)
    credit_obey(m, p, o, &x.credit);
  else
    obey(m, p, at_switch, &x.pause);
  if (o->busy) return;
  if (at_switch)
    serve(m, p);
  else
    host_serve(m, p);
}

// ---- a window ----

// Whether nothing can follow: a timer of a sender that sends nothing after the stop.
static bool is_idle(const struct place *m, uint32_t kind, uint32_t p) {
  return kind == PLACE_HOST && m->now >= m->stop && !m->host[p]->port.busy;
}

static void happen(struct place *m, uint32_t kind, uint32_t p) {
  if (kind != PLACE_RARE && !is_idle(m, kind, p)) m->last = m->now;
  switch (kind) {
    case PLACE_PORT:
      if (m->port[p].busy)
        sent(m, p);
      else
        serve(m, p);
      break;
    case PLACE_ADMITTED:
      kick(m, p);
      break;
    case PLACE_ARRIVE:
      arrive(m, p);
      break;
    case PLACE_HOST:
      host(m, p);
      break;
    case PLACE_MESSAGE_IN:
      message_in(m, p);
      break;
    case PLACE_MESSAGE_OUT:
      message(m, p);
      break;
    default:
      rare(m, p);
  }
}

void PLACE_RUN(struct place *m, uint64_t end) {
  uint32_t kind, port;
  uint64_t last = m->now;
  while (agenda_take(&m->agenda, end, &m->now, &kind, &port)) {
    if (EVENT_CHECKS && m->now < last) place_fail(m, NETWORK_ORDER);
    last = m->now;
    happen(m, kind, port);
    agenda_done(&m->agenda);
  }
}
