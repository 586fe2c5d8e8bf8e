#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/rules/sluice_admit.h"
#include "tb/sim/simulation.h"

// A search. `s` is its own copy of the scenario, whose bursting flows change from run to run.
struct search {
  struct scenario *s;
  const struct network_options *o;
  struct search_result *r;
  int step;  // runs so far, for the progress; with runs that were not needed
  int sw;    // the first switch of the burst
  bool queue[2][SCENARIO_MOST_PORTS][SLUICE_MAX_CLASSES];  // its ingress queues with other flows; with the burst
};

// The ingress queue of a flow at its first switch.
static int first_port(const struct scenario *s, const struct scenario_flow *f) {
  return s->link[f->access].end[0].port;
}

static bool bursts(const struct scenario *s, int flow) {
  for (int i = 0; i < s->bursts; i++)
    if (s->burst[i] == flow) return true;
  return false;
}

static void find_queues(struct search *x) {
  const struct scenario *s = x->s;
  x->sw = s->flow[s->burst[0]].route[0];
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    const bool burst = bursts(s, i);
    bool *queue = &x->queue[burst][first_port(s, f)][f->cls];
    if (f->route[0] != x->sw || *queue) continue;
    *queue = true;
    *(burst ? &x->r->bursting : &x->r->others) += 1;
  }
}

// ---- the closed form ----

// Bytes above private at which each of that many queues pauses while all of them are at the threshold.
static double threshold(const struct search *x, int queues) {
  const struct sluice_config *cfg = &x->s->sw[x->sw].cfg;
  double cell = x->s->cell_bytes, a = ldexp(1, cfg->alpha);
  double shared = cell * (double)cfg->shared, eta = cell * (double)cfg->limits.eta;
  if (cfg->scheme == SLUICE_STATIC) return cell * (double)cfg->limits.xoff;
  if (cfg->scheme != SLUICE_DSH) return a * shared / (1 + a * queues);
  return (a * shared + queues * a * eta) / (1 + a * queues) - eta;
}

// M queues burst while N queues are at the threshold. STATIC ignores the others.
static void closed_form(const struct search *x) {
  struct search_result *r = x->r;
  r->threshold = threshold(x, r->bursting + r->others);
  r->form = r->bursting * r->threshold;
  r->others_threshold = threshold(x, r->others);
  r->buffer = (double)x->s->cell_bytes * (double)x->s->sw[x->sw].cfg.buffer;
}

// ---- runs ----

// The progress of one of several runs is part of that of the search.
struct part {
  const struct network_options *of;
  int run, runs;
};

static void show_part(void *part, double share, double us) {
  const struct part *p = part;
  (void)us;
  p->of->progress(p->of->progress_arg, (p->run + share) / p->runs, p->run + share);
}

// Runs the given scenario. The caller frees the simulation.
static enum network_status run(struct search *x, const struct scenario *s, struct simulation **n) {
  struct network_options one = *x->o;
  struct part part = {.of = x->o, .run = x->step++, .runs = search_runs(x->s)};
  if (x->o->progress != NULL) {
    one.progress = show_part;
    one.progress_arg = &part;
  }
  enum network_status status = simulation_new(n, s, &one);
  if (status == NETWORK_OK) status = simulation_run(*n);
  if (status != NETWORK_OK) return status;
  x->r->runs++;
  x->r->engine = simulation_result(*n)->engine;
  x->r->hops += simulation_result(*n)->hops;
  x->r->lost += simulation_result(*n)->lost;
  return status;
}

static int halvings(uint64_t range, uint64_t end) {
  int count = 0;
  for (; range > end; range -= range / 2) count++;
  return count;
}

// ---- the start of the burst ----

enum { FIRST_TRY = 16 };  // microseconds

// Cycles of a microsecond, the precision of the start.
static uint64_t start_step(const struct scenario *s) { return s->clock_hz > 1000000 ? s->clock_hz / 1000000 : 1; }

// Runs the other flows alone until that cycle. Notes how much their queues hold then, and how many of them have not yet
// been paused: they have not reached their threshold.
static enum network_status others_alone(struct search *x, uint64_t until) {
  struct search_result *r = x->r;
  struct scenario s = *x->s;
  struct simulation *n;
  s.stop = s.duration = until;
  for (int i = 0; i < s.bursts; i++) s.flow[s.burst[i]].start = until;
  enum network_status status = run(x, &s, &n);
  r->others_below = r->others_bytes = 0;
  for (int p = 0; p < s.sw[x->sw].ports; p++)
    for (int c = 0; status == NETWORK_OK && c < s.dims.classes; c++) {
      uint64_t pauses = 0;
      if (!x->queue[0][p][c]) continue;
      status = simulation_port_pauses(n, x->sw, p, &pauses);
      if (status != NETWORK_OK) break;
      const struct level *l = &simulation_result(n)->sw[x->sw].queue[SIDE_INGRESS][p * s.dims.classes + c];
      r->others_below += pauses == 0;
      r->others_bytes += (double)sluice_above(l->cells, s.sw[x->sw].cfg.limits.phi) * s.cell_bytes / r->others;
    }
  simulation_free(n);
  return status;
}

// Finds the first microsecond at which all other queues have been paused, first in doubled times and then by bisection.
static enum network_status find_start(struct search *x) {
  const uint64_t step = start_step(x->s), end = x->s->duration;
  uint64_t low = 0, high = FIRST_TRY * step < end ? FIRST_TRY * step : end;
  enum network_status status = others_alone(x, high);
  while (status == NETWORK_OK && x->r->others_below != 0 && high < end) {
    low = high;
    high = high < end / 2 ? 2 * high : end;
    status = others_alone(x, high);
  }
  if (status == NETWORK_OK && x->r->others_below != 0) return NETWORK_BELOW_THRESHOLD;
  while (status == NETWORK_OK && high - low > step) {
    const uint64_t middle = low + (high - low) / 2;
    status = others_alone(x, middle);
    *(x->r->others_below == 0 ? &high : &low) = middle;
  }
  if (status == NETWORK_OK && x->r->others_below != 0) status = others_alone(x, high);
  x->r->start = high;
  return status;
}

static enum network_status set_start(struct search *x) {
  const struct scenario *s = x->s;
  const bool find = s->burst_start == SEARCH_FINDS_START;
  enum network_status status = NETWORK_OK;
  x->r->start = find ? 0 : s->burst_start;
  if (x->r->others == 0 && find) return NETWORK_OK;
  if (find) status = find_start(x);
  if (!find && s->burst_start > 0) status = others_alone(x, s->burst_start);
  if (!find && s->burst_start == 0) x->r->others_below = x->r->others;
  return status;
}

// The most runs that find the start.
static int start_runs(const struct scenario *s) {
  const uint64_t first = FIRST_TRY * start_step(s);
  if (s->burst_start != SEARCH_FINDS_START) return 1;
  return 2 + 2 * halvings(s->duration, first) + halvings(first, start_step(s));
}

int search_runs(const struct scenario *s) {
  return start_runs(s) + 2 + halvings(s->burst_to - s->burst_from, (uint64_t)s->bursts);
}

// ---- the size of the burst ----

static enum network_status paused_ports(const struct search *x, struct simulation *n, bool *paused) {
  const struct scenario *s = x->s;
  enum network_status status = NETWORK_OK;
  *paused = false;
  for (int i = 0; status == NETWORK_OK && i < s->bursts && !*paused; i++) {
    const struct scenario_flow *f = &s->flow[s->burst[i]];
    uint64_t pauses;
    status = simulation_port_pauses(n, f->route[0], first_port(s, f), &pauses);
    *paused = status == NETWORK_OK && pauses != 0;
  }
  return status;
}

static bool is_sent(const struct search *x, const struct simulation *n) {
  bool sent = true;
  for (int i = 0; i < x->s->bursts; i++) {
    const int flow = x->s->burst[i];
    sent &= simulation_result(n)->flow[flow].sent_bytes == x->s->flow[flow].bytes;
  }
  return sent;
}

// One run with a burst of that many bytes, spread evenly.
static enum network_status attempt(struct search *x, uint64_t bytes, bool *paused) {
  const struct scenario *s = x->s;
  struct simulation *n;
  uint64_t each = bytes / (uint64_t)s->bursts, more = bytes % (uint64_t)s->bursts;
  for (int i = 0; i < s->bursts; i++) s->flow[s->burst[i]].bytes = each + ((uint64_t)i < more);
  enum network_status status = run(x, s, &n);
  if (status == NETWORK_OK) status = paused_ports(x, n, paused);
  if (status == NETWORK_OK && !*paused && !is_sent(x, n)) status = NETWORK_BURST_CUT;
  simulation_free(n);
  return status;
}

static enum network_status bisect(struct search *x) {
  const struct scenario *s = x->s;
  uint64_t low = s->burst_from, high = s->burst_to;
  bool paused;
  enum network_status status = attempt(x, low, &paused);
  if (status != NETWORK_OK) return status;
  if (paused) x->r->outside = -1;
  if (!paused) status = attempt(x, high, &paused);
  if (status == NETWORK_OK && !paused) x->r->outside = 1;
  while (status == NETWORK_OK && x->r->outside == 0 && high - low > (uint64_t)s->bursts) {
    uint64_t middle = low + (high - low) / 2;
    status = attempt(x, middle, &paused);
    *(paused ? &high : &low) = middle;
  }
  x->r->most = low;
  return status;
}

enum network_status search_run(const struct scenario *s, const struct network_options *o, struct search_result *r) {
  struct scenario copy = *s;
  struct network_options options = *o;
  struct search x = {.s = &copy, .o = &options, .r = r};
  *r = (struct search_result){0};
  const size_t flows = (size_t)s->flows * sizeof(*copy.flow);
  copy.flow = malloc(flows);
  if (copy.flow == NULL) return NETWORK_NO_MEMORY;
  memcpy(copy.flow, s->flow, flows);
  options.waves = NULL;
  options.pauses = options.occupancy = options.series = options.packets = options.rates = NULL;
  find_queues(&x);
  closed_form(&x);
  enum network_status status = set_start(&x);
  memcpy(copy.flow, s->flow, flows);
  for (int i = 0; s->burst_start == SEARCH_FINDS_START && i < s->bursts; i++) copy.flow[s->burst[i]].start = r->start;
  x.step = start_runs(s);
  if (status == NETWORK_OK) status = bisect(&x);
  free(copy.flow);
  return status;
}
