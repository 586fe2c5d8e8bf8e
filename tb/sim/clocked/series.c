#include "tb/sim/clocked/series.h"

#include <stdlib.h>
#include <string.h>

#include "tb/sim/clocked/trace.h"
#include "tb/sim/nodes/pace.h"

// Schedule of the samples of a time series
struct sampler {
  struct event event;  // EVENT_SERIES
  uint64_t due;        // cycle of the last sample
  struct pace pace;
};

// State for tracing a switch on change
struct watch {
  uint64_t due;         // cycle of the last requested sample of outputs
  unsigned thresholds;  // thresholds and pools to write, bits of enum trace_what
  uint32_t xqoff, xpoff, shared;
  bool states;  // a state of a queue is traced
  int queues;
  struct watched {
    uint8_t what;  // values to write, bits of enum trace_what
    uint16_t state;
  } queue[];  // [port * classes + class]
};

// ---- rows ----

static void put_row(const struct series *x, int sw, int port, int cls, const char *what, uint64_t value) {
  const struct network *n = x->n;
  char block[ROW_TEXT_LEAST];
  struct row_text t = row_text_to(n->opt.series, block, sizeof(block));
  trace_time(n, &t);
  row_text_char(&t, ',');
  row_text_field(&t, n->s->sw[sw].name);
  if (port >= 0) {
    row_text_field(&t, n->s->link[n->s->sw[sw].link[port]].name);
    row_text_whole(&t, (uint64_t)cls);
    row_text_char(&t, ',');
  } else {
    row_text_word(&t, ",,");
  }
  row_text_field(&t, what);
  row_text_whole(&t, value);
  row_text_char(&t, '\n');
  row_text_flush(&t);
}

static void put_level(const struct series *x, int sw, int queue, enum side side) {
  const struct network *n = x->n;
  put_row(x, sw, queue / n->classes, queue % n->classes, side == SIDE_INGRESS ? "ingress" : "egress",
          (uint64_t)n->result.sw[sw].queue[side][queue].cells * n->s->cell_bytes);
}

static void put_marked(const struct series *x, int sw, int queue) {
  put_row(x, sw, queue / x->n->classes, queue % x->n->classes, "marked",
          result_marks(&x->n->result.sw[sw], queue).packets);
}

static void put_state(const struct series *x, int sw, int queue, unsigned state) {
  put_row(x, sw, queue / x->n->classes, queue % x->n->classes, "state", state);
}

static void put_threshold(const struct series *x, int sw, const char *what, uint32_t cells) {
  put_row(x, sw, -1, 0, what, (uint64_t)cells * x->n->s->cell_bytes);
}

// The state of the queue or its port for the upstream: paused or not; GFC: the level. A port counts for its lossless
// classes.
static uint16_t state_of(const struct network *n, int sw, int queue, const struct sluice_out *out) {
  if (scenario_is_gfc(n->s)) return out->queue_level[queue];
  bool lossless = n->s->sw[sw].cfg.lossless >> queue % n->classes & 1;
  bool port = lossless && (out->port_off >> queue / n->classes & 1);
  return port || (out->queue_off[queue / 64] >> queue % 64 & 1);
}

// ---- sampled ----

enum {
  LEVELS = TRACE_INGRESS | TRACE_EGRESS | TRACE_MARKED,
  THRESHOLDS = TRACE_THRESHOLD | TRACE_PORT_THRESHOLD | TRACE_SHARED
};

bool series_due(const struct series *x, int sw) { return x->watch[sw]->due == x->n->now; }

void series_sample(struct series *x, int number) {
  struct network *n = x->n;
  const struct scenario_series *of = &n->s->series[number];
  struct sampler *sampler = &x->sampler[number];
  for (int i = 0; i < of->probes; i++) {
    const struct scenario_probe *q = &of->probe[i];
    int queue = q->port * n->classes + q->cls;
    if (of->what & TRACE_INGRESS) put_level(x, q->sw, queue, SIDE_INGRESS);
    if (of->what & TRACE_EGRESS) put_level(x, q->sw, queue, SIDE_EGRESS);
    if (of->what & TRACE_MARKED) put_marked(x, q->sw, queue);
  }
  if (of->what & ~(unsigned)LEVELS)
    for (int i = 0; i < of->switches; i++) x->watch[of->sw[i]]->due = n->now;
  sampler->due = n->now;
  pace_send(&sampler->pace, n->now, 1);
  network_add(n, &sampler->event, pace_free(&sampler->pace));
}

static void sample_outputs(const struct series *x, int sw, const struct sluice_out *out) {
  const struct network *n = x->n;
  for (int k = 0; k < n->s->serieses; k++) {
    const struct scenario_series *of = &n->s->series[k];
    if (of->every_ns == 0 || x->sampler[k].due != n->now) continue;
    for (int i = 0; i < of->switches; i++) {
      if (of->sw[i] != sw) continue;
      if (of->what & TRACE_THRESHOLD) put_threshold(x, sw, "threshold", out->mon_xqoff);
      if (of->what & TRACE_PORT_THRESHOLD) put_threshold(x, sw, "port_threshold", out->mon_xpoff);
      if (of->what & TRACE_SHARED) put_threshold(x, sw, "shared", out->mon_shared);
    }
    for (int i = 0; (of->what & TRACE_STATE) && i < of->probes; i++) {
      const struct scenario_probe *q = &of->probe[i];
      int queue = q->port * n->classes + q->cls;
      if (q->sw == sw) put_state(x, sw, queue, state_of(n, sw, queue, out));
    }
  }
}

// ---- on change ----

void series_moved(struct series *x, int sw, int ingress, int egress) {
  const struct watch *w = x->watch[sw];
  if (w->queue[ingress].what & TRACE_INGRESS) put_level(x, sw, ingress, SIDE_INGRESS);
  if (w->queue[egress].what & TRACE_EGRESS) put_level(x, sw, egress, SIDE_EGRESS);
}

void series_marked(struct series *x, int sw, int queue) {
  if (x->watch[sw]->queue[queue].what & TRACE_MARKED) put_marked(x, sw, queue);
}

static void put_outputs(const struct series *x, int sw, const struct sluice_out *out, bool all) {
  struct watch *w = x->watch[sw];
  if ((w->thresholds & TRACE_THRESHOLD) && (all || w->xqoff != out->mon_xqoff))
    put_threshold(x, sw, "threshold", w->xqoff = out->mon_xqoff);
  if ((w->thresholds & TRACE_PORT_THRESHOLD) && (all || w->xpoff != out->mon_xpoff))
    put_threshold(x, sw, "port_threshold", w->xpoff = out->mon_xpoff);
  if ((w->thresholds & TRACE_SHARED) && (all || w->shared != out->mon_shared))
    put_threshold(x, sw, "shared", w->shared = out->mon_shared);
  for (int k = 0; w->states && k < w->queues; k++) {
    if (!(w->queue[k].what & TRACE_STATE)) continue;
    uint16_t state = state_of(x->n, sw, k, out);
    if (all || w->queue[k].state != state) put_state(x, sw, k, w->queue[k].state = state);
  }
}

void series_outputs(struct series *x, int sw, const struct sluice_out *out) {
  if (series_due(x, sw)) sample_outputs(x, sw, out);
  put_outputs(x, sw, out, false);
}

void series_first(struct series *x, int sw, const struct sluice_out *out) {
  const struct watch *w = x->watch[sw];
  put_outputs(x, sw, out, true);
  for (int k = 0; k < w->queues; k++) {
    if (w->queue[k].what & TRACE_INGRESS) put_level(x, sw, k, SIDE_INGRESS);
    if (w->queue[k].what & TRACE_EGRESS) put_level(x, sw, k, SIDE_EGRESS);
    if (w->queue[k].what & TRACE_MARKED) put_marked(x, sw, k);
  }
}

// ---- from the scenario ----

static int watch(struct series *x, const struct scenario_series *of) {
  int queues = x->n->s->dims.ports * x->n->classes;
  for (int i = 0; i < of->switches; i++) {
    struct watch **w = &x->watch[of->sw[i]];
    if (*w == NULL) *w = calloc(1, sizeof(**w) + (size_t)queues * sizeof((*w)->queue[0]));
    if (*w == NULL) return -1;
    (*w)->queues = queues;
    (*w)->due = UINT64_MAX;
    if (of->every_ns != 0) continue;
    (*w)->thresholds |= of->what & THRESHOLDS;
    (*w)->states |= (of->what & TRACE_STATE) != 0;
  }
  for (int i = 0; of->every_ns == 0 && i < of->probes; i++) {
    const struct scenario_probe *q = &of->probe[i];
    x->watch[q->sw]->queue[q->port * x->n->classes + q->cls].what |= (uint8_t)(of->what & ~(unsigned)THRESHOLDS);
  }
  return 0;
}

static void sample_from_now(struct series *x, int number) {
  struct sampler *sampler = &x->sampler[number];
  event_init(&sampler->event, EVENT_SERIES, number, 0);
  sampler->pace = pace_every(x->n->s->series[number].every_ns, x->n->s->clock_hz);
  if (sampler->pace.num != 0) network_add(x->n, &sampler->event, 0);
}

int series_new(struct series *x, struct network *n) {
  const struct scenario *s = n->s;
  *x = (struct series){.n = n, .watch = calloc((size_t)s->switches, sizeof(*x->watch))};
  if (x->watch == NULL) return -1;
  if (n->opt.series == NULL || s->serieses == 0) return 0;
  x->sampler = calloc((size_t)s->serieses, sizeof(*x->sampler));
  if (x->sampler == NULL) return -1;
  for (int i = 0; i < s->serieses; i++) {
    if (watch(x, &s->series[i]) != 0) return -1;
    sample_from_now(x, i);
  }
  return 0;
}

void series_free(struct series *x) {
  for (int i = 0; x->watch != NULL && i < x->n->s->switches; i++) free(x->watch[i]);
  free(x->watch);
  free(x->sampler);
}

// ---- occupancy ----

int occupancy_new(struct occupancy *o, struct network *n) {
  *o = (struct occupancy){.n = n};
  event_init(&o->sample, EVENT_SAMPLE, 0, 0);
  if (n->opt.occupancy == NULL || n->s->probes == 0) return 0;
  o->arrived = calloc((size_t)n->s->probes, sizeof(*o->arrived));
  if (o->arrived == NULL) return -1;
  o->pace = pace_every(n->s->sample_ns, n->s->clock_hz);
  network_add(n, &o->sample, 0);
  return 0;
}

void occupancy_free(struct occupancy *o) { free(o->arrived); }

void occupancy_sample(struct occupancy *o) {
  struct network *n = o->n;
  char block[ROW_TEXT_LEAST];
  struct row_text t = row_text_to(n->opt.occupancy, block, sizeof(block));
  for (int i = 0; i < n->s->probes; i++) {
    const struct scenario_probe *q = &n->s->probe[i];
    const struct level *l = &n->result.sw[q->sw].queue[SIDE_INGRESS][q->port * n->classes + q->cls];
    double gbps = (double)(l->arrived - o->arrived[i]) * 8 / (double)n->s->sample_ns;
    o->arrived[i] = l->arrived;
    trace_time(n, &t);
    row_text_char(&t, ',');
    row_text_field(&t, n->s->sw[q->sw].name);
    row_text_field(&t, n->s->link[q->link].name);
    row_text_whole(&t, (uint64_t)q->cls);
    row_text_char(&t, ',');
    row_text_whole(&t, (uint64_t)l->cells * n->s->cell_bytes);
    row_text_char(&t, ',');
    row_text_fixed(&t, gbps, 3);
    row_text_char(&t, '\n');
  }
  row_text_flush(&t);
  pace_send(&o->pace, n->now, 1);
  network_add(n, &o->sample, pace_free(&o->pace));
}
