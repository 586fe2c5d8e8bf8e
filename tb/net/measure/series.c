// series.csv: queues, thresholds and states over time, sampled or on every change.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "net.h"

// What is traced of a switch besides samples of queues, and as last written.
struct watch {
  uint64_t due;         // the clock in which outputs were to be sampled last
  unsigned thresholds;  // of enum trace_what
  uint32_t xqoff, xpoff;
  int queues;
  struct watched {
    uint8_t what;  // of enum trace_what
    uint16_t state;
  } queue[];  // [port * classes + class]
};

// ---- rows ----

static void put_row(struct network *n, int sw, int port, int cls, const char *what, uint64_t value) {
  FILE *to = n->opt.series;
  trace_time(n, to);
  if (port >= 0)
    fprintf(to, ",%s,%s,%d,%s,%" PRIu64 "\n", n->s->sw[sw].name, n->s->link[n->sw[sw].port[port].link].name, cls, what,
            value);
  else
    fprintf(to, ",%s,,,%s,%" PRIu64 "\n", n->s->sw[sw].name, what, value);
}

static void put_level(struct network *n, int sw, int queue, enum side side) {
  put_row(n, sw, queue / n->classes, queue % n->classes, side == SIDE_INGRESS ? "ingress" : "egress",
          (uint64_t)n->sw[sw].level[side][queue].cells * n->s->cell_bytes);
}

static void put_state(struct network *n, int sw, int queue, unsigned state) {
  put_row(n, sw, queue / n->classes, queue % n->classes, "state", state);
}

static void put_threshold(struct network *n, int sw, const char *what, uint32_t cells) {
  put_row(n, sw, -1, 0, what, (uint64_t)cells * n->s->cell_bytes);
}

// Does the queue, or its port, hold the upstream back? GFC: the level. A port speaks for its lossless classes.
static uint16_t state_of(const struct network *n, int sw, int queue) {
  const struct sluice_out *out = n->sw[sw].out;
  if (scenario_is_gfc(n->s)) return out->queue_level[queue];
  bool lossless = n->s->sw[sw].regs[SLUICE_REG_LOSSLESS] >> queue % n->classes & 1;
  bool port = lossless && (out->port_off >> queue / n->classes & 1);
  return port || (out->queue_off[queue / 64] >> queue % 64 & 1);
}

// ---- sampled ----

enum { LEVELS = TRACE_INGRESS | TRACE_EGRESS, THRESHOLDS = TRACE_THRESHOLD | TRACE_PORT_THRESHOLD };

// Queues now; what an MMU shows when the switch is looked at in this clock.
void series_sample(struct network *n, struct event *e) {
  const struct scenario_series *x = &n->s->series[e->owner];
  struct sampler *sampler = &n->sampler[e->owner];
  for (int i = 0; i < x->probes; i++) {
    const struct scenario_probe *q = &x->probe[i];
    int queue = q->port * n->classes + q->cls;
    if (x->what & TRACE_INGRESS) put_level(n, q->sw, queue, SIDE_INGRESS);
    if (x->what & TRACE_EGRESS) put_level(n, q->sw, queue, SIDE_EGRESS);
  }
  for (int i = 0; (x->what & ~(unsigned)LEVELS) != 0 && i < x->switches; i++) {
    n->sw[x->sw[i]].watch->due = n->now;
    switch_activate(n, x->sw[i], n->now);
  }
  sampler->due = n->now;
  pace_send(&sampler->pace, n->now, 1);
  wheel_add(&n->wheel, &sampler->event, pace_free(&sampler->pace));
}

static void sample_outputs(struct network *n, int sw) {
  const struct sluice_out *out = n->sw[sw].out;
  for (int k = 0; k < n->s->serieses; k++) {
    const struct scenario_series *x = &n->s->series[k];
    if (x->every_ns == 0 || n->sampler[k].due != n->now) continue;
    for (int i = 0; i < x->switches; i++) {
      if (x->sw[i] != sw) continue;
      if (x->what & TRACE_THRESHOLD) put_threshold(n, sw, "threshold", out->mon_xqoff);
      if (x->what & TRACE_PORT_THRESHOLD) put_threshold(n, sw, "port_threshold", out->mon_xpoff);
    }
    for (int i = 0; (x->what & TRACE_STATE) && i < x->probes; i++) {
      const struct scenario_probe *q = &x->probe[i];
      int queue = q->port * n->classes + q->cls;
      if (q->sw == sw) put_state(n, sw, queue, state_of(n, sw, queue));
    }
  }
}

// ---- on change ----

void series_levels(struct network *n, struct node_switch *sw, int ingress, int egress) {
  int i = (int)(sw - n->sw);
  if (sw->watch->queue[ingress].what & TRACE_INGRESS) put_level(n, i, ingress, SIDE_INGRESS);
  if (sw->watch->queue[egress].what & TRACE_EGRESS) put_level(n, i, egress, SIDE_EGRESS);
}

bool series_differs(const struct network *n, const struct node_switch *sw) {
  const struct watch *w = sw->watch;
  if ((w->thresholds & TRACE_THRESHOLD) && w->xqoff != sw->out->mon_xqoff) return true;
  if ((w->thresholds & TRACE_PORT_THRESHOLD) && w->xpoff != sw->out->mon_xpoff) return true;
  for (int k = 0; k < w->queues; k++)
    if ((w->queue[k].what & TRACE_STATE) && w->queue[k].state != state_of(n, (int)(sw - n->sw), k)) return true;
  return false;
}

static void put_outputs(struct network *n, struct node_switch *sw, bool all) {
  int i = (int)(sw - n->sw);
  struct watch *w = sw->watch;
  if ((w->thresholds & TRACE_THRESHOLD) && (all || w->xqoff != sw->out->mon_xqoff))
    put_threshold(n, i, "threshold", w->xqoff = sw->out->mon_xqoff);
  if ((w->thresholds & TRACE_PORT_THRESHOLD) && (all || w->xpoff != sw->out->mon_xpoff))
    put_threshold(n, i, "port_threshold", w->xpoff = sw->out->mon_xpoff);
  for (int k = 0; k < w->queues; k++) {
    if (!(w->queue[k].what & TRACE_STATE)) continue;
    uint16_t state = state_of(n, (int)(sw - n->sw), k);
    if (all || w->queue[k].state != state) put_state(n, i, k, w->queue[k].state = state);
  }
}

void series_outputs(struct network *n, struct node_switch *sw) {
  if (sw->watch->due == n->now) sample_outputs(n, (int)(sw - n->sw));
  put_outputs(n, sw, false);
}

static int watch(struct network *n, const struct scenario_series *x) {
  int queues = n->s->dims.ports * n->classes;
  for (int i = 0; i < x->switches; i++) {
    struct node_switch *sw = &n->sw[x->sw[i]];
    if (sw->watch == NULL) sw->watch = calloc(1, sizeof(*sw->watch) + (size_t)queues * sizeof(sw->watch->queue[0]));
    if (sw->watch == NULL) return -1;
    sw->watch->queues = queues;
    sw->watch->due = UINT64_MAX;
    if (x->every_ns == 0) sw->watch->thresholds |= x->what & THRESHOLDS;
  }
  if (x->every_ns != 0) return 0;
  for (int i = 0; i < x->probes; i++) {
    const struct scenario_probe *q = &x->probe[i];
    n->sw[q->sw].watch->queue[q->port * n->classes + q->cls].what |= (uint8_t)(x->what & ~(unsigned)THRESHOLDS);
  }
  // Thresholds move in clocks that the model would leave out.
  if (x->what & THRESHOLDS) n->stepping = true;
  return 0;
}

static void put_first(struct network *n) {
  for (int i = 0; i < n->s->switches; i++) {
    struct node_switch *sw = &n->sw[i];
    if (sw->watch == NULL) continue;
    put_outputs(n, sw, true);
    for (int k = 0; k < sw->watch->queues; k++) {
      if (sw->watch->queue[k].what & TRACE_INGRESS) put_level(n, i, k, SIDE_INGRESS);
      if (sw->watch->queue[k].what & TRACE_EGRESS) put_level(n, i, k, SIDE_EGRESS);
    }
  }
}

int series_new(struct network *n) {
  const struct scenario *s = n->s;
  if (n->opt.series == NULL || s->serieses == 0) return 0;
  n->sampler = calloc((size_t)s->serieses, sizeof(*n->sampler));
  if (n->sampler == NULL) return -1;
  for (int i = 0; i < s->serieses; i++) {
    if (watch(n, &s->series[i]) != 0) return -1;
    if (s->series[i].every_ns == 0) continue;
    struct sampler *x = &n->sampler[i];
    uint64_t num = s->series[i].every_ns * (s->clock_hz / 1000), den = 1000000, g = pace_gcd(num, den);
    x->pace = (struct pace){.num = num / g, .den = den / g};
    x->event.kind = EVENT_SERIES;
    x->event.owner = (uint32_t)i;
    wheel_add(&n->wheel, &x->event, 0);
  }
  put_first(n);
  return 0;
}

void series_free(struct network *n) {
  for (int i = 0; n->sw != NULL && i < n->s->switches; i++) free(n->sw[i].watch);
  free(n->sampler);
}
