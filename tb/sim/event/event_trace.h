// Rows that a place writes during a run.
#ifndef NET_EVENT_TRACE_H
#define NET_EVENT_TRACE_H

#include "tb/sim/event/event_merge.h"
#include "tb/sim/event/place.h"

// Counts a message that arrives at an end of a link, and writes its rows of pauses.csv.
void event_trace_message(struct place *m, struct event_port *o, uint64_t arrived, const struct pause *p);

// CBFC: the credits of a channel no longer suffice for the largest packet, or do so again. Counts it, and writes a row
// of pauses.csv. event_trace_available(): the credits of egress queue k have changed.
void event_trace_credits(struct place *m, struct event_port *o, uint32_t channel, bool empty);
void event_trace_available(struct place *m, uint32_t k);

// A watchdog has detected a storm in a class of port o, or its end. Writes a row of pauses.csv.
void event_trace_storm(struct place *m, const struct event_port *o, int cls, bool detected);

void event_trace_first(struct place *m);                  // before the first event
void event_trace_sample(struct place *m, uint32_t rare);  // rare: enum place_rare
void event_trace_changes(struct place *m, uint32_t ingress, uint32_t egress);

// A packet has entered its queues, or left them. NO_QUEUE: only the other one.
static inline void event_trace_queues(struct place *m, uint32_t ingress, uint32_t egress) {
  if (m->rows != NULL && m->rows->changes) event_trace_changes(m, ingress, egress);
}

// A packet of egress queue k has been marked.
void event_trace_marks(struct place *m, uint32_t k);

// A packet of a flow has entered egress queue k, or leaves it.
void event_trace_share(struct place *m, uint32_t k, uint32_t flow, uint32_t cells, bool enters);
static inline void event_trace_flow(struct place *m, uint32_t k, uint32_t flow, uint32_t cells, bool enters) {
  if (m->rows != NULL && m->rows->flows != NULL && m->rows->flows[k].traced)
    event_trace_share(m, k, flow, cells, enters);
}

// A packet has reached a step of its way (docs/reference/files.md#packetscsv) at the node that owns end o of the link.
// p NULL: a message. cls -1: none.
void event_trace_step(struct place *m, const struct event_port *o, uint64_t time, const char *step, int cls,
                      const struct event_packet *p);
static inline void event_trace_packet(struct place *m, const struct event_port *o, uint64_t time, const char *step,
                                      int cls, const struct event_packet *p) {
  if (m->rows != NULL && m->rows->wanted[ROWS_PACKETS]) event_trace_step(m, o, time, step, cls, p);
}

// CBFC: an end sends a message about credits, which takes that many bytes on the line; lost: it does not arrive.
void event_trace_counters(struct place *m, const struct event_port *o, const struct credit_message *x, uint32_t bytes,
                          bool lost);

#endif
