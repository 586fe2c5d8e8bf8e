// The events of a place. This file is compiled once for each scheme (place_static.c and the others); SCHEME is the
// scheme and PLACE_RUN the name of the function.
#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_trace.h"
#include "tb/sim/event/place_parts.h"
#include "tb/sim/event/place_run.h"
#include "tb/sim/event/place_timed.h"

static const enum sluice_scheme scheme = SCHEME;

// Not inlined: each function has its own registers, which is faster than a single large function.
#define NOINLINE static __attribute__((noinline))

// Applies a message. Classes that are not lossless are not paused.
static void obey(struct place *m, struct event_port *o, bool at_switch, const struct pause *p) {
  const uint64_t arrived = at_switch ? m->now - m->gate : m->now;
  event_trace_message(m, o, arrived, p);
  if (sluice_is_gfc(scheme)) {
    for (uint32_t c = 0; c < m->classes; c++)
      if (p->enable >> c & 1) limiter_level(&o->limiter[c], m->now, p->time[c]);
    port_closes(o, o->told.paused != 0, arrived);
    return;
  }
  unsigned gates = p->level != 0 ? 1u << PORT_GATE : p->enable;
  if (at_switch && p->level == 0) gates &= m->mmu.cfg.lossless;
  port_closed_classes(m, o, m->now);
  for (unsigned left = gates; left != 0; left &= left - 1) {
    int t = __builtin_ctz(left);
    uint16_t quanta = p->level != 0 ? p->time[0] : p->time[t];
    o->until[t] = pause_end(o, at_switch, m->now, quanta);
    o->paused = (uint16_t)(quanta != 0 ? o->paused | 1u << t : o->paused & ~(1u << t));
  }
  port_closes(o, o->paused != 0, m->now);
}

// ---- sending ----

// The time from which the first packet of a class may leave, if its gate is open.
static inline uint64_t leaves_from(const struct place *m, uint32_t p, const struct event_port *o, int c) {
  const uint64_t from = packets_first(&m->egress[queue_number(m, p, (uint32_t)c)].packets)->at;
  return sluice_is_gfc(scheme) ? agenda_most(from, limiter_free(&o->limiter[c])) : from;
}

// The class that the scheduler of the port selects among `open`, the classes with a packet and an open gate. Result as
// of next_class().
NOINLINE int scheduled_class(struct place *m, uint32_t p, struct event_port *o, unsigned open, uint64_t *soon) {
  const struct scenario_scheduler *x = &m->scheduler;
  unsigned eligible = 0;
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
  c = sluice_schedule_share(o->turns, x->quantum, (int)m->classes, eligible, o->filled);
  const struct packet_ring *queue = &m->egress[queue_number(m, p, (uint32_t)c)].packets;
  sluice_schedule_pay(o->turns, c, cells_of(m, packets_first(queue)->bytes), INT32_MIN);
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
  const struct event_packet x = *packets_first(queue);
  if (packets_drop(queue)) o->filled &= (uint8_t) ~(1u << c);
  const uint32_t frame = frame_bytes(x.bytes), wire = frame + o->overhead;
  const uint64_t out = pace_send(&o->line, m->now, wire);
  if (o->limited) pace_send(&o->limit, m->now, wire);
  o->frames++;
  o->bytes += frame;
  o->cells = cells_of(m, x.bytes);
  o->ingress = x.ingress;
  o->cls = (uint8_t)c;
  o->turn = (uint8_t)((c + 1) % SLUICE_MAX_CLASSES);
  o->busy = o->data = true;
  event_trace_packet(m, o, m->now, "send", c, &x);
  if (sluice_is_gfc(scheme)) limiter_send(&o->limiter[c], m->now, wire, o->cells * m->cell_bytes);
  agenda_put(&m->agenda, PLACE_PORT, p, out);
  const uint64_t at = out + o->delay;
  if (link_cuts(o, m->now, at)) {
    place_lose(m, p, &x, -1);
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
  *o->to->full[m->parity] = 1;
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
    m->hops++;
    m->moved = o->moved = m->now;
    struct egress_queue *left = &m->egress[to];
    level_count(m, &m->ingress[from].level, m->ingress[from].cells);
    level_count(m, &left->level, left->cells);
    left->cells -= o->cells;
    mmu_dequeue(m, scheme, from, o->cells, input_cycle(m, &m->mmu.dequeue_free));
    event_trace_queues(m, from, to);
  }
  serve(m, p);
}

// ---- arriving ----

// The class of a packet at this switch; -1: a rule drops the packet.
static int class_of(const struct place *m, const struct event_flow *f, uint32_t hop, uint32_t p, uint32_t egress) {
  int cls = f->cls, ttl = (int)f->ttl - (int)hop - 1;
  if (ttl < 0) ttl = 0;
  if (scheme != SLUICE_TTL) return ttl == 0 ? -1 : cls;
  if (!sluice_classify(scheme, &m->mmu.cfg, (int)p, (int)egress, ttl, &cls)) return -1;
  return cls;
}

static inline const struct event_packet *first_to_arrive(struct event_port *o) {
  return o->to_host ? packets_first(&o->in) : stream_first(&o->far);
}

// Removes the packet that has arrived; the next one of the port is now the next to arrive.
static inline void has_arrived(struct place *m, uint32_t p, struct event_port *o) {
  bool last;
  if (o->to_host) {
    last = packets_drop(&o->in);
  } else {
    stream_drop(&o->far);
    last = stream_empty(&o->far);
  }
  if (!last) agenda_put(&m->agenda, PLACE_ARRIVE, p, first_to_arrive(o)->at);
}

// The port by which a packet leaves.
static inline uint32_t egress_of(struct place *m, const struct event_flow *f, uint32_t p,
                                 const struct event_packet *x) {
  if (!f->sprays) return flow_egress(f, f->loop ? x->hop % f->hops : x->hop);
  if (x->hop + 1 == f->hops) return f->egress.spray.port;
  const int egress = spray_egress(&m->spray, f->egress.spray.last, (int)p, x);
  if (egress < 0) place_fail(m, NETWORK_NO_MEMORY);
  return egress < 0 ? 0 : (uint32_t)egress;
}

// Enqueues a packet in the MMU, and puts it into its egress queue if it is admitted.
static inline void admit(struct place *m, uint32_t p, const struct event_packet *x) {
  const struct event_flow *f = &m->flow[x->flow];
  const uint32_t egress = egress_of(m, f, p, x);
  const int cls = class_of(m, f, x->hop, p, egress);
  m->moved = m->now;
  if ((cls < 0 && scheme != SLUICE_TTL) || link_is_down(&m->port[egress], m->now)) {
    place_lose(m, p, x, -1);
    return;
  }
  const uint64_t entered = input_cycle(m, &m->mmu.enqueue_free);
  if (cls < 0) {
    place_lose(m, p, x, cls);
    return;
  }
  if ((uint32_t)cls >= m->classes) {
    place_fail(m, NETWORK_PROTOCOL);
    return;
  }
  const uint32_t cells = cells_of(m, x->bytes), from = queue_number(m, p, (uint32_t)cls),
                 to = queue_number(m, egress, (uint32_t)cls);
  struct ingress_queue *ingress = &m->ingress[from];
  struct egress_queue *queue = &m->egress[to];
  if (cells > UINT32_MAX - ingress->cells || cells > UINT32_MAX - queue->cells) {
    place_fail(m, NETWORK_LONG_QUEUE);
    return;
  }
  ingress->arrived += x->bytes;
  level_count(m, &ingress->level, ingress->cells);
  if (mmu_enqueue(m, scheme, from, cells, entered) == SLUICE_REFUSED) {
    place_lose(m, p, x, cls);
    return;
  }
  level_most(m, &ingress->level, ingress->cells);
  level_count(m, &queue->level, queue->cells);
  queue->cells += cells;
  level_most(m, &queue->level, queue->cells);
  event_trace_packet(m, &m->port[p], m->now, "enqueue", cls, x);
  event_trace_queues(m, from, to);
  struct event_packet *queued = packets_put(&queue->packets);
  if (queued == NULL) {
    place_fail(m, NETWORK_NO_MEMORY);
    return;
  }
  const uint64_t admitted = entered + m->admit;
  *queued = *x;
  queued->at = admitted;
  queued->ingress = (uint16_t)from;
  struct event_port *o = &m->port[egress];
  o->filled |= (uint8_t)(1u << cls);
  if (!o->busy && !agenda_follow(&m->agenda, PLACE_ADMITTED, egress, admitted)) place_fail(m, NETWORK_NO_MEMORY);
}

NOINLINE void arrive(struct place *m, uint32_t p) {
  struct event_port *o = &m->port[p];
  admit(m, p, first_to_arrive(o));
  has_arrived(m, p, o);
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
  if (!place_has_slot(m, o, p)) return;
  const bool port_level = o->port_due <= m->now && o->queue_due > m->now;
  const struct event_message x = {.pause = message_of(m, p, port_level)};
  if (port_level)
    o->port_due = NEVER;
  else
    o->queue_due = next_due(m, p);
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

// Repeats the active states of a port.
static void repeat_port(struct place *m, uint32_t p) {
  const struct event_mmu *u = &m->mmu;
  const uint32_t k = queue_number(m, p, 0);
  const bool queues = (u->off[k / 64] >> k % 64 & ((1u << (1 << m->class_bits)) - 1)) != 0;
  const bool port = scheme == SLUICE_DSH && bit_test(u->port_off, p);
  if (queues || (port && !u->cfg.native)) port_message(m, p, false, m->now + m->message);
  if (port && u->cfg.native) port_message(m, p, true, m->now + m->message);
}

static void repeat_messages(struct place *m) {
  for (uint32_t p = 0; p < (uint32_t)m->ports; p++) repeat_port(m, p);
  agenda_put(&m->agenda, PLACE_RARE, RARE_REFRESH, m->now + m->refresh_time);
}

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
      place_lose(m, p, &x, -1);
    }
  }
}

static void host_serve(struct place *m, uint32_t p);

static void host_kick(struct place *m, uint32_t p) {
  if (m->host[p] != NULL && !m->host[p]->port.busy) host_serve(m, p);
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

static void rare(struct place *m, uint32_t what) {
  if (what == RARE_VISITS) {
    m->last = m->now;
    mmu_visits(m, scheme, m->now);
  } else if (what == RARE_REFRESH) {
    repeat_messages(m);
  } else if (what == RARE_TIMED) {
    timed(m);
  } else {
    event_trace_sample(m, what);
  }
}

// ---- hosts ----

// Sends the host's next packet, or schedules the next attempt.
static void host_serve(struct place *m, uint32_t p) {
  struct event_host *h = m->host[p];
  struct event_port *o = &h->port;
  if (link_is_down(o, m->now)) return;
  if (o->has_messages) {
    place_send_message(m, p, o);
    return;
  }
  if (m->now >= m->stop) return;
  uint64_t until[SLUICE_MAX_CLASSES], soon = NEVER;
  if (o->paused != 0) port_closed_classes(m, o, m->now);
  for (uint32_t c = 0; c < m->classes; c++) {
    if (sluice_is_gfc(scheme))
      until[c] = limiter_free(&o->limiter[c]);
    else
      until[c] = o->paused == 0 ? 0 : o->until[c] > o->until[PORT_GATE] ? o->until[c] : o->until[PORT_GATE];
  }
  int64_t source;
  while ((source = sources_next(&h->sources, m->now, until, &soon)) >= 0) {
    if (m->now < m->flow[h->sources.source[source].flow].stop) break;
    sources_end(&h->sources, (uint32_t)source);  // the flow has stopped
  }
  if (source < 0) {
    if (soon != NEVER) agenda_put_earlier(&m->agenda, PLACE_HOST, p, soon);
    return;
  }
  const uint32_t flow = h->sources.source[source].flow;
  const struct event_flow *f = &m->flow[flow];
  struct flow_sent *s = &m->sent[flow];
  const uint64_t left = f->total != 0 ? f->total - s->bytes : NEVER;
  struct event_packet x = {.flow = flow, .born = m->now};
  x.bytes = (uint16_t)(left < f->packet ? left : f->packet);
  const uint32_t frame = frame_bytes(x.bytes);
  const uint64_t out = pace_send(&o->line, m->now, frame + o->overhead);
  if (sluice_is_gfc(scheme))
    limiter_send(&o->limiter[f->cls], m->now, frame + o->overhead, cells_of(m, x.bytes) * m->cell_bytes);
  s->packets++;
  s->bytes += x.bytes;
  m->sent_packets++;
  m->live -= left == x.bytes;
  sources_sent(&h->sources, (uint32_t)source, m->now, x.bytes, left == x.bytes);
  o->frames++;
  o->bytes += frame;
  o->busy = o->data = true;
  event_trace_packet(m, o, m->now, "send", f->cls, &x);
  m->moved = m->now;
  x.at = out + o->delay;
  agenda_put(&m->agenda, PLACE_HOST, p, out);
  if (link_cuts(o, m->now, x.at)) {
    place_lose(m, p, &x, -1);
    return;
  }
  struct packet_ring *in = &m->port[p].in;
  if (packets_empty(in)) agenda_put(&m->agenda, PLACE_ARRIVE, p, x.at);
  struct event_packet *to = packets_put(in);
  if (to == NULL)
    place_fail(m, NETWORK_NO_MEMORY);
  else
    *to = x;
}

static void host(struct place *m, uint32_t p) {
  struct event_port *o = &m->host[p]->port;
  if (o->busy && pace_free(&o->line) > m->now) return;
  if (o->busy && o->data) m->moved = o->moved = m->now;
  o->busy = false;
  host_serve(m, p);
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
  const struct pause x = messages_first(&o->messages_in)->pause;
  o->messages_in.head++;
  uint64_t next = message_time(&m->port[p]);
  if (m->host[p] != NULL) next = agenda_least(next, message_time(&m->host[p]->port));
  if (next != NEVER) agenda_put(&m->agenda, PLACE_MESSAGE_IN, p, next);
  obey(m, o, at_switch, &x);
  if (o->busy) return;
  if (at_switch)
    serve(m, p);
  else
    host_serve(m, p);
}

// ---- a window ----

static void happen(struct place *m, uint32_t kind, uint32_t p) {
  if (kind != PLACE_RARE) m->last = m->now;
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
  while (agenda_take(&m->agenda, end, &m->now, &kind, &port)) {
    happen(m, kind, port);
    agenda_done(&m->agenda);
  }
}
