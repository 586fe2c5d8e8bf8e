// The hosts of the places, and the flows that start at them.
#include <stdlib.h>

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/event_chains.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_reroute.h"
#include "tb/sim/traffic/random.h"

void event_access(const struct event_network *n, int link, struct place **m, uint32_t *port) {
  const struct scenario_link *l = &n->s->link[link];
  *m = n->place[l->end[0].node];
  *port = (uint32_t)l->end[0].port;
}

void event_sender(const struct event_network *n, int flow, struct place **m, uint32_t *port) {
  event_access(n, n->reroute != NULL ? n->reroute->end[flow].access : n->s->flow[flow].access, m, port);
}

uint64_t event_flow_delay(const struct event_network *n, int flow) {
  const uint64_t jitter = n->s->jitter,
                 late = jitter != 0 ? random_mix(n->opt.seed ^ random_mix((uint64_t)flow)) % (jitter + 1) : 0;
  return event_ps(n->s->flow[flow].start + late, n->s->clock_hz);
}

bool event_build_hosts(struct event_network *n) {
  const struct scenario *s = n->s;
  for (int i = 0; i < s->links; i++) {
    const struct scenario_link *l = &s->link[i];
    struct place *m = n->place[l->end[0].node];
    if (l->access && m != NULL && (m->host[l->end[0].port] = event_make(sizeof(struct event_host))) == NULL)
      return false;
  }
  return true;
}

// The access links at which a flow has a source, one after the other: its own, or all of its host if it may move; -1:
// no further one.
static int flow_link(const struct event_network *n, const struct scenario_flow *f, int k) {
  const struct scenario_host *h = &n->s->host[f->from - n->s->switches];
  if (n->reroute == NULL || f->fixed) return k == 0 ? f->access : -1;
  return k < h->links ? h->link + k : -1;
}

static void count_arrivals(struct event_network *n, int flow) {
  const struct scenario_flow *f = &n->s->flow[flow];
  struct place *m;
  uint32_t port;
  event_access(n, n->s->sw[f->route[f->hops - 1]].link[f->egress[f->hops - 1]], &m, &port);
  if (m != NULL && loop_must_arrive(&n->flow[flow], &m->host[port]->loop->parameters[f->policy]))
    m->host[port]->unarrived += f->bytes;
}

static bool flow_build(struct event_network *n, int i) {
  const struct scenario *s = n->s;
  const struct scenario_flow *f = &s->flow[i];
  const struct scenario_policy *policy = scenario_policy_of(s, i);
  struct event_flow *to = &n->flow[i];
  const uint64_t start = n->result.flow[i].start = f->afters == 0 ? event_flow_delay(n, i) : NEVER;
  *to =
      (struct event_flow){.packet = f->packet,
                          .cls = (uint8_t)f->cls,
                          .ttl = f->ttl,
                          .hops = (uint8_t)f->hops,
                          .loop = f->loop,
                          .sprays = f->sprays,
                          .fixed = f->fixed,
                          .controlled = policy->algorithm != CONGESTION_NONE,
                          .telemetry = policy->algorithm == CONGESTION_HPCC || policy->algorithm == CONGESTION_POWERTCP,
                          .ecn_capable = policy->ecn_capable,
                          .policy = f->policy,
                          .stop = event_ps(f->stop, s->clock_hz),
                          .total = f->bytes};
  if (f->sprays) {
    to->egress.spray.last = f->route[f->hops - 1];
    to->egress.spray.port = f->egress[f->hops - 1];
  } else if (f->hops <= NEAR_HOPS) {
    for (int k = 0; k < f->hops; k++) to->egress.near[k] = f->egress[k];
  } else {
    to->egress.far = f->egress;
  }
  if (to->controlled) event_loop_flow(n, i);
  struct place *here, *m;
  uint32_t at, port;
  if (to->controlled) count_arrivals(n, i);
  event_sender(n, i, &here, &at);
  if (here == NULL) return true;
  here->live++;
  here->senders++;
  if (f->afters == 0) n->ends.last_start = agenda_most(n->ends.last_start, start);
  if (!to->controlled) here->host[at]->unsent += f->bytes;
  for (int k = 0, link; (link = flow_link(n, f, k)) >= 0; k++) {
    event_access(n, link, &m, &port);
    struct sources *h = &m->host[port]->sources;
    const bool own = m == here && port == at;
    if (own && n->chains != NULL) n->chains->source[i] = (uint32_t)h->turn;
    if (own && n->loop != NULL) n->loop->source[i] = (uint32_t)h->turn;
    if (sources_add(h, (uint32_t)i, f->cls, own ? start : NEVER, to->controlled ? 0 : f->bps, EVENT_HZ) != 0)
      return false;
  }
  return true;
}

// The sources of the host at an access link; NULL: not in this process, or no access link.
static struct sources *sources_of(struct event_network *n, int link) {
  struct place *m;
  uint32_t port;
  if (!n->s->link[link].access) return NULL;
  event_access(n, link, &m, &port);
  return m != NULL ? &m->host[port]->sources : NULL;
}

bool event_build_flows(struct event_network *n) {
  const struct scenario *s = n->s;
  for (int i = 0; i < s->flows; i++)
    for (int k = 0, link; (link = flow_link(n, &s->flow[i], k)) >= 0; k++) {
      struct sources *h = sources_of(n, link);
      if (h != NULL) h->count++;
    }
  for (int i = 0; i < s->links; i++) {
    struct sources *h = sources_of(n, i);
    if (h == NULL || h->count == 0) continue;
    h->source = malloc((size_t)h->count * sizeof(*h->source));
    h->wait = malloc((size_t)h->count * sizeof(*h->wait));
    if (h->source == NULL || h->wait == NULL) return false;
  }
  for (int i = 0; i < s->flows; i++)
    if (!flow_build(n, i)) return false;
  for (int i = 0; i < s->links; i++) {
    const struct sources *h = sources_of(n, i);
    const struct scenario_link *l = &s->link[i];
    if (h != NULL && h->waiting > 0)
      agenda_put(&n->place[l->end[0].node]->agenda, PLACE_HOST, (uint32_t)l->end[0].port, h->wait[0].time);
  }
  return true;
}
