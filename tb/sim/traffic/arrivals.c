#include "tb/sim/traffic/arrivals.h"

#include <errno.h>
#include <stdlib.h>

#include "tb/sim/traffic/random.h"

// ---- weights ----

int weights_new(struct weights *w, const double *weight, uint32_t n) {
  *w = (struct weights){.leaves = 1};
  if (weight == NULL) return 0;
  while (w->leaves < n) w->leaves *= 2;
  w->sum = calloc(2 * (size_t)w->leaves, sizeof(*w->sum));
  if (w->sum == NULL) return ENOMEM;
  for (uint32_t k = 0; k < n; k++) w->sum[w->leaves + k] = weight[k];
  for (uint32_t i = w->leaves - 1; i > 0; i--) w->sum[i] = w->sum[2 * i] + w->sum[2 * i + 1];
  return 0;
}

void weights_free(struct weights *w) { free(w->sum); }

// Sums are added anew, so that a weight that is set back leaves no rounding error.
void weights_set(struct weights *w, uint32_t k, double weight) {
  uint32_t i = w->leaves + k;
  w->sum[i] = weight;
  while ((i /= 2) > 0) w->sum[i] = w->sum[2 * i] + w->sum[2 * i + 1];
}

// The second condition matters if a sum was rounded.
uint32_t weights_draw(const struct weights *w, double unit) {
  double x = unit * w->sum[1];
  uint32_t i = 1;
  while (i < w->leaves) {
    i *= 2;
    if (x < w->sum[i] || w->sum[i + 1] <= 0) continue;
    x -= w->sum[i++];
  }
  return i - w->leaves;
}

// ---- collectives ----

static uint64_t steps(enum collective kind, uint64_t hosts) {
  return kind == COLLECTIVE_RING_ALL_REDUCE ? 2 * (hosts - 1) : hosts - 1;
}

uint64_t collective_flows(enum collective kind, uint64_t hosts) { return steps(kind, hosts) * hosts; }

// The distance, in hosts, over which the parts of a step go
static uint32_t distance(enum collective kind, uint64_t step) {
  return kind == COLLECTIVE_RING_ALL_REDUCE ? 1 : (uint32_t)step + 1;
}

int collective_generate(enum collective kind, uint32_t hosts, uint64_t bytes, collective_flow *flow, void *arg) {
  const uint64_t part = (bytes + hosts - 1) / hosts;
  for (uint64_t step = 0; step < steps(kind, hosts); step++)
    for (uint32_t i = 0; i < hosts; i++) {
      int64_t after = -1;
      if (step > 0) after = (int64_t)((step - 1) * hosts + (i + hosts - distance(kind, step - 1)) % hosts);
      const int status = flow(arg, i, (i + distance(kind, step)) % hosts, part, after);
      if (status != 0) return status;
    }
  return 0;
}

// ---- arrivals ----

struct generator {
  const struct arrivals *t;
  uint64_t random;
  uint32_t *order;  // permutation, shift: [sender] receiver; incast: the senders, those of the last arrival first
  struct weights weights;
  arrivals_flow *flow;
  void *arg;
};

double arrivals_mean(const struct arrivals *t) { return t->sizes != NULL ? t->sizes->mean : (double)t->bytes; }

double arrivals_interval(const struct arrivals *t) {
  double flows = t->pattern == TRAFFIC_INCAST ? t->fan_in : 1;
  return flows * 8 * arrivals_mean(t) * (double)t->clock_hz / (t->load * t->bps);
}

double arrivals_expected(const struct arrivals *t) {
  double window = (double)(t->until - t->start), each = t->pattern == TRAFFIC_INCAST ? t->fan_in : t->senders;
  if (t->load > 0) return window / arrivals_interval(t) * (t->pattern == TRAFFIC_INCAST ? t->fan_in : 1);
  return t->period > 0 ? each * (window / t->period + 1) : each;
}

static int emit(struct generator *g, int from, int to, uint64_t start) {
  const struct arrivals *t = g->t;
  uint64_t bytes = t->sizes != NULL ? sizes_sample(t->sizes, random_unit(&g->random)) : t->bytes;
  return g->flow(g->arg, from, to, bytes, start);
}

static void exchange(uint32_t *order, uint32_t a, uint32_t b) {
  uint32_t keep = order[a];
  order[a] = order[b];
  order[b] = keep;
}

// Shuffles until no element is in its own place, so all such orders are equally likely.
static void derange(struct generator *g) {
  bool own = true;
  while (own) {
    own = false;
    for (uint32_t i = g->t->senders; i > 1; i--) exchange(g->order, i - 1, random_below(&g->random, i));
    for (uint32_t i = 0; i < g->t->senders; i++) own |= g->order[i] == i;
  }
}

static int send(struct generator *g, uint32_t sender, uint64_t start) {
  const struct arrivals *t = g->t;
  if (arrivals_are_pairs(t->pattern)) return emit(g, t->from[sender], t->from[g->order[sender]], start);
  int to;
  do to = t->to[random_below(&g->random, t->receivers)];
  while (to == t->from[sender]);
  return emit(g, t->from[sender], to, start);
}

// Draws a sender, with `weights` by its rate.
static uint32_t draw(struct generator *g) {
  if (g->weights.sum == NULL) return random_below(&g->random, g->t->senders);
  return weights_draw(&g->weights, random_unit(&g->random));
}

// An incast whose senders are drawn one after the other by their rates.
static int weighted_incast(struct generator *g, uint64_t start) {
  const struct arrivals *t = g->t;
  const int to = t->to[random_below(&g->random, t->receivers)];
  uint32_t drawn = 0, sent = 0;
  int status = 0;
  while (status == 0 && sent < t->fan_in) {
    const uint32_t k = g->order[drawn++] = draw(g);
    weights_set(&g->weights, k, 0);
    if (t->from[k] == to) continue;
    sent++;
    status = emit(g, t->from[k], to, start);
  }
  while (drawn-- > 0) weights_set(&g->weights, g->order[drawn], t->rate[g->order[drawn]]);
  return status;
}

// An incast. Senders are drawn without replacement.
static int incast(struct generator *g, uint64_t start) {
  const struct arrivals *t = g->t;
  int to = t->to[random_below(&g->random, t->receivers)], status = 0;
  uint32_t left = t->senders;
  for (uint32_t k = 0; status == 0 && k < t->fan_in; k++) {
    exchange(g->order, k, k + random_below(&g->random, left - k));
    if (t->from[g->order[k]] == to) {
      exchange(g->order, k, --left);
      exchange(g->order, k, k + random_below(&g->random, left - k));
    }
    status = emit(g, t->from[g->order[k]], to, start);
  }
  return status;
}

static int arrive(struct generator *g, uint64_t start) {
  const struct arrivals *t = g->t;
  int status = 0;
  if (t->pattern == TRAFFIC_INCAST) return g->weights.sum != NULL ? weighted_incast(g, start) : incast(g, start);
  if (t->load > 0) return send(g, draw(g), start);
  for (uint32_t i = 0; status == 0 && i < t->senders; i++) status = send(g, i, start);
  return status;
}

// The arrivals of all senders together are one Poisson process.
static int generate(struct generator *g) {
  const struct arrivals *t = g->t;
  double window = (double)(t->until - t->start), step = t->load > 0 ? arrivals_interval(t) : t->period, at = 0;
  if (t->pattern == TRAFFIC_PERMUTATION) derange(g);
  for (uint64_t k = 0;; k++) {
    at = t->load > 0 ? at + step * random_exponential(&g->random) : (double)k * step;
    if (at >= window || (step <= 0 && k > 0)) return 0;
    int status = arrive(g, t->start + (uint64_t)at);
    if (status != 0) return status;
  }
}

int arrivals_generate(const struct arrivals *t, arrivals_flow *flow, void *arg) {
  struct generator g = {.t = t, .random = t->seed, .flow = flow, .arg = arg};
  g.order = malloc(t->senders * sizeof(*g.order));
  int status = weights_new(&g.weights, t->load > 0 ? t->rate : NULL, t->senders);
  if (g.order == NULL) status = ENOMEM;
  const uint32_t shift = t->pattern == TRAFFIC_SHIFT ? t->shift : 0;
  for (uint32_t i = 0; status == 0 && i < t->senders; i++) g.order[i] = (i + shift) % t->senders;
  if (status == 0) status = generate(&g);
  weights_free(&g.weights);
  free(g.order);
  return status;
}
