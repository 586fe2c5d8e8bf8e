// Time-based GFC: every period, each port reports the room of its ingress queues, whether it has changed or not
// [spec 12].
//
// A port that is empty, has taken no packet for a period and has already reported all its room is silent, so that a
// network at rest comes to its end.
// A part of place_scheme.h.
#ifndef NET_PLACE_ROOM_H
#define NET_PLACE_ROOM_H

#include "cmodel/rules/sluice_gfc.h"
#include "tb/sim/event/event_states.h"

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

#endif
