#include "tb/sim/event/event_ends.h"

#include <stdlib.h>

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/event_network.h"

// ---- one flow ----

// The time before which a flow cannot have sent everything; 0: it has, or another process knows more.
static uint64_t end_of_flow(const struct event_network *n, int flow) {
  const struct event_flow *f = &n->flow[flow];
  const struct loop_sender *s = f->controlled ? n->loop->sender[flow] : NULL;
  const uint64_t sent = s != NULL ? s->sent : f->controlled ? 0 : n->sent[flow].bytes;
  const uint64_t start = n->result.flow[flow].start;  // NEVER: after other flows
  struct place *m;
  uint32_t port;
  event_sender(n, flow, &m, &port);
  if (m == NULL || (f->controlled && n->loop->ended[flow])) return 0;
  if (f->total == 0) return NEVER;
  // what was sent may arrive at any time from now on, whether the sender goes back or not
  if (sent == f->total) return f->controlled ? agenda_most(n->now, 1) : 0;
  if (n->now >= f->stop) return NEVER;
  const struct pace *line = &m->host[port]->port.line;
  const uint64_t packets = (f->total - sent - 1) / f->packet,
                 from = start == NEVER ? n->now : agenda_most(n->now, start),
                 last = from + packets * (f->packet * line->num / line->den);
  if (s == NULL || s->parameters->rto_limit == 0) return agenda_most(last, 1);
  return agenda_most(agenda_least(last, agenda_most(n->now, s->timer + s->parameters->rto)), 1);  // it may give up
}

// ---- one host ----

static const struct scenario_host *host_of(const struct event_network *n, int side) { return &n->s->host[side / 2]; }

// The bytes that are still to be sent by a host, or to arrive there, in this process. A flow may move from one of its
// links to another one, so only the sum is right.
static uint64_t bytes_left(const struct event_network *n, int side, uint64_t *bps) {
  const struct scenario_host *h = host_of(n, side);
  uint64_t left = *bps = 0;
  for (int k = 0; k < h->links; k++) {
    struct place *m;
    uint32_t port;
    event_access(n, h->link + k, &m, &port);
    if (m == NULL) continue;
    left += side % 2 != 0 ? m->host[port]->unarrived : m->host[port]->unsent;
    *bps += n->s->link[h->link + k].bps;
  }
  return left;
}

// The begin of the last packet of these bytes; 0: there are none.
static uint64_t end_of_side(const struct event_network *n, int side) {
  uint64_t bps;
  const uint64_t left = bytes_left(n, side, &bps), before = left > n->s->mtu ? left - n->s->mtu : 0;
  if (left == 0) return 0;
  return agenda_most(n->now, 1) + (uint64_t)((unsigned __int128)before * 8 * EVENT_HZ / bps);
}

// ---- all ----

bool event_ends_build(struct event_network *n) {
  struct event_ends *x = &n->ends;
  uint64_t bps;
  x->flows = n->s->flows;
  x->side = malloc((2 * (size_t)n->s->hosts + 1) * sizeof(*x->side));
  for (int i = 0; x->side != NULL && i < 2 * n->s->hosts; i++)
    if (bytes_left(n, i, &bps) > 0) x->side[x->sides++] = i;
  return x->side != NULL;
}

uint64_t event_ends_from(struct event_network *n, uint64_t enough) {
  struct event_ends *x = &n->ends;
  uint64_t most = agenda_most(x->bound, x->last_start), end = 0;
  if (most > enough) return most;
  while (x->flows > 0 && (end = end_of_flow(n, x->flows - 1)) == 0) x->flows--;
  most = end;
  for (int i = x->sides - 1; i >= 0 && most <= enough; i--) {
    end = end_of_side(n, x->side[i]);
    if (end == 0) x->side[i] = x->side[--x->sides];
    most = agenda_most(most, end);
  }
  return x->bound = most;
}
