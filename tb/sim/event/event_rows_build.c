// Selects the rows that a place writes, and the samples for them.
#include <stdlib.h>

#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_rates.h"
#include "tb/sim/event/event_rows.h"

// Makes room for the flows of the queues whose flows are traced.
static bool shares_build(struct place *m, const struct scenario *s) {
  for (int i = 0; i < s->serieses; i++)
    for (int k = 0; (s->series[i].what & TRACE_FLOWS) && k < s->series[i].probes; k++) {
      const struct scenario_probe *q = &s->series[i].probe[k];
      if (q->sw != m->number) continue;
      if (m->rows->flows == NULL) m->rows->flows = calloc(m->queues, sizeof(*m->rows->flows));
      if (m->rows->flows == NULL) return false;
      struct flow_share **to = &m->rows->flows[queue_number(m, (uint32_t)q->port, (uint32_t)q->cls)];
      if (*to == NULL) *to = calloc((size_t)s->flows + 1, sizeof(**to));
      if (*to == NULL) return false;
    }
  return true;
}

// Selects the rows to write, and the samples for them.
bool event_rows_build(struct place *m, const struct scenario *s, const struct network_options *o) {
  if (o->pauses == NULL && o->occupancy == NULL && o->series == NULL && o->packets == NULL && o->rates == NULL)
    return true;
  struct place_rows *r = m->rows = calloc(1, sizeof(*r));
  if (r == NULL) return false;
  r->wanted[ROWS_PAUSES] = o->pauses != NULL;
  r->wanted[ROWS_OCCUPANCY] = o->occupancy != NULL;
  r->wanted[ROWS_SERIES] = o->series != NULL && s->serieses > 0;
  r->wanted[ROWS_PACKETS] = o->packets != NULL;
  r->wanted[ROWS_RATES] = o->rates != NULL;
  if (o->rates != NULL && !event_rates_build(m, s)) return false;
  if (r->wanted[ROWS_SERIES] && !shares_build(m, s)) return false;
  r->queue = calloc(m->queues, sizeof(*r->queue));
  r->sampled = calloc((size_t)s->probes + 1, sizeof(*r->sampled));
  if (r->queue == NULL || r->sampled == NULL) return false;
  for (int i = 0; o->occupancy != NULL && i < s->probes; i++)
    if (s->probe[i].sw == m->number) agenda_put(&m->agenda, PLACE_RARE, RARE_OCCUPANCY, 0);
  for (int i = 0; r->wanted[ROWS_SERIES] && i < s->serieses; i++) {
    const struct scenario_series *x = &s->series[i];
    bool here = false;
    for (int k = 0; k < x->switches; k++) here |= x->sw[k] == m->number;
    if (here && x->every_ns != 0) agenda_put(&m->agenda, PLACE_RARE, (uint32_t)(RARE_SERIES + i), 0);
    if (here && x->every_ns == 0) r->thresholds |= x->what & (TRACE_THRESHOLD | TRACE_PORT_THRESHOLD | TRACE_SHARED);
    for (int k = 0; x->every_ns == 0 && k < x->probes; k++)
      if (x->probe[k].sw == m->number)
        r->queue[queue_number(m, (uint32_t)x->probe[k].port, (uint32_t)x->probe[k].cls)].what |=
            (uint16_t)(x->what &
                       (TRACE_INGRESS | TRACE_EGRESS | TRACE_STATE | TRACE_MARKED | TRACE_FLOWS | TRACE_CREDITS));
  }
  return true;
}

void event_rows_end(struct place *m) {
  if (m->rows == NULL) return;
  for (int i = 0; i < ROWS_FILES; i++) event_rows_free(&m->rows->file[i]);
  free(m->rows->queue);
  free(m->rows->sampled);
  event_rates_free(&m->rows->arrivals);
  for (uint32_t k = 0; m->rows->flows != NULL && k < m->queues; k++) free(m->rows->flows[k]);
  free(m->rows->flows);
  free(m->rows);
}
