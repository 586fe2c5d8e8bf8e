// Selects the rows that a place writes, and the samples for them.
#include <stdlib.h>

#include "tb/sim/event/event_merge.h"
#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_rates.h"
#include "tb/sim/event/event_rows.h"

// Finds the queues of a series in this place. They are sorted by switch.
static struct series_here series_here(const struct place *m, const struct scenario_series *x) {
  int from = 0, most = x->probes;
  while (from < most) {
    const int middle = from + (most - from) / 2;
    if (x->probe[middle].sw < m->number)
      from = middle + 1;
    else
      most = middle;
  }
  int end = from;
  while (end < x->probes && x->probe[end].sw == m->number) end++;
  return (struct series_here){from, end};
}

static int by_number(const void *a, const void *b) {
  const int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

// Whether a series has this switch; its queues may be in none.
static bool series_has(const struct scenario_series *x, int sw) {
  return bsearch(&sw, x->sw, (size_t)x->switches, sizeof(sw), by_number) != NULL;
}

static uint32_t probed(const struct place *m, const struct scenario_probe *q) {
  return queue_number(m, (uint32_t)q->port, (uint32_t)q->cls);
}

// Makes room for the flows of the queues whose flows are traced.
static bool shares_build(struct place *m, const struct scenario_series *x, struct series_here here, int flows) {
  if (!(x->what & TRACE_FLOWS) || here.from == here.end) return true;
  if (m->rows->flows == NULL) m->rows->flows = calloc(m->queues, sizeof(*m->rows->flows));
  for (int k = here.from; m->rows->flows != NULL && k < here.end; k++) {
    struct flow_share **to = &m->rows->flows[probed(m, &x->probe[k])];
    if (*to == NULL) *to = calloc((size_t)flows + 1, sizeof(**to));
    if (*to == NULL) return false;
  }
  return m->rows->flows != NULL;
}

static bool series_build(struct place *m, const struct scenario *s) {
  struct place_rows *r = m->rows;
  r->series = calloc((size_t)s->serieses, sizeof(*r->series));
  if (r->series == NULL) return false;
  for (int i = 0; i < s->serieses; i++) {
    const struct scenario_series *x = &s->series[i];
    const struct series_here here = r->series[i] = series_here(m, x);
    if (!shares_build(m, x, here, s->flows)) return false;
    if (!series_has(x, m->number)) continue;
    if (x->every_ns != 0) {
      agenda_put(&m->agenda, PLACE_RARE, (uint32_t)(RARE_SERIES + i), 0);
      continue;
    }
    r->changes = true;
    r->thresholds |= x->what & (TRACE_THRESHOLD | TRACE_PORT_THRESHOLD | TRACE_SHARED);
    for (int k = here.from; k < here.end; k++)
      r->queue[probed(m, &x->probe[k])].what |= (uint16_t)(x->what & (TRACE_INGRESS | TRACE_EGRESS | TRACE_STATE |
                                                                      TRACE_MARKED | TRACE_FLOWS | TRACE_CREDITS));
  }
  return true;
}

// Selects the queues to sample for occupancy.csv.
static bool sampled_build(struct place *m, const struct scenario *s) {
  struct place_rows *r = m->rows;
  size_t count = 0;
  for (int i = 0; i < s->probes; i++) count += s->probe[i].sw == m->number;
  if (count == 0) return true;
  r->sampled = calloc(count, sizeof(*r->sampled));
  if (r->sampled == NULL) return false;
  for (int i = 0; i < s->probes; i++) {
    const struct scenario_probe *q = &s->probe[i];
    if (q->sw != m->number) continue;
    struct sampled *x = &r->sampled[r->sampleds++];
    *x = (struct sampled){.probe = (uint32_t)i, .queue = probed(m, q), .from = (uint32_t)r->sampled_text.size};
    row_text_char(&r->sampled_text, ',');
    row_text_field(&r->sampled_text, s->sw[m->number].name);
    row_text_field(&r->sampled_text, s->link[q->link].name);
    row_text_whole(&r->sampled_text, (uint64_t)q->cls);
    row_text_char(&r->sampled_text, ',');
    x->length = (uint32_t)r->sampled_text.size - x->from;
  }
  agenda_put(&m->agenda, PLACE_RARE, RARE_OCCUPANCY, 0);
  return !r->sampled_text.failed;
}

// Selects the rows to write, and the samples for them.
bool event_rows_build(struct place *m, const struct scenario *s, const struct network_options *o) {
  if (m->net->merge == NULL) return true;
  struct place_rows *r = m->rows = calloc(1, sizeof(*r));
  if (r == NULL) return false;
  m->net->merge->rows[m->number - m->net->first] = r;
  r->wanted[ROWS_PAUSES] = o->pauses != NULL;
  r->wanted[ROWS_OCCUPANCY] = o->occupancy != NULL;
  r->wanted[ROWS_SERIES] = o->series != NULL && s->serieses > 0;
  r->wanted[ROWS_PACKETS] = o->packets != NULL;
  r->wanted[ROWS_RATES] = o->rates != NULL;
  if (o->rates != NULL && !event_rates_build(m, s)) return false;
  r->queue = calloc(m->queues, sizeof(*r->queue));
  if (r->queue == NULL) return false;
  if (o->occupancy != NULL && !sampled_build(m, s)) return false;
  if (r->wanted[ROWS_SERIES] && !series_build(m, s)) return false;
  return true;
}

void event_rows_end(struct place *m) {
  if (m->rows == NULL) return;
  for (int i = 0; i < ROWS_FILES; i++) event_rows_free(&m->rows->file[i]);
  free(m->rows->queue);
  free(m->rows->series);
  free(m->rows->sampled);
  free(m->rows->sampled_text.data);
  event_rates_free(&m->rows->arrivals);
  for (uint32_t k = 0; m->rows->flows != NULL && k < m->queues; k++) free(m->rows->flows[k]);
  free(m->rows->flows);
  free(m->rows);
}
