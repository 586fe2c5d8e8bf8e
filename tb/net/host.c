// Hosts: they send their flows, obey feedback, and sink what arrives.
#include <stdlib.h>
#include <string.h>

#include "net.h"

// SplitMix64 (Steele, Lea, Flood, 2014): the seed and the flow's number give its start jitter.
static uint64_t mix(uint64_t x) {
  x += UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

static void source_init(struct network *n, struct source *src, int flow) {
  const struct scenario_flow *f = &n->s->flow[flow];
  uint64_t jitter = n->s->jitter;
  src->flow = f;
  src->id = (uint32_t)flow;
  src->left = f->bytes != 0 ? f->bytes : UINT64_MAX;
  n->result.flow[flow].start = src->start =
      f->start + (jitter != 0 ? mix(n->opt.seed ^ mix((uint64_t)flow)) % (jitter + 1) : 0);
  if (f->bps != 0) pace_init(&src->pace, f->bps, n->s->clock_hz);
  n->live_sources++;
}

int host_init(struct network *n, int i) {
  struct node_host *h = &n->host[i];
  int node = n->s->host[i].node;
  for (int f = 0; f < n->s->flows; f++) h->sources += n->s->flow[f].from == node;
  h->source = calloc((size_t)h->sources + 1, sizeof(*h->source));
  if (h->source == NULL) return -1;
  int k = 0;
  for (int f = 0; f < n->s->flows; f++)
    if (n->s->flow[f].from == node) source_init(n, &h->source[k++], f);
  const struct scenario_link *l = &n->s->link[h->port.link];
  uint64_t bps = l->bps, hz = n->s->clock_hz, g = pace_gcd(512 * hz, bps);
  h->quantum_num = 512 * hz / g;
  h->quantum_den = bps / g;
  const uint32_t *regs = n->s->sw[l->end[0].node].regs;
  uint32_t room = n->s->feedback == FEEDBACK_LEVEL ? regs[SLUICE_REG_STAGE_TOP] - regs[SLUICE_REG_STAGE_BASE] : 0;
  for (int c = 0; c < n->classes; c++) limiter_init(&h->limiter[c], bps, hz, room);
  return 0;
}

void host_kick(struct network *n, int i) {
  if (n->host[i].kicked) return;
  n->host[i].kicked = true;
  n->kicked_hosts[n->kicked_count++] = i;
}

static uint64_t expiry(const struct network *n, const struct node_host *h, uint16_t quanta) {
  return quanta == 0 ? 0 : n->now + (quanta * h->quantum_num + h->quantum_den - 1) / h->quantum_den;
}

// A new value replaces the old one; a class that is not enabled is left alone.
static void obey(struct network *n, struct node_host *h, const struct pause *m) {
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
  for (int c = 0; c < n->s->dims.classes; c++)
    if (m->enable >> c & 1) h->until[c] = expiry(n, h, m->time[c]);
}

void host_arrive(struct network *n, int i, struct packet *p) {
  if (p->control) {
    port_count_message(n, &n->host[i].port, &p->pause);
    obey(n, &n->host[i], &p->pause);
    host_kick(n, i);
  } else {
    struct flow_result *r = &n->result.flow[p->data.flow];
    r->packets++;
    r->bytes += p->bytes;
    r->last = n->now;
    if (!n->stopped && n->now <= n->s->flow[p->data.flow].stop) r->window_bytes += p->bytes;
    measure_delivery(n, p);
    n->moved = n->now;
  }
  packet_free(&n->pool, p);
}

// Until when the class may not send; 0 or a past clock: it may.
static uint64_t paused_until(const struct node_host *h, int cls) {
  return h->until[cls] > h->level_until ? h->until[cls] : h->level_until;
}

// Opens and closes the port's gate for the statistics. Returns the next expiry, UINT64_MAX when none is due.
static uint64_t update_gate(struct network *n, struct node_host *h) {
  uint64_t first = UINT64_MAX;
  for (int c = 0; c < n->s->dims.classes; c++) {
    uint64_t until = paused_until(h, c);
    if (until > n->now && until < first) first = until;
  }
  h->timed = first != UINT64_MAX;
  port_closed(n, &h->port, h->timed);
  return first;
}

// The clock from which a source could send, as far as is known now; UINT64_MAX: never again.
static uint64_t ready_at(const struct network *n, const struct node_host *h, const struct source *src) {
  if (src->left == 0) return UINT64_MAX;
  int cls = src->flow->cls;
  uint64_t clock = scenario_is_gfc(n->s) ? limiter_free(&h->limiter[cls]) : paused_until(h, cls);
  if (clock < src->start) clock = src->start;
  if (src->pace.num != 0 && clock < pace_free(&src->pace)) clock = pace_free(&src->pace);
  if (clock < n->now) clock = n->now;
  return clock < src->flow->stop && !n->stopped ? clock : UINT64_MAX;
}

static void send_next(struct network *n, struct node_host *h, struct source *src) {
  struct packet *p = packet_new(&n->pool, false);
  if (p == NULL) {
    network_fail(n, NETWORK_NO_MEMORY);
    return;
  }
  const struct scenario_flow *f = src->flow;
  p->bytes = src->left < f->packet ? (uint32_t)src->left : f->packet;
  p->cls = (uint8_t)f->cls;
  p->hop = 0;
  p->born = n->now;
  p->data.flow = src->id;
  p->data.cells = (p->bytes + n->s->cell_bytes - 1) / n->s->cell_bytes;  // the buffer rounds a packet up
  p->data.ttl = f->ttl;
  if (src->pace.num != 0) pace_send(&src->pace, n->now, p->bytes);
  if (scenario_is_gfc(n->s))
    limiter_send(&h->limiter[f->cls], n->now, packet_frame(p) + h->port.overhead, p->data.cells * n->s->cell_bytes);
  n->result.flow[src->id].sent++;
  n->result.flow[src->id].sent_bytes += p->bytes;
  port_send(n, &h->port, p);
  if (src->left == UINT64_MAX) return;
  src->left -= p->bytes;
  if (src->left == 0) n->live_sources--;
}

// Round robin among the flows that may send now; a packet exists only from the moment it is sent.
void host_clock(struct network *n, int i) {
  struct node_host *h = &n->host[i];
  h->kicked = false;
  uint64_t first = h->timed ? update_gate(n, h) : UINT64_MAX;
  for (int k = 0; !h->port.busy && k < h->sources; k++) {
    int s = h->turn + k < h->sources ? h->turn + k : h->turn + k - h->sources;
    uint64_t clock = ready_at(n, h, &h->source[s]);
    if (clock == n->now) {
      h->turn = s + 1 < h->sources ? s + 1 : 0;
      send_next(n, h, &h->source[s]);
    } else if (clock < first) {
      first = clock;
    }
  }
  if (first != UINT64_MAX) port_kick_at(n, &h->port, first);
}
