// The hosts of the places, and the flows that start at them.
#include <stdlib.h>

#include "tb/sim/event/event_network.h"
#include "tb/sim/traffic/random.h"

bool event_build_hosts(struct event_network *n) {
  const struct scenario *s = n->s;
  for (int i = 0; i < s->hosts; i++) {
    const struct scenario_link *l = &s->link[s->host[i].link];
    const int d = l->end[0].node < s->switches ? 0 : 1;
    struct place *m = n->place[l->end[d].node];
    if (m != NULL && (m->host[l->end[d].port] = event_make(sizeof(struct event_host))) == NULL) return false;
  }
  return true;
}

static bool flow_build(struct event_network *n, int i) {
  const struct scenario *s = n->s;
  const struct scenario_flow *f = &s->flow[i];
  struct event_flow *to = &n->flow[i];
  uint64_t jitter = s->jitter,
           late = jitter != 0 ? random_mix(n->opt.seed ^ random_mix((uint64_t)i)) % (jitter + 1) : 0;
  uint64_t start = n->result.flow[i].start = event_ps(f->start + late, s->clock_hz);
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
  const struct scenario_link *l = &s->link[s->host[f->from - s->switches].link];
  const int d = l->end[0].node < s->switches ? 0 : 1;
  struct place *m = n->place[l->end[d].node];
  if (m == NULL) return true;
  m->live++;
  senders_add(&n->senders, i);
  struct event_host *h = m->host[l->end[d].port];
  return sources_add(&h->sources, (uint32_t)i, f->cls, start, f->bps, EVENT_HZ) == 0;
}

static struct sources *sources_of(struct event_network *n, int host) {
  const struct scenario_link *l = &n->s->link[n->s->host[host].link];
  const int d = l->end[0].node < n->s->switches ? 0 : 1;
  struct place *m = n->place[l->end[d].node];
  return m != NULL ? &m->host[l->end[d].port]->sources : NULL;
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
    struct sources *h = sources_of(n, i);
    const struct scenario_link *l = &s->link[s->host[i].link];
    const int d = l->end[0].node < s->switches ? 0 : 1;
    if (h != NULL && h->waiting > 0)
      agenda_put(&n->place[l->end[d].node]->agenda, PLACE_HOST, (uint32_t)l->end[d].port, h->wait[0].time);
  }
  return true;
}
