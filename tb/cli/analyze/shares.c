// Stage 1: lowers the rates of overloaded links to their max-min fair share, the link with the smallest share first.
//
// A bound limits a sum of rates. Each channel is a bound, and, with the following numbers, each direction of a link
// with all its classes. A cut only lowers rates, so the share of a bound only grows. An outdated share is therefore
// computed again only when it is the smallest of all.
#include <math.h>
#include <stdlib.h>

#include "tb/cli/analyze/analyze.h"

static const double equal = ANALYSIS_EQUAL;

struct shares {
  struct analysis *a;
  int leaves;      // a power of two
  int *winner;     // tournament tree: [1] is the bound with the smallest share, [leaves + bound] a leaf; -1: none
  double *share;   // [bound] INFINITY: the bound is no bottleneck
  bool *outdated;  // [bound] rates were cut after its share was computed
};

struct shares *shares_new(struct analysis *a) {
  struct shares *s = calloc(1, sizeof(*s));
  if (s == NULL) return NULL;
  size_t bounds = (size_t)(a->channels + a->ports);
  s->a = a;
  for (s->leaves = 1; s->leaves < a->channels + a->ports;) s->leaves *= 2;
  s->winner = calloc(2 * (size_t)s->leaves, sizeof(*s->winner));
  s->share = calloc(bounds + 1, sizeof(*s->share));
  s->outdated = calloc(bounds + 1, sizeof(*s->outdated));
  if (s->winner != NULL && s->share != NULL && s->outdated != NULL) return s;
  shares_free(s);
  return NULL;
}

void shares_free(struct shares *s) {
  if (s == NULL) return;
  free(s->winner);
  free(s->share);
  free(s->outdated);
  free(s);
}

// ---- one bound ----

struct hops {
  const int *item;
  int count;
};

static struct hops hops_of(const struct analysis *a, int bound) {
  const struct analysis_groups *g = bound < a->channels ? &a->of_channel : &a->of_port;
  int key = bound < a->channels ? bound : bound - a->channels;
  return (struct hops){g->item + g->first[key], g->first[key + 1] - g->first[key]};
}

static double capacity(const struct analysis *a, int bound) {
  return bound < a->channels ? a->channel[bound].effective : a->channel[a->port_first[bound - a->channels]].capacity;
}

// Subtracts the rates of the hops that are not above the level from *left. Returns the number of the other hops.
static int fill(const struct analysis *a, struct hops h, double level, double *left) {
  int above = 0;
  for (int i = 0; i < h.count; i++) {
    double rate = a->hop[h.item[i]].rate;
    if (rate > level)
      above++;
    else
      *left -= rate;
  }
  return above;
}

// Returns the max-min fair share of a bound, by progressive filling; INFINITY: the bound is no bottleneck.
static double fair_share(const struct analysis *a, int bound) {
  struct hops h = hops_of(a, bound);
  double whole = capacity(a, bound), level = INFINITY, left = whole;
  fill(a, h, level, &left);
  if (left >= -equal) return INFINITY;
  level = 0;
  for (int above = h.count + 1;;) {
    left = whole;
    int now = fill(a, h, level, &left);
    if (now >= above || now == 0) return level;
    above = now;
    level = left > 0 ? left / now : 0;
  }
}

// ---- all ----

// The bound with the smaller share; if shares are equal, the one with the smaller number.
static int better(const struct shares *s, int a, int b) {
  if (a < 0 || b < 0) return a < 0 ? b : a;
  return s->share[b] < s->share[a] ? b : a;
}

static void set_share(struct shares *s, int bound) {
  s->share[bound] = fair_share(s->a, bound);
  s->outdated[bound] = false;
  for (int i = (s->leaves + bound) / 2; i > 0; i /= 2) s->winner[i] = better(s, s->winner[2 * i], s->winner[2 * i + 1]);
}

static void set_all(struct shares *s) {
  int bounds = s->a->channels + s->a->ports;
  for (int i = 0; i < bounds; i++) s->share[i] = fair_share(s->a, i);
  for (int i = 0; i < bounds; i++) s->outdated[i] = false;
  for (int i = 0; i < s->leaves; i++) s->winner[s->leaves + i] = i < bounds ? i : -1;
  for (int i = s->leaves - 1; i > 0; i--) s->winner[i] = better(s, s->winner[2 * i], s->winner[2 * i + 1]);
}

// Limits the flows through the bottleneck to its share, there and on their later hops.
static void cut(struct shares *s, int bound) {
  struct analysis *a = s->a;
  struct hops h = hops_of(a, bound);
  s->outdated[bound] = true;
  for (int i = 0; i < h.count; i++) {
    for (int k = h.item[i]; k < a->first[a->hop[h.item[i]].flow + 1]; k++) {
      if (a->hop[k].rate <= s->share[bound]) continue;
      a->hop[k].rate = s->share[bound];
      s->outdated[a->hop[k].channel] = s->outdated[a->channels + a->channel[a->hop[k].channel].port] = true;
    }
  }
}

// Cuts the bottleneck with the smallest share first. Later cuts do not change it, so the result does not depend on the
// order of the links.
bool shares_cut(struct shares *s) {
  struct analysis *a = s->a;
  bool any = false;
  set_all(s);
  for (int bound; (bound = s->winner[1]) >= 0 && s->share[bound] < INFINITY;) {
    if (s->outdated[bound]) {
      set_share(s, bound);
      continue;
    }
    cut(s, bound);
    any = true;
  }
  for (int i = 0; i < a->hops; i++) a->hop[i].offered = a->hop[i].rate;
  return any;
}
