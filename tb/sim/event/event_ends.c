#include "tb/sim/event/event_ends.h"

#include <stdlib.h>

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/results/histogram.h"

// ---- the end of a flow ----

void flow_settle(struct flow_received *r, struct flow_result *to) {
  uint64_t value[PERCENTILES];
  if (to->settled) return;
  compact_permilles(&r->latency, histogram_percentiles, value, PERCENTILES);
  for (int i = 0; i < PERCENTILES; i++)
    to->percentile[i] = r->packets > 1 && value[i] < r->latency_max ? value[i] : r->latency_max;
  compact_free(&r->latency);
  to->settled = true;
}

// Switches of several threads may lose packets of the same flow.
void flow_lost(struct place *m, uint32_t flow, enum loss why) {
  __atomic_fetch_add(&m->result[flow].losses[why], 1, __ATOMIC_RELAXED);
}

// ---- one flow ----

// The begin of the last packet of a flow that has sent so many bytes from that time on; NEVER: there is none.
static uint64_t last_packet(const struct event_flow *f, uint64_t sent, uint64_t from, const struct pace *line) {
  if (f->total == 0 || from >= f->stop) return NEVER;
  return from + (f->total - sent - 1) / f->packet * (f->packet * line->num / line->den);
}

// The same of a flow with congestion control, until all has arrived or its sender gives up; 0: one of these is so.
static uint64_t end_of_sender(const struct event_network *n, int flow, const struct event_host *h, uint64_t from) {
  const struct event_flow *f = &n->flow[flow];
  const struct congestion_parameters *rule = &h->loop->parameters[f->policy];
  const struct loop_sender *s = n->loop->sender[flow];  // NULL: before its first packet
  const uint64_t sent = s != NULL ? s->sent : 0;
  if (n->loop->ended[flow]) return 0;
  if (f->total != 0 && sent == f->total) return from;  // what was sent may arrive at any time
  const uint64_t last = last_packet(f, sent, from, &h->port.line);
  if (rule->rto_limit == 0) return last;
  return agenda_least(last, agenda_most(from, (s != NULL ? s->timer : from) + rule->rto));
}

// The time before which a flow cannot have sent everything; 0: it has, or another process knows more.
static uint64_t end_of_flow(const struct event_network *n, int flow) {
  const struct event_flow *f = &n->flow[flow];
  const uint64_t start = n->result.flow[flow].start, sent = n->sent[flow].bytes, now = agenda_most(n->now, 1),
                 from = start == NEVER ? now : agenda_most(now, start);  // NEVER: unknown
  struct place *m;
  uint32_t port;
  event_sender(n, flow, &m, &port);
  if (m == NULL) return 0;
  if (f->controlled) return end_of_sender(n, flow, m->host[port], from);
  return f->total != 0 && sent == f->total ? 0 : last_packet(f, sent, from, &m->host[port]->port.line);
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
