// Functions of a place that are the same under every scheme.
#include <string.h>

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/event_chains.h"
#include "tb/sim/event/event_ends.h"
#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_rows.h"
#include "tb/sim/event/event_trace.h"
#include "tb/sim/event/place_credit.h"
#include "tb/sim/event/place_parts.h"
#include "tb/sim/event/place_timed.h"

// ---- measurements ----

void place_stop(struct place *m, uint64_t now) {
  if (!m->measures) return;
  m->now = now;
  for (uint32_t k = 0; k < m->queues; k++) {
    if (m->ingress[k].level.most != 0) level_count(m, &m->ingress[k].level, m->ingress[k].cells);
    if (m->egress[k].level.most != 0) level_count(m, &m->egress[k].level, m->egress[k].cells);
  }
  m->measures = false;
  m->stop = now;  // a sender that misses its last acknowledgement sends nothing after the stop
}

void place_count(struct place *m, const struct event_packet *p, uint64_t at) {
  struct flow_received *r = &m->received[p->flow];
  const uint64_t latency = at - p->born;
  const struct event_flow *f = &m->flow[p->flow];
  r->packets++;
  r->bytes += p->bytes;
  r->last = agenda_most(r->last, at);
  m->progress = agenda_most(m->progress, at);
  if (at <= f->stop) r->window_bytes += p->bytes;
  if (m->rows != NULL && m->rows->wanted[ROWS_RATES]) event_rates_arrive(m, p->flow, p->bytes, at);
  r->latency_sum += latency;
  bool good = compact_add(&m->latency[f->cls], latency, 1);
  if (r->packets > 2) good &= compact_add(&r->latency, latency, 1);
  if (r->packets == 2) good &= compact_add(&r->latency, r->latency_max, 1) & compact_add(&r->latency, latency, 1);
  if (!good) place_fail(m, NETWORK_NO_MEMORY);
  if (latency > r->latency_max) r->latency_max = latency;
  if (r->bytes != f->total) return;
  flow_settle(r, &m->result[p->flow]);
  if (m->net->chains != NULL) event_chains_ended(m, p->flow, r->last);
}

void place_deliver(struct place *m, const struct event_port *o, const struct event_packet *p, uint64_t at) {
  if (at > m->run_end) return;  // after the end of the run
  if (m->flow[p->flow].controlled) {
    if (p->kind == PACKET_DATA) m->loop->receiver[p->flow].arrived++;
    loop_deliver(m, (uint32_t)(o - m->port), p, at);
    return;
  }
  m->received_packets++;
  event_trace_packet(m, &m->host[o - m->port]->port, at, "arrive", o->cls, p);
  if (at > m->delivered) m->delivered = at;
  m->result[p->flow].marked += p->marked;
  place_count(m, p, at);
}

void place_mark(struct place *m, uint32_t p, uint32_t cls, struct event_packet *x) {
  const uint32_t k = queue_number(m, p, cls);
  const uint64_t cells = admitted_cells(m, &m->egress[k]) - cells_of(m, x->bytes);
  if (x->kind != PACKET_DATA || !m->flow[x->flow].ecn_capable ||
      !marker_marks(&m->marker[p], (int)cls, cells, x->bytes, x->marked, &m->marks[k]))
    return;
  x->marked = 1;
  if (m->rows != NULL && m->rows->wanted[ROWS_SERIES]) event_trace_marks(m, k);
}

// ---- gates ----

void port_closes(struct event_port *o, bool closed, uint64_t at) {
  if (closed == o->closed) return;
  o->closed = closed;
  if (closed)
    o->closed_since = at;
  else
    o->result.paused += at - o->closed_since;
}

unsigned port_closed_classes(struct place *m, struct event_port *o, uint64_t now) {
  if (o->paused == 0) return 0;
  uint64_t last = 0;
  for (unsigned left = o->paused; left != 0; left &= left - 1) {
    int t = __builtin_ctz(left);
    if (o->until[t] > now) continue;
    o->paused &= (uint16_t) ~(1u << t);
    if (o->until[t] > last) last = o->until[t];
  }
  if (o->paused == 0) port_closes(o, false, last);
  return (o->paused >> PORT_GATE & 1 ? m->mmu.cfg.lossless : o->paused) & ~(unsigned)o->ignores;
}

// The end of a pause that takes effect now. At a switch the quantum under way does not count, because the prescaler
// runs freely (docs/hardware/pause-states.md).
uint64_t pause_end(const struct event_port *o, bool at_switch, uint64_t now, uint16_t quanta) {
  if (quanta == 0) return now;
  if (!at_switch) return now + (quanta * o->quantum_num + o->quantum_den - 1) / o->quantum_den;
  uint64_t periods = now / o->quantum_num,
           passed = (uint64_t)((unsigned __int128)(now % o->quantum_num) * o->quantum_den / o->quantum_num);
  return periods * o->quantum_num + ((passed + 1 + quanta) * o->quantum_num + o->quantum_den - 1) / o->quantum_den;
}

// ---- messages ----

// Removes the first message of an end of a link. Returns its bytes on the line; fewer than a frame has: no frame.
static uint32_t first_message(struct place *m, uint32_t p, struct event_port *o, struct event_message *x) {
  if (o->credit != NULL) return credit_take(m, p, o, &x->credit);
  *x = *messages_first(&o->messages_out);
  o->messages_out.head++;
  o->has_messages = !messages_empty(&o->messages_out);
  return MIN_FRAME;
}

// Sends a message from port p, or from the host there, to the other end. It takes effect there after arrival and
// processing and, at a switch, after the latency of the gate.
void place_send_message(struct place *m, uint32_t p, struct event_port *o) {
  const bool from_host = o != &m->port[p];
  struct event_message x;
  const uint32_t bytes = first_message(m, p, o, &x);
  const bool frame = bytes >= MIN_FRAME;
  const uint64_t out = pace_send(&o->line, m->now, frame ? bytes + o->overhead : bytes);
  o->frames += frame;
  o->bytes += bytes;
  if (o->credit != NULL)
    event_trace_counters(m, o, &x.credit, bytes, false);
  else
    event_trace_packet(m, o, m->now, "send", -1, NULL);
  if (!feedback_send(&o->messages, &o->result, m->now, o->tau, m->half_from, bytes)) place_fail(m, NETWORK_NO_MEMORY);
  o->busy = true;
  o->data = false;
  agenda_put(&m->agenda, from_host ? PLACE_HOST : PLACE_PORT, p, out);
  x.at = out + o->delay;
  if (link_cuts(o, m->now, x.at) || (o->credit != NULL && credit_loses_message(o->credit))) {
    if (o->credit != NULL) event_trace_counters(m, o, &x.credit, bytes, true);
    return;
  }
  if (o->credit == NULL) x.at += o->processing + (o->to_host ? 0 : m->gate);
  if (o->to_host || from_host) {
    struct message_ring *r = from_host ? &m->port[p].messages_in : &m->host[p]->port.messages_in;
    const bool first = messages_empty(r);
    if (!messages_put(r, &x))
      place_fail(m, NETWORK_NO_MEMORY);
    else if (first)
      agenda_put_earlier(&m->agenda, PLACE_MESSAGE_IN, p, x.at);
    return;
  }
  if (x.at < m->soonest_mail) m->soonest_mail = x.at;
  outbox_flag(o->to, m->parity);
  if (!messages_put(&o->to->messages[m->parity], &x)) place_fail(m, NETWORK_NO_MEMORY);
}

// A switch sends one message per cycle; those of other ports may be first.
bool place_has_slot(struct place *m, struct event_port *o, uint32_t p) {
  if (!o->slot && m->mmu.message_free > m->now) {
    o->slot = true;
    agenda_put(&m->agenda, PLACE_MESSAGE_OUT, p, m->mmu.message_free);
    m->mmu.message_free += m->cycle;
    return false;
  }
  if (!o->slot) m->mmu.message_free = m->now + m->cycle;
  o->slot = false;
  return true;
}

// ---- packets ----

void place_shape(struct place *m, struct shaper *s, uint32_t from, uint32_t to, const struct event_packet *x,
                 uint64_t admitted) {
  if (s->tail - s->head == s->size && !ring_grow((void **)&s->item, &s->head, &s->tail, &s->size, sizeof(*s->item))) {
    place_fail(m, NETWORK_NO_MEMORY);
    return;
  }
  const uint64_t at = agenda_most(admitted, pace_free(&s->pace));
  s->item[s->tail++ & (s->size - 1)] = (struct shaped){*x, at, from, to};
  pace_send(&s->pace, at, frame_bytes(x->bytes) + s->overhead);
  agenda_put_earlier(&m->agenda, PLACE_RARE, RARE_SHAPED, at);
}

void place_lose(struct place *m, uint32_t p, const struct event_packet *x, int cls, enum loss why) {
  const bool refused = why <= LOSS_LOSSLESS;
  if (refused) {
    m->refused++;
    m->lost += why == LOSS_LOSSLESS;
  } else {
    m->dropped++;
  }
  event_trace_packet(m, &m->port[p], m->now, refused ? "refuse" : "drop", cls, x);
  if (x->kind == PACKET_DATA) flow_lost(m, x->flow, why);
  if (m->loop != NULL) loop_lose(m, x);
}

void place_unreachable(struct place *m, uint32_t p, const struct event_packet *x) {
  m->unreachable++;
  place_lose(m, p, x, -1, LOSS_UNREACHABLE);
}

// Takes packets and messages that other places sent in the window before.
static void take_mail(struct place *m) {
  const unsigned before = !m->parity;
  uint8_t *const first = m->full[before], *const end = first + m->ports;
  for (uint8_t *full = first; (full = memchr(full, 1, (size_t)(end - full))) != NULL;) {
    const uint32_t p = (uint32_t)(full - first);
    *full = 0;
    struct event_port *o = &m->port[p];
    const bool idle = stream_empty(&o->far);
    stream_show(&o->far, o->from->packets.written[before]);
    if (idle && !stream_empty(&o->far)) agenda_put(&m->agenda, PLACE_ARRIVE, p, stream_first(&o->far)->at);
    struct message_ring *messages = &o->from->messages[before];
    if (messages_empty(messages)) continue;
    const bool first = messages_empty(&o->messages_in);
    bool good = true;
    for (; !messages_empty(messages); messages->head++) good &= messages_put(&o->messages_in, messages_first(messages));
    if (!good)
      place_fail(m, NETWORK_NO_MEMORY);
    else if (first)
      agenda_put(&m->agenda, PLACE_MESSAGE_IN, p, messages_first(&o->messages_in)->at);
  }
}

static void run_until(struct place *m, uint64_t end) {
  static void (*const run[])(struct place *, uint64_t) = {
      [SLUICE_STATIC] = place_run_static, [SLUICE_SIH] = place_run_sih,   [SLUICE_DSH] = place_run_dsh,
      [SLUICE_TTL] = place_run_ttl,       [SLUICE_GFC] = place_run_gfc,   [SLUICE_GFC_LINEAR] = place_run_gfc_linear,
      [SLUICE_SHP] = place_run_shp,       [SLUICE_CBFC] = place_run_cbfc,
  };
  run[m->mmu.cfg.scheme](m, end);
}

// Places that share hosts: the place with the earliest event runs all events of that time; at equal times the first of
// them.
static void run_together(struct place *first, uint64_t end) {
  for (;;) {
    struct place *next = NULL;
    uint64_t at = end;
    for (struct place *m = first; m != NULL; m = m->together) {
      const uint64_t soonest = agenda_first(&m->agenda);
      if (soonest >= at) continue;
      next = m;
      at = soonest;
    }
    if (next == NULL) return;
    run_until(next, at + 1);
  }
}

void place_run(struct place *m, uint64_t end, unsigned parity) {
  for (struct place *x = m; x != NULL; x = x->together) {
    x->parity = parity;
    x->soonest_mail = NEVER;
    take_mail(x);
  }
  if (m->together != NULL)
    run_together(m, end);
  else
    run_until(m, end);
}
