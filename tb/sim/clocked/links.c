#include "tb/sim/clocked/links.h"

#include <stdlib.h>

#include "tb/sim/clocked/trace.h"

struct port *links_end(const struct links *l, int link, int direction) {
  const struct scenario_link *of = &l->n->s->link[link];
  return &l->port[of->end[direction].node][of->end[direction].port];
}

static void port_init(const struct links *l, int link, int direction) {
  const struct scenario *s = l->n->s;
  const struct scenario_link *of = &s->link[link];
  struct port *p = links_end(l, link, direction);
  p->peer = links_end(l, link, !direction);
  p->link = link;
  p->direction = direction;
  p->delay = scenario_delay_cycles(s, link);
  p->overhead = of->overhead;
  p->tau = scenario_is_gfc(s) ? (uint64_t)(scenario_tau_ns(s, link) * 1e-9 * (double)s->clock_hz) + 1 : 0;
  p->index = (uint8_t)of->end[direction].port;
  p->node = of->end[direction].node;
  pace_init(&p->line, of->bps, s->clock_hz);
  if (of->end[direction].limit != 0) pace_init(&p->limit, of->end[direction].limit, s->clock_hz);
  event_init(&p->sent, EVENT_SENT, p->node, p->index);
  event_init(&p->kick, EVENT_KICK, p->node, p->index);
}

int links_new(struct links *l, struct network *n) {
  const struct scenario *s = n->s;
  size_t nodes = (size_t)(s->switches + s->hosts), per_switch = (size_t)s->dims.ports;
  *l = (struct links){.n = n, .port = calloc(nodes, sizeof(*l->port))};
  l->all = calloc((size_t)s->switches * per_switch + (size_t)s->hosts, sizeof(*l->all));
  if (l->port == NULL || l->all == NULL) return -1;
  struct port *next = l->all;
  for (size_t i = 0; i < nodes; i++) {
    l->port[i] = next;
    next += i < (size_t)s->switches ? per_switch : 1;
  }
  for (int i = 0; i < s->links; i++)
    for (int d = 0; d < 2; d++) port_init(l, i, d);
  return 0;
}

void links_free(struct links *l) {
  for (int i = 0; l->port != NULL && l->all != NULL && i < 2 * l->n->s->links; i++)
    feedback_sent_free(&links_end(l, i / 2, i % 2)->messages);
  free(l->port);
  free(l->all);
}

// ---- sending ----

// The cycle in which the first bit of a frame arrives at the other end.
static uint64_t first_bit(const struct network *n, const struct port *p, uint64_t out, uint32_t frame) {
  uint64_t cycle = out + p->delay - frame * p->line.num / p->line.den;
  return cycle > n->now ? cycle : n->now + 1;
}

// Sends a frame. A frame takes at least one cycle; gap and preamble precede it.
void port_send(struct links *l, struct port *p, struct packet *packet) {
  struct network *n = l->n;
  uint32_t frame = packet_frame(packet), wire = frame + p->overhead;
  uint64_t out = pace_send(&p->line, n->now, wire), arrival = out + p->delay;
  struct link_result *r = &n->result.link[p->link][p->direction];
  r->frames++;
  r->bytes += frame;
  if (packet->control) {
    if (!feedback_send(&p->messages, r, n->now, p->tau, n->s->stop / 2, frame)) network_fail(n, NETWORK_NO_MEMORY);
    arrival += n->s->processing;
  }
  p->busy = true;
  p->data = !packet->control;
  if (p->data && p->limit.num != 0) pace_send(&p->limit, n->now, wire);
  packet->via = p;
  trace_packet(n, p->node, p->link, "send", packet);
  network_add(n, &p->sent, out);
  event_init(&packet->event, EVENT_ARRIVE, p->peer->node, p->peer->index);
  packet->event.sequence = p->frames++;
  network_add(n, &packet->event, p->peer->streams ? first_bit(n, p, out, frame) : arrival);
}

// An earlier pending kick stays; its receiver detects that it is early and schedules another one.
void port_kick_at(struct links *l, struct port *p, uint64_t cycle) {
  if (event_pending(&p->kick)) {
    if (p->kick.cycle <= cycle) return;
    events_remove(&l->n->events, &p->kick);
  }
  network_add(l->n, &p->kick, cycle);
}

// ---- statistics ----

static struct link_result *result_of(const struct links *l, const struct port *p) {
  return &l->n->result.link[p->link][p->direction];
}

// Cycles for which the port's gate was closed, up to now.
static uint64_t paused(const struct links *l, const struct port *p) {
  return result_of(l, p)->paused + (p->closed ? l->n->now - p->closed_since : 0);
}

void port_closed(struct links *l, struct port *p, bool closed) {
  if (closed == p->closed) return;
  if (closed)
    p->closed_since = l->n->now;
  else
    result_of(l, p)->paused = paused(l, p);
  p->closed = closed;
  l->closed += closed ? 1 : -1;
}

// Counts a message that has arrived, and writes a row for each class that it names.
void port_count_message(struct links *l, struct port *p, const struct pause *m) {
  struct network *n = l->n;
  unsigned changes = 0;
  bool gfc = scenario_is_gfc(n->s);
  if (m->level != 0) {
    changes = feedback_port(&p->told, m->time[0]);
    trace_message(n, p->link, p->direction, -1, feedback_name(changes), m->time[0]);
  } else {
    for (int c = 0; c < n->classes; c++) {
      enum feedback_change change = m->enable >> c & 1 ? feedback_class(&p->told, gfc, c, m->time[c]) : 0;
      changes |= change;
      if (change != FEEDBACK_NOTHING)
        trace_message(n, p->link, p->direction, c, gfc ? "level" : feedback_name(change), m->time[c]);
    }
  }
  // GFC closes the gate after every packet; the time away from full rate is counted instead
  if (gfc) port_closed(l, p, p->told.paused != 0);
  feedback_count(result_of(l, p), changes);
}

void links_stop(struct links *l) {
  for (int i = 0; i < l->n->s->links; i++) {
    for (int d = 0; d < 2; d++) {
      struct link_result *r = &l->n->result.link[i][d];
      const struct port *p = links_end(l, i, d);
      r->stop_unsent = p->busy ? p->sent.cycle - l->n->now : 0;
      r->stop_frames = r->frames;
      r->stop_bytes = r->bytes;
      r->stop_pauses = r->pauses;
      r->stop_refreshes = r->refreshes;
      r->stop_resumes = r->resumes;
      r->stop_paused = paused(l, p);
      r->stop_messages = r->messages;
      r->stop_message_bytes = r->message_bytes;
      r->stop_half_message_bytes = r->half_message_bytes;
    }
  }
}

void links_end_run(struct links *l) {
  for (int i = 0; i < l->n->s->links; i++)
    for (int d = 0; d < 2; d++) {
      const struct port *p = links_end(l, i, d);
      result_of(l, p)->paused = paused(l, p);
    }
}
