// The dependencies of flows, one after the other, and of the packets that hosts send back to the senders under
// congestion control.
//
// Nothing can follow a link to a host, and nothing precedes one from a host, so these are on no cycle and left out.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>

#include "tb/sim/scenario/dependencies.h"
#include "tb/sim/scenario/flow_walk.h"
#include "tb/sim/scenario/routes.h"

// The dependencies, and what has been added of flows that spray
struct added {
  struct dependencies *d;
  int *seen;      // [lane] number of the last flow that was spread over the lane, as in struct sprayed
  uint8_t *done;  // [first switch * switches + last switch] a bit for each class
};

// Packets that come in over a channel, leave over a lane in class cls. *to becomes their channel. Returns 0 or ENOMEM.
static int add_step(struct dependencies *d, int from, int lane, int cls, int *to) {
  const struct scenario_link *l = &d->s->link[lane / 2];
  *to = -1;
  if (l->access) return 0;
  *to = dependencies_channel(d, lane, cls);
  if (*to < 0) return ENOMEM;
  if (from < 0 || !dependencies_lossless(d, from, cls)) return 0;
  return dependencies_item(d, from, *to) >= 0 ? 0 : ENOMEM;
}

static int add_fixed(struct dependencies *d, const struct scenario_flow *f) {
  struct flow_walk w = flow_walk_begin(d->s, f);
  int last = -1, status = 0;
  while (status == 0 && flow_walk_next(&w)) status = add_step(d, last, w.lane, w.cls, &last);
  return status;
}

// A packet of a flow that sprays, at the switch that it passes as number `hop`
struct sprayed {
  const struct scenario_flow *f;
  int number;         // of the flow plus 1; negative: of the way back
  int hop, here, in;  // the switch, and the port by which the packet came in
  int channel;        // the one over which it came in; -1: from a host
  bool down;          // it has gone down
};

// All links by which a packet can go on to the last switch.
static int add_spread(struct added *x, const struct sprayed *at) {
  const struct scenario *s = x->d->s;
  const struct scenario_flow *f = at->f;
  const int last = f->route[f->hops - 1];
  uint16_t port[SCENARIO_MOST_PORTS];
  int status = 0;
  if (at->here == last) return 0;
  const int ports = routes_next(s->routes, at->here, last, at->down, port);
  for (int i = 0; status == 0 && i < ports; i++) {
    const int lane = lane_of_port(s, at->here, port[i]);
    const int cls = flow_class(s, f, at->hop, at->here, at->in, port[i]);
    struct sprayed next = {.f = f, .number = at->number, .hop = at->hop + 1, .in = flow_port_after(s, lane)};
    if (cls < 0) continue;
    status = add_step(x->d, at->channel, lane, cls, &next.channel);
    if (status != 0 || x->seen[lane] == at->number) continue;
    x->seen[lane] = at->number;
    next.down = at->down || routes_leaves_down(s->routes, at->here, port[i]);
    next.here = s->link[lane / 2].end[!(lane % 2)].node;
    status = add_spread(x, &next);
  }
  return status;
}

// Flows with the same ends and class spread alike, unless their TTL ends on the way.
static bool is_added(struct added *x, const struct scenario_flow *f) {
  const int switches = x->d->s->switches;
  uint8_t *done = &x->done[(size_t)f->route[0] * (size_t)switches + (size_t)f->route[f->hops - 1]];
  if (f->ttl <= f->hops) return false;
  if (*done >> f->cls & 1) return true;
  *done |= (uint8_t)(1 << f->cls);
  return false;
}

static int add_flow(struct added *x, const struct scenario_flow *f, int number) {
  const struct scenario *s = x->d->s;
  const struct sprayed first = {
      .f = f, .number = number, .here = f->route[0], .in = s->link[f->access].end[0].port, .channel = -1};
  if (!f->sprays) return add_fixed(x->d, f);
  if (x->seen == NULL) x->seen = calloc(2 * (size_t)s->links, sizeof(*x->seen));
  if (x->done == NULL) x->done = calloc((size_t)s->switches * (size_t)s->switches, 1);
  if (x->seen == NULL || x->done == NULL) return ENOMEM;
  return is_added(x, f) ? 0 : add_spread(x, &first);
}

// Packets back to the sender take the route of the flow backwards, in a class of their own.
static int add_back(struct added *x, const struct scenario_flow *f, int number) {
  const struct scenario *s = x->d->s;
  const int last = f->hops - 1;
  int route[ROUTES_MOST_HOPS];
  uint16_t egress[ROUTES_MOST_HOPS];
  struct scenario_flow back = *f;
  back.cls = s->senders.cls;
  back.access = s->sw[f->route[last]].link[f->egress[last]];
  back.route = route;
  back.egress = egress;
  for (int k = 0; k <= last; k++) {
    route[k] = f->route[last - k];
    egress[k] = (uint16_t)flow_port_after(s, k < last ? lane_of(s, f, last - k - 1) : lane_of(s, f, -1));
  }
  return add_flow(x, &back, -number);
}

static void added_free(struct added *x) {
  free(x->seen);
  free(x->done);
}

int dependencies_of_answers(struct dependencies *d) {
  struct added x = {.d = d};
  int status = 0;
  for (int i = 0; status == 0 && i < d->s->flows; i++)
    if (scenario_policy_of(d->s, i)->algorithm != CONGESTION_NONE) status = add_back(&x, &d->s->flow[i], i + 1);
  added_free(&x);
  return status;
}

int dependencies_of_flows(struct dependencies *d) {
  struct added x = {.d = d};
  int status = 0;
  for (int i = 0; status == 0 && i < d->s->flows; i++) status = add_flow(&x, &d->s->flow[i], i + 1);
  added_free(&x);
  return status;
}
