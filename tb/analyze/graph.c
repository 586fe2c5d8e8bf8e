// Channels, hops and dependencies of a scenario, and the elementary cycles of the dependencies.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analyze.h"

enum { STEPS = 1000000 };  // of the search for cycles

// ---- building ----

static double capacity_of(const struct analysis *a, int link, int side) {
  const struct scenario_link *l = &a->s->link[link];
  uint64_t bps = l->end[side].limit != 0 ? l->end[side].limit : l->bps;
  return (double)bps / a->unit;
}

static int port_of(struct analysis *a, int link, int side) {
  for (int i = 0; i < a->channels; i++)
    if (a->channel[i].link == link && a->channel[i].side == side) return a->channel[i].port;
  return a->ports++;
}

static int channel_of(struct analysis *a, int link, int side, int cls) {
  for (int i = 0; i < a->channels; i++)
    if (a->channel[i].link == link && a->channel[i].side == side && a->channel[i].cls == cls) return i;
  double capacity = capacity_of(a, link, side);
  int port = port_of(a, link, side);
  a->channel[a->channels] = (struct analysis_channel){
      .link = link, .side = side, .cls = cls, .port = port, .capacity = capacity, .effective = capacity};
  return a->channels++;
}

static int dependency_of(struct analysis *a, int from, int to) {
  for (int i = 0; i < a->dependencies; i++)
    if (a->dependency[i].from == from && a->dependency[i].to == to) return i;
  a->dependency[a->dependencies] = (struct analysis_dependency){.from = from, .to = to};
  return a->dependencies++;
}

// The link at a port of a switch, or of a host, which has but one.
static int link_at(const struct scenario *s, int node, int port, int *side) {
  for (int i = 0; i < s->links; i++)
    for (*side = 0; *side < 2; ++*side)
      if (s->link[i].end[*side].node == node && (node >= s->switches || s->link[i].end[*side].port == port)) return i;
  return -1;
}

static void add_hop(struct analysis *a, int flow, int node, int port, double demand) {
  int side = 0, link = link_at(a->s, node, port, &side);
  int channel = channel_of(a, link, side, a->s->flow[flow].cls);
  struct analysis_hop *h = &a->hop[a->hops++];
  *h = (struct analysis_hop){.flow = flow, .channel = channel, .dependency = -1, .rate = demand, .offered = demand};
  if (h > a->hop && h[-1].flow == flow) h[-1].dependency = dependency_of(a, h[-1].channel, channel);
}

static void add_flow(struct analysis *a, int flow) {
  const struct scenario_flow *f = &a->s->flow[flow];
  int side = 0, access = link_at(a->s, f->from, 0, &side);
  uint64_t bps = f->bps != 0 && f->bps < a->s->link[access].bps ? f->bps : a->s->link[access].bps;
  a->first[flow] = a->hops;
  add_hop(a, flow, f->from, 0, (double)bps / a->unit);
  for (int k = 0; k < f->hops; k++) add_hop(a, flow, f->route[k], f->egress[k], (double)bps / a->unit);
}

int analysis_build(struct analysis *a) {
  const struct scenario *s = a->s;
  size_t hops = 1;
  uint64_t fastest = 1;
  for (int i = 0; i < s->flows; i++) hops += (size_t)s->flow[i].hops + 1;
  for (int i = 0; i < s->links; i++)
    if (s->link[i].bps > fastest) fastest = s->link[i].bps;
  a->unit = (double)fastest;
  a->channel = calloc(hops, sizeof(*a->channel));
  a->dependency = calloc(hops, sizeof(*a->dependency));
  a->hop = calloc(hops, sizeof(*a->hop));
  a->first = calloc((size_t)s->flows + 1, sizeof(*a->first));
  a->reason = calloc(2 * hops, sizeof(*a->reason));  // active and passive, for each dependency
  if (a->channel == NULL || a->dependency == NULL || a->hop == NULL || a->first == NULL || a->reason == NULL)
    return ENOMEM;
  for (int i = 0; i < s->flows; i++) add_flow(a, i);
  a->first[s->flows] = a->hops;
  return 0;
}

// ---- cycles ----

// Every cycle is found from the smallest of its channels, depth first among larger ones from which the way back exists.
struct search {
  struct analysis *a;
  int root, most, length;
  long steps;
  bool *back;    // channels from which the root can be reached
  bool *inside;  // channels on the path
  int *path, *edge;
};

static void reach_back(struct search *f) {
  const struct analysis *a = f->a;
  memset(f->back, 0, (size_t)a->channels);
  f->back[f->root] = true;
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < a->dependencies; i++) {
      const struct analysis_dependency *d = &a->dependency[i];
      if (d->from <= f->root || f->back[d->from] || !f->back[d->to]) continue;
      f->back[d->from] = more = true;
    }
  }
}

static int keep_cycle(struct search *f) {
  struct analysis *a = f->a;
  a->cyclic = true;
  if (a->cycles == f->most) {
    a->all_cycles = false;
    return 0;
  }
  struct analysis_cycle *grown = realloc(a->cycle, ((size_t)a->cycles + 1) * sizeof(*grown));
  if (grown == NULL) return ENOMEM;
  a->cycle = grown;
  size_t size = (size_t)f->length * sizeof(*f->path);
  struct analysis_cycle *c = &a->cycle[a->cycles];
  c->length = f->length;
  c->channel = malloc(size);
  if (c->channel == NULL) return ENOMEM;
  memcpy(c->channel, f->path, size);
  a->cycles++;
  return 0;
}

static void push(struct search *f, int channel) {
  f->path[f->length] = channel;
  f->edge[f->length++] = 0;
  f->inside[channel] = true;
}

static int cycles_from(struct search *f) {
  const struct analysis *a = f->a;
  int status = 0;
  push(f, f->root);
  while (f->length > 0) {
    int here = f->path[f->length - 1], k = f->edge[f->length - 1]++;
    bool enough = status != 0 || !f->a->all_cycles;
    if (f->steps++ >= STEPS) f->a->all_cycles = false;
    if (k == a->dependencies || enough) {
      f->inside[here] = false;
      f->length--;
      continue;
    }
    const struct analysis_dependency *d = &a->dependency[k];
    if (d->from != here || !f->back[d->to]) continue;
    if (d->to == f->root) status = keep_cycle(f);
    if (!f->inside[d->to]) push(f, d->to);
  }
  return status;
}

// Whether there is a cycle at all is known without listing any.
static bool on_cycle(const struct search *f) {
  const struct analysis *a = f->a;
  for (int i = 0; i < a->dependencies; i++)
    if (a->dependency[i].from == f->root && f->back[a->dependency[i].to]) return true;
  return false;
}

int analysis_find_cycles(struct analysis *a, int most) {
  size_t n = (size_t)a->channels + 1;
  struct search f = {.a = a, .most = most};
  int status = 0;
  f.back = calloc(n, sizeof(*f.back));
  f.inside = calloc(n, sizeof(*f.inside));
  f.path = calloc(n, sizeof(*f.path));
  f.edge = calloc(n, sizeof(*f.edge));
  a->all_cycles = true;
  if (f.back == NULL || f.inside == NULL || f.path == NULL || f.edge == NULL) status = ENOMEM;
  for (f.root = 0; status == 0 && a->all_cycles && f.root < a->channels; f.root++) {
    reach_back(&f);
    if (!on_cycle(&f)) continue;
    a->cyclic = true;
    status = cycles_from(&f);
  }
  free(f.back);
  free(f.inside);
  free(f.path);
  free(f.edge);
  return status;
}
