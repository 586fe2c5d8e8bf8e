// Builds a clocked network, runs it, and collects its results.
#include "tb/sim/clocked/clocked_network.h"

#include <stdlib.h>

#include "tb/cosim/engine.h"
#include "tb/sim/clocked/cycle.h"
#include "tb/sim/clocked/measure.h"
#include "tb/sim/clocked/switch.h"

// ---- waves ----

static enum network_status open_waves(struct clocked_network *c) {
  const struct network *n = &c->net;
  if (n->opt.waves == NULL) return NETWORK_OK;
  if (engine_trace_new(&c->trace) != 0) return NETWORK_NO_MEMORY;
  for (int i = 0; i < n->s->switches; i++)
    if (c->kind->waves(c->switches, i, c->trace) != NETWORK_OK) return NETWORK_WAVES;
  unsigned ps = (unsigned)((UINT64_C(1000000000000) + n->s->clock_hz / 2) / n->s->clock_hz);
  c->waves_error = engine_trace_open(c->trace, n->opt.waves, ps);
  return c->waves_error == 0 ? NETWORK_OK : NETWORK_WAVES;
}

static void close_waves(struct clocked_network *c) {
  if (c->trace == NULL) return;
  c->waves_error = engine_trace_close(c->trace);
  c->trace = NULL;
  if (c->waves_error != 0 && c->net.status == NETWORK_OK) c->net.status = NETWORK_WAVES;
}

// ---- building ----

static enum network_status allocate_results(struct network *n) {
  const struct scenario *s = n->s;
  struct network_result *r = &n->result;
  r->flow = calloc((size_t)s->flows + 1, sizeof(*r->flow));
  r->link = calloc((size_t)s->links + 1, sizeof(*r->link));
  r->sw = calloc((size_t)s->switches, sizeof(*r->sw));
  return r->flow != NULL && r->link != NULL && r->sw != NULL ? NETWORK_OK : NETWORK_NO_MEMORY;
}

static enum network_status configure(struct clocked_network *c) {
  enum network_status status = NETWORK_OK;
  for (int i = 0; status == NETWORK_OK && i < c->net.s->switches; i++) {
    status = c->kind->configure(c->switches, i);
    if (status == NETWORK_OK && series_watches(&c->series, i))
      series_first(&c->series, i, c->kind->outputs(c->switches, i));
  }
  return status;
}

static enum network_status build(struct clocked_network *c) {
  struct network *n = &c->net;
  if (allocate_results(n) != NETWORK_OK || links_new(&c->links, n) != 0 || hosts_new(&c->hosts, n, &c->links) != 0 ||
      series_new(&c->series, n) != 0 || occupancy_new(&c->occupancy, n) != 0)
    return NETWORK_NO_MEMORY;
  event_init(&c->stop, EVENT_STOP, 0, 0);
  network_add(n, &c->stop, n->s->stop);
  c->kind = n->opt.full_switch != NULL ? &rtl_switch : &mmu_switch;
  enum network_status status = c->kind->create(&c->switches, n, &c->links, &c->series);
  if (status == NETWORK_OK) status = configure(c);
  if (status == NETWORK_OK) status = open_waves(c);
  return status;
}

enum network_status clocked_new(struct clocked_network **out, const struct scenario *s,
                                const struct network_options *o) {
  struct clocked_network *c = *out = calloc(1, sizeof(*c));
  if (c == NULL) return NETWORK_NO_MEMORY;
  c->net = (struct network){.s = s, .opt = *o, .classes = s->dims.classes, .share = share_new(s, s->stop)};
  enum network_status status = build(c);
  if (status != NETWORK_OK) network_fail(&c->net, status);
  return c->net.status;
}

void clocked_free(struct clocked_network *c) {
  if (c == NULL) return;
  close_waves(c);
  if (c->kind != NULL) c->kind->destroy(c->switches);
  occupancy_free(&c->occupancy);
  series_free(&c->series);
  hosts_free(&c->hosts);
  links_free(&c->links);
  packet_pool_free(&c->net.pool);
  events_free(&c->net.events);
  result_free(&c->net.result, c->net.s);
  free(c);
}

// ---- running ----

enum { PROGRESS_CYCLES = 1 << 10 };  // cycles between two reports of progress

static void report_progress(const struct network *n, int *cycles) {
  if (n->opt.progress == NULL || ++*cycles < PROGRESS_CYCLES) return;
  *cycles = 0;
  n->opt.progress(n->opt.progress_arg, share_done(&n->share, n->now, n->arrived),
                  (double)n->now * 1e6 / (double)n->s->clock_hz);
}

static const char *engine_name(const struct network *n) {
  static const char *const name[] = {[ENGINE_RTL] = "rtl", [ENGINE_MODEL] = "model", [ENGINE_BOTH] = "both"};
  return n->opt.full_switch != NULL ? "switch" : name[n->opt.engine];
}

// Collects all results after the last cycle.
static void conclude(struct clocked_network *c) {
  struct network *n = &c->net;
  if (n->status != NETWORK_OK) return;
  network_stop(c);
  links_end_run(&c->links);
  n->result.hz = n->s->clock_hz;
  n->result.engine = engine_name(n);
  n->result.cycles = n->now;
  measure_end(n, &c->links);
  verdict_end(n, &c->links, c->kind, c->switches);
  for (int i = 0; i < n->s->switches && n->status == NETWORK_OK; i++)
    n->status = peaks_read(n, c->kind, c->switches, i);
  if (n->status == NETWORK_OK) measure_all(n);
}

enum network_status clocked_run(struct clocked_network *c) {
  int cycles = 0;
  while (network_cycle(c)) report_progress(&c->net, &cycles);
  conclude(c);
  close_waves(c);
  return c->net.status;
}

// ---- results ----

const struct network_result *clocked_result(const struct clocked_network *c) { return &c->net.result; }

int clocked_waves_error(const struct clocked_network *c) { return c->waves_error; }

uint64_t clocked_now(const struct clocked_network *c) { return c->net.now; }

void clocked_report(const struct clocked_network *c, FILE *to) {
  const struct network *n = &c->net;
  fprintf(to, "switch %s, cycle %llu of the network:\n", n->s->sw[n->mismatch].name, (unsigned long long)n->now);
  c->kind->report(c->switches, n->mismatch, to);
}

enum network_status clocked_port_pauses(struct clocked_network *c, int sw, int port, uint64_t *pauses) {
  uint32_t value = 0;
  enum network_status status = c->kind->stat(c->switches, sw, SLUICE_STAT_PORT_PAUSES, port, 0, &value);
  *pauses = value;
  for (int cls = 0; status == NETWORK_OK && cls < c->net.classes; cls++) {
    status = c->kind->stat(c->switches, sw, SLUICE_STAT_QUEUE_PAUSES, port, cls, &value);
    *pauses += value;
  }
  return status;
}
