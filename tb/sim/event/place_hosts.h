// The hosts of a place: the packets that they send.
// A part of place_scheme.h.
#ifndef NET_PLACE_HOSTS_H
#define NET_PLACE_HOSTS_H

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/place_credit.h"

// The host at port p begins to send a packet of a class.
static void host_send(struct place *m, uint32_t p, uint32_t cls, struct event_packet *x) {
  struct event_port *o = &m->host[p]->port;
  const uint32_t frame = frame_bytes(x->bytes);
  const uint64_t out = pace_send(&o->line, m->now, frame + o->overhead);
  if (sluice_is_gfc(scheme))
    limiter_send(&o->limiter[cls], m->now, frame + o->overhead, cells_of(m, x->bytes) * m->cell_bytes);
  if (scheme == SLUICE_CBFC) credit_consume(m, o, cls, x->bytes);
  o->frames++;
  o->bytes += frame;
  o->busy = o->data = true;
  event_trace_packet(m, o, m->now, "send", (int)cls, x);
  m->moved = m->now;
  x->at = out + o->delay;
  agenda_put(&m->agenda, PLACE_HOST, p, out);
  const bool cut = link_cuts(o, m->now, x->at);
  if (cut || (scheme == SLUICE_CBFC && credit_loses_frame(o->credit))) {
    place_lose(m, p, x, -1, cut ? LOSS_LINK_DOWN : LOSS_FRAME);
    return;
  }
  struct packet_ring *in = &m->port[p].in;
  if (packets_empty(in)) agenda_put(&m->agenda, PLACE_ARRIVE, p, x->at);
  struct event_packet *to = packets_put(in);
  if (to == NULL)
    place_fail(m, NETWORK_NO_MEMORY);
  else
    *to = *x;
}

// The bytes that a flow has not sent yet, and those of its next packet.
static inline uint64_t bytes_left(const struct place *m, uint32_t flow) {
  const struct event_flow *f = &m->flow[flow];
  return f->total != 0 ? f->total - m->sent[flow].bytes : NEVER;
}
static inline uint32_t next_bytes(const struct place *m, uint32_t flow) {
  const uint64_t left = bytes_left(m, flow), packet = m->flow[flow].packet;
  return (uint32_t)(left < packet ? left : packet);
}

// Makes the next packet of a source, whose rate is that of its line or of its own.
static void plain_send(struct place *m, uint32_t p, uint32_t source, struct event_packet *x) {
  const uint64_t left = bytes_left(m, x->flow);
  x->bytes = (uint16_t)next_bytes(m, x->flow);
  if (left != NEVER) m->host[p]->unsent -= x->bytes;
  m->live -= left == x->bytes;
  m->senders -= left == x->bytes;
  sources_sent(&m->host[p]->sources, source, m->now, x->bytes, left == x->bytes);
}

// The time from which each class may send.
static void host_gates(struct place *m, struct event_port *o, uint64_t *until) {
  if (o->paused != 0) port_closed_classes(m, o, m->now);
  for (uint32_t c = 0; c < m->classes; c++) {
    if (sluice_is_gfc(scheme))
      until[c] = limiter_free(&o->limiter[c]);
    else
      until[c] = o->paused == 0 ? 0 : o->until[c] > o->until[PORT_GATE] ? o->until[c] : o->until[PORT_GATE];
  }
}

// CBFC: whether the credits suffice for the next packet of a source. A sender of the closed loop, which may send data
// again, needs those of a full packet.
static bool has_credits(const struct place *m, const struct event_host *h, int64_t source) {
  const uint32_t flow = h->sources.source[source].flow;
  const uint32_t bytes = m->flow[flow].controlled ? m->flow[flow].packet : next_bytes(m, flow);
  return credit_starts(h->port.credit, m->flow[flow].cls, bytes);
}

// The next source that may send; -1: none, and *soon becomes the time from which one may, as far as is known.
static int64_t next_source(struct place *m, uint32_t p, uint64_t *until, uint64_t *soon) {
  struct event_host *host = m->host[p];
  struct sources *h = &host->sources;
  int64_t source;
  if (m->now >= m->stop) return -1;
  while ((source = sources_next(h, m->now, until, soon)) >= 0) {
    const struct event_flow *f = &m->flow[h->source[source].flow];
    if (m->now >= f->stop)
      sources_end(h, (uint32_t)source);  // the flow has stopped
    else if (f->controlled && !loop_may_send(m, p, (uint32_t)source))
      continue;
    else if (scheme == SLUICE_CBFC && !has_credits(m, host, source))
      until[h->source[source].cls] = NEVER;
    else
      break;
  }
  return source;
}

// Closed loop: sends the next packet back to a sender. Returns false if none may leave; *soon is then at most the time
// from which one may.
static bool loop_next(struct place *m, uint32_t p, const uint64_t *until, uint64_t *soon) {
  struct packet_ring *out = &m->host[p]->loop->out, *cnps = &m->host[p]->loop->cnps;
  if (!packets_empty(cnps) && (packets_empty(out) || packets_first(cnps)->at <= packets_first(out)->at)) out = cnps;
  if (packets_empty(out)) return false;
  struct event_packet x = *packets_first(out);
  const uint32_t cls = m->flow[x.flow].cls;
  const bool starts = scheme != SLUICE_CBFC || credit_starts(m->host[p]->port.credit, cls, x.bytes);
  const uint64_t from = starts ? agenda_most(until[cls], x.at) : NEVER;
  if (from > m->now) {
    *soon = agenda_least(*soon, from);
    return false;
  }
  packets_drop(out);
  x.born = m->now;
  host_send(m, p, cls, &x);
  return true;
}

// Sends the host's next packet, or schedules the next attempt: packets back to senders first.
static void host_serve(struct place *m, uint32_t p) {
  struct event_host *h = m->host[p];
  struct event_port *o = &h->port;
  if (link_is_down(o, m->now)) return;
  if (o->has_messages) {
    place_send_message(m, p, o);
    return;
  }
  uint64_t until[SLUICE_MAX_CLASSES], soon = NEVER;
  host_gates(m, o, until);
  if (h->loop != NULL) {
    soon = loop_take(m, p);
    if (loop_next(m, p, until, &soon)) return;
  }
  const int64_t source = next_source(m, p, until, &soon);
  if (source < 0) {
    if (soon != NEVER) agenda_put_earlier(&m->agenda, PLACE_HOST, p, soon);
    return;
  }
  struct event_packet x = {.flow = h->sources.source[source].flow, .born = m->now};
  if (m->flow[x.flow].controlled)
    loop_send(m, p, (uint32_t)source, &x);
  else
    plain_send(m, p, (uint32_t)source, &x);
  if (m->status != NETWORK_OK) return;
  m->sent[x.flow].packets++;
  m->sent[x.flow].bytes += x.bytes;
  m->sent_packets++;
  host_send(m, p, m->flow[x.flow].cls, &x);
}

static void host(struct place *m, uint32_t p) {
  struct event_port *o = &m->host[p]->port;
  if (o->busy && pace_free(&o->line) > m->now) return;
  if (o->busy && o->data) m->moved = o->moved = m->now;
  o->busy = false;
  host_serve(m, p);
}

static void host_kick(struct place *m, uint32_t p) {
  if (m->host[p] != NULL && !m->host[p]->port.busy) host_serve(m, p);
}

#endif
