// The algorithm. Each iteration has three stages: shares (stage 1, shares.c), back-pressure (2) and capacities (3).
#define _POSIX_C_SOURCE 200809L
#include "tb/cli/analyze/analyze.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/vec.h"

static const double equal = ANALYSIS_EQUAL;
static const double converged = 1e-9;   // the analysis has converged if no rate and no P changes by more
static const double zero_share = 1e-6;  // a lower share of the flow's first rate counts as zero

const struct analysis_limits analysis_default = {.iterations = 10000, .stages = 4, .cycles = 32};

// ---- stage 2 ----

// Sets an active pause: a flow offers more on `from` than it gets on `to`. before: P at the start of the iteration.
static void pause_actively(struct analysis *a, int dependency, const double *before) {
  struct analysis_dependency *d = &a->dependency[dependency];
  double offered = 0, left = 0;
  d->active = d->passive = false;
  for (int i = a->of_dependency.first[dependency]; i < a->of_dependency.first[dependency + 1]; i++) {
    const struct analysis_hop *h = &a->hop[a->of_dependency.item[i]];
    offered += h->offered;
    left += h[1].rate;
    if (h->offered <= h[1].rate + equal || d->active) continue;
    d->active = true;
    d->flow = h->flow;
  }
  d->pause = d->own = d->active ? 1 - (1 - before[d->from]) * left / offered : 0;
}

// Sets passive pauses: another channel is actively paused by the same `to`. Its largest P applies if it exceeds the P
// of the active pause. worst: for each `to`, the first dependency with the largest P.
static void pause_passively(struct analysis *a, int *worst) {
  for (int i = 0; i < a->channels; i++) worst[i] = -1;
  for (int i = 0; i < a->carried; i++) {
    int *w = &worst[a->dependency[i].to];
    if (*w < 0 || a->dependency[i].own > a->dependency[*w].own) *w = i;
  }
  for (int i = 0; i < a->carried; i++) {
    struct analysis_dependency *d = &a->dependency[i];
    const struct analysis_dependency *other = &a->dependency[worst[d->to]];
    if (other->own <= d->pause) continue;
    d->passive = true;
    d->pause = other->own;
    d->with = other->from;
  }
}

// Limits the rate of each hop to the rate of the next hop. Returns whether a rate changed.
static bool push_back(struct analysis *a) {
  bool changed = false;
  for (int i = 0; i < a->hops; i++) {
    struct analysis_hop *h = &a->hop[i];
    if (h->dependency < 0 || h->rate <= h[1].rate + equal) continue;
    h->rate = h[1].rate;
    changed = true;
  }
  return changed;
}

static void pause_links(struct analysis *a, const double *before, int *worst) {
  do {
    for (int i = 0; i < a->carried; i++) pause_actively(a, i, before);
    pause_passively(a, worst);
    for (int i = 0; i < a->channels; i++) a->channel[i].pause = before[i];
    for (int i = 0; i < a->carried; i++) {
      struct analysis_channel *c = &a->channel[a->dependency[i].from];
      if (a->dependency[i].pause > c->pause) c->pause = a->dependency[i].pause;
    }
  } while (push_back(a));
}

static void remember(struct analysis *a, struct analysis_dependency *d, bool active) {
  if (d->known[active]) return;
  d->known[active] = true;
  struct analysis_reason r = {.channel = d->from, .by = d->to, .active = active, .iteration = a->iterations};
  r.flow = active ? d->flow : -1;
  r.with = active ? -1 : d->with;
  a->reason[a->reasons++] = r;
}

static void remember_all(struct analysis *a) {
  for (int i = 0; i < a->carried; i++) {
    if (a->dependency[i].active) remember(a, &a->dependency[i], true);
    if (a->dependency[i].passive) remember(a, &a->dependency[i], false);
  }
}

// ---- iterations ----

static int keep_stage(struct analysis *a, int stage, const struct analysis_limits *l) {
  if (a->iterations > l->stages) return 0;
  struct analysis_stage *grown = vec_grow(a->stage, (size_t)a->stages, sizeof(*grown));
  if (grown == NULL) return ENOMEM;
  a->stage = grown;
  size_t hops = (size_t)a->hops, channels = (size_t)a->channels;
  double *rate = malloc((hops + 2 * channels + 1) * sizeof(*rate));
  if (rate == NULL) return ENOMEM;
  struct analysis_stage *s = &a->stage[a->stages++];
  *s = (struct analysis_stage){a->iterations, stage, rate, rate + hops, rate + hops + channels};
  for (int i = 0; i < a->hops; i++) s->rate[i] = a->hop[i].rate;
  for (int i = 0; i < a->channels; i++) s->effective[i] = a->channel[i].effective;
  for (int i = 0; i < a->channels; i++) s->pause[i] = a->channel[i].pause;
  return 0;
}

// The state at the start of an iteration, and the memory of the stages.
struct start {
  double *rate, *pause, *own;  // rates of the hops, P of the channels, first rates of the flows
  int *worst;                  // [channel] as in pause_passively()
  struct shares *shares;
};

static void begin(const struct analysis *a, struct start *b) {
  for (int i = 0; i < a->hops; i++) b->rate[i] = a->hop[i].rate;
  for (int i = 0; i < a->channels; i++) b->pause[i] = a->channel[i].pause;
}

static bool done(struct analysis *a, const struct start *b) {
  double change = 0;
  for (int i = 0; i < a->hops; i++) change = fmax(change, fabs(a->hop[i].rate - b->rate[i]));
  for (int i = 0; i < a->channels; i++) change = fmax(change, fabs(a->channel[i].pause - b->pause[i]));
  a->outcome = change < converged ? ANALYSIS_STOPS : ANALYSIS_OPEN;
  for (int i = 0; i < a->s->flows; i++)
    if (a->hop[a->first[i]].rate < zero_share * b->own[i]) a->outcome = ANALYSIS_TO_ZERO;
  return a->outcome != ANALYSIS_OPEN;
}

static int iterate(struct analysis *a, const struct analysis_limits *l, struct start *b) {
  int status = keep_stage(a, 0, l);
  for (int i = 0; i < a->s->flows; i++) b->own[i] = a->hop[a->first[i]].rate;
  a->outcome = ANALYSIS_OPEN;
  while (status == 0 && a->iterations < l->iterations) {
    begin(a, b);
    if (!shares_cut(b->shares)) {
      a->outcome = ANALYSIS_STOPS;
      break;
    }
    a->iterations++;
    status = keep_stage(a, 1, l);
    pause_links(a, b->pause, b->worst);
    remember_all(a);
    if (status == 0) status = keep_stage(a, 2, l);
    for (int i = 0; i < a->channels; i++) a->channel[i].effective = a->channel[i].capacity * (1 - a->channel[i].pause);
    if (status == 0) status = keep_stage(a, 3, l);
    if (done(a, b)) break;
  }
  return status;
}

// ---- conditions without iterations ----

// Whether flows that send as fast as they can offer a channel more than it carries.
static bool is_overloaded(const struct analysis *a, int channel) {
  double offered = 0;
  for (int i = a->of_channel.first[channel]; i < a->of_channel.first[channel + 1]; i++)
    offered += a->hop[a->of_channel.item[i]].rate;
  return offered > a->channel[channel].capacity + equal;
}

// A flow whose packets pass a channel again, which pauses and is overloaded: the loop fills [CASE, boundary state].
static int find_overloaded(const struct analysis *a) {
  for (int f = 0; f < a->s->flows; f++) {
    const int turn = a->s->flow[f].hops;
    if (!a->s->flow[f].loop) continue;
    for (int i = a->first[f] + 1; i + turn < a->first[f + 1]; i++)
      if (a->hop[i].channel == a->hop[i + turn].channel && a->hop[i].dependency >= 0 &&
          is_overloaded(a, a->hop[i].channel))
        return f;
  }
  return -1;
}

// Whether packets of a flow wait for a host that pauses the class until the end. Under TTL every class may arrive.
static bool stops(const struct scenario *s, const struct scenario_storm *x) {
  if (x->to < s->duration) return false;
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    if (!f->loop && f->to == s->host[x->host].node && (f->cls == x->cls || scenario_counts_hops(s))) return true;
  }
  return false;
}

static int find_storm(const struct scenario *s) {
  for (int i = 0; i < s->storms; i++)
    if (stops(s, &s->storm[i])) return i;
  return -1;
}

static int run(struct analysis *a, const struct analysis_limits *l) {
  size_t hops = (size_t)a->hops, channels = (size_t)a->channels;
  double *all = calloc(hops + channels + (size_t)a->s->flows + 1, sizeof(*all));
  struct start b = {.worst = calloc(channels + 1, sizeof(*b.worst)), .shares = shares_new(a)};
  int status = all != NULL && b.worst != NULL && b.shares != NULL ? 0 : ENOMEM;
  if (status == 0) {
    b.rate = all;
    b.pause = all + hops;
    b.own = all + hops + channels;
    status = iterate(a, l, &b);
  }
  free(all);
  free(b.worst);
  shares_free(b.shares);
  return status;
}

int analysis_new(struct analysis **made, const struct scenario *s, const struct analysis_limits *limits) {
  struct analysis *a = calloc(1, sizeof(*a));
  *made = a;
  if (a == NULL) return ENOMEM;
  a->s = s;
  a->overloaded = -1;
  a->storm = find_storm(s);
  a->outcome = ANALYSIS_NOT_RUN;
  int status = analysis_build(a, limits->cycles);
  if (status == 0 && a->sprayed < 0) {
    a->overloaded = find_overloaded(a);
    status = run(a, limits);
  }
  if (status == 0) return 0;
  analysis_free(a);
  *made = NULL;
  return status;
}

static void groups_free(struct analysis_groups *g) {
  free(g->first);
  free(g->item);
}

void analysis_free(struct analysis *a) {
  if (a == NULL) return;
  for (int i = 0; i < a->stages; i++) free(a->stage[i].rate);
  cycles_free(&(struct cycles){.cycle = a->cycle, .count = a->cycles});
  free(a->channel);
  free(a->dependency);
  free(a->hop);
  free(a->first);
  free(a->port_first);
  groups_free(&a->of_channel);
  groups_free(&a->of_port);
  groups_free(&a->of_dependency);
  free(a->reason);
  free(a->quiet);
  free(a->stage);
  free(a);
}

const char *analysis_outcome_text(enum analysis_outcome o) {
  static const char *const texts[] = {[ANALYSIS_STOPS] = "stops",
                                      [ANALYSIS_TO_ZERO] = "driven to zero",
                                      [ANALYSIS_OPEN] = "open",
                                      [ANALYSIS_NOT_RUN] = "not run"};
  return texts[o];
}

// Without a cyclic buffer dependency, every chain of waiting packets ends at a host, which takes them. With one, bursts
// can fill the queues of its links even where average rates fit. A stage of GFC never stops a queue, a level can.
enum analysis_verdict analysis_verdict(const struct analysis *a) {
  if (!a->cyclic || a->s->feedback == FEEDBACK_STAGE) return a->storm >= 0 ? ANALYSIS_POSSIBLE : ANALYSIS_NO_DEADLOCK;
  const bool fills = a->outcome == ANALYSIS_TO_ZERO || a->overloaded >= 0;
  return fills && a->s->feedback != FEEDBACK_LEVEL ? ANALYSIS_PREDICTED : ANALYSIS_POSSIBLE;
}

const char *analysis_verdict_text(enum analysis_verdict v) {
  static const char *const texts[] = {[ANALYSIS_NO_DEADLOCK] = "no deadlock",
                                      [ANALYSIS_POSSIBLE] = "deadlock possible",
                                      [ANALYSIS_PREDICTED] = "deadlock predicted"};
  return texts[v];
}

bool analysis_all_regulated(const struct analysis *a, const struct cycle *c) {
  for (int i = 0; i < c->length; i++)
    if (a->channel[c->channel[i]].pause <= 0) return false;
  return true;
}

int analysis_find(const struct analysis *a, const char *link, int from, int cls) {
  for (int i = 0; i < a->channels; i++) {
    const struct analysis_channel *c = &a->channel[i];
    const struct scenario_link *l = &a->s->link[c->link];
    if (strcmp(l->name, link) == 0 && l->end[c->side].node == from && c->cls == cls) return i;
  }
  return -1;
}
