// Channels, hops and dependencies of a scenario: those of dependencies.h, with rates.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>

#include "tb/cli/analyze/analyze.h"
#include "tb/sim/scenario/flow_walk.h"

// A limit at the ingress port where the lane ends holds its flows back as a slower link does.
static double capacity_of(const struct analysis *a, int lane) {
  const struct scenario_link *l = &a->s->link[lane / 2];
  const uint64_t limit = l->end[lane % 2].limit, ingress = l->end[!(lane % 2)].ingress;
  uint64_t bps = limit != 0 ? limit : l->bps;
  if (ingress != 0 && ingress < bps) bps = ingress;
  return (double)bps / a->unit;
}

static int add_hop(struct analysis *a, struct dependencies *d, const struct flow_walk *w, double demand) {
  const int channel = dependencies_channel(d, w->lane, w->cls);
  if (channel < 0) return ENOMEM;
  a->hop[a->hops++] = (struct analysis_hop){
      .flow = (int)(w->f - a->s->flow), .channel = channel, .dependency = -1, .rate = demand, .offered = demand};
  return 0;
}

// The rate at which a flow sends if nothing pauses it, with preamble and gap, as the rates of links are.
static double demand_of(const struct scenario *s, const struct scenario_flow *f) {
  const struct scenario_link *l = &s->link[f->access];
  const double own = (double)f->bps * (f->packet + l->overhead) / f->packet, line = (double)l->bps;
  return f->bps != 0 && own < line ? own : line;
}

static int add_flow(struct analysis *a, struct dependencies *d, int flow) {
  const struct scenario_flow *f = &a->s->flow[flow];
  struct flow_walk w = flow_walk_begin(a->s, f);
  int status;
  a->first[flow] = a->hops;
  do status = add_hop(a, d, &w, demand_of(a->s, f) / a->unit);
  while (status == 0 && flow_walk_next(&w));
  return status;
}

// Each hop whose queue can pause depends on the next hop of its flow.
static int add_dependencies(struct analysis *a, struct dependencies *d) {
  for (int i = 0; i + 1 < a->hops; i++) {
    struct analysis_hop *h = &a->hop[i];
    if (h[1].flow != h->flow || !dependencies_lossless(d, h->channel, d->channel[h[1].channel].cls)) continue;
    if (a->quiet[h->channel]) continue;
    h->dependency = dependencies_item(d, h->channel, h[1].channel);
    if (h->dependency < 0) return ENOMEM;
  }
  return 0;
}

// Numbers the lanes that flows use, in the order of their first channel.
static int number_ports(struct analysis *a) {
  int *port = calloc(2 * (size_t)a->s->links + 1, sizeof(*port));
  if (port == NULL) return ENOMEM;
  for (int i = 0; i < a->channels; i++) {
    struct analysis_channel *c = &a->channel[i];
    int *number = &port[2 * c->link + c->side];
    if (*number == 0) {
      a->port_first[a->ports] = i;
      *number = ++a->ports;
    }
    c->port = *number - 1;
  }
  free(port);
  return 0;
}

// Copies the dependencies, to which the algorithm adds its own values.
static int take(struct analysis *a, const struct dependencies *d) {
  const size_t channels = (size_t)d->channels + 1, count = (size_t)d->count + 1;
  a->channel = calloc(channels, sizeof(*a->channel));
  a->port_first = calloc(channels, sizeof(*a->port_first));
  a->dependency = calloc(count, sizeof(*a->dependency));
  a->reason = calloc(2 * count, sizeof(*a->reason));  // two for each dependency with a flow: active and passive
  if (a->channel == NULL || a->port_first == NULL || a->dependency == NULL || a->reason == NULL) return ENOMEM;
  a->channels = d->channels;
  a->dependencies = d->count;
  for (int i = 0; i < d->channels; i++) {
    const int lane = d->channel[i].lane;
    const double capacity = capacity_of(a, lane);
    a->channel[i] = (struct analysis_channel){
        .link = lane / 2, .side = lane % 2, .cls = d->channel[i].cls, .capacity = capacity, .effective = capacity};
  }
  for (int i = 0; i < d->count; i++)
    a->dependency[i] = (struct analysis_dependency){.from = d->item[i].from, .to = d->item[i].to};
  return number_ports(a);
}

// ---- groups of hops ----

static int channel_key(const struct analysis *a, int hop) { return a->hop[hop].channel; }
static int port_key(const struct analysis *a, int hop) { return a->channel[a->hop[hop].channel].port; }
static int dependency_key(const struct analysis *a, int hop) { return a->hop[hop].dependency; }  // -1: in no group

static int group(const struct analysis *a, struct analysis_groups *g, int keys,
                 int (*key)(const struct analysis *a, int hop)) {
  g->first = calloc((size_t)keys + 2, sizeof(*g->first));
  g->item = calloc((size_t)a->hops + 1, sizeof(*g->item));
  if (g->first == NULL || g->item == NULL) return ENOMEM;
  for (int i = 0; i < a->hops; i++)
    if (key(a, i) >= 0) g->first[key(a, i) + 2]++;
  for (int k = 0; k < keys; k++) g->first[k + 2] += g->first[k + 1];
  for (int i = 0; i < a->hops; i++)
    if (key(a, i) >= 0) g->item[g->first[key(a, i) + 1]++] = i;
  return 0;
}

static int find_cycles(struct analysis *a, const struct dependencies *d, int most) {
  struct cycles found;
  int status = cycles_find(d, most, &found);
  a->cycle = found.cycle;
  a->cycles = found.count;
  a->cyclic = found.any;
  a->all_cycles = found.all;
  return status;
}

// Flows with one route each: the algorithm needs their hops.
static int add_flows(struct analysis *a, struct dependencies *d) {
  size_t hops = 1;
  int status = 0;
  for (int i = 0; i < a->s->flows; i++)
    hops += (size_t)(a->s->flow[i].loop ? a->s->flow[i].ttl : a->s->flow[i].hops) + 1;
  a->hop = calloc(hops, sizeof(*a->hop));
  if (a->hop == NULL) return ENOMEM;
  for (int i = 0; status == 0 && i < a->s->flows; i++) status = add_flow(a, d, i);
  a->first[a->s->flows] = a->hops;
  if (status == 0) status = analysis_find_quiet(a, d);
  return status == 0 ? add_dependencies(a, d) : status;
}

static int build(struct analysis *a, struct dependencies *d, int cycles) {
  int status = a->sprayed < 0 ? add_flows(a, d) : dependencies_of_flows(d);
  a->carried = d->count;
  if (status == 0) status = dependencies_of_answers(d);
  if (status == 0) status = dependencies_of_ports(d);
  if (status == 0) status = take(a, d);
  if (status == 0) status = find_cycles(a, d, cycles);
  if (status == 0) status = group(a, &a->of_channel, a->channels, channel_key);
  if (status == 0) status = group(a, &a->of_port, a->ports, port_key);
  return status == 0 ? group(a, &a->of_dependency, a->dependencies, dependency_key) : status;
}

int analysis_build(struct analysis *a, int cycles) {
  const struct scenario *s = a->s;
  struct dependencies d;
  uint64_t fastest = 1;
  a->sprayed = -1;
  for (int i = 0; i < s->flows && a->sprayed < 0; i++)
    if (s->flow[i].sprays) a->sprayed = i;
  for (int i = 0; i < s->links; i++)
    if (s->link[i].bps > fastest) fastest = s->link[i].bps;
  a->unit = (double)fastest;
  a->first = calloc((size_t)s->flows + 1, sizeof(*a->first));
  int status = dependencies_new(&d, s);
  if (a->first == NULL) status = ENOMEM;
  if (status == 0) status = build(a, &d, cycles);
  dependencies_free(&d);
  return status;
}
