// Channels, hops and dependencies of a scenario.
//
// A switch pauses the channel of a packet's class while the packet waits: a dependency. Under DSH the switch may pause
// the whole port, so every lossless class on the incoming direction depends on the packet's outgoing channel. Nothing
// depends on a packet of a lossy class, because it pauses nothing.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>

#include "tb/cli/analyze/analyze.h"
#include "tb/sim/scenario/lanes.h"

// Indices of the graph while it is created
struct graph {
  struct analysis *a;
  struct lanes lanes;
  int *channel;  // [lane * SLUICE_MAX_CLASSES + class] number of the channel plus 1; 0: none yet
  int *port;     // [lane] number of the port plus 1; 0: none yet
  int *last;     // [channel] last dependency; -1: none
};

static void graph_free(struct graph *g) {
  lanes_free(&g->lanes);
  free(g->channel);
  free(g->port);
  free(g->last);
}

static int graph_new(struct graph *g, struct analysis *a, size_t hops) {
  size_t lanes = 2 * (size_t)a->s->links + 1;
  *g = (struct graph){.a = a};
  g->channel = calloc(lanes * SLUICE_MAX_CLASSES, sizeof(*g->channel));
  g->port = calloc(lanes, sizeof(*g->port));
  g->last = calloc(hops, sizeof(*g->last));  // there are at most as many channels as hops
  bool good = g->channel != NULL && g->port != NULL && g->last != NULL;
  return lanes_new(&g->lanes, a->s) == 0 && good ? 0 : ENOMEM;
}

static double capacity_of(const struct analysis *a, int lane) {
  const struct scenario_link *l = &a->s->link[lane / 2];
  uint64_t bps = l->end[lane % 2].limit != 0 ? l->end[lane % 2].limit : l->bps;
  return (double)bps / a->unit;
}

static int channel_of(struct graph *g, int lane, int cls) {
  struct analysis *a = g->a;
  int *channel = &g->channel[lane * SLUICE_MAX_CLASSES + cls];
  if (*channel != 0) return *channel - 1;
  if (g->port[lane] == 0) {
    a->port_first[a->ports] = a->channels;
    g->port[lane] = ++a->ports;
  }
  double capacity = capacity_of(a, lane);
  a->channel[a->channels] = (struct analysis_channel){.link = lane / 2,
                                                      .side = lane % 2,
                                                      .cls = cls,
                                                      .port = g->port[lane] - 1,
                                                      .capacity = capacity,
                                                      .effective = capacity};
  a->depends_first[a->channels] = g->last[a->channels] = -1;
  *channel = ++a->channels;
  return *channel - 1;
}

// Finds or adds a dependency. The search is short: a channel depends on at most as many channels as a switch has ports.
static int dependency_of(struct graph *g, int from, int to) {
  struct analysis *a = g->a;
  for (int i = a->depends_first[from]; i >= 0; i = a->dependency[i].next)
    if (a->dependency[i].to == to) return i;
  a->dependency[a->dependencies] = (struct analysis_dependency){.from = from, .to = to, .next = -1};
  *(g->last[from] < 0 ? &a->depends_first[from] : &a->dependency[g->last[from]].next) = a->dependencies;
  return g->last[from] = a->dependencies++;
}

// The switch at the end of a channel
static const struct scenario_switch *switch_after(const struct analysis *a, int channel) {
  const struct analysis_channel *c = &a->channel[channel];
  return &a->s->sw[a->s->link[c->link].end[!c->side].node];
}

static bool lossless_after(const struct analysis *a, int channel, int cls) {
  return switch_after(a, channel)->cfg.lossless >> cls & 1;
}

static void add_hop(struct graph *g, int flow, int lane, double demand) {
  struct analysis *a = g->a;
  int channel = channel_of(g, lane, a->s->flow[flow].cls);
  struct analysis_hop *h = &a->hop[a->hops++];
  *h = (struct analysis_hop){.flow = flow, .channel = channel, .dependency = -1, .rate = demand, .offered = demand};
  if (h > a->hop && h[-1].flow == flow && lossless_after(a, h[-1].channel, a->s->flow[flow].cls))
    h[-1].dependency = dependency_of(g, h[-1].channel, channel);
}

// Adds the dependencies by pauses of whole ports. They carry no flow, so they have no part in the rates.
static void add_port_pauses(struct graph *g) {
  struct analysis *a = g->a;
  a->carried = a->dependencies;
  for (int i = 0; i < a->carried; i++) {
    const struct analysis_channel *c = &a->channel[a->dependency[i].from];
    int lane = 2 * c->link + c->side, to = a->dependency[i].to;
    if (switch_after(a, a->dependency[i].from)->cfg.scheme != SLUICE_DSH) continue;
    for (int cls = 0; cls < a->s->dims.classes; cls++) {
      int other = g->channel[lane * SLUICE_MAX_CLASSES + cls] - 1;
      if (other >= 0 && lossless_after(a, other, cls)) dependency_of(g, other, to);
    }
  }
}

static void add_flow(struct graph *g, int flow) {
  struct analysis *a = g->a;
  const struct scenario_flow *f = &a->s->flow[flow];
  int access = lane_of(&g->lanes, f, -1) / 2;
  uint64_t bps = f->bps != 0 && f->bps < a->s->link[access].bps ? f->bps : a->s->link[access].bps;
  a->first[flow] = a->hops;
  for (int k = -1; k < f->hops; k++) add_hop(g, flow, lane_of(&g->lanes, f, k), (double)bps / a->unit);
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

static int allocate(struct analysis *a, size_t hops) {
  a->channel = calloc(hops, sizeof(*a->channel));
  a->dependency = calloc(hops * (size_t)a->s->dims.classes, sizeof(*a->dependency));
  a->hop = calloc(hops, sizeof(*a->hop));
  a->first = calloc((size_t)a->s->flows + 1, sizeof(*a->first));
  a->port_first = calloc(hops, sizeof(*a->port_first));
  a->depends_first = calloc(hops, sizeof(*a->depends_first));
  a->reason = calloc(2 * hops, sizeof(*a->reason));  // two for each dependency with a flow: active and passive
  return a->channel != NULL && a->dependency != NULL && a->hop != NULL && a->first != NULL && a->port_first != NULL &&
                 a->depends_first != NULL && a->reason != NULL
             ? 0
             : ENOMEM;
}

int analysis_build(struct analysis *a) {
  const struct scenario *s = a->s;
  struct graph g;
  size_t hops = 1;
  uint64_t fastest = 1;
  for (int i = 0; i < s->flows; i++) hops += (size_t)s->flow[i].hops + 1;
  for (int i = 0; i < s->links; i++)
    if (s->link[i].bps > fastest) fastest = s->link[i].bps;
  a->unit = (double)fastest;
  int status = allocate(a, hops);
  if (graph_new(&g, a, hops) != 0) status = ENOMEM;
  for (int i = 0; status == 0 && i < s->flows; i++) add_flow(&g, i);
  if (status == 0) add_port_pauses(&g);
  graph_free(&g);
  if (status != 0) return status;
  a->first[s->flows] = a->hops;
  status = group(a, &a->of_channel, a->channels, channel_key);
  if (status == 0) status = group(a, &a->of_port, a->ports, port_key);
  return status == 0 ? group(a, &a->of_dependency, a->dependencies, dependency_key) : status;
}
