// What the ports of a place send: frames, by the scheduler, and messages, when they are due and what they say.
// A part of place_scheme.h.
#ifndef NET_PLACE_SEND_H
#define NET_PLACE_SEND_H

#include "cmodel/rules/sluice_gfc.h"
#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/event_states.h"
#include "tb/sim/event/place_credit.h"

// ---- frames ----

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

// ---- time-based GFC ----

// Time-based GFC: every period, each port reports the room of its ingress queues, whether it has changed or not
// [spec 12].
//
// A port that is empty, has taken no packet for a period and has already reported all its room is silent, so that a
// network at rest comes to its end.

static inline bool reports_room(const struct place *m) { return sluice_is_gfc(scheme) && m->period != 0; }

static bool port_is_silent(const struct place *m, uint32_t p) {
  for (uint32_t c = 0; c < m->classes; c++) {
    const struct ingress_queue *q = &m->ingress[queue_number(m, p, c)];
    if (q->cells != 0 || (q->entered != 0 && q->entered + m->period > m->now)) return false;
  }
  return m->port[p].told_empty;
}

static void report_rooms(struct place *m) {
  for (uint32_t p = 0; p < (uint32_t)m->ports; p++)
    if (m->port[p].connected && !port_is_silent(m, p)) port_message(m, p, false, m->now + m->message);
  agenda_put(&m->agenda, PLACE_RARE, RARE_ROOMS, m->now + m->period);
}

// The message of port p, and whether its sender is then told of empty queues only.
static struct pause room_message(struct place *m, uint32_t p) {
  struct pause x = {.enable = (uint8_t)m->mmu.cfg.lossless};
  m->port[p].told_empty = true;
  for (uint32_t c = 0; c < m->classes; c++) {
    const uint32_t cells = m->ingress[queue_number(m, p, c)].cells;
    x.time[c] = sluice_room_of(&m->mmu.cfg, cells);
    m->port[p].told_empty &= cells == 0;
  }
  return x;
}

// A message with levels instead of rooms, by the map of the sender.
static struct pause levels_of_rooms(const struct place *m, const struct pause *rooms) {
  struct pause x = *rooms;
  for (uint32_t c = 0; c < m->classes; c++) x.time[c] = sluice_level_of_room(scheme, &m->mmu.cfg, rooms->time[c]);
  return x;
}

// ---- messages ----

// The states of a port for a message: those of one cycle before.
static struct pause message_of(const struct place *m, uint32_t p, bool port_level) {
  const struct event_mmu *u = &m->mmu;
  const struct sluice_config *cfg = &u->cfg;
  const uint64_t seen = m->now - m->cycle;
  const bool port_off = scheme == SLUICE_DSH && u->port[p].off_at <= seen && port_level == cfg->native;
  const int down = sluice_class_down(scheme, cfg);
  struct pause x = {.level = port_level};
  x.enable = (uint8_t)(port_level ? (1u << m->classes) - 1 : (unsigned)cfg->lossless >> down);
  for (uint32_t c = 0; c < m->classes; c++) {
    const uint32_t from = c + (uint32_t)down, k = queue_number(m, p, from);
    const bool speaks = !port_level && (x.enable >> c & 1) && from < m->classes;
    if (sluice_is_gfc(scheme)) {
      x.time[c] = speaks ? level_at(&u->level[k], seen) : SLUICE_FREE;
    } else {
      const bool off = (speaks && m->ingress[k].off_at <= seen) || (port_off && (speaks || port_level));
      x.time[c] = off ? cfg->pause_time : 0;
    }
  }
  return x;
}

// The time at which a changed state of the port is due as a message; NEVER: none.
static uint64_t next_due(const struct place *m, uint32_t p) {
  const struct event_mmu *u = &m->mmu;
  const uint64_t seen = m->now - m->message;
  uint64_t due = NEVER;
  for (uint32_t c = 0; c < m->classes; c++) {
    const uint32_t k = queue_number(m, p, c);
    const uint64_t at = sluice_is_gfc(scheme) ? u->level[k].at : m->ingress[k].off_at;
    if (at != NEVER && at > seen && at + m->message < due) due = at + m->message;
  }
  if (scheme == SLUICE_DSH && !u->cfg.native && u->port[p].off_at != NEVER && u->port[p].off_at > seen)
    due = agenda_least(due, u->port[p].off_at + m->message);
  return due;
}

static void message(struct place *m, uint32_t p) {
  struct event_port *o = &m->port[p];
  if (scheme == SLUICE_CBFC) {  // credits were freed one cycle ago
    if (credit_amounts(m, p)) kick(m, p);
    return;
  }
  if (!place_has_slot(m, o, p)) return;
  const bool port_level = o->port_due <= m->now && o->queue_due > m->now;
  const bool rooms = reports_room(m);
  const struct event_message x = {.pause = rooms ? room_message(m, p) : message_of(m, p, port_level)};
  if (port_level)
    o->port_due = NEVER;
  else
    o->queue_due = rooms ? NEVER : next_due(m, p);
  const uint64_t next = agenda_least(o->queue_due, o->port_due);
  if (next != NEVER) agenda_put(&m->agenda, PLACE_MESSAGE_OUT, p, next > m->now ? next : m->now + m->cycle);
  if (!o->connected || link_is_down(o, m->now)) return;
  if (!messages_put(&o->messages_out, &x)) {
    place_fail(m, NETWORK_NO_MEMORY);
    return;
  }
  o->has_messages = true;
  kick(m, p);
}

// Repeats the active states of a port. A state that is decided, but not active yet, gets a message of its own.
static void repeat_port(struct place *m, uint32_t p) {
  const struct event_mmu *u = &m->mmu;
  bool queues = false;
  for (uint32_t c = 0; c < m->classes; c++) {
    const uint32_t k = queue_number(m, p, c);
    queues |= sluice_is_gfc(scheme) ? bit_test(u->off, k) : m->ingress[k].off_at <= m->now;
  }
  const bool port = scheme == SLUICE_DSH && u->port[p].off_at <= m->now;
  if (queues || (port && !u->cfg.native)) port_message(m, p, false, m->now + m->message);
  if (port && u->cfg.native) port_message(m, p, true, m->now + m->message);
}

static void repeat_messages(struct place *m) {
  for (uint32_t p = 0; p < (uint32_t)m->ports; p++) repeat_port(m, p);
  agenda_put(&m->agenda, PLACE_RARE, RARE_REFRESH, m->now + m->refresh_time);
}

#endif
