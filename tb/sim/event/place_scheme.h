// The events of a place. This file is compiled once for each scheme (place_static.c and the others); SCHEME is the
// scheme and PLACE_RUN the name of the function.
#include "tb/sim/event/event_check.h"
#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_rates.h"
#include "tb/sim/event/event_trace.h"
#include "tb/sim/event/place_credit.h"
#include "tb/sim/event/place_parts.h"
#include "tb/sim/event/place_run.h"
#include "tb/sim/event/place_timed.h"
#include "tb/sim/event/place_watchdog.h"

static const enum sluice_scheme scheme = SCHEME;

// Not inlined: each function has its own registers, which is faster than a single large function.
#define NOINLINE static __attribute__((noinline))

#include "tb/sim/event/place_arrive.h"
#include "tb/sim/event/place_hosts.h"
#include "tb/sim/event/place_messages.h"
#include "tb/sim/event/place_send.h"
#include "tb/sim/event/place_shaped.h"
#include "tb/sim/event/place_times.h"

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
