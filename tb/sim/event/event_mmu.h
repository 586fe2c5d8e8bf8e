// The MMU of a place, event by event: accounting, and the visits of the scan. Every decision is a rule of cmodel/rules;
// the latencies of the hardware are added as delays (sluice.h).
#ifndef NET_EVENT_MMU_H
#define NET_EVENT_MMU_H

#include "cmodel/rules/sluice_admit.h"
#include "tb/sim/event/event_states.h"

// ---- accounting ----

// SHP: sets the headroom that the queues of a port use, and counts the part that the pool provides.
EVENT_INLINE void mmu_port_headroom(struct event_mmu *u, uint32_t p, uint64_t cells) {
  const struct sluice_limits *limits = &u->port[p].limits;
  u->headroom_pool += sluice_from_pool(limits, cells) - sluice_from_pool(limits, u->port[p].sum);
  u->port[p].sum = cells;
}

// Returns surplus to the headroom first [DSH IV-B], the rest to the pool or, under TTL, to the shared partition and the
// own one. Returns whether the pool got any.
EVENT_INLINE bool mmu_settle(struct place *m, enum sluice_scheme scheme, uint32_t k, bool lossless, uint64_t surplus) {
  struct event_mmu *u = &m->mmu;
  const bool of_port = scheme == SLUICE_DSH && lossless;
  uint32_t *headroom = of_port ? &u->port[queue_port(m, k)].headroom : &m->ingress[k].headroom;
  if (of_port) u->port[queue_port(m, k)].sum -= surplus;
  uint64_t returned = sluice_to_headroom(surplus, *headroom), freed = surplus - returned;
  *headroom -= (uint32_t)returned;
  if (scheme == SLUICE_SHP && returned != 0)
    mmu_port_headroom(u, queue_port(m, k), u->port[queue_port(m, k)].sum - returned);
  if (scheme == SLUICE_TTL) {
    int cls = queue_class(m, k);
    uint64_t shared = sluice_to_shared(freed, u->class_shared[cls]);
    u->class_shared[cls] -= shared;
    u->partition_free[cls] += freed - shared;
    freed = shared;
  }
  u->pool_free += freed;
  return freed != 0;
}

EVENT_INLINE void mmu_peaks(struct place *m, enum sluice_scheme scheme, uint32_t k, uint64_t headroom) {
  struct event_mmu *u = &m->mmu;
  uint64_t shared = u->cfg.shared - u->pool_free;
  if (shared > u->peak.shared) u->peak.shared = shared;
  if (m->ingress[k].cells > u->peak.queue) {
    u->peak.queue = m->ingress[k].cells;
    u->peak.queue_at = (int)k;
  }
  if (!sluice_is_gfc(scheme) && headroom > u->peak.headroom) {
    u->peak.headroom = headroom;
    u->peak.headroom_at = (int)k;
  }
}

// A packet enters the MMU at time `entered`.
EVENT_INLINE enum sluice_admission mmu_enqueue(struct place *m, enum sluice_scheme scheme, uint32_t k, uint32_t cells,
                                               uint64_t entered) {
  struct event_mmu *u = &m->mmu;
  const struct sluice_config *cfg = &u->cfg;
  const uint32_t p = queue_port(m, k);
  const int cls = queue_class(m, k);
  const bool lossless = mmu_lossless(u, cls), dsh = scheme == SLUICE_DSH, of_port = dsh && lossless;
  struct ingress_queue *q = &m->ingress[k];
  struct mmu_port *port = &u->port[p];
  uint32_t *headroom = of_port ? &port->headroom : &q->headroom;
  if (cells > cfg->max_packet) return SLUICE_REFUSED;
  const uint64_t seen = entered + m->state_seen;  // time of the states that the admission uses
  const bool off = !sluice_is_gfc(scheme) && (dsh ? port->off_at <= seen : q->off_at <= seen);
  const struct sluice_met met = {
      .queue = q->cells,
      .headroom = *headroom,
      .pool_free = u->pool_free,
      .pool_free_lossy = u->pool_free,
      .partition_free = scheme == SLUICE_TTL ? u->partition_free[cls] : 0,
      .pool_holds = scheme == SLUICE_SHP &&
                    sluice_fits_headroom_pool(&port->limits, cfg->headroom_pool - u->headroom_pool, port->sum, cells),
  };
  const struct sluice_fits fits = sluice_what_fits(scheme, cfg, &port->limits, u->max, lossless, &met, cells);
  const enum sluice_admission kind = sluice_admit(scheme, lossless, off, &fits);
  if (kind == SLUICE_REFUSED) return kind;
  const uint64_t charged = sluice_charged(scheme, kind, cells);
  const uint64_t surplus = charged - sluice_growth(q->cells, cells, port->limits.phi);
  q->cells += cells;
  q->entered = entered;
  if (of_port) {
    port->sum += charged;
    port->entered = entered;
  }
  if (kind == SLUICE_HEADROOM) *headroom += cells;
  if (kind == SLUICE_HEADROOM && scheme == SLUICE_SHP) mmu_port_headroom(u, p, port->sum + cells);
  if (kind == SLUICE_SHARED) u->pool_free -= cells;
  if (scheme == SLUICE_TTL && kind == SLUICE_PRIVATE) u->partition_free[cls] -= cells;
  if (scheme == SLUICE_TTL && kind == SLUICE_SHARED) u->class_shared[cls] += cells;
  if (surplus != 0) mmu_settle(m, scheme, k, lossless, surplus);
  mmu_peaks(m, scheme, k, *headroom);
  if (sluice_is_gfc(scheme)) {
    uint16_t stage = lossless ? sluice_stage_of(scheme, cfg, q->cells) : SLUICE_FREE;
    if (stage != u->level[k].next) level_change(m, k, stage, entered + m->off);
    return kind;
  }
  if (!sluice_is_constant(scheme)) bit_set(u->holds, k);
  if (lossless) {
    const struct sluice_thresholds x = mmu_thresholds(m, scheme, p, cls);
    const uint64_t above = mmu_above(m, k), reach = mmu_reach(m, scheme, k, above);
    if (q->off_at == NEVER) {
      if (sluice_queue_off(scheme, false, above, *headroom > 0, &x))
        queue_off(m, scheme, k, reach, entered + m->off);
      else
        bound_on(&u->bound[mmu_group(scheme, cls)], k / 64, reach);
    }
    if (dsh && port->off_at == NEVER) {
      if (sluice_port_off(scheme, false, port->sum, port->headroom > 0, &x))
        port_off(m, p, entered + m->off);
      else
        bound_on(&u->port_bound, p / 64, port->sum);
    }
  }
  if (!sluice_is_constant(scheme)) thresholds_fell(m, scheme, cls, kind == SLUICE_SHARED, entered);
  return kind;
}

// A packet has left; its dequeue enters the MMU at time `entered`.
EVENT_INLINE void mmu_dequeue(struct place *m, enum sluice_scheme scheme, uint32_t k, uint32_t cells,
                              uint64_t entered) {
  struct event_mmu *u = &m->mmu;
  const uint32_t p = queue_port(m, k);
  const int cls = queue_class(m, k);
  const bool lossless = mmu_lossless(u, cls);
  struct ingress_queue *q = &m->ingress[k];
  q->cells -= cells;
  const bool pool = mmu_settle(m, scheme, k, lossless, sluice_growth(q->cells, cells, u->port[p].limits.phi));
  if (sluice_is_gfc(scheme)) {
    if (lossless && sluice_stage_of(scheme, &u->cfg, q->cells) != u->level[k].next) visit_queue(m, k, entered);
    return;
  }
  const uint64_t above = mmu_above(m, k), reach = mmu_reach(m, scheme, k, above);
  if (sluice_is_constant(scheme)) {
    const struct sluice_thresholds x = mmu_thresholds(m, scheme, p, cls);
    if (q->off_at != NEVER && !sluice_queue_off(scheme, true, above, q->headroom > 0, &x)) visit_queue(m, k, entered);
    return;
  }
  if (q->cells == 0) bit_clear(u->holds, k);
  if (q->off_at != NEVER) bound_off(&u->bound[mmu_group(scheme, cls)], k / 64, reach);
  if (scheme == SLUICE_DSH && u->port[p].off_at != NEVER) bound_off(&u->port_bound, p / 64, u->port[p].sum);
  thresholds_rose(m, scheme, cls, pool, entered);
}

// ---- the scan ----

// Whether a visit turns nothing on, because it does not include the latest enqueue of the queue, or an enqueue arrived
// before its judgement.
static inline bool visit_is_incomplete(const struct place *m, uint64_t entered, uint64_t judged) {
  return entered + (SLUICE_COUNT_LATENCY + SLUICE_VISIT_LATENCY) * m->cycle > judged && entered != 0;
}

// Judges a queue by a visit. Returns whether the queue must be visited again in the next round.
EVENT_INLINE bool queue_visited(struct place *m, enum sluice_scheme scheme, uint32_t k, uint64_t now) {
  struct event_mmu *u = &m->mmu;
  struct ingress_queue *q = &m->ingress[k];
  const bool incomplete = visit_is_incomplete(m, q->entered, now);
  if (sluice_is_gfc(scheme)) {
    uint16_t stage = sluice_stage_of(scheme, &u->cfg, q->cells);
    if (stage == u->level[k].next) return false;
    if (!incomplete) level_change(m, k, stage, now);
    return incomplete;
  }
  const struct sluice_thresholds x = mmu_thresholds(m, scheme, queue_port(m, k), queue_class(m, k));
  const uint64_t above = mmu_above(m, k), reach = mmu_reach(m, scheme, k, above);
  struct mmu_bound *b = &u->bound[mmu_group(scheme, queue_class(m, k))];
  const bool was = q->off_at != NEVER, is = sluice_queue_off(scheme, was, above, q->headroom > 0, &x);
  if (was && !is && incomplete) return true;
  if (was && !is) {
    bit_clear(u->off, k);
    q->off_at = NEVER;
    queue_state_changed(m, k, now);
    state_ends(m);
  } else if (!was && is) {
    queue_off(m, scheme, k, reach, now);
  }
  if (is)
    bound_off(b, k / 64, reach);
  else
    bound_on(b, k / 64, reach);
  return false;
}

EVENT_INLINE bool port_visited(struct place *m, enum sluice_scheme scheme, uint32_t p, uint64_t now) {
  struct event_mmu *u = &m->mmu;
  struct mmu_port *port = &u->port[p];
  const struct sluice_thresholds x = mmu_thresholds(m, scheme, p, 0);
  const bool was = port->off_at != NEVER, is = sluice_port_off(scheme, was, port->sum, port->headroom > 0, &x);
  if (was && !is && visit_is_incomplete(m, port->entered, now)) return true;
  if (was && !is) {
    bit_clear(u->port_off, p);
    port->off_at = NEVER;
    port_state_changed(m, p, now);
    state_ends(m);
  } else if (!was && is) {
    port_off(m, p, now);
  }
  if (is)
    bound_off(&u->port_bound, p / 64, port->sum);
  else
    bound_on(&u->port_bound, p / 64, port->sum);
  return false;
}

// Processes all visits that are judged by now.
EVENT_INLINE void mmu_visits(struct place *m, enum sluice_scheme scheme, uint64_t now) {
  struct event_mmu *u = &m->mmu;
  u->visits_at = 0;  // new visits do not move the event; the earliest one is found below
  while (visit_time(u) <= now) {
    const uint32_t number = visit_first(u), p = number & (VISIT_PORT - 1);
    const bool of_port = number & VISIT_PORT;
    if (of_port ? port_visited(m, scheme, p, now) : queue_visited(m, scheme, number, now))
      visit_wait(u, number, now + u->round * m->cycle);
    else
      bit_clear(of_port ? u->port_visit : u->visit, p);
  }
  u->visits_at = visit_time(u);
  if (u->visits_at != NEVER) agenda_put(&m->agenda, PLACE_RARE, RARE_VISITS, u->visits_at);
}

#endif
