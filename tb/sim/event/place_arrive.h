// Packets that arrive at a place: class, admission, queues.
// A part of place_scheme.h.
#ifndef NET_PLACE_ARRIVE_H
#define NET_PLACE_ARRIVE_H

#include "tb/sim/event/event_reroute.h"
#include "tb/sim/event/place_send.h"

// CBFC: the channel on which a packet has arrived: its class at the switch before, or at its host.
static inline uint32_t channel_of(const struct place *m, const struct event_packet *x) {
  return sluice_counts_hops(scheme, &m->mmu.cfg) ? x->hop : m->flow[x->flow].cls;
}

// The class of a packet at this switch; -1: a rule drops the packet.
static int class_of(const struct place *m, const struct event_flow *f, uint32_t hop, uint32_t p, uint32_t egress) {
  int cls = f->cls, ttl = (int)f->ttl - (int)hop - 1;
  if (ttl < 0) ttl = 0;
  if (!sluice_counts_hops(scheme, &m->mmu.cfg)) return ttl == 0 ? -1 : cls;
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

// The port by which a packet leaves; negative: none.
static inline int egress_of(struct place *m, const struct event_flow *f, uint32_t p, const struct event_packet *x) {
  const bool rerouted = m->reroute != NULL && !f->fixed;
  if (!f->sprays && !rerouted) return (int)flow_egress(f, f->loop ? x->hop % f->hops : x->hop);
  if (!rerouted && x->hop + 1 == f->hops) return f->egress.spray.port;
  const int egress = rerouted ? reroute_egress(m, p, x) : spray_egress(&m->spray, f->egress.spray.last, (int)p, x);
  if (egress == SPRAY_NO_MEMORY) place_fail(m, NETWORK_NO_MEMORY);
  return egress;
}

// Puts a packet of the MMU into its egress queue, which it may leave from that time on. from: its ingress queue.
// entered: it enters that queue now too.
EVENT_INLINE void put_out(struct place *m, uint32_t from, bool entered, uint32_t to, const struct event_packet *x,
                          uint32_t cells, uint64_t at) {
  struct egress_queue *queue = &m->egress[to];
  level_count(m, &queue->level, queue->cells);
  queue->cells += cells;
  level_most(m, &queue->level, queue->cells);
  event_trace_queues(m, entered ? from : NO_QUEUE, to);
  event_trace_flow(m, to, x->flow, cells, true);
  struct event_packet *queued = packets_put(&queue->packets);
  if (queued == NULL) {
    place_fail(m, NETWORK_NO_MEMORY);
    return;
  }
  *queued = *x;
  queued->at = at;
  queued->ingress = (uint16_t)from;
  m->port[queue_port(m, to)].filled |= (uint8_t)(1u << queue_class(m, to));
}

// Enqueues a packet in the MMU, and puts it into its egress queue if it is admitted. Returns whether the MMU keeps it.
static inline bool admit(struct place *m, uint32_t p, const struct event_packet *x) {
  const struct event_flow *f = &m->flow[x->flow];
  const int way = egress_of(m, f, p, x);
  m->moved = m->now;
  if (way < 0) {
    place_unreachable(m, p, x);
    return false;
  }
  const uint32_t egress = (uint32_t)way;
  const int cls = class_of(m, f, x->hop, p, egress);
  if ((cls < 0 && scheme != SLUICE_TTL) || link_is_down(&m->port[egress], m->now)) {
    place_lose(m, p, x, -1, link_is_down(&m->port[egress], m->now) ? LOSS_LINK_DOWN : LOSS_RULE);
    return false;
  }
  if (cls >= 0 && (m->port[egress].drops >> cls & 1)) {
    place_watchdog_drop(m, p, queue_number(m, egress, (uint32_t)cls), x);
    return false;
  }
  const uint64_t entered = input_cycle(m, &m->mmu.enqueue_free);
  if (cls < 0) {
    place_lose(m, p, x, cls, LOSS_RULE);
    return false;
  }
  if ((uint32_t)cls >= m->classes) {
    place_fail(m, NETWORK_PROTOCOL);
    return false;
  }
  const uint32_t cells = cells_of(m, x->bytes), from = queue_number(m, p, (uint32_t)cls),
                 to = queue_number(m, egress, (uint32_t)cls);
  struct ingress_queue *ingress = &m->ingress[from];
  if (cells > UINT32_MAX - ingress->cells || cells > UINT32_MAX - m->egress[to].cells) {
    place_fail(m, NETWORK_LONG_QUEUE);
    return false;
  }
  ingress->arrived += x->bytes;
  level_count(m, &ingress->level, ingress->cells);
  if (mmu_enqueue(m, scheme, from, cells, entered) == SLUICE_REFUSED) {
    place_lose(m, p, x, cls, mmu_lossless(&m->mmu, cls) ? LOSS_LOSSLESS : LOSS_LOSSY);
    return false;
  }
  level_most(m, &ingress->level, ingress->cells);
  event_trace_packet(m, &m->port[p], m->now, "enqueue", cls, x);
  const uint64_t admitted = entered + m->admit;
  if (m->shaper != NULL && m->shaper[p] != NULL) {
    event_trace_queues(m, from, NO_QUEUE);
    place_shape(m, m->shaper[p], from, to, x, admitted);
    return true;
  }
  put_out(m, from, true, to, x, cells, admitted);
  if (!m->port[egress].busy && !agenda_follow(&m->agenda, PLACE_ADMITTED, egress, admitted))
    place_fail(m, NETWORK_NO_MEMORY);
  return true;
}

NOINLINE void arrive(struct place *m, uint32_t p) {
  struct event_port *o = &m->port[p];
  const struct event_packet *x = first_to_arrive(o);
  const uint32_t channel = channel_of(m, x), bytes = x->bytes;
  const bool kept = admit(m, p, x);
  if (scheme == SLUICE_CBFC) credit_arrive(m, p, channel, bytes, kept);
  has_arrived(m, p, o);
}

#endif
