// The messages of a place: when they are due, and what they say.
// A part of place_scheme.h.
#ifndef NET_PLACE_MESSAGES_H
#define NET_PLACE_MESSAGES_H

#include "tb/sim/event/place_room.h"
#include "tb/sim/event/place_send.h"

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
