// The hosts of the places, and the flows that start at them.
#include <stdlib.h>

#include "tb/sim/event/event_chains.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/traffic/random.h"

void event_host_of(const struct event_network *n, int node, struct place **m, uint32_t *port) {
  const struct scenario *s = n->s;
  const struct scenario_link *l = &s->link[s->host[node - s->switches].link];
  const int d = l->end[0].node < s->switches ? 0 : 1;
  *m = n->place[l->end[d].node];
  *port = (uint32_t)l->end[d].port;
}

uint64_t event_flow_delay(const struct event_network *n, int flow) {
  const uint64_t jitter = n->s->jitter,
                 late = jitter != 0 ? random_mix(n->opt.seed ^ random_mix((uint64_t)flow)) % (jitter + 1) : 0;
  return event_ps(n->s->flow[flow].start + late, n->s->clock_hz);
}

bool event_build_hosts(struct event_network *n) {
  const struct scenario *s = n->s;
  for (int i = 0; i < s->hosts; i++) {
    struct place *m;
    uint32_t port;
    event_host_of(n, s->switches + i, &m, &port);
    if (m != NULL && (m->host[port] = event_make(sizeof(struct event_host))) == NULL) return false;
  }
  return true;
}

static bool flow_build(struct event_network *n, int i) {
  const struct scenario *s = n->s;
  const struct scenario_flow *f = &s->flow[i];
  struct event_flow *to = &n->flow[i];
  const uint64_t start = n->result.flow[i].start = f->afters == 0 ? event_flow_delay(n, i) : NEVER;
  *to = (struct event_flow){.packet = f->packet,
                            .cls = (uint8_t)f->cls,
                            .ttl = f->ttl,
                            .hops = (uint8_t)f->hops,
                            .loop = f->loop,
                            .stop = event_ps(f->stop, s->clock_hz),
                            .total = f->bytes};
  if (f->hops <= NEAR_HOPS)
    for (int k = 0; k < f->hops; k++) to->egress.near[k] = f->egress[k];
  else
    to->egress.far = f->egress;
  struct place *m;
  uint32_t port;
  event_host_of(n, f->from, &m, &port);
  if (m == NULL) return true;
  m->live++;
  senders_add(&n->senders, i);
  struct sources *h = &m->host[port]->sources;
  if (n->chains != NULL) n->chains->source[i] = (uint32_t)h->turn;
  return sources_add(h, (uint32_t)i, f->cls, start, f->bps, EVENT_HZ) == 0;
}

static struct sources *sources_of(struct event_network *n, int host) {
  struct place *m;
  uint32_t port;
  event_host_of(n, n->s->switches + host, &m, &port);
  return m != NULL ? &m->host[port]->sources : NULL;
}

bool event_build_flows(struct event_network *n) {
  const struct scenario *s = n->s;
  for (int i = 0; i < s->flows; i++) {
    struct sources *h = sources_of(n, s->flow[i].from - s->switches);
    if (h != NULL) h->count++;
  }
  for (int i = 0; i < s->hosts; i++) {
    struct sources *h = sources_of(n, i);
    if (h == NULL || h->count == 0) continue;
    h->source = malloc((size_t)h->count * sizeof(*h->source));
    h->wait = malloc((size_t)h->count * sizeof(*h->wait));
    if (h->source == NULL || h->wait == NULL) return false;
  }
  for (int i = 0; i < s->flows; i++)
    if (!flow_build(n, i)) return false;
  for (int i = 0; i < s->hosts; i++) {
    struct place *m;
    uint32_t port;
    event_host_of(n, s->switches + i, &m, &port);
    if (m == NULL) continue;
    const struct sources *h = &m->host[port]->sources;
    if (h->waiting > 0) agenda_put(&m->agenda, PLACE_HOST, port, h->wait[0].time);
  }
  return true;
}
