// Builds the closed loop of a network.
#include <stdlib.h>

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/scenario/lanes.h"

// The port of a switch of the route by which the flow comes in; hop 0: from its host.
static uint16_t port_before(const struct scenario *s, const struct scenario_flow *f, int hop) {
  const int lane = lane_of(s, f, hop - 1);
  return (uint16_t)s->link[lane / 2].end[!(lane % 2)].port;
}

// The longest time from the sending of a data packet to the arrival of its acknowledgement, without waiting, ps.
static uint64_t round_trip(const struct scenario *s, const struct scenario_flow *f) {
  uint64_t all = 0;
  for (int k = 0; k <= f->hops; k++) {
    const struct scenario_link *l = &s->link[lane_of(s, f, k - 1) / 2];
    struct pace line;
    pace_init(&line, l->bps, EVENT_HZ);
    all += 2 * l->delay_ps + pace_send(&line, 0, frame_bytes(f->packet) + l->overhead);
    line.free = line.rem = 0;
    all += pace_send(&line, 0, frame_bytes(s->senders.frame) + l->overhead);
    if (k > 0) all += 2 * SLUICE_ADMIT_LATENCY * event_cycle(s, f->route[k - 1]);
  }
  return all;
}

// The parameters of all policies, for each rate of an access link; `rtt`: for those without a round trip of their own.
static bool parameters_build(struct closed_loop *x, const struct scenario *s, uint64_t rtt) {
  x->rate = calloc((size_t)s->links + 1, sizeof(*x->rate));
  for (int i = 0; x->rate != NULL && i < s->links; i++) {
    int k = 0;
    while (k < x->rates && x->rate[k] != s->link[i].bps) k++;
    if (s->link[i].access && k == x->rates) x->rate[x->rates++] = s->link[i].bps;
  }
  const size_t policies = (size_t)s->policies;
  x->parameters = calloc((size_t)x->rates * policies + 1, sizeof(*x->parameters));
  for (size_t k = 0; x->parameters != NULL && k < (size_t)x->rates * policies; k++) {
    x->parameters[k] = scenario_parameters(&s->policy[k % policies], (double)x->rate[k / policies]);
    if (x->parameters[k].base_rtt == 0) x->parameters[k].base_rtt = rtt;
  }
  return x->rate != NULL && x->parameters != NULL;
}

static bool host_build(struct event_network *n, const struct scenario_link *l) {
  struct place *m = n->place[l->end[0].node];
  if (m == NULL) return true;
  struct loop_host *h = m->host[l->end[0].port]->loop = event_make(sizeof(*h));
  if (h == NULL) return false;
  int rate = 0;
  while (n->loop->rate[rate] != l->bps) rate++;
  h->bps = (double)l->bps;
  h->parameters = &n->loop->parameters[rate * n->s->policies];
  return true;
}

bool event_loop_build(struct event_network *n) {
  const struct scenario *s = n->s;
  const size_t flows = (size_t)s->flows + 1;
  if (!s->controlled) return true;
  struct closed_loop *x = n->loop = event_make(sizeof(*x));
  if (x == NULL) return false;
  x->ended = calloc(flows, sizeof(*x->ended));
  x->sender = calloc(flows, sizeof(*x->sender));
  x->receiver = event_make(flows * sizeof(*x->receiver));
  x->source = calloc(flows, sizeof(*x->source));
  x->flows = (uint32_t)s->flows;
  size_t far = 0;
  uint64_t rtt = 0;
  for (int i = 0; i < s->flows; i++) {
    if (scenario_policy_of(s, i)->algorithm == CONGESTION_NONE) continue;
    if (s->flow[i].hops > NEAR_HOPS) far += (size_t)s->flow[i].hops;
    rtt = agenda_most(rtt, round_trip(s, &s->flow[i]));
  }
  x->far = x->far_next = calloc(far + 1, sizeof(*x->far));
  if (x->ended == NULL || x->sender == NULL || x->receiver == NULL || x->source == NULL || x->far == NULL ||
      !parameters_build(x, s, rtt))
    return false;
  for (int i = 0; i < n->places; i++) n->mine[i]->loop = x;
  for (int i = 0; i < s->links; i++)
    if (s->link[i].access && !host_build(n, &s->link[i])) return false;
  return true;
}

void event_loop_flow(struct event_network *n, int flow) {
  const struct scenario *s = n->s;
  const struct scenario_flow *f = &s->flow[flow];
  struct closed_loop *x = n->loop;
  struct event_flow *to = &n->flow[s->flows + flow];
  *to = n->flow[flow];
  to->packet = s->senders.frame;
  to->cls = (uint8_t)s->senders.cls;
  to->total = 0;
  if (f->sprays) {
    to->egress.spray.last = f->route[0];
    to->egress.spray.port = port_before(s, f, 0);
    return;
  }
  uint16_t *egress = to->egress.near;
  if (f->hops > NEAR_HOPS) {
    to->egress.far = egress = x->far_next;
    x->far_next += f->hops;
  }
  for (int k = 0; k < f->hops; k++) egress[k] = port_before(s, f, f->hops - 1 - k);
}

void event_loop_free(struct event_network *n) {
  struct closed_loop *x = n->loop;
  if (x == NULL) return;
  for (int i = 0; x->sender != NULL && i < n->s->flows; i++) free(x->sender[i]);
  for (int i = 0; x->receiver != NULL && i < n->s->flows; i++) received_free(&x->receiver[i].received);
  free(x->parameters);
  free(x->rate);
  free(x->ended);
  free(x->sender);
  free(x->receiver);
  free(x->source);
  free(x->far);
  free(x);
}
