// Invariants of a place between two windows, for builds with SLUICE_CHECK (tests under sanitizers).
#include "tb/sim/event/event_check.h"

#include "tb/sim/event/event_mmu.h"

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
    pool += sluice_from_pool(&u->cfg, port);
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
