// Declarations that the files of a place share. Internal.
#ifndef NET_PLACE_PARTS_H
#define NET_PLACE_PARTS_H

#include "tb/sim/event/place.h"

// Cycles that an event may wait for its input cycle; a longer wait means that packets arrive faster than one per cycle.
#define MAX_INPUT_WAIT (UINT64_C(1) << 16)

// Run a place for a window, one function per scheme.
void place_run_static(struct place *m, uint64_t end);
void place_run_sih(struct place *m, uint64_t end);
void place_run_dsh(struct place *m, uint64_t end);
void place_run_shp(struct place *m, uint64_t end);
void place_run_ttl(struct place *m, uint64_t end);
void place_run_gfc(struct place *m, uint64_t end);
void place_run_gfc_linear(struct place *m, uint64_t end);
void place_run_cbfc(struct place *m, uint64_t end);

// A packet that leaves through an end of a link arrives at its destination at that time. A host takes it without an
// event.
void place_deliver(struct place *m, const struct event_port *o, const struct event_packet *p, uint64_t at);

// Counts a data packet that arrives at its host at that time, all before it included.
void place_count(struct place *m, const struct event_packet *p, uint64_t at);

// A data packet leaves an egress queue, which may mark it.
void place_mark(struct place *m, uint32_t p, uint32_t cls, struct event_packet *x);

// A packet of ingress queue `from`, which is admitted at that time, waits until the limit of its port lets it enter
// egress queue `to`.
void place_shape(struct place *m, struct shaper *s, uint32_t from, uint32_t to, const struct event_packet *x,
                 uint64_t admitted);

// A packet from port p does not arrive. cls: its class if the switch has refused it; else -1.
void place_lose(struct place *m, uint32_t p, const struct event_packet *x, int cls, enum loss why);

// The switch has no path for a packet from port p.
void place_unreachable(struct place *m, uint32_t p, const struct event_packet *x);

// Sends the first message that waits at an idle port.
void place_send_message(struct place *m, uint32_t p, struct event_port *o);

// Whether the port's message may use this cycle of the MMU; else it is scheduled for another one.
bool place_has_slot(struct place *m, struct event_port *o, uint32_t p);

// Opens or closes the gate of a port, for the statistics.
void port_closes(struct event_port *o, bool closed, uint64_t at);

// The end of a pause of that many quanta that takes effect now.
uint64_t pause_end(const struct event_port *o, bool at_switch, uint64_t now, uint16_t quanta);

// A queue has held `cells` cells since the last call.
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

// Cells of the admitted packets of an egress queue. With the others, which are the last ones, a queue would never be
// shorter than the packets that arrive within the latency of the MMU.
static inline uint64_t admitted_cells(struct place *m, const struct egress_queue *q) {
  const struct packet_ring *r = &q->packets;
  uint64_t cells = q->cells;
  for (uint32_t i = r->tail; i != r->head && packets_at(r, i - 1)->at > m->now; i--)
    cells -= cells_of(m, packets_at(r, i - 1)->bytes);
  return cells;
}

// ---- the events of a place ----

// Runs a place until the end of the window: all events before that time. The first of several places that share hosts
// runs all of them.
void place_run(struct place *m, uint64_t end, unsigned parity);

// Ends the measurement of queues, at the stop of the sources.
void place_stop(struct place *m, uint64_t now);

// Ends the pause timers that have expired. Returns the classes that are still paused.
unsigned port_closed_classes(struct place *m, struct event_port *o, uint64_t now);

#endif
