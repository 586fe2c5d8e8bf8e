// Converts the results of the event engine to the common form.
#include <stdlib.h>
#include <string.h>

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/credit_end.h"
#include "tb/sim/event/event_chains.h"
#include "tb/sim/event/event_ends.h"
#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_ranks.h"
#include "tb/sim/event/event_trace.h"
#include "tb/sim/event/place_parts.h"
#include "tb/sim/event/place_timed.h"
#include "tb/sim/results/deadlock.h"
#include "tb/sim/results/ideal.h"
#include "tb/sim/results/summary.h"
#include "tb/sim/scenario/lanes.h"

static const struct event_port *end_of(const struct event_network *n, int link, int d) {
  const struct scenario_link *l = &n->s->link[link];
  int node = l->end[d].node, other = l->end[!d].node;
  if (node < n->s->switches) return n->place[node] != NULL ? &n->place[node]->port[l->end[d].port] : NULL;
  return n->place[other] != NULL ? &n->place[other]->host[l->end[!d].port]->port : NULL;
}

// The results of a link up to `now`.
static struct link_result link_now(const struct event_port *o, uint64_t now) {
  struct link_result r = o->result;
  r.frames = o->frames;
  r.bytes = o->bytes;
  if (o->closed && now > o->closed_since) r.paused += now - o->closed_since;
  return r;
}

// At the stop of the sources: saves the results of links, and ends the measurement of queues.
void event_snapshot(struct event_network *n) {
  n->stopped = true;
  n->result.stop = n->now;
  for (int i = 0; i < n->s->links; i++)
    for (int d = 0; d < 2; d++) {
      const struct event_port *o = end_of(n, i, d);
      struct link_result *to = &n->result.link[i][d];
      if (o == NULL) continue;
      struct link_result r = link_now(o, n->now);
      uint64_t out = pace_free(&o->line);
      to->stop_unsent = o->busy && out > n->now ? out - n->now : 0;
      to->stop_frames = r.frames;
      to->stop_bytes = r.bytes;
      to->stop_pauses = r.pauses;
      to->stop_refreshes = r.refreshes;
      to->stop_resumes = r.resumes;
      to->stop_paused = r.paused;
      to->stop_messages = r.messages;
      to->stop_message_bytes = r.message_bytes;
      to->stop_half_message_bytes = r.half_message_bytes;
    }
  for (int i = 0; i < n->places; i++) place_stop(n->mine[i], n->now);
}

static void links(struct event_network *n) {
  for (int i = 0; i < n->s->links; i++)
    for (int d = 0; d < 2; d++) {
      const struct event_port *o = end_of(n, i, d);
      struct link_result *to = &n->result.link[i][d], r;
      if (o == NULL) continue;
      r = link_now(o, n->now);
      to->frames = r.frames;
      to->bytes = r.bytes;
      to->pauses = r.pauses;
      to->refreshes = r.refreshes;
      to->resumes = r.resumes;
      to->paused = r.paused;
      to->messages = r.messages;
      to->message_bytes = r.message_bytes;
      to->half_message_bytes = r.half_message_bytes;
      to->message_gap = r.message_gap;
      to->message_burst = r.message_burst;
      to->credits_lost = r.credits_lost;
    }
}

// ---- switches ----

static struct level level_of(const struct place *m, const struct event_level *l, uint32_t cells, uint64_t arrived) {
  struct level x = {.cells = cells, .most = l->most, .arrived = arrived, .settled = true};
  x.total = (double)l->area * (double)(UINT64_C(1) << m->level_shift);
  compact_permilles(&l->ticks, histogram_percentiles, x.percentile, PERCENTILES);
  return x;
}

static bool levels(const struct place *m, struct level **to) {
  for (int side = 0; side < SIDES; side++) {
    to[side] = calloc((size_t)m->ports * m->classes, sizeof(**to));
    if (to[side] == NULL) return false;
  }
  for (uint32_t p = 0; p < (uint32_t)m->ports; p++)
    for (uint32_t c = 0; c < m->classes; c++) {
      const struct ingress_queue *in = &m->ingress[queue_number(m, p, c)];
      const struct egress_queue *out = &m->egress[queue_number(m, p, c)];
      to[SIDE_INGRESS][p * m->classes + c] = level_of(m, &in->level, in->cells, in->arrived);
      to[SIDE_EGRESS][p * m->classes + c] = level_of(m, &out->level, out->cells, 0);
    }
  return true;
}

static bool marks(const struct place *m, struct marks **to) {
  if (m->marker == NULL) return true;
  *to = calloc((size_t)m->ports * m->classes, sizeof(**to));
  for (uint32_t k = 0; *to != NULL && k < (uint32_t)m->ports * m->classes; k++)
    (*to)[k] = m->marks[queue_number(m, k / m->classes, k % m->classes)];
  return *to != NULL;
}

static bool storms(const struct place *m, struct storms **to) {
  if (m->watchdog == NULL) return true;
  *to = calloc((size_t)m->ports * m->classes, sizeof(**to));
  for (uint32_t k = 0; *to != NULL && k < (uint32_t)m->ports * m->classes; k++)
    (*to)[k] = m->watchdog->storms[queue_number(m, k / m->classes, k % m->classes)];
  return *to != NULL;
}

static bool switches(struct event_network *n) {
  for (int i = 0; i < n->places; i++) {
    const struct place *m = n->mine[i];
    const struct mmu_peak *peak = &m->mmu.peak;
    struct switch_result *r = &n->result.sw[m->number];
    r->peak_shared = peak->shared;
    r->peak_queue = (uint32_t)peak->queue;
    r->queue_port = (int)queue_port(m, (uint32_t)peak->queue_at);
    r->queue_cls = queue_class(m, (uint32_t)peak->queue_at);
    r->peak_headroom = (uint32_t)peak->headroom;
    r->headroom_port = (int)queue_port(m, (uint32_t)peak->headroom_at);
    r->headroom_cls = queue_class(m, (uint32_t)peak->headroom_at);
    r->refused = m->refused;
    r->lost = m->lost;
    r->dropped = m->dropped;
    r->unreachable = m->unreachable;
    r->input_delay = m->mmu.input_delay;
    n->result.hops += m->hops;
    n->result.loop_hops += m->loop_hops;
    n->result.lost += m->lost;
    n->result.dropped += m->dropped;
    for (int c = 0; c < SLUICE_MAX_CLASSES; c++)
      if (histogram_merge_compact(&n->result.latency[c], &m->latency[c]) != 0) return false;
    if (!levels(m, r->queue) || !marks(m, &r->marks) || !storms(m, &r->storms)) return false;
  }
  return true;
}

// ---- flows ----

static uint64_t ideal(const struct event_network *n, int flow) {
  const struct scenario *s = n->s;
  const struct flow_result *r = &n->result.flow[flow];
  const struct scenario_flow *f = &s->flow[flow];
  struct ideal_step step[IDEAL_STEPS];
  struct pace none = {.num = 0};
  for (int k = 0; k <= f->hops; k++) {
    const int lane = lane_of(s, f, k - 1), d = lane % 2;
    const struct scenario_link *l = &s->link[lane / 2];
    struct pace line, limit = none;
    pace_init(&line, l->bps, EVENT_HZ);
    if (l->end[d].limit != 0) pace_init(&limit, l->end[d].limit, EVENT_HZ);
    const uint64_t admit = k > 0 ? SLUICE_ADMIT_LATENCY * event_cycle(s, f->route[k - 1]) : 0;
    step[k] = ideal_step(&line, &limit, admit, l->delay_ps, l->overhead);
    const int before = k > 0 ? lane_of(s, f, k - 2) : lane;
    const uint64_t ingress = k > 0 ? s->link[before / 2].end[!(before % 2)].ingress : 0;
    if (ingress != 0) pace_init(&step[k].ingress, ingress, EVENT_HZ);
  }
  return ideal_completion(f, ideal_bytes(f, r->bytes), r->start, step, EVENT_HZ, 0);
}

// Results of the flows that end at this process, and the sent amounts of the flows that start here.
static void flows(struct event_network *n) {
  const struct scenario *s = n->s;
  event_chains_conclude(n);
  if (n->chains != NULL && n->ranks != NULL) event_ranks_starts(n);
  for (int i = 0; i < s->flows; i++) {
    struct flow_received *x = &n->received[i];
    struct flow_result *r = &n->result.flow[i];
    r->sent = n->sent[i].packets;
    r->sent_bytes = n->sent[i].bytes;
    r->packets = x->packets;
    r->bytes = x->bytes;
    r->window_bytes = x->window_bytes;
    r->last = x->last;
    r->latency_sum = x->latency_sum;
    r->latency_max = x->latency_max;
    result_losses(r, n->flow[i].controlled ? n->loop->receiver[i].arrived : r->packets);
    r->waits = n->loop != NULL && n->loop->sender[i] != NULL && n->loop->sender[i]->waits;
    flow_settle(x, r);
    if (n->place[s->flow[i].route[s->flow[i].hops - 1]] != NULL) r->ideal = ideal(n, i);
  }
}

// ---- the verdict ----

static void look(const struct event_network *n, struct deadlock_graph *g) {
  const int classes = g->classes;
  for (int i = 0; i < n->places; i++) {
    struct place *m = n->mine[i];
    const uint64_t now = n->now;
    for (int p = 0; p < m->ports; p++) {
      struct event_port *o = &m->port[p];
      const int number = g->first[m->number] + p;
      g->moved[number] = o->moved;
      g->off[number] = m->mmu.port[p].off_at <= now;
      const unsigned closed = port_closed_classes(m, o, now);
      for (int c = 0; c < classes; c++) {
        const struct packet_ring *q = &m->egress[queue_number(m, (uint32_t)p, (uint32_t)c)].packets;
        uint64_t *held = deadlock_held(g, m->number, p, c);
        for (uint32_t k = q->head; k != q->tail; k++) {
          uint32_t from = queue_port(m, q->item[k & (q->size - 1)].ingress);
          held[from / 64] |= UINT64_C(1) << from % 64;
        }
        const bool slow = o->limiter != NULL && limiter_free(&o->limiter[c]) > now;
        const bool waits =
            o->credit != NULL && !packets_empty(q) && !credit_starts(o->credit, (uint32_t)c, packets_first(q)->bytes);
        g->closed[number * classes + c] = !packets_empty(q) && ((closed >> c & 1) || slow || waits);
      }
    }
  }
}

static bool verdict(struct event_network *n) {
  struct deadlock_graph g;
  if (n->result.verdict.kind != VERDICT_DEADLOCKED) return true;
  bool good = deadlock_graph_new(&g, n->s) == 0;
  if (good) {
    look(n, &g);
    if (n->ranks != NULL) event_ranks_graph(n, &g);
    deadlock_find(&g, &n->result.verdict);
  }
  deadlock_graph_free(&g);
  return good;
}

void event_conclude(struct event_network *n) {
  n->result.hz = EVENT_HZ;
  n->result.engine = "event";
  n->result.cycles = n->now;
  if (!n->stopped) event_snapshot(n);
  links(n);
  bool good = switches(n);
  if (good) flows(n);
  good = good && verdict(n);
  if (good && n->ranks == NULL) good = summary_make(&n->result.summary, n->s, &n->result) == 0;
  if (!good) n->status = NETWORK_NO_MEMORY;
}
