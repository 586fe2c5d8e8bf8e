// The sending end of a link.
#include "tb/sim/clocked/link.h"

#include "tb/sim/clocked/area.h"
#include "tb/sim/clocked/mail.h"
#include "tb/sim/clocked/trace.h"

static void port_init(struct network *n, struct port *p, int link, int direction) {
  const struct scenario_link *l = &n->s->link[link];
  p->link = link;
  p->direction = direction;
  p->delay = l->delay;
  p->overhead = l->overhead;
  p->access = l->access;
  p->tau = (uint64_t)(scenario_tau_ns(n->s, link) * 1e-9 * (double)n->s->clock_hz) + 1;
  p->index = (uint8_t)l->end[direction].port;
  p->node = l->end[direction].node;
  pace_init(&p->line, l->bps, n->s->clock_hz);
  if (l->end[direction].limit != 0) pace_init(&p->limit, l->end[direction].limit, n->s->clock_hz);
  p->sent.kind = EVENT_SENT;
  p->kick.kind = EVENT_KICK;
  p->sent.owner = p->kick.owner = (uint32_t)p->node << 8 | p->index;
}

void links_init(struct network *n) {
  for (int i = 0; i < n->s->links; i++) {
    for (int d = 0; d < 2; d++) {
      struct port *p = link_end(n, i, d);
      port_init(n, p, i, d);
      p->peer = link_end(n, i, !d);
    }
  }
}

// The clock in which the first bit of a frame comes to the other end.
static uint64_t first_bit(const struct network *n, const struct port *p, uint64_t out, uint32_t frame) {
  uint64_t clock = out + p->delay - frame * p->line.num / p->line.den;
  return clock > n->now ? clock : n->now + 1;
}

// No frame takes less than a clock; gap and preamble go before it. A message is obeyed once its receiver has processed
// it.
void port_send(struct network *n, struct port *p, struct packet *packet) {
  uint32_t frame = packet_frame(packet);
  uint64_t out = pace_send(&p->line, n->now, frame + p->overhead), processing = packet->control ? n->s->processing : 0;
  struct link_result *r = &n->result.link[p->link][p->direction];
  r->frames++;
  r->bytes += frame;
  if (packet->control) feedback_send(&p->messages, r, n->now, p->tau, n->s->stop / 2, frame);
  p->busy = true;
  p->data = !packet->control;
  if (p->data && p->limit.num != 0) pace_send(&p->limit, n->now, frame);
  packet->via = p;
  packet->since = p->since = n->now;
  network_add(n, &p->sent, out);
  packet->event.kind = EVENT_ARRIVE;
  if (p->peer->streams)
    wheel_add(&n->wheel, &packet->event, first_bit(n, p, out, frame));
  else if (n->ranks != NULL && mail_foreign(n, p->peer->node))
    mail_send(n, packet, out + p->delay + processing);
  else if (n->areas != NULL && !p->access)
    area_mail(n, packet, out + p->delay + processing);
  else
    network_add(n, &packet->event, out + p->delay + processing);
}

// An earlier kick that is pending stays: it finds out that it is early, and asks again.
void port_kick_at(struct network *n, struct port *p, uint64_t clock) {
  if (event_pending(&p->kick)) {
    if (p->kick.clock <= clock) return;
    network_remove(n, &p->kick);
  }
  p->asked = n->now;
  network_add(n, &p->kick, clock);
}

void port_closed(struct network *n, struct port *p, bool closed) {
  if (closed == p->closed) return;
  p->closed = closed;
  n->closed_ports += closed ? 1 : -1;
  if (closed)
    p->closed_since = n->now;
  else
    n->result.link[p->link][p->direction].paused += n->now - p->closed_since;
}

uint64_t port_paused(const struct network *n, int link, int direction) {
  const struct port *p = link_end(n, link, direction);
  return n->result.link[link][direction].paused + (p->closed ? n->now - p->closed_since : 0);
}

// Counts a message that has arrived, and writes a row for each class that it names.
void port_count_message(struct network *n, struct port *p, const struct pause *m) {
  unsigned changes = 0;
  bool gfc = scenario_is_gfc(n->s);
  if (m->level != 0) {
    changes = feedback_port(&p->told, m->time[0]);
    trace_message(n, p->link, p->direction, -1, feedback_name(changes), m->time[0]);
  } else {
    for (int c = 0; c < n->s->dims.classes; c++) {
      enum feedback_change change = m->enable >> c & 1 ? feedback_class(&p->told, gfc, c, m->time[c]) : 0;
      changes |= change;
      if (change != FEEDBACK_NOTHING)
        trace_message(n, p->link, p->direction, c, gfc ? "level" : feedback_name(change), m->time[c]);
    }
  }
  // A gate that closes for the gap behind every packet says little: the time away from full rate is what counts.
  if (gfc) port_closed(n, p, p->told.paused != 0);
  feedback_count(&n->result.link[p->link][p->direction], changes);
}
