// What the files of a place share.
#ifndef NET_PLACE_PARTS_H
#define NET_PLACE_PARTS_H

#include "tb/sim/event/place.h"

// Cycles that events may wait for the MMU: more mean more packets than cycles.
#define WAITS_FOR_TURN (UINT64_C(1) << 16)

// Everything of a window, under one scheme.
void place_run_static(struct place *m, uint64_t end);
void place_run_sih(struct place *m, uint64_t end);
void place_run_dsh(struct place *m, uint64_t end);
void place_run_ttl(struct place *m, uint64_t end);
void place_run_gfc(struct place *m, uint64_t end);
void place_run_gfc_linear(struct place *m, uint64_t end);

// A packet will arrive at its destination at that time: a host that takes it needs no event.
void place_deliver(struct place *m, const struct event_packet *p, uint64_t at);

// A switch has refused a packet or, by a rule, dropped it.
void place_lose(struct place *m, uint32_t flow, bool by_rule, bool lossless);

// The first message that waits at a port that is not busy is sent.
void place_send_message(struct place *m, uint32_t p, struct event_port *o);

// Whether a port's message may come in this cycle; else it comes in another one.
bool place_has_slot(struct place *m, struct event_port *o, uint32_t p);

// The gate of a port closes or opens, for the statistics.
void port_closes(struct event_port *o, bool closed, uint64_t at);

// The end of a pause of so many quanta that takes effect now.
uint64_t pause_end(const struct event_port *o, bool at_switch, uint64_t now, uint16_t quanta);

// A queue has held so many cells until now.
static inline void level_count(struct place *m, struct event_level *l, uint32_t cells) {
  const uint32_t tick = (uint32_t)(m->now >> m->level_shift), ticks = tick - l->since;
  if (ticks == 0 || !m->measures) return;
  l->since = tick;
  l->area += (uint64_t)cells * ticks;
  if (!compact_add(&l->ticks, cells, ticks)) place_fail(m, NETWORK_NO_MEMORY);
}

static inline void level_most(const struct place *m, struct event_level *l, uint32_t cells) {
  if (cells > l->most && m->measures) l->most = cells;
}

static inline uint32_t cells_of(struct place *m, uint32_t bytes) {
  if (bytes != m->last_bytes) {
    m->last_bytes = bytes;
    m->last_cells = (bytes + m->cell_bytes - 1) / m->cell_bytes;
  }
  return m->last_cells;
}

#endif
