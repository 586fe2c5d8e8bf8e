#include "tb/sim/clocked/measure.h"

#include "tb/sim/clocked/trace.h"
#include "tb/sim/results/ideal.h"
#include "tb/sim/results/summary.h"

// ---- flows ----

// Replaces the histogram of a flow by its percentiles, which saves memory. A flow of one packet needs no histogram.
static void settle_flow(struct flow_result *r) {
  struct histogram latency = r->latency;
  uint64_t value[PERCENTILES];
  histogram_permilles(&latency, histogram_percentiles, value, PERCENTILES);
  for (int i = 0; i < PERCENTILES; i++)
    r->percentile[i] = r->packets > 1 && value[i] < r->latency_max ? value[i] : r->latency_max;
  histogram_free(&latency);
  r->settled = true;
}

void measure_delivery(struct network *n, const struct packet *p) {
  const struct scenario_flow *f = &n->s->flow[p->data.flow];
  struct flow_result *r = &n->result.flow[p->data.flow];
  uint64_t latency = n->now - p->data.born;
  n->arrived++;
  r->marked += p->marked;
  int bad = histogram_add(&n->result.latency[f->cls], latency, 1);
  if (r->packets == 2) bad |= histogram_add(&r->latency, r->latency_max, 1);  // the first packet
  if (r->packets >= 2) bad |= histogram_add(&r->latency, latency, 1);
  if (bad != 0) network_fail(n, NETWORK_NO_MEMORY);
  r->latency_sum += latency;
  if (latency > r->latency_max) r->latency_max = latency;
  if (r->bytes == f->bytes) settle_flow(r);
}

static uint64_t ideal(const struct network *n, const struct links *l, int flow) {
  const struct scenario_flow *f = &n->s->flow[flow];
  struct ideal_step step[IDEAL_STEPS];
  for (int k = 0; k <= f->hops; k++) {
    const struct port *p = k == 0 ? l->port[f->from] : &l->port[f->route[k - 1]][f->egress[k - 1]];
    step[k] = ideal_step(&p->line, &p->limit, k > 0 ? SLUICE_ADMIT_LATENCY : 0, p->delay, p->overhead);
  }
  const struct flow_result *r = &n->result.flow[flow];
  return ideal_completion(f, ideal_bytes(f, r->bytes), r->start, step, n->s->clock_hz,
                          scenario_is_gfc(n->s) ? SLUICE_HOLD_LATENCY : 0);
}

void measure_end(struct network *n, const struct links *l) {
  for (int i = 0; i < n->s->flows; i++) {
    struct flow_result *r = &n->result.flow[i];
    if (!r->settled) settle_flow(r);
    result_losses(r, r->packets);
    r->ideal = ideal(n, l, i);
  }
}

void measure_all(struct network *n) {
  if (summary_make(&n->result.summary, n->s, &n->result) != 0) network_fail(n, NETWORK_NO_MEMORY);
}

// ---- packets that do not arrive ----

void measure_refused(struct network *n, int sw, const struct packet *p) {
  trace_packet(n, sw, p->via->link, "refuse", p);
  bool lossless = n->s->sw[sw].cfg.lossless >> p->cls & 1;
  n->result.sw[sw].refused++;
  n->result.sw[sw].lost += lossless;
  n->result.lost += lossless;
  n->result.flow[p->data.flow].losses[lossless ? LOSS_LOSSLESS : LOSS_LOSSY]++;
}

void measure_dropped(struct network *n, int sw, const struct packet *p) {
  trace_packet(n, sw, p->via->link, "drop", p);
  n->result.sw[sw].dropped++;
  n->result.flow[p->data.flow].losses[LOSS_RULE]++;
  n->result.dropped++;
}

// ---- queues ----

static void settle_level(struct level *l) {
  struct histogram time = l->time;
  histogram_permilles(&time, histogram_percentiles, l->percentile, PERCENTILES);
  histogram_free(&time);
  l->total = (double)l->area;
  l->settled = true;
}

void measure_stop(struct network *n) {
  int queues = n->s->dims.ports * n->s->dims.classes;
  for (int i = 0; i < n->s->switches; i++)
    for (int side = 0; side < SIDES; side++)
      for (int k = 0; k < queues; k++) {
        struct level *l = &n->result.sw[i].queue[side][k];
        if (l->most != 0) measure_level(n, l);
        settle_level(l);
      }
}

// ---- peaks of a switch ----

struct reader {
  const struct switch_kind *kind;
  void *switches;
  int number, ports, classes;
};

static enum network_status peak(const struct reader *x, enum sluice_stat stat, uint32_t *most, int *port, int *cls) {
  for (int p = 0; p < x->ports; p++) {
    for (int c = 0; c < x->classes; c++) {
      uint32_t value;
      enum network_status status = x->kind->stat(x->switches, x->number, stat, p, c, &value);
      if (status != NETWORK_OK) return status;
      if (value <= *most) continue;
      *most = value;
      *port = p;
      *cls = c;
    }
  }
  return NETWORK_OK;
}

enum network_status peaks_read(struct network *n, const struct switch_kind *kind, void *switches, int i) {
  const struct reader x = {kind, switches, i, n->s->dims.ports, n->classes};
  struct switch_result *r = &n->result.sw[i];
  uint32_t shared = 0;
  enum network_status status = kind->settle(switches, i);
  if (status == NETWORK_OK) status = kind->stat(switches, i, SLUICE_STAT_SHARED_PEAK, 0, 0, &shared);
  r->peak_shared = shared;
  if (status == NETWORK_OK) status = peak(&x, SLUICE_STAT_QUEUE_PEAK, &r->peak_queue, &r->queue_port, &r->queue_cls);
  if (status == NETWORK_OK)
    status = peak(&x, SLUICE_STAT_HEADROOM_PEAK, &r->peak_headroom, &r->headroom_port, &r->headroom_cls);
  return status;
}
