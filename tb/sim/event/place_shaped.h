// Limits of ingress ports: packets that wait in the MMU enter their egress queues at the rate of the limit.
// A part of place_scheme.h.
#ifndef NET_PLACE_SHAPED_H
#define NET_PLACE_SHAPED_H

#include "tb/sim/event/place_arrive.h"
#include "tb/sim/event/place_times.h"

// Lets the packets of a shaper enter that may by now. Returns the time of the next one; NEVER: none waits.
static uint64_t let_enter(struct place *m, struct shaper *s) {
  for (; s->head != s->tail; s->head++) {
    const struct shaped x = s->item[s->head & (s->size - 1)];
    const uint32_t egress = queue_port(m, x.to), cls = 1u << queue_class(m, x.to);
    const uint32_t cells = cells_of(m, x.packet.bytes);
    if (x.at > m->now) return x.at;
    if (cells > UINT32_MAX - m->egress[x.to].cells) {
      place_fail(m, NETWORK_LONG_QUEUE);
      return NEVER;
    }
    put_out(m, x.from, false, x.to, &x.packet, cells, x.at);
    if (link_is_down(&m->port[egress], m->now))
      flush(m, egress, UINT32_MAX, false);
    else if (m->port[egress].drops & cls)
      flush(m, egress, cls, true);
    kick(m, egress);
  }
  return NEVER;
}

static void shaped(struct place *m) {
  uint64_t next = NEVER;
  m->last = m->now;
  for (int p = 0; p < m->ports; p++)
    if (m->shaper[p] != NULL) next = agenda_least(next, let_enter(m, m->shaper[p]));
  if (next != NEVER) agenda_put(&m->agenda, PLACE_RARE, RARE_SHAPED, next);
}

#endif
