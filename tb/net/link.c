// The sending end of a link.
#include "net.h"

void port_init(struct network *n, struct port *p, int link, int direction) {
  const struct scenario_link *l = &n->s->link[link];
  p->link = link;
  p->direction = direction;
  p->delay = l->delay;
  p->index = (uint8_t)l->end[direction].port;
  p->node = l->end[direction].node;
  pace_init(&p->line, l->bps, n->s->clock_hz);
  if (l->end[direction].limit != 0) pace_init(&p->limit, l->end[direction].limit, n->s->clock_hz);
  p->sent.kind = EVENT_SENT;
  p->kick.kind = EVENT_KICK;
  p->sent.owner = p->kick.owner = (uint32_t)p->node << 8 | p->index;
}

// The rest of a flow may be shorter than a frame: it is padded on the line. No frame takes less than a clock.
void port_send(struct network *n, struct port *p, struct packet *packet) {
  uint32_t frame = packet->bytes > MIN_FRAME ? packet->bytes : MIN_FRAME;
  uint64_t out = pace_send(&p->line, n->now, frame);
  struct link_result *r = &n->result.link[p->link][p->direction];
  r->frames++;
  r->bytes += frame;
  p->busy = true;
  p->data = !packet->control;
  if (p->data && p->limit.num != 0) pace_send(&p->limit, n->now, frame);
  wheel_add(&n->wheel, &p->sent, out);
  packet->via = p;
  packet->event.kind = EVENT_ARRIVE;
  wheel_add(&n->wheel, &packet->event, out + p->delay);
}

// An earlier kick that is pending stays: it finds out that it is early, and asks again.
void port_kick_at(struct network *n, struct port *p, uint64_t clock) {
  if (event_pending(&p->kick)) {
    if (p->kick.clock <= clock) return;
    wheel_remove(&n->wheel, &p->kick);
  }
  wheel_add(&n->wheel, &p->kick, clock);
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

static void count_class(struct network *n, struct port *p, int cls, bool pauses, unsigned *seen) {
  uint8_t bit = (uint8_t)(1u << cls);
  bool was = p->paused & bit;
  if (!pauses && !was) return;
  const char *what = !pauses ? "resume" : was ? "refresh" : "pause";
  *seen |= !pauses ? 1u : was ? 2u : 4u;
  p->paused = (uint8_t)(pauses ? p->paused | bit : p->paused & ~bit);
  trace_pause(n, p, cls, what);
}

// Counts a message as what it changes: it may resume one class and pause another. One that changes nothing repeats.
void port_count_pause(struct network *n, struct port *p, const struct pause *m) {
  struct link_result *r = &n->result.link[p->link][p->direction];
  unsigned seen = 0;
  if (m->level != 0) {
    bool pauses = m->time[0] != 0;
    seen = !pauses ? 1u : p->level_paused ? 2u : 4u;
    trace_pause(n, p, -1, !pauses ? "resume" : p->level_paused ? "refresh" : "pause");
    p->level_paused = pauses;
  } else {
    for (int c = 0; c < n->s->dims.classes; c++)
      if (m->enable >> c & 1) count_class(n, p, c, m->time[c] != 0, &seen);
  }
  if (seen & 1u) r->resumes++;
  if (seen & 4u)
    r->pauses++;
  else if (seen & 2u)
    r->refreshes++;
}
