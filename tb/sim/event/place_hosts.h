// The hosts of a place: the packets that they send.
// A part of place_scheme.h.
#ifndef NET_PLACE_HOSTS_H
#define NET_PLACE_HOSTS_H

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

static void host_kick(struct place *m, uint32_t p) {
  if (m->host[p] != NULL && !m->host[p]->port.busy) host_serve(m, p);
}

#endif
