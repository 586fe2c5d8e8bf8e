#include "tb/sim/event/event_chains.h"

#include <stdlib.h>

#include "tb/sim/event/event_check.h"
#include "tb/sim/event/event_network.h"

bool event_chains_build(struct event_network *n) {
  const struct scenario *s = n->s;
  const size_t flows = (size_t)s->flows;
  if (s->afters == 0) return true;
  struct event_chains *x = n->chains = calloc(1, sizeof(*x));
  if (x == NULL) return false;
  x->waits = malloc(flows * sizeof(*x->waits));
  x->known = calloc(flows, sizeof(*x->known));
  x->source = calloc(flows, sizeof(*x->source));
  if (x->waits == NULL || x->known == NULL || x->source == NULL) return false;
  for (int i = 0; i < s->flows; i++) x->waits[i] = s->flow[i].afters;
  return true;
}

void event_chains_free(struct event_network *n) {
  if (n->chains == NULL) return;
  free(n->chains->waits);
  free(n->chains->known);
  free(n->chains->source);
  free(n->chains);
}

struct place *event_chains_place(const struct event_network *n, int flow) {
  struct place *m;
  uint32_t port;
  event_sender(n, flow, &m, &port);
  return m;
}

void event_chains_news(struct event_network *n, int flow, uint64_t at) {
  uint64_t *start = &n->chains->known[flow];
  *start = agenda_most(*start, at);
  if (--n->chains->waits[flow] > 0) return;
  n->result.flow[flow].start = *start;
  struct place *m;
  uint32_t port;
  event_sender(n, flow, &m, &port);
  if (EVENT_CHECKS && *start < m->now) place_fail(m, NETWORK_ORDER);
  struct event_host *h = m->host[port];
  sources_from(&h->sources, n->chains->source[flow], *start);
  if (!h->port.busy) agenda_put_earlier(&m->agenda, PLACE_HOST, port, *start);
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
  for (int k = n->s->follower[flow]; k >= 0; k = n->s->after[k].next) {
    const int i = n->s->after[k].flow;
    const uint64_t known = at + n->s->after[k].news_ps + event_flow_delay(n, i);
    if (event_chains_place(n, i) == m)
      event_chains_news(n, i, known);
    else
      tell(m, i, known);
  }
}

void event_chains_conclude(struct event_network *n) {
  for (int i = 0; n->chains != NULL && i < n->s->flows; i++)
    if (n->chains->waits[i] > 0 && event_chains_place(n, i) != NULL) n->result.flow[i].start = n->result.stop;
}
