// Builds the places of a network from a scenario.
#include <stdlib.h>
#include <string.h>

#include "cmodel/registers/sluice_check.h"
#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/event_chains.h"
#include "tb/sim/event/event_check.h"
#include "tb/sim/event/event_crew.h"
#include "tb/sim/event/event_ends.h"
#include "tb/sim/event/event_merge.h"
#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_ranks.h"
#include "tb/sim/event/event_reroute.h"
#include "tb/sim/event/event_trace.h"
#include "tb/sim/event/place_credit.h"
#include "tb/sim/event/place_timed.h"
#include "tb/sim/ranks/gather.h"
#include "tb/sim/results/deadlock.h"
#include "tb/sim/traffic/random.h"

enum { PS_PER_NS = 1000 };
#define QUANTUM_BITS UINT64_C(512)

// As event_make(), but a page takes memory only when it is written, as for flows that have not started. *block: to be
// freed.
static void *make_untouched(size_t size, void **block) {
  *block = calloc(1, size + EVENT_LINE);
  if (*block == NULL) return NULL;
  return (void *)(((uintptr_t)*block + EVENT_LINE - 1) / EVENT_LINE * EVENT_LINE);
}

// ---- places ----

static bool agenda_build(struct place *m, const struct scenario *s) {
  const int rare = RARE_SERIES + s->serieses;
  return agenda_init(&m->agenda, PLACE_EVENTS, (uint32_t)(m->ports > rare ? m->ports : rare));
}

static bool markers_build(struct place *m, const struct network_options *o, const struct scenario *s) {
  if (s->sw[m->number].ecn.classes == 0) return true;
  m->marker = calloc((size_t)m->ports, sizeof(*m->marker));
  m->marks = calloc(m->queues, sizeof(*m->marks));
  for (int p = 0; m->marker != NULL && p < m->ports; p++) m->marker[p] = marker_new(s, o->seed, m->number, p);
  return m->marker != NULL && m->marks != NULL;
}

// The limit of the ingress port at end d of a link.
static bool shaper_build(struct place *m, const struct scenario_link *l, int d) {
  struct shaper *s = calloc(1, sizeof(*s));
  if (m->shaper == NULL) m->shaper = calloc((size_t)m->ports, sizeof(struct shaper *));
  if (m->shaper == NULL || s == NULL) {
    free(s);
    return false;
  }
  pace_init(&s->pace, l->end[d].ingress, EVENT_HZ);
  s->overhead = l->overhead;
  m->shaper[l->end[d].port] = s;
  return true;
}

static bool place_build(struct event_network *n, int i) {
  const struct scenario *s = n->s;
  struct place *m = n->place[i] = event_make(sizeof(*m));
  if (m == NULL) return false;
  m->net = n;
  m->number = i;
  m->ports = s->sw[i].ports;
  m->classes = (uint32_t)s->dims.classes;
  m->cell_bytes = s->cell_bytes;
  m->stop = n->stop;
  m->run_end = n->run_end;
  m->half_from = n->stop / 2;
  m->measures = true;
  m->soonest_mail = NEVER;
  m->level_shift = LEAST_LEVEL_SHIFT;
  while (n->run_end >> m->level_shift > UINT32_MAX) m->level_shift++;
  m->cycle = event_cycle(s, i);
  m->admit = SLUICE_ADMIT_LATENCY * m->cycle;
  m->state_seen = SLUICE_GROUP_LATENCY * m->cycle;
  m->off = SLUICE_STATE_LATENCY * m->cycle;
  m->message = SLUICE_MESSAGE_LATENCY * m->cycle;
  m->gate = SLUICE_GATE_LATENCY * m->cycle;
  m->scheduler = s->sw[i].scheduler;
  m->spray = (struct spray){.routes = s->routes, .sw = i, .seed = random_mix(s->ecmp_seed)};
  m->flow = n->flow;
  m->sent = n->sent;
  m->received = n->received;
  m->result = n->result.flow;
  while ((1u << m->class_bits) < m->classes) m->class_bits++;
  m->queues = (uint32_t)m->ports << m->class_bits;
  m->port = event_make((size_t)m->ports * sizeof(*m->port));
  m->host = event_make((size_t)m->ports * sizeof(*m->host));
  m->ingress = event_make(m->queues * sizeof(*m->ingress));
  m->egress = event_make(m->queues * sizeof(*m->egress));
  for (int i = 0; i < 2; i++) m->full[i] = event_make((size_t)m->ports);
  if (m->port == NULL || m->host == NULL || m->ingress == NULL || m->egress == NULL || m->full[0] == NULL ||
      m->full[1] == NULL || !event_mmu_build(m, s) || !agenda_build(m, s) || !markers_build(m, &n->opt, s) ||
      !place_watchdog_build(m, s))
    return false;
  m->refresh_time = (uint64_t)((unsigned __int128)m->mmu.cfg.refresh * QUANTUM_BITS * EVENT_HZ / s->sw[i].bps);
  m->period = event_ps(s->sw[i].feedback_period, s->clock_hz);
  if (m->period != 0) agenda_put(&m->agenda, PLACE_RARE, RARE_ROOMS, m->period);
  return true;
}

// ---- links ----

static struct event_port *end_of(struct event_network *n, int link, int d) {
  const struct scenario_link *l = &n->s->link[link];
  int node = l->end[d].node;
  if (node < n->s->switches) return n->place[node] != NULL ? &n->place[node]->port[l->end[d].port] : NULL;
  int sw = l->end[!d].node;
  return n->place[sw] != NULL ? &n->place[sw]->host[l->end[!d].port]->port : NULL;
}

// A deficit is bytes x num x divisor. The num of an odd rate is rounded to a precision of 2^-12, so that the product
// has 64 bits.
static void limiter_build(struct limiter *x, uint64_t bps, uint32_t d, bool at_host) {
  limiter_init(x, bps, EVENT_HZ, d);
  if (d == 0 && !at_host) x->divisor = LIMITER_PARTS;
  while (x->num > UINT64_C(1) << 24 && x->den > UINT64_C(1) << 12) {
    x->num >>= 1;
    x->den >>= 1;
  }
}

// GFC: creates the limiters of an end of a link; the messages for it are from switch sw.
static bool limiters_build(struct event_port *o, const struct scenario *s, const struct scenario_link *l, int sw,
                           bool at_host) {
  const struct sluice_config *cfg = &s->sw[sw].cfg;
  uint32_t d = s->feedback == FEEDBACK_LEVEL ? (uint32_t)(cfg->stage_top - cfg->stage_base) : 0;
  o->limiter = calloc(SLUICE_MAX_CLASSES, sizeof(*o->limiter));
  for (int c = 0; o->limiter != NULL && c < SLUICE_MAX_CLASSES; c++) limiter_build(&o->limiter[c], l->bps, d, at_host);
  return o->limiter != NULL;
}

static bool end_build(struct event_network *n, int link, int d) {
  const struct scenario *s = n->s;
  const struct scenario_link *l = &s->link[link];
  struct event_port *o = end_of(n, link, d);
  if (o == NULL) return true;
  const int node = l->end[d].node, other = l->end[!d].node;
  const bool at_host = node >= s->switches;
  o->link = link;
  o->direction = d;
  o->connected = true;
  o->to_host = other >= s->switches;
  o->overhead = l->overhead;
  o->delay = l->delay_ps;
  o->processing = event_ps(s->processing, s->clock_hz);
  o->tau = scenario_is_gfc(s) ? (uint64_t)(scenario_tau_ns(s, link) * PS_PER_NS) + 1 : 0;
  o->queue_due = o->port_due = NEVER;
  o->told_empty = true;
  pace_init(&o->line, l->bps, EVENT_HZ);
  o->down = l->outage.to != 0 ? event_ps(l->outage.from, s->clock_hz) : NEVER;
  o->up = event_ps(l->outage.to, s->clock_hz);
  if (l->end[d].limit != 0) pace_init(&o->limit, l->end[d].limit, EVENT_HZ);
  o->limited = l->end[d].limit != 0;
  const uint64_t bits = QUANTUM_BITS * EVENT_HZ, g = pace_gcd(bits, l->bps);
  o->quantum_num = bits / g;
  o->quantum_den = l->bps / g;
  if (scenario_is_gfc(s) && !limiters_build(o, s, l, at_host ? other : node, at_host)) return false;
  if (scenario_has_credits(s) && (o->credit = credit_new(s, n->opt.seed, link, d)) == NULL) return false;
  if (!at_host && s->sw[node].scheduler.given && (o->turns = calloc(1, sizeof(*o->turns))) == NULL) return false;
  if (!at_host && l->end[d].ingress != 0 && !shaper_build(n->place[node], l, d)) return false;
  if (at_host || o->to_host) return true;
  o->to = &n->outbox[link * 2 + d];
  o->from = &n->outbox[link * 2 + !d];
  return true;
}

// Connects the other end to the stream. If that end is in another process, the exchange between processes reads the
// stream.
static void join(struct event_network *n, int link, int d) {
  struct event_port *o = end_of(n, link, d), *peer = end_of(n, link, !d);
  const int to = n->s->link[link].end[!d].node, port = n->s->link[link].end[!d].port;
  if (n->s->link[link].access || (o == NULL && peer == NULL)) return;
  struct outbox *x = &n->outbox[link * 2 + d];
  const struct place *first = peer != NULL ? event_first_together(n->place[to]) : NULL;
  for (int i = 0; i < 2; i++) {
    x->full[i] = peer != NULL ? &n->place[to]->full[i][port] : &n->leaves[2 * link + d];
    x->mail[i] = peer != NULL ? &n->mail[i][first->number - n->first] : &n->leaves[2 * link + d];
  }
  stream_init(&x->packets, peer != NULL ? &peer->far : &n->foreign[link * 2 + d]);
}

enum { SETTLE_LEAST = 1000000, ROWS_WINDOW = 20000000 };  // ps; places store the rows of a window

// ---- the whole network ----

static bool allocate(struct event_network *n) {
  const struct scenario *s = n->s;
  const size_t flows = (size_t)s->flows + 1;
  n->place = calloc((size_t)s->switches, sizeof(*n->place));
  n->mine = calloc((size_t)s->switches, sizeof(*n->mine));
  n->flow = event_make((s->controlled ? 2 : 1) * flows * sizeof(*n->flow));  // under control also flows back to senders
  n->sent = calloc(flows, sizeof(*n->sent));
  n->received = make_untouched(flows * sizeof(*n->received), &n->received_block);
  n->result.flow = calloc(flows, sizeof(*n->result.flow));
  n->result.link = calloc((size_t)s->links + 1, sizeof(*n->result.link));
  n->result.sw = calloc((size_t)s->switches, sizeof(*n->result.sw));
  n->next = calloc((size_t)s->switches, sizeof(*n->next));
  n->least = calloc((size_t)s->switches, sizeof(*n->least));
  n->woken = NEVER;
  for (int i = 0; i < 2; i++) n->mail[i] = event_make((size_t)s->switches);
  n->outbox = calloc((size_t)s->links * 2 + 1, sizeof(*n->outbox));
  n->foreign = calloc((size_t)s->links * 2 + 1, sizeof(*n->foreign));
  n->leaves = calloc((size_t)s->links * 2 + 1, sizeof(*n->leaves));
  return n->place != NULL && n->mine != NULL && n->flow != NULL && n->sent != NULL && n->received != NULL &&
         n->result.flow != NULL && n->result.link != NULL && n->result.sw != NULL && n->outbox != NULL &&
         n->foreign != NULL && n->leaves != NULL && n->next != NULL && n->least != NULL && n->mail[0] != NULL &&
         n->mail[1] != NULL && event_merge_new(n);
}

enum network_status event_build(struct event_network *n) {
  const struct scenario *s = n->s;
  for (int i = n->first; i < n->last; i++) {
    const struct sluice_dims dims = scenario_dims(s, i);
    if (sluice_config_reason(&dims, &s->sw[i].cfg) != SLUICE_OK) return NETWORK_REFUSED;
  }
  n->stop = event_ps(s->stop, s->clock_hz);
  n->share = share_new(s, n->stop);
  n->run_end = event_ps(s->duration, s->clock_hz);
  n->patience = event_ps(deadlock_window(s), s->clock_hz);
  n->hope = event_hope(n);
  n->last_change = event_last_change(n);
  for (int i = 0; i < s->switches; i++) {
    const uint64_t gate = SLUICE_GATE_LATENCY * event_cycle(s, i);
    if (gate > n->gate) n->gate = gate;
  }
  n->window = event_longest_window(s);
  n->settle = n->window > SETTLE_LEAST ? n->window : SETTLE_LEAST;
  if (n->window > n->patience) n->window = n->patience;
  bool good = allocate(n);
  if (n->merge != NULL && n->ranks == NULL && n->window > ROWS_WINDOW) n->window = ROWS_WINDOW;
  for (int i = n->first; good && i < n->last; i++) {
    good = place_build(n, i);
    n->mine[n->places++] = n->place[i];
  }
  n->block = event_crews_block(n);
  good = good && event_rows_build(n) && event_reroute_build(n) && event_build_hosts(n) && event_chains_build(n) &&
         event_loop_build(n);
  for (int i = 0; good && i < 2 * s->links; i++) good = end_build(n, i / 2, i % 2);
  for (int i = 0; good && i < 2 * s->links; i++) join(n, i / 2, i % 2);
  good = good && event_build_flows(n) && event_ends_build(n) && event_build_timed(n);
  for (int i = 0; good && i < n->places; i++)
    if (n->mine[i]->rows != NULL) event_trace_first(n->mine[i]);
  for (int i = 0; good && scenario_has_credits(s) && i < n->places; i++) credits_begin(n->mine[i], &s->credits);
  return good ? NETWORK_OK : NETWORK_NO_MEMORY;
}

// ---- free ----

static void port_free(struct event_port *o) {
  free(o->in.item);
  free(o->turns);
  stream_free(&o->far);
  free(o->messages_in.item);
  free(o->messages_out.item);
  free(o->limiter);
  free(o->credit);
  feedback_sent_free(&o->messages);
}

static void place_free(struct place *m) {
  if (m == NULL) return;
  for (int p = 0; p < m->ports && m->port != NULL && m->host != NULL; p++) {
    port_free(&m->port[p]);
    if (m->shaper != NULL && m->shaper[p] != NULL) free(m->shaper[p]->item);
    if (m->shaper != NULL) free(m->shaper[p]);
    struct event_host *h = m->host[p];
    if (h == NULL) continue;
    port_free(&h->port);
    if (h->loop != NULL) {
      free(h->loop->in.item);
      free(h->loop->out.item);
      free(h->loop->cnps.item);
      free(h->loop);
    }
    sources_free(&h->sources);
    free(h->sources.source);
    free(h->sources.wait);
    free(h);
  }
  for (uint32_t k = 0; k < m->queues; k++) {
    if (m->ingress != NULL) compact_free(&m->ingress[k].level.ticks);
    if (m->egress != NULL) compact_free(&m->egress[k].level.ticks);
    if (m->egress != NULL) free(m->egress[k].packets.item);
  }
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) compact_free(&m->latency[c]);
  event_rows_end(m);
  event_mmu_free(&m->mmu);
  place_watchdog_free(m);
  free(m->timed);
  free(m->shaper);
  free(m->marker);
  free(m->marks);
  telemetry_free(&m->telemetry);
  free(m->start);
  spray_free(&m->spray);
  agenda_free(&m->agenda);
  free(m->port);
  free(m->host);
  free(m->ingress);
  free(m->egress);
  free(m->full[0]);
  free(m->full[1]);
  free(m);
}

void event_free(struct event_network *n) {
  if (n == NULL) return;
  for (int i = 0; n->place != NULL && i < n->s->switches; i++) place_free(n->place[i]);
  for (int i = 0; n->foreign != NULL && i < 2 * n->s->links; i++) stream_free(&n->foreign[i]);
  for (int i = 0; n->outbox != NULL && i < 4 * n->s->links; i++) free(n->outbox[i / 2].messages[i % 2].item);
  for (int i = 0; n->received != NULL && i < n->s->flows; i++) compact_free(&n->received[i].latency);
  result_free(&n->result, n->s);
  free(n->place);
  free(n->mine);
  free(n->flow);
  free(n->sent);
  free(n->received_block);
  free(n->foreign);
  free(n->outbox);
  event_chains_free(n);
  event_loop_free(n);
  event_reroute_free(n);
  free(n->ends.side);
  event_crews_free(n);
  free(n->next);
  free(n->least);
  free(n->leaves);
  for (int i = 0; i < 2; i++) free(n->mail[i]);
  event_ranks_free(n);
  event_merge_free(n->merge);
  free(n);
}
