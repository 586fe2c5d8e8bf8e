#include "tb/sim/clocked/hosts.h"

#include <stdlib.h>
#include <string.h>

#include "tb/sim/clocked/measure.h"
#include "tb/sim/clocked/trace.h"
#include "tb/sim/traffic/random.h"

// ---- the flows of a host ----

_Static_assert(SCENARIO_MOST_FLOWS <= (int)SET_MOST, "all flows may be of one host");

// Initializes a flow. It begins up to the jitter after its start; the seed and the flow's number determine the delay.
static int source_init(struct hosts *all, uint32_t flow) {
  struct network *n = all->n;
  const struct scenario_flow *f = &n->s->flow[flow];
  uint64_t jitter = n->s->jitter, after = jitter != 0 ? random_mix(n->opt.seed ^ random_mix(flow)) % (jitter + 1) : 0;
  uint64_t start = n->result.flow[flow].start = f->start + after;
  struct sources *h = &all->host[f->from - n->s->switches].sources;
  return sources_add(h, flow, f->cls, start, f->bps, n->s->clock_hz);
}

static void host_init(struct hosts *all, int i) {
  const struct network *n = all->n;
  struct node_host *h = &all->host[i];
  h->port = all->links->port[n->s->switches + i];
  const struct scenario_link *l = &n->s->link[h->port->link];
  uint64_t bps = l->bps, hz = n->s->clock_hz, g = pace_gcd(512 * hz, bps);
  h->quantum_num = 512 * hz / g;
  h->quantum_den = bps / g;
  const struct sluice_config *cfg = &n->s->sw[l->end[0].node].cfg;
  uint32_t d = n->s->feedback == FEEDBACK_LEVEL ? (uint32_t)(cfg->stage_top - cfg->stage_base) : 0;
  for (int c = 0; c < n->classes; c++) limiter_init(&h->limiter[c], bps, hz, d);
}

// The sources of all hosts are in one array, those of one host in the order of the file.
int hosts_new(struct hosts *all, struct network *n, struct links *l) {
  const struct scenario *s = n->s;
  *all = (struct hosts){.n = n, .links = l, .live_sources = s->flows};
  all->host = calloc((size_t)s->hosts + 1, sizeof(*all->host));
  all->kicked = calloc((size_t)s->hosts + 1, sizeof(*all->kicked));
  all->source = malloc(((size_t)s->flows + 1) * sizeof(*all->source));
  all->wait = malloc(((size_t)s->flows + 1) * sizeof(*all->wait));
  if (all->host == NULL || all->kicked == NULL || all->source == NULL || all->wait == NULL) return -1;
  for (int f = 0; f < s->flows; f++) all->host[s->flow[f].from - s->switches].sources.count++;
  for (int i = 0, first = 0; i < s->hosts; i++) {
    all->host[i].sources.source = all->source + first;
    all->host[i].sources.wait = all->wait + first;
    first += all->host[i].sources.count;
    host_init(all, i);
    host_kick(all, i);
  }
  for (int f = 0; f < s->flows; f++)
    if (source_init(all, (uint32_t)f) != 0) return -1;
  return 0;
}

void hosts_free(struct hosts *all) {
  for (int i = 0; all->host != NULL && i < all->n->s->hosts; i++) sources_free(&all->host[i].sources);
  free(all->source);
  free(all->wait);
  free(all->host);
  free(all->kicked);
}

// ---- feedback and arrivals ----

void host_kick(struct hosts *all, int i) {
  if (all->host[i].kicked) return;
  all->host[i].kicked = true;
  all->kicked[all->kicked_count++] = i;
}

static uint64_t expiry(const struct network *n, const struct node_host *h, uint16_t quanta) {
  return quanta == 0 ? 0 : n->now + (quanta * h->quantum_num + h->quantum_den - 1) / h->quantum_den;
}

// Applies a message: a new value replaces the old one; a class that is not enabled does not change.
static void obey(const struct network *n, struct node_host *h, const struct pause *m) {
  if (scenario_is_gfc(n->s)) {
    for (int c = 0; c < n->classes; c++)
      if (m->enable >> c & 1) limiter_level(&h->limiter[c], n->now, m->time[c]);
    return;
  }
  h->timed = true;
  if (m->level != 0) {
    h->level_until = expiry(n, h, m->time[0]);
    return;
  }
  for (int c = 0; c < n->classes; c++)
    if (m->enable >> c & 1) h->until[c] = expiry(n, h, m->time[c]);
}

static void deliver(struct network *n, struct packet *p) {
  struct flow_result *r = &n->result.flow[p->data.flow];
  r->packets++;
  r->bytes += p->bytes;
  r->last = n->now;
  if (n->now <= n->s->flow[p->data.flow].stop) r->window_bytes += p->bytes;
  measure_delivery(n, p);
  trace_packet(n, p->via->peer->node, p->via->link, "arrive", p);
  n->moved = n->now;
}

void host_arrive(struct hosts *all, int i, struct packet *p) {
  if (p->control) {
    port_count_message(all->links, all->host[i].port, &p->pause);
    obey(all->n, &all->host[i], &p->pause);
    host_kick(all, i);
  } else {
    deliver(all->n, p);
  }
  packet_free(&all->n->pool, p);
}

void host_sent(struct hosts *all, int i) {
  struct port *p = all->host[i].port;
  p->busy = false;
  all->n->moved = p->moved = all->n->now;
  host_kick(all, i);
}

// The cycle until which the class is paused; 0 or a past cycle: not paused.
static uint64_t paused_until(const struct node_host *h, int cls) {
  return h->until[cls] > h->level_until ? h->until[cls] : h->level_until;
}

// Updates the port's gate for the statistics. Returns the next expiry of a timer, or UINT64_MAX.
static uint64_t update_gate(struct hosts *all, struct node_host *h) {
  const struct network *n = all->n;
  uint64_t first = UINT64_MAX;
  for (int c = 0; c < n->classes; c++) {
    uint64_t until = paused_until(h, c);
    if (until > n->now && until < first) first = until;
  }
  h->timed = first != UINT64_MAX;
  port_closed(all->links, h->port, h->timed);
  return first;
}

// ---- sending ----

// The cycle until which the class may not send; 0 or a past cycle: it may send.
static uint64_t closed_until(const struct network *n, const struct node_host *h, int cls) {
  return scenario_is_gfc(n->s) ? limiter_free(&h->limiter[cls]) : paused_until(h, cls);
}

static void send_next(struct hosts *all, struct node_host *h, uint32_t source) {
  struct network *n = all->n;
  struct packet *p = packet_new(&n->pool, false);
  if (p == NULL) {
    network_fail(n, NETWORK_NO_MEMORY);
    return;
  }
  uint32_t flow = h->sources.source[source].flow;
  const struct scenario_flow *f = &n->s->flow[flow];
  struct flow_result *r = &n->result.flow[flow];
  uint64_t left = f->bytes != 0 ? f->bytes - r->sent_bytes : UINT64_MAX;
  p->bytes = left < f->packet ? (uint32_t)left : f->packet;
  p->cls = (uint8_t)f->cls;
  p->hop = 0;
  p->data.born = n->now;
  p->data.flow = flow;
  p->data.cells = (p->bytes + n->s->cell_bytes - 1) / n->s->cell_bytes;  // the buffer rounds a packet up to whole cells
  p->ttl = f->ttl;
  if (scenario_is_gfc(n->s))
    limiter_send(&h->limiter[f->cls], n->now, packet_frame(p) + h->port->overhead, p->data.cells * n->s->cell_bytes);
  r->sent++;
  r->sent_bytes += p->bytes;
  if (left == p->bytes) all->live_sources--;
  sources_sent(&h->sources, source, n->now, p->bytes, left == p->bytes);
  port_send(all->links, h->port, p);
}

// Sends the next packet. A packet object exists only from the moment it is sent.
static void send(struct hosts *all, struct node_host *h, uint64_t *first) {
  const struct network *n = all->n;
  uint64_t until[SLUICE_MAX_CLASSES];
  for (int c = 0; c < n->classes; c++) until[c] = closed_until(n, h, c);
  for (int64_t source; (source = sources_next(&h->sources, n->now, until, first)) >= 0;) {
    if (n->now < n->s->flow[h->sources.source[source].flow].stop) {
      send_next(all, h, (uint32_t)source);
      return;
    }
    sources_end(&h->sources, (uint32_t)source);  // the flow has stopped
  }
}

static void host_cycle(struct hosts *all, int i) {
  struct node_host *h = &all->host[i];
  h->kicked = false;
  uint64_t first = h->timed ? update_gate(all, h) : UINT64_MAX;
  if (!h->port->busy && !all->n->stopped) send(all, h, &first);
  if (first != UINT64_MAX) port_kick_at(all->links, h->port, first);
}

void hosts_cycle(struct hosts *all) {
  for (int k = 0; k < all->kicked_count; k++) host_cycle(all, all->kicked[k]);
  all->kicked_count = 0;
}
