// The hosts of the places, and the flows that start at them.
#include <stdlib.h>

#include "tb/sim/event/event_network.h"
#include "tb/sim/traffic/random.h"

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
                            .sprays = f->sprays,
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
  const struct scenario_link *l = &s->link[f->access];
  struct place *m = n->place[l->end[0].node];
  if (m == NULL) return true;
  m->live++;
  senders_add(&n->senders, i);
  struct event_host *h = m->host[l->end[0].port];
  return sources_add(&h->sources, (uint32_t)i, f->cls, start, f->bps, EVENT_HZ) == 0;
}

// The sources of the host at an access link; NULL: not in this process, or no access link.
static struct sources *sources_of(struct event_network *n, int link) {
  const struct scenario_link *l = &n->s->link[link];
  struct place *m = n->place[l->end[0].node];
  return l->access && m != NULL ? &m->host[l->end[0].port]->sources : NULL;
}

bool event_build_flows(struct event_network *n) {
  const struct scenario *s = n->s;
  for (int i = 0; i < s->flows; i++) {
    struct sources *h = sources_of(n, s->flow[i].access);
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
    struct sources *h = sources_of(n, i);
    const struct scenario_link *l = &s->link[i];
    if (h != NULL && h->waiting > 0)
      agenda_put(&n->place[l->end[0].node]->agenda, PLACE_HOST, (uint32_t)l->end[0].port, h->wait[0].time);
  }
  return true;
}
