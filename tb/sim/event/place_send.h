// The egress ports of a place: the scheduler, and frames that are sent.
// A part of place_scheme.h.
#ifndef NET_PLACE_SEND_H
#define NET_PLACE_SEND_H

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/place_credit.h"

// The time from which the first packet of a class may leave, if its gate is open.
static inline uint64_t leaves_from(const struct place *m, uint32_t p, const struct event_port *o, int c) {
  const struct event_packet *x = packets_first(&m->egress[queue_number(m, p, (uint32_t)c)].packets);
  const uint64_t from = x->at;
  if (scheme == SLUICE_CBFC && !credit_starts(o->credit, (uint32_t)c, x->bytes)) return NEVER;
  return sluice_is_gfc(scheme) ? agenda_most(from, limiter_free(&o->limiter[c])) : from;
}

// The class that the scheduler of the port selects among `open`, the classes with a packet and an open gate. Result as
// of next_class().
NOINLINE int scheduled_class(struct place *m, uint32_t p, struct event_port *o, unsigned open, uint64_t *soon) {
  const struct scenario_scheduler *x = &m->scheduler;
  unsigned eligible = 0, admitted = 0;
  for (unsigned left = open; left != 0; left &= left - 1) {
    const int c = __builtin_ctz(left);
    const uint64_t from = leaves_from(m, p, o, c);
    if (from <= m->now)
      eligible |= 1u << c;
    else
      *soon = agenda_least(*soon, from);
  }
  if (eligible == 0) return -1;
  int c = sluice_schedule_strict(eligible, x->strict);
  if (c >= 0) return c;
  for (unsigned left = o->filled; left != 0; left &= left - 1) {
    const int k = __builtin_ctz(left);
    if (packets_first(&m->egress[queue_number(m, p, (uint32_t)k)].packets)->at <= m->now) admitted |= 1u << k;
  }
  c = sluice_schedule_share(o->turns, x->quantum, (int)m->classes, eligible, admitted);
  const struct packet_ring *queue = &m->egress[queue_number(m, p, (uint32_t)c)].packets;
  sluice_schedule_pay(o->turns, c, frame_bytes(packets_first(queue)->bytes));
  return c;
}

// The next class with a packet that may leave now, by the scheduler or round robin. If there is none, returns -1, and
// *soon becomes the time from which a class may send, as far as is known.
static int next_class(struct place *m, uint32_t p, struct event_port *o, uint64_t *soon) {
  unsigned ready = o->filled;
  if (!sluice_is_gfc(scheme) && o->paused != 0) {
    const unsigned closed = port_closed_classes(m, o, m->now);
    for (unsigned left = o->paused; (ready & closed) != 0 && left != 0; left &= left - 1)
      *soon = agenda_least(*soon, o->until[__builtin_ctz(left)]);
    ready &= ~closed;
  }
  if (o->turns != NULL && ready != 0) return scheduled_class(m, p, o, ready, soon);
  while (ready != 0) {
    const unsigned later = ready >> o->turn << o->turn;
    const int c = __builtin_ctz(later != 0 ? later : ready);
    const uint64_t from = leaves_from(m, p, o, c);
    if (from <= m->now) return c;
    *soon = agenda_least(*soon, from);
    ready &= ~(1u << c);
  }
  return -1;
}

// Sends the next frame of an idle port: messages first, then round robin between the classes.
NOINLINE void serve(struct place *m, uint32_t p) {
  struct event_port *o = &m->port[p];
  if (link_is_down(o, m->now)) return;
  if (o->has_messages) {
    place_send_message(m, p, o);
    return;
  }
  if (o->filled == 0) return;
  if (o->limited && pace_free(&o->limit) > m->now) {
    agenda_put_earlier(&m->agenda, PLACE_PORT, p, pace_free(&o->limit));
    return;
  }
  uint64_t soon = NEVER;
  const int c = next_class(m, p, o, &soon);
  if (c < 0) {
    if (soon != NEVER) agenda_put_earlier(&m->agenda, PLACE_PORT, p, soon);
    return;
  }
  struct packet_ring *queue = &m->egress[queue_number(m, p, (uint32_t)c)].packets;
  struct event_packet x = *packets_first(queue);
  if (packets_drop(queue)) o->filled &= (uint8_t) ~(1u << c);
  if (m->marker != NULL) place_mark(m, p, (uint32_t)c, &x);
  if (m->loop != NULL) loop_record(m, p, &x);
  const uint32_t frame = frame_bytes(x.bytes), wire = frame + o->overhead;
  const uint64_t out = pace_send(&o->line, m->now, wire);
  if (o->limited) pace_send(&o->limit, m->now, wire);
  o->frames++;
  o->bytes += frame;
  o->cells = cells_of(m, x.bytes);
  o->ingress = x.ingress;
  o->sent_bytes = x.bytes;
  o->back = x.kind != PACKET_DATA;
  o->flow = x.flow;
  o->cls = (uint8_t)c;
  o->turn = (uint8_t)((c + 1) % SLUICE_MAX_CLASSES);
  o->busy = o->data = true;
  event_trace_packet(m, o, m->now, "send", c, &x);
  if (sluice_is_gfc(scheme)) limiter_send(&o->limiter[c], m->now, wire, o->cells * m->cell_bytes);
  if (scheme == SLUICE_CBFC) credit_consume(m, o, (uint32_t)c, x.bytes);
  agenda_put(&m->agenda, PLACE_PORT, p, out);
  const uint64_t at = out + o->delay;
  const bool cut = link_cuts(o, m->now, at);
  if (cut || (scheme == SLUICE_CBFC && credit_loses_frame(o->credit))) {
    place_lose(m, p, &x, -1, cut ? LOSS_LINK_DOWN : LOSS_FRAME);
    return;
  }
  if (o->to_host) {
    place_deliver(m, o, &x, at);
    return;
  }
  if (at < m->soonest_mail) m->soonest_mail = at;
  struct event_packet *mail = stream_put(&o->to->packets, &x, m->parity);
  if (mail == NULL) {
    place_fail(m, NETWORK_NO_MEMORY);
    return;
  }
  outbox_flag(o->to, m->parity);
  mail->at = at;
  mail->hop++;
}

static void kick(struct place *m, uint32_t p) {
  if (!m->port[p].busy) serve(m, p);
}

// The cycle in which the MMU takes an event; it takes one event of each kind per cycle.
static inline uint64_t input_cycle(struct place *m, uint64_t *free) {
  uint64_t at = m->now;
  if (*free > at) {
    at = *free;
    if (at - m->now > m->mmu.input_delay) m->mmu.input_delay = at - m->now;
    if (at - m->now > MAX_INPUT_WAIT * m->cycle) place_fail(m, NETWORK_OVERLOAD);
  }
  *free = at + m->cycle;
  return at;
}

// The last bit of a frame is out.
NOINLINE void sent(struct place *m, uint32_t p) {
  struct event_port *o = &m->port[p];
  o->busy = false;
  if (o->data) {
    const uint32_t from = o->ingress, to = queue_number(m, p, o->cls);
    if (o->back)
      m->loop_hops++;
    else
      m->hops++;
    m->moved = o->moved = m->now;
    struct egress_queue *left = &m->egress[to];
    level_count(m, &m->ingress[from].level, m->ingress[from].cells);
    level_count(m, &left->level, left->cells);
    left->cells -= o->cells;
    place_watchdog_sent(m, to);
    mmu_dequeue(m, scheme, from, o->cells, input_cycle(m, &m->mmu.dequeue_free));
    if (scheme == SLUICE_CBFC) credit_free(m, from, o->sent_bytes);
    event_trace_queues(m, from, to);
    event_trace_flow(m, to, o->flow, o->cells, false);
  }
  serve(m, p);
}

#endif
