#include "senders.h"

#include <stdlib.h>

#include "port.h"

int senders_new(struct network *n) {
  const struct scenario *s = n->s;
  struct senders *x = &n->senders;
  x->flow = malloc(((size_t)s->flows + 1) * sizeof(*x->flow));
  if (x->flow == NULL) return -1;
  for (int i = 0; i < s->flows; i++)
    if (network_here(n, s->link[s->host[s->flow[i].from - s->switches].link].end[0].node)) x->flow[x->count++] = i;
  return 0;
}

void senders_free(struct network *n) { free(n->senders.flow); }

// The first clock in which a flow may send its last packet; UINT64_MAX: it never does.
static uint64_t last_packet(const struct network *n, int flow) {
  const struct scenario_flow *f = &n->s->flow[flow];
  const struct flow_result *r = &n->result.flow[flow];
  const struct pace *line = &n->port[f->from]->line;
  if (f->bytes == 0) return UINT64_MAX;
  if (r->sent_bytes == f->bytes) return 0;
  if (n->now >= f->stop) return UINT64_MAX;
  uint64_t left = (f->bytes - r->sent_bytes - 1) / f->packet, from = r->start > n->now ? r->start : n->now + 1;
  uint64_t clocks = f->packet * line->num / line->den;
  return from + left * clocks;
}

uint64_t senders_done(struct network *n, uint64_t enough) {
  struct senders *x = &n->senders;
  uint64_t most = 0;
  if (x->witness < x->count && (most = last_packet(n, x->flow[x->witness])) > enough) return most;
  most = 0;
  int left = 0;
  x->witness = 0;
  for (int i = 0; i < x->count; i++) {
    uint64_t clock = last_packet(n, x->flow[i]);
    if (clock == 0) continue;
    x->flow[left] = x->flow[i];
    if (clock > most) {
      most = clock;
      x->witness = left;
    }
    left++;
  }
  x->count = left;
  return most;
}
