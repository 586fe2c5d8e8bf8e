// The lanes that packets of a flow pass one after the other, and their class on each.
#ifndef NET_FLOW_WALK_H
#define NET_FLOW_WALK_H

#include "cmodel/rules/sluice_classify.h"
#include "tb/sim/scenario/lanes.h"

// The class of a packet that a switch passes as number `hop` of its route, in by one port and out by another; -1: the
// switch drops it.
static inline int flow_class(const struct scenario *s, const struct scenario_flow *f, int hop, int sw, int in,
                             int out) {
  const struct sluice_config *cfg = &s->sw[sw].cfg;
  const int ttl = (int)f->ttl - hop - 1;
  int cls = f->cls;
  return ttl > 0 && sluice_classify(cfg->scheme, cfg, in, out, ttl, &cls) ? cls : -1;
}

// The port at which packets of a lane arrive.
static inline int flow_port_after(const struct scenario *s, int lane) {
  return s->link[lane / 2].end[!(lane % 2)].port;
}

// A packet of a flow that has one route. A loop ends when the TTL does.
struct flow_walk {
  const struct scenario *s;
  const struct scenario_flow *f;
  int hop;  // -1: the packet leaves its host
  int lane, cls;
};

static inline struct flow_walk flow_walk_begin(const struct scenario *s, const struct scenario_flow *f) {
  return (struct flow_walk){.s = s, .f = f, .hop = -1, .lane = lane_of(s, f, -1), .cls = f->cls};
}

// Moves on to the lane by which the packet leaves the next switch. Returns false if it has arrived or is dropped.
static inline bool flow_walk_next(struct flow_walk *w) {
  const int hop = ++w->hop, at = w->f->loop ? hop % w->f->hops : hop;
  if (at == w->f->hops) return false;
  w->cls = flow_class(w->s, w->f, hop, w->f->route[at], flow_port_after(w->s, w->lane), w->f->egress[at]);
  w->lane = lane_of(w->s, w->f, at);
  return w->cls >= 0;
}

#endif
