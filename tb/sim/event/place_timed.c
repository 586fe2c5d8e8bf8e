#include "tb/sim/event/place_timed.h"

#include <stdlib.h>

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_trace.h"
#include "tb/sim/event/place_parts.h"
#include "tb/sim/traffic/random.h"

static void add(struct place *m, struct event_timed x) {
  m->timed[m->timeds++] = x;
  agenda_put_earlier(&m->agenda, PLACE_RARE, RARE_TIMED, x.at);
}

static void add_outage(struct place *m, const struct scenario *s, const struct scenario_link *l, int port) {
  add(m, (struct event_timed){TIMED_DOWN, (uint32_t)port, .at = event_ps(l->outage.from, s->clock_hz)});
  add(m, (struct event_timed){TIMED_UP, (uint32_t)port, .at = event_ps(l->outage.to, s->clock_hz)});
}

enum { LEAST_HALF = 2 };  // quanta, as refresh_us at least

// A host repeats its pause when half of it is over, or as the scenario says.
static void add_storm(struct place *m, const struct scenario *s, int number, int port) {
  const struct scenario_storm *x = &s->storm[number];
  const uint16_t half = x->quanta / 2 > LEAST_HALF ? x->quanta / 2 : LEAST_HALF;
  struct event_timed t = {TIMED_STORM, (uint32_t)port, x->cls, .at = event_ps(x->from, s->clock_hz)};
  t.every = x->every != 0 ? event_ps(x->every, s->clock_hz) : pause_end(&m->host[port]->port, false, 0, half);
  t.jitter = event_ps(x->jitter, s->clock_hz);
  t.random = random_mix(m->net->opt.seed ^ random_mix((uint64_t)number));
  t.quanta = x->quanta;
  add(m, t);
  add(m, (struct event_timed){TIMED_CALM, (uint32_t)port, x->cls, .at = event_ps(x->to, s->clock_hz)});
}

// Counts the events of each place, and allocates them. A place has no more: an outage has two at each end of its link,
// a storm two at its host.
static bool allocate_timed(struct event_network *n) {
  const struct scenario *s = n->s;
  size_t *most = calloc((size_t)s->switches, sizeof(*most));
  bool good = most != NULL;
  for (int i = 0; good && i < 2 * s->links; i++) {
    const int node = s->link[i / 2].end[i % 2].node;
    if (s->link[i / 2].outage.to != 0 && node < s->switches) most[node] += 2;
  }
  for (int i = 0; good && i < s->storms; i++) most[s->link[s->host[s->storm[i].host].link].end[0].node] += 2;
  for (int i = 0; good && i < n->places; i++) {
    struct place *m = n->mine[i];
    if (most[m->number] == 0) continue;
    m->timed = calloc(most[m->number], sizeof(*m->timed));
    good = m->timed != NULL;
  }
  free(most);
  return good;
}

bool event_build_timed(struct event_network *n) {
  const struct scenario *s = n->s;
  if (!allocate_timed(n)) return false;
  for (int i = 0; i < 2 * s->links; i++) {
    const struct scenario_link *l = &s->link[i / 2];
    const int node = l->end[i % 2].node;
    if (l->outage.to == 0 || node >= s->switches || n->place[node] == NULL) continue;
    add_outage(n->place[node], s, l, l->end[i % 2].port);
  }
  for (int i = 0; i < s->storms; i++) {
    const struct scenario_link *l = &s->link[s->host[s->storm[i].host].link];
    if (n->place[l->end[0].node] != NULL) add_storm(n->place[l->end[0].node], s, i, l->end[0].port);
  }
  return true;
}

uint64_t timed_next(struct event_timed *x) {
  const uint64_t at = x->at + x->every;
  return x->jitter == 0 ? at : at + random_next(&x->random) % (x->jitter + 1);
}

void timed_storm(struct place *m, const struct event_timed *x) {
  struct event_port *o = &m->host[x->port]->port;
  struct event_message message = {.pause = {.enable = (uint8_t)(1u << x->cls)}};
  message.pause.time[x->cls] = x->quanta;
  if (!messages_put(&o->messages_out, &message))
    place_fail(m, NETWORK_NO_MEMORY);
  else
    o->has_messages = true;
}

static void reset_gates(struct place *m, struct event_port *o) {
  for (int t = 0; t < GATES; t++) o->until[t] = m->now;
  o->paused = 0;
  if (o->credit != NULL) return;  // the counters of credits survive
  o->told = (struct feedback_state){.paused = 0};
  o->messages_out.head = o->messages_out.tail;
  o->has_messages = false;
  for (uint32_t c = 0; o->limiter != NULL && c < m->classes; c++) limiter_level(&o->limiter[c], m->now, SLUICE_FREE);
  port_closes(o, false, m->now);
}

void timed_reset_gates(struct place *m, uint32_t p) {
  reset_gates(m, &m->port[p]);
  place_watchdog_gates(m, p, 0);
  if (m->host[p] == NULL) return;
  if (m->loop != NULL) loop_gates_change(m, p);
  reset_gates(m, &m->host[p]->port);
}

// ---- the watchdog ----

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
