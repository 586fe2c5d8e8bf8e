#include "tb/sim/event/event_check.h"

#include "tb/sim/event/event_mmu.h"

// ---- bounds ----

// The time of a frame of that many bytes on a link, in ps
static uint64_t link_time(const struct scenario_link *l, uint64_t bytes) {
  struct pace line;
  pace_init(&line, l->bps, EVENT_HZ);
  return l->delay_ps + bytes * line.num / line.den;
}

// The shortest time, in ps, from the begin of the last packet of a flow at its last switch, until a flow of another
// place starts that waits for it. If both are at one host with several links, that is the time of that packet on its
// access link.
static uint64_t shortest_news(const struct scenario *s) {
  uint64_t least = NEVER;
  for (int k = 0; k < s->afters; k++) {
    const struct scenario_after *x = &s->after[k];
    const struct scenario_flow *before = &s->flow[x->before];
    const int arrives = s->sw[before->route[before->hops - 1]].link[before->egress[before->hops - 1]];
    const struct scenario_host *to = &s->host[before->to - s->switches],
                               *from = &s->host[s->flow[x->flow].from - s->switches];
    // a change of the routes may select other links of both hosts
    const bool moves = s->changes > 0 && to->links + from->links > 2;
    if (!moves && s->link[s->flow[x->flow].access].end[0].node == s->link[arrives].end[0].node) continue;
    for (int i = moves ? to->link : arrives; i < (moves ? to->link + to->links : arrives + 1); i++)
      least = agenda_least(least, link_time(&s->link[i], MIN_FRAME + s->link[i].overhead) + x->news_ps);
  }
  return least;
}

uint64_t event_longest_window(const struct scenario *s) {
  uint64_t least = shortest_news(s);
  for (int i = 0; i < s->links; i++) {
    const struct scenario_link *l = &s->link[i];
    if (!l->access)
      least = agenda_least(least, link_time(l, scenario_has_credits(s) ? CREDIT_ORDERED_SET : MIN_FRAME + l->overhead));
  }
  return least;
}

enum { SLOWEST_ENDS = 2 * 16 };  // two ends of a timer that has doubled as often as it can

// Outages and storms without an end change nothing at the end of the run.
uint64_t event_last_change(const struct event_network *n) {
  const struct scenario *s = n->s;
  uint64_t last = s->changes > 0 ? s->change[s->changes - 1] : 0;
  for (int i = 0; i < s->links; i++)
    last = agenda_most(last, s->link[i].outage.to < s->duration ? s->link[i].outage.to : s->link[i].outage.from);
  for (int i = 0; i < s->storms; i++)
    last = agenda_most(last, s->storm[i].to < s->duration ? s->storm[i].to : s->storm[i].from);
  for (int i = 0; i < s->flows; i++) last = agenda_most(last, s->flow[i].start + s->jitter);
  return event_ps(last, s->clock_hz);
}

uint64_t event_hope(const struct event_network *n) {
  const struct scenario *s = n->s;
  uint64_t rto = 0;
  double slowest = 1e12;
  if (!s->controlled) return NEVER;
  for (int i = 0; i < s->policies; i++) {
    const struct congestion_parameters p = scenario_parameters(&s->policy[i], 1e9);
    if (p.algorithm == CONGESTION_NONE) continue;
    rto = agenda_most(rto, p.rto);
    if (p.min_rate < slowest) slowest = p.min_rate;
  }
  for (int i = 0; i < s->flows; i++)
    if (s->flow[i].bps != 0 && (double)s->flow[i].bps < slowest) slowest = (double)s->flow[i].bps;
  // a slow flow has long gaps between its packets
  return n->patience + SLOWEST_ENDS * rto + (uint64_t)(2 * s->mtu * 8e12 / slowest);
}

// ---- checks ----

// Invariants of a place between two windows, for builds with SLUICE_CHECK (tests under sanitizers).

// Whether every queue or port that its thresholds would turn on or off waits for a visit of the scan.
static bool states_wait(const struct place *m) {
  const struct event_mmu *u = &m->mmu;
  const enum sluice_scheme scheme = u->cfg.scheme;
  for (uint32_t k = 0; k < m->queues; k++) {
    const int cls = queue_class(m, k);
    const struct ingress_queue *q = &m->ingress[k];
    if (cls >= (int)m->classes || !mmu_lossless(u, cls) || bit_test(u->visit, k)) continue;
    if (sluice_is_gfc(scheme)) {
      if (sluice_stage_of(scheme, &u->cfg, q->cells) != u->level[k].next) return false;
      continue;
    }
    const struct sluice_thresholds x = mmu_thresholds(m, scheme, queue_port(m, k), cls);
    const bool off = q->off_at != NEVER;
    if (sluice_queue_off(scheme, off, mmu_above(m, k), q->headroom > 0, &x) != off) return false;
  }
  for (uint32_t p = 0; scheme == SLUICE_DSH && p < (uint32_t)m->ports; p++) {
    const struct mmu_port *port = &u->port[p];
    const struct sluice_thresholds x = mmu_thresholds(m, scheme, p, 0);
    const bool off = port->off_at != NEVER;
    if (bit_test(u->port_visit, p)) continue;
    if (sluice_port_off(scheme, off, port->sum, port->headroom > 0, &x) != off) return false;
  }
  return true;
}

// Whether S + sum h = sum w, the headroom pool under SHP, and the sums of each class under TTL.
static bool cells_add_up(const struct place *m) {
  const struct event_mmu *u = &m->mmu;
  uint64_t above = 0, headroom = 0, pool = 0, partitions = 0, class_above[SLUICE_MAX_CLASSES] = {0};
  for (uint32_t k = 0; k < m->queues; k++) {
    const uint64_t w = mmu_above(m, k);
    above += w;
    headroom += m->ingress[k].headroom;
    class_above[queue_class(m, k)] += w - m->ingress[k].headroom;
    if (m->ingress[k].headroom > u->port[queue_port(m, k)].limits.eta) return false;
  }
  for (uint32_t p = 0; u->cfg.scheme == SLUICE_SHP && p < (uint32_t)m->ports; p++) {
    uint64_t port = 0;
    for (uint32_t c = 0; c < m->classes; c++) port += m->ingress[queue_number(m, p, c)].headroom;
    pool += sluice_from_pool(&u->port[p].limits, port);
    if (port != u->port[p].sum) return false;
  }
  if (pool != u->headroom_pool || pool > u->cfg.headroom_pool) return false;
  for (int p = 0; p < m->ports; p++) {
    headroom += u->port[p].headroom;
    if (u->port[p].headroom > u->port[p].limits.eta) return false;
  }
  for (uint32_t c = 0; u->cfg.scheme == SLUICE_TTL && c < m->classes; c++) {
    const uint64_t own = u->cfg.partition[c] - u->partition_free[c];
    partitions += own;
    if (own + u->class_shared[c] != class_above[c]) return false;
  }
  return u->pool_free <= u->cfg.shared && u->cfg.shared - u->pool_free + headroom + partitions == above;
}

bool event_check(const struct place *m) { return states_wait(m) && cells_add_up(m); }
