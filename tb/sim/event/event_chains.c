#include "tb/sim/event/event_chains.h"

#include <stdlib.h>

#include "tb/sim/event/event_network.h"

bool event_chains_build(struct event_network *n) {
  const struct scenario *s = n->s;
  const size_t flows = (size_t)s->flows;
  if (!s->chains) return true;
  struct event_chains *x = n->chains = calloc(1, sizeof(*x));
  if (x == NULL) return false;
  x->first = malloc(flows * sizeof(*x->first));
  x->next = malloc(flows * sizeof(*x->next));
  x->source = calloc(flows, sizeof(*x->source));
  if (x->first == NULL || x->next == NULL || x->source == NULL) return false;
  for (int i = 0; i < s->flows; i++) x->first[i] = -1;
  for (int i = s->flows - 1; i >= 0; i--) {
    const int after = s->flow[i].after;
    if (after < 0) continue;
    x->next[i] = x->first[after];
    x->first[after] = i;
  }
  return true;
}

void event_chains_free(struct event_network *n) {
  if (n->chains == NULL) return;
  free(n->chains->first);
  free(n->chains->next);
  free(n->chains->source);
  free(n->chains);
}

static void start(struct event_network *n, int flow, uint64_t at) {
  struct place *m;
  uint32_t port;
  event_host_of(n, n->s->flow[flow].from, &m, &port);
  struct event_host *h = m->host[port];
  n->result.flow[flow].start = at;
  sources_start(&h->sources, n->chains->source[flow], at);
  if (!h->port.busy) agenda_put_earlier(&m->agenda, PLACE_HOST, port, at);
}

static void tell(struct place *m, int flow, uint64_t at) {
  if (m->starts == m->starts_size) {
    const int size = m->starts_size != 0 ? 2 * m->starts_size : 16;
    struct chain_start *more = realloc(m->start, (size_t)size * sizeof(*more));
    if (more == NULL) {
      place_fail(m, NETWORK_NO_MEMORY);
      return;
    }
    m->start = more;
    m->starts_size = size;
  }
  m->start[m->starts++] = (struct chain_start){flow, at};
}

void event_chains_ended(struct place *m, uint32_t flow, uint64_t at) {
  struct event_network *n = m->net;
  for (int i = n->chains->first[flow]; i >= 0; i = n->chains->next[i]) {
    const struct scenario_flow *f = &n->s->flow[i];
    const uint64_t begin = at + f->news_ps + event_flow_delay(n, i);
    struct place *to;
    uint32_t port;
    event_host_of(n, f->from, &to, &port);
    if (to == m)
      start(n, i, begin);
    else
      tell(m, i, begin);
  }
}

void event_chains_deliver(struct event_network *n) {
  for (int i = 0; i < n->places; i++) {
    struct place *m = n->mine[i];
    for (int k = 0; k < m->starts; k++) start(n, m->start[k].flow, m->start[k].at);
    m->starts = 0;
  }
}
