// Stage 1: overloaded links share what they carry, the one with the smallest max-min fair share first.
//
// What limits a sum of rates is a bound: every channel, and, after them, every direction of a link with all its
// classes. Cuts only lower rates, so that the share of a bound only grows: an old one that is still the smallest is
// computed anew, all others are left alone.
#include <math.h>
#include <stdlib.h>

#include "tb/cli/analyze/analyze.h"

static const double equal = ANALYSIS_EQUAL;

struct shares {
  struct analysis *a;
  int leaves;     // a power of two
  int *winner;    // of a tournament: [1] of all; [leaves + bound] is the bound, -1: none
  double *share;  // [bound], INFINITY: it is no bottleneck
  bool *old;      // [bound] rates were cut since
};

struct shares *shares_new(struct analysis *a) {
  struct shares *s = calloc(1, sizeof(*s));
  if (s == NULL) return NULL;
  size_t bounds = (size_t)(a->channels + a->ports);
  s->a = a;
  for (s->leaves = 1; s->leaves < a->channels + a->ports;) s->leaves *= 2;
  s->winner = calloc(2 * (size_t)s->leaves, sizeof(*s->winner));
  s->share = calloc(bounds + 1, sizeof(*s->share));
  s->old = calloc(bounds + 1, sizeof(*s->old));
  if (s->winner != NULL && s->share != NULL && s->old != NULL) return s;
  shares_free(s);
  return NULL;
}

void shares_free(struct shares *s) {
  if (s == NULL) return;
  free(s->winner);
  free(s->share);
  free(s->old);
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

// The hops above the level share what the others leave.
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

// The max-min fair share of a bottleneck, by progressive filling; INFINITY: it is none.
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

// Of equal shares the bound with the smaller number wins.
static int better(const struct shares *s, int a, int b) {
  if (a < 0 || b < 0) return a < 0 ? b : a;
  return s->share[b] < s->share[a] ? b : a;
}

static void set_share(struct shares *s, int bound) {
  s->share[bound] = fair_share(s->a, bound);
  s->old[bound] = false;
  for (int i = (s->leaves + bound) / 2; i > 0; i /= 2) s->winner[i] = better(s, s->winner[2 * i], s->winner[2 * i + 1]);
}

static void set_all(struct shares *s) {
  int bounds = s->a->channels + s->a->ports;
  for (int i = 0; i < bounds; i++) s->share[i] = fair_share(s->a, i);
  for (int i = 0; i < bounds; i++) s->old[i] = false;
  for (int i = 0; i < s->leaves; i++) s->winner[s->leaves + i] = i < bounds ? i : -1;
  for (int i = s->leaves - 1; i > 0; i--) s->winner[i] = better(s, s->winner[2 * i], s->winner[2 * i + 1]);
}

// Nobody gets more than the share on the bottleneck, nor on what follows it.
static void cut(struct shares *s, int bound) {
  struct analysis *a = s->a;
  struct hops h = hops_of(a, bound);
  s->old[bound] = true;
  for (int i = 0; i < h.count; i++) {
    for (int k = h.item[i]; k < a->first[a->hop[h.item[i]].flow + 1]; k++) {
      if (a->hop[k].rate <= s->share[bound]) continue;
      a->hop[k].rate = s->share[bound];
      s->old[a->hop[k].channel] = s->old[a->channels + a->channel[a->hop[k].channel].port] = true;
    }
  }
}

// Smallest first: later cuts then leave it alone, so that the result does not depend on the order of the links.
bool shares_cut(struct shares *s) {
  struct analysis *a = s->a;
  bool any = false;
  set_all(s);
  for (int bound; (bound = s->winner[1]) >= 0 && s->share[bound] < INFINITY;) {
    if (s->old[bound]) {
      set_share(s, bound);
      continue;
    }
    cut(s, bound);
    any = true;
  }
  for (int i = 0; i < a->hops; i++) a->hop[i].offered = a->hop[i].rate;
  return any;
}
