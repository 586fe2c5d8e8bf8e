// Selects the rows that a place writes, and the samples for them.
#include <stdlib.h>

#include "tb/sim/event/event_merge.h"
#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_network.h"
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

// Selects the queues whose flows are traced.
static bool shares_build(struct place *m, const struct scenario_series *x, struct series_here here) {
  if (!(x->what & TRACE_FLOWS) || here.from == here.end) return true;
  if (m->rows->flows == NULL) m->rows->flows = calloc(m->queues, sizeof(*m->rows->flows));
  for (int k = here.from; m->rows->flows != NULL && k < here.end; k++)
    m->rows->flows[queue_of_probe(m, &x->probe[k])].traced = true;
  return m->rows->flows != NULL;
}

static bool series_build(struct place *m, const struct scenario *s) {
  struct place_rows *r = m->rows;
  r->series = calloc((size_t)s->serieses, sizeof(*r->series));
  if (r->series == NULL) return false;
  for (int i = 0; i < s->serieses; i++) {
    const struct scenario_series *x = &s->series[i];
    const struct series_here here = r->series[i] = series_here(m, x);
    if (!shares_build(m, x, here)) return false;
    if (!series_has(x, m->number)) continue;
    if (x->every_ns != 0) {
      agenda_put(&m->agenda, PLACE_RARE, (uint32_t)(RARE_SERIES + i), 0);
      continue;
    }
    r->changes = true;
    r->thresholds |= x->what & (TRACE_THRESHOLD | TRACE_PORT_THRESHOLD | TRACE_SHARED);
    for (int k = here.from; k < here.end; k++)
      r->queue[queue_of_probe(m, &x->probe[k])].what |=
          (uint16_t)(x->what &
                     (TRACE_INGRESS | TRACE_EGRESS | TRACE_STATE | TRACE_MARKED | TRACE_FLOWS | TRACE_CREDITS));
  }
  return true;
}

static void sampled_add(struct place *m, const struct scenario *s, int probe) {
  const struct scenario_probe *q = &s->probe[probe];
  struct place_rows *r = m->rows;
  struct sampled *x = &r->sampled[r->sampleds++];
  *x =
      (struct sampled){.probe = (uint32_t)probe, .queue = queue_of_probe(m, q), .from = (uint32_t)r->sampled_text.size};
  row_text_char(&r->sampled_text, ',');
  row_text_field(&r->sampled_text, s->sw[m->number].name);
  row_text_field(&r->sampled_text, s->link[q->link].name);
  row_text_whole(&r->sampled_text, (uint64_t)q->cls);
  row_text_char(&r->sampled_text, ',');
  x->length = (uint32_t)r->sampled_text.size - x->from;
}

// Selects the queues to sample for occupancy.csv.
static bool sampled_build(struct event_network *n) {
  const struct scenario *s = n->s;
  for (int i = 0; i < s->probes; i++)
    if (n->place[s->probe[i].sw] != NULL) n->place[s->probe[i].sw]->rows->probes++;
  for (int i = 0; i < s->probes; i++) {
    struct place *m = n->place[s->probe[i].sw];
    if (m == NULL) continue;
    if (m->rows->sampled == NULL) {
      m->rows->sampled = calloc(m->rows->probes, sizeof(*m->rows->sampled));
      if (m->rows->sampled == NULL) return false;
      agenda_put(&m->agenda, PLACE_RARE, RARE_OCCUPANCY, 0);
    }
    sampled_add(m, s, i);
    if (m->rows->sampled_text.failed) return false;
  }
  return true;
}

static bool place_rows_build(struct place *m, const struct scenario *s, const struct network_options *o) {
  struct place_rows *r = m->rows = calloc(1, sizeof(*r));
  if (r == NULL) return false;
  m->net->merge->rows[m->number - m->net->first] = r;
  r->wanted[ROWS_PAUSES] = o->pauses != NULL;
  r->wanted[ROWS_OCCUPANCY] = o->occupancy != NULL;
  r->wanted[ROWS_SERIES] = o->series != NULL && s->serieses > 0;
  r->wanted[ROWS_PACKETS] = o->packets != NULL;
  r->wanted[ROWS_RATES] = o->rates != NULL;
  r->queue = calloc(m->queues, sizeof(*r->queue));
  return r->queue != NULL && (!r->wanted[ROWS_SERIES] || series_build(m, s));
}

// Selects the rows to write, and the samples for them.
bool event_rows_build(struct event_network *n) {
  if (n->merge == NULL) return true;
  for (int i = 0; i < n->places; i++)
    if (!place_rows_build(n->mine[i], n->s, &n->opt)) return false;
  if (n->opt.occupancy != NULL && !sampled_build(n)) return false;
  return n->opt.rates == NULL || event_rates_build(n);
}

void event_rows_end(struct place *m) {
  if (m->rows == NULL) return;
  for (int i = 0; i < ROWS_FILES; i++) event_rows_free(&m->rows->file[i]);
  free(m->rows->queue);
  free(m->rows->series);
  free(m->rows->sampled);
  free(m->rows->sampled_text.data);
  event_rates_free(&m->rows->arrivals);
  for (uint32_t k = 0; m->rows->flows != NULL && k < m->queues; k++) free(m->rows->flows[k].item);
  free(m->rows->flows);
  free(m->rows);
}
