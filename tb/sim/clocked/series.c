#include "tb/sim/clocked/series.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/clocked/port.h"
#include "tb/sim/clocked/ranks.h"
#include "tb/sim/clocked/ranks_text.h"
#include "tb/sim/clocked/trace.h"

// When a time series is sampled.
struct sampler {
  struct event event;
  uint64_t due;    // the clock of the last sample
  uint64_t added;  // the clock in which the next one was asked for, and how many of all there were before
  uint64_t turn;
  struct pace pace;
};

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

// Where the next rows stand in a file that several ranks write.
static void place(struct network *n, struct ranks_key key) {
  if (n->ranks != NULL) n->ranks->row = key;
}

static void place_switch(struct network *n, int sw) {
  place(n, (struct ranks_key){.clock = n->now, .phase = 2, .sender = (uint32_t)sw});
}

static void put_row(struct network *n, int sw, int port, int cls, const char *what, uint64_t value) {
  FILE *to = n->opt.series;
  trace_time(n, to);
  if (port >= 0)
    fprintf(to, ",%s,%s,%d,%s,%" PRIu64 "\n", n->s->sw[sw].name, n->s->link[n->port[sw][port].link].name, cls, what,
            value);
  else
    fprintf(to, ",%s,,,%s,%" PRIu64 "\n", n->s->sw[sw].name, what, value);
  if (n->ranks != NULL) ranks_wrote(n, RANKS_SERIES, n->ranks->row);
}

static void put_level(struct network *n, int sw, int queue, enum side side) {
  put_row(n, sw, queue / n->classes, queue % n->classes, side == SIDE_INGRESS ? "ingress" : "egress",
          (uint64_t)n->result.sw[sw].queue[side][queue].cells * n->s->cell_bytes);
}

static void put_state(struct network *n, int sw, int queue, unsigned state) {
  put_row(n, sw, queue / n->classes, queue % n->classes, "state", state);
}

static void put_threshold(struct network *n, int sw, const char *what, uint32_t cells) {
  put_row(n, sw, -1, 0, what, (uint64_t)cells * n->s->cell_bytes);
}

// Does the queue, or its port, hold the upstream back? GFC: the level. A port speaks for its lossless classes.
static uint16_t state_of(const struct network *n, int sw, int queue, const struct sluice_out *out) {
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
    if (!network_here(n, q->sw)) continue;
    place(n, (struct ranks_key){.clock = n->now, .phase = 1, .added = sampler->added, .sample = sampler->turn});
    if (x->what & TRACE_INGRESS) put_level(n, q->sw, queue, SIDE_INGRESS);
    if (x->what & TRACE_EGRESS) put_level(n, q->sw, queue, SIDE_EGRESS);
  }
  for (int i = 0; (x->what & ~(unsigned)LEVELS) != 0 && i < x->switches; i++) {
    if (!network_here(n, x->sw[i])) continue;
    n->watch[x->sw[i]]->due = n->now;
    switch_activate(n, x->sw[i], n->now);
  }
  sampler->due = sampler->added = n->now;
  sampler->turn = ++n->samples;
  pace_send(&sampler->pace, n->now, 1);
  wheel_add(&n->wheel, &sampler->event, pace_free(&sampler->pace));
}

static void sample_outputs(struct network *n, int sw, const struct sluice_out *out) {
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
      if (q->sw == sw) put_state(n, sw, queue, state_of(n, sw, queue, out));
    }
  }
}

// ---- on change ----

static void put_levels(struct network *n, int sw, int ingress, int egress) {
  const struct watch *w = n->watch[sw];
  if (w->queue[ingress].what & TRACE_INGRESS) put_level(n, sw, ingress, SIDE_INGRESS);
  if (w->queue[egress].what & TRACE_EGRESS) put_level(n, sw, egress, SIDE_EGRESS);
}

void series_entered(struct network *n, int sw, int ingress, int egress) {
  place_switch(n, sw);
  put_levels(n, sw, ingress, egress);
}

// Samples that were asked for in the same clock come before it.
void series_left(struct network *n, const struct port *p, int ingress, int egress) {
  place(n, (struct ranks_key){.clock = n->now, .phase = 1, .added = p->since, .sender = 1 + port_number(p)});
  put_levels(n, p->node, ingress, egress);
}

bool series_differs(const struct network *n, int sw, const struct sluice_out *out) {
  const struct watch *w = n->watch[sw];
  if ((w->thresholds & TRACE_THRESHOLD) && w->xqoff != out->mon_xqoff) return true;
  if ((w->thresholds & TRACE_PORT_THRESHOLD) && w->xpoff != out->mon_xpoff) return true;
  for (int k = 0; k < w->queues; k++)
    if ((w->queue[k].what & TRACE_STATE) && w->queue[k].state != state_of(n, sw, k, out)) return true;
  return false;
}

static void put_outputs(struct network *n, int sw, const struct sluice_out *out, bool all) {
  struct watch *w = n->watch[sw];
  if ((w->thresholds & TRACE_THRESHOLD) && (all || w->xqoff != out->mon_xqoff))
    put_threshold(n, sw, "threshold", w->xqoff = out->mon_xqoff);
  if ((w->thresholds & TRACE_PORT_THRESHOLD) && (all || w->xpoff != out->mon_xpoff))
    put_threshold(n, sw, "port_threshold", w->xpoff = out->mon_xpoff);
  for (int k = 0; k < w->queues; k++) {
    if (!(w->queue[k].what & TRACE_STATE)) continue;
    uint16_t state = state_of(n, sw, k, out);
    if (all || w->queue[k].state != state) put_state(n, sw, k, w->queue[k].state = state);
  }
}

void series_outputs(struct network *n, int sw, const struct sluice_out *out) {
  place_switch(n, sw);
  if (n->watch[sw]->due == n->now) sample_outputs(n, sw, out);
  put_outputs(n, sw, out, false);
}

void series_first(struct network *n, int sw, const struct sluice_out *out) {
  const struct watch *w = n->watch[sw];
  place(n, (struct ranks_key){.sender = (uint32_t)sw});
  put_outputs(n, sw, out, true);
  for (int k = 0; k < w->queues; k++) {
    if (w->queue[k].what & TRACE_INGRESS) put_level(n, sw, k, SIDE_INGRESS);
    if (w->queue[k].what & TRACE_EGRESS) put_level(n, sw, k, SIDE_EGRESS);
  }
}

static int watch(struct network *n, const struct scenario_series *x) {
  int queues = n->s->dims.ports * n->classes;
  for (int i = 0; i < x->switches; i++) {
    struct watch **w = &n->watch[x->sw[i]];
    if (*w == NULL) *w = calloc(1, sizeof(**w) + (size_t)queues * sizeof((*w)->queue[0]));
    if (*w == NULL) return -1;
    (*w)->queues = queues;
    (*w)->due = UINT64_MAX;
    if (x->every_ns == 0) (*w)->thresholds |= x->what & THRESHOLDS;
  }
  if (x->every_ns != 0) return 0;
  for (int i = 0; i < x->probes; i++) {
    const struct scenario_probe *q = &x->probe[i];
    n->watch[q->sw]->queue[q->port * n->classes + q->cls].what |= (uint8_t)(x->what & ~(unsigned)THRESHOLDS);
  }
  // Thresholds move in clocks that the model would leave out.
  if (x->what & THRESHOLDS) n->stepping = true;
  return 0;
}

int series_new(struct network *n) {
  const struct scenario *s = n->s;
  n->watch = calloc((size_t)s->switches, sizeof(*n->watch));
  if (n->watch == NULL) return -1;
  if (n->opt.series == NULL || s->serieses == 0) return 0;
  n->sampler = calloc((size_t)s->serieses, sizeof(*n->sampler));
  if (n->sampler == NULL) return -1;
  for (int i = 0; i < s->serieses; i++)
    if (watch(n, &s->series[i]) != 0) return -1;
  return 0;
}

void series_begin(struct network *n) {
  for (int i = 0; n->sampler != NULL && i < n->s->serieses; i++) {
    const struct scenario_series *series = &n->s->series[i];
    if (series->every_ns == 0) continue;
    struct sampler *x = &n->sampler[i];
    uint64_t num = series->every_ns * (n->s->clock_hz / 1000), den = 1000000, g = pace_gcd(num, den);
    x->pace = (struct pace){.num = num / g, .den = den / g};
    x->event.kind = EVENT_SERIES;
    x->event.owner = (uint32_t)i;
    x->turn = ++n->samples;
    wheel_add(&n->wheel, &x->event, 0);
  }
}

void series_free(struct network *n) {
  for (int i = 0; n->watch != NULL && i < n->s->switches; i++) free(n->watch[i]);
  free(n->watch);
  free(n->sampler);
}
