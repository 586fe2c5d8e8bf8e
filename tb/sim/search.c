#include "tb/sim/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/simulation.h"

// The ingress queue of a flow at its first switch.
static int first_port(const struct scenario *s, const struct scenario_flow *f) {
  return s->link[s->host[f->from - s->switches].link].end[0].port;
}

static bool bursts(const struct scenario *s, int flow) {
  for (int i = 0; i < s->bursts; i++)
    if (s->burst[i] == flow) return true;
  return false;
}

// The threshold T of the scheme when M queues burst while N queues are at the threshold. STATIC ignores the others.
static void closed_form(const struct scenario *s, struct search_result *r) {
  bool seen[2][SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES] = {0};
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    bool *queue = &seen[bursts(s, i)][first_port(s, f)][f->cls];
    if (f->route[0] != s->flow[s->burst[0]].route[0] || *queue) continue;
    *queue = true;
    *(bursts(s, i) ? &r->bursting : &r->others) += 1;
  }
  const uint32_t *regs = s->sw[s->flow[s->burst[0]].route[0]].regs;
  double cell = s->cell_bytes, a = ldexp(1, (int32_t)regs[SLUICE_REG_ALPHA]), queues = r->bursting + r->others;
  double shared = cell * regs[SLUICE_REG_SHARED], eta = cell * regs[SLUICE_REG_HEADROOM];
  if (regs[SLUICE_REG_SCHEME] == SLUICE_STATIC)
    r->threshold = cell * regs[SLUICE_REG_XOFF];
  else if (regs[SLUICE_REG_SCHEME] == SLUICE_SIH)
    r->threshold = a * shared / (1 + a * queues);
  else
    r->threshold = (a * shared + queues * a * eta) / (1 + a * queues) - eta;
  r->form = r->bursting * r->threshold;
  r->buffer = cell * regs[SLUICE_REG_BUFFER];
}

static enum network_status paused_ports(struct simulation *n, const struct scenario *s, bool *paused) {
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

int search_runs(const struct scenario *s) {
  int runs = 2;
  for (uint64_t range = s->burst_to - s->burst_from; range > (uint64_t)s->bursts; range -= range / 2) runs++;
  return runs;
}

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

// One run with a burst of that many bytes, spread evenly.
static enum network_status attempt(struct scenario *s, const struct network_options *o, uint64_t bytes, bool *paused,
                                   struct search_result *r) {
  struct simulation *n;
  struct network_options one = *o;
  struct part part = {.of = o, .run = r->runs, .runs = search_runs(s)};
  if (o->progress != NULL) {
    one.progress = show_part;
    one.progress_arg = &part;
  }
  uint64_t each = bytes / (uint64_t)s->bursts, more = bytes % (uint64_t)s->bursts;
  for (int i = 0; i < s->bursts; i++) s->flow[s->burst[i]].bytes = each + ((uint64_t)i < more);
  enum network_status status = simulation_new(&n, s, &one);
  if (status == NETWORK_OK) status = simulation_run(n);
  if (status == NETWORK_OK) {
    r->runs++;
    r->engine = simulation_result(n)->engine;
    r->hops += simulation_result(n)->hops;
    r->lost += simulation_result(n)->lost;
    status = paused_ports(n, s, paused);
  }
  simulation_free(n);
  return status;
}

static enum network_status bisect(struct scenario *s, const struct network_options *o, struct search_result *r) {
  uint64_t low = s->burst_from, high = s->burst_to;
  bool paused;
  enum network_status status = attempt(s, o, low, &paused, r);
  if (status != NETWORK_OK) return status;
  if (paused) r->outside = -1;
  if (!paused) status = attempt(s, o, high, &paused, r);
  if (status == NETWORK_OK && !paused) r->outside = 1;
  while (status == NETWORK_OK && r->outside == 0 && high - low > (uint64_t)s->bursts) {
    uint64_t middle = low + (high - low) / 2;
    status = attempt(s, o, middle, &paused, r);
    *(paused ? &high : &low) = middle;
  }
  r->most = low;
  return status;
}

enum network_status search_run(const struct scenario *s, const struct network_options *o, struct search_result *r) {
  struct scenario copy = *s;
  struct network_options options = *o;
  *r = (struct search_result){0};
  copy.flow = malloc((size_t)s->flows * sizeof(*copy.flow));
  if (copy.flow == NULL) return NETWORK_NO_MEMORY;
  memcpy(copy.flow, s->flow, (size_t)s->flows * sizeof(*copy.flow));
  closed_form(s, r);
  options.waves = NULL;
  options.pauses = options.occupancy = options.series = options.packets = NULL;
  enum network_status status = bisect(&copy, &options, r);
  free(copy.flow);
  return status;
}
