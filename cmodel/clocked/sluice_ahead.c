// Events that are counted with their input instead of some clocks later: those whose count changes no state. Events
// count in the order of their inputs, so that the account is the same; who reads a queue before that clock takes them
// off again. With a dequeue goes the visit that will find and give back what it leaves.
#include "cmodel/clocked/sluice_clocked.h"

// Cells that verdicts may take for granted at most, of packets that do not go to the pool.
static uint64_t lagging(const struct sluice_mmu *m) { return SLUICE_VERDICT_LAG * (uint64_t)m->cfg.max_packet; }

static void note(struct sluice_mmu *m, uint32_t *set, unsigned slot, uint64_t counts) {
  if (m->ahead_until < m->clock) m->ahead = m->ahead_deq = 0;
  *set |= UINT32_C(1) << slot;
  if (m->ahead_until < counts) m->ahead_until = counts;
}

static bool is_off(const struct sluice_mmu *m, int port, int cls) {
  if (m->cfg.scheme == SLUICE_DSH) return m->out.port_off >> port & 1;
  return sluice_test(m->out.queue_off, sluice_bit(&m->dims, port, cls));
}

// The verdict, where it is certain: a packet that is all private or all above. With less in the queue the scan would
// find surplus too soon.
static enum sluice_admission verdict(struct sluice_mmu *m, int port, int cls, uint32_t cells) {
  const struct sluice_config *cfg = &m->cfg;
  uint64_t clock = m->clock - 1;
  uint32_t queue = m->account.port[port].queue[cls];
  bool first = clock - m->enqueued > SLUICE_VERDICT_LAG;
  uint64_t need = m->coming + (first ? cells : cells + lagging(m));
  if (cfg->scheme == SLUICE_TTL)
    return queue >= cfg->phi && m->account.partition_room[cls] >= need ? SLUICE_PRIVATE : SLUICE_REFUSED;
  if (first && queue + sluice_ahead(m, port, cls, m->clock).left + cells <= cfg->phi) return SLUICE_PRIVATE;
  if (queue < cfg->phi) return SLUICE_REFUSED;
  if (!is_off(m, port, cls)) return m->account.room >= need ? SLUICE_SHARED : SLUICE_REFUSED;
  uint32_t others = first ? 0 : sluice_account_under_way(m, clock, port, cls).port;
  uint32_t held = first ? 0 : sluice_ahead(m, port, cls, m->clock).held;
  return sluice_headroom_fits(&m->account, cfg, port, cls, others - held + cells) ? SLUICE_HEADROOM : SLUICE_REFUSED;
}

// The queue, and its port, stay as they are with these cells more, the thresholds being those that the room will leave:
// what is off an enqueue does not turn on.
static bool is_between(const struct sluice_mmu *m, int port, int cls, uint32_t cells,
                       const struct sluice_thresholds *x) {
  const struct sluice_port_account *a = &m->account.port[port];
  bool off = sluice_test(m->out.queue_off, sluice_bit(&m->dims, port, cls)), port_off = m->out.port_off >> port & 1;
  return (off || sluice_above(a->queue[cls] + cells, m->cfg.phi) <= x->xqoff) &&
         (m->cfg.scheme != SLUICE_DSH || port_off || a->sum + cells <= x->xpoff);
}

static bool stays(struct sluice_mmu *m, int port, int cls, uint32_t cells) {
  if (sluice_is_gfc(m->cfg.scheme)) return sluice_range_stays(m, port, cls, m->account.port[port].queue[cls] + cells);
  if (is_between(m, port, cls, cells, sluice_range_of(m, cls))) return true;
  if (sluice_is_constant(m->cfg.scheme)) return false;
  sluice_range_find(m);
  return is_between(m, port, cls, cells, sluice_range_of(m, cls));
}

// The statistics have nothing to see of it.
static bool is_no_peak(const struct sluice_mmu *m, const struct sluice_enq *enq) {
  const struct sluice_peaks *peak = &m->stats.peak[enq->port];
  return enq->queue <= peak->of[enq->cls].queue && enq->port_sum <= peak->port &&
         enq->headroom <= peak->of[enq->group].headroom;
}

bool sluice_ahead_enqueue(struct sluice_mmu *m, const struct sluice_in *in) {
  const struct sluice_config *cfg = &m->cfg;
  int p = in->enq_port & m->port_mask, c = in->enq_class & m->class_mask, egress = in->enq_egress & m->port_mask;
  if (cfg->scheme == SLUICE_TTL && !sluice_classify(cfg->scheme, cfg, p, egress, in->enq_ttl, &c)) return false;
  uint32_t cells = in->enq_cells & m->max;
  bool real = p < m->dims.ports && c < m->dims.classes && cells > 0 && cells <= cfg->max_packet;
  if (!real || !(cfg->lossless >> c & 1)) return false;
  enum sluice_admission kind = verdict(m, p, c, cells);
  if (kind == SLUICE_REFUSED) return false;
  bool taken = kind == SLUICE_SHARED || cfg->scheme == SLUICE_TTL;
  m->coming += taken ? cells : 0;
  sluice_range_grow(m, c);
  if (!stays(m, p, c, cells) || !sluice_scan_goes_on(&m->scan, m->clock - 1, SLUICE_ENQ_WAKE)) {
    m->coming -= taken ? cells : 0;
    return false;
  }
  struct sluice_enq *enq = sluice_account_enter(m, p, c, cells);
  enq->takes = enq->came = enq->counts = enq->foreseen = true;
  enq->kind = (uint8_t)kind;
  sluice_account_come(m, enq);
  sluice_account_count(m, enq);
  if (taken) sluice_room_take(m, enq);
  enq->tallied = is_no_peak(m, enq);
  if (!sluice_is_constant(cfg->scheme))
    sluice_range_more(m, p, c);
  else if (m->suspects > 0)
    sluice_range_fits(m, p, c);
  note(m, &m->ahead, (unsigned)(enq - m->enq), enq->clock + SLUICE_ENQ_COUNT);
  return true;
}

// The visit that finds what a dequeue leaves, the first one after its count, and with DSH that of the group's last
// class.
static uint64_t visit_after(struct sluice_mmu *m, int port, int cls) {
  uint64_t visit = sluice_quiet_visit_of(m, port, cls);
  if (visit < m->clock + SLUICE_DEQ_COUNT) visit += (uint64_t)sluice_scan_round(&m->dims);
  bool part = m->cfg.scheme == SLUICE_DSH && m->cfg.lossless >> cls & 1;
  return part ? visit + (uint64_t)(m->group_class - cls) : visit;
}

bool sluice_ahead_dequeue(struct sluice_mmu *m, const struct sluice_in *in) {
  int p = in->deq_port & m->port_mask, c = in->deq_class & m->class_mask;
  uint32_t cells = in->deq_cells & m->max;
  bool real = p < m->dims.ports && c < m->dims.classes && cells > 0;
  if (!real || m->clock >= m->scan.end || cells > sluice_ahead_present(m, p, c) || !sluice_room_may_give(m))
    return false;
  uint64_t clock = m->clock - 1;
  sluice_scan_goes_on(&m->scan, clock, SLUICE_DEQ_WAKE);
  unsigned slot = sluice_slot_new(&m->deq_slot, clock);
  m->deq[slot] =
      (struct sluice_deq){.clock = clock, .right = true, .port = (uint8_t)p, .cls = (uint8_t)c, .cells = cells};
  m->row[p].of[c].present -= cells;
  uint32_t *surplus = &m->account.port[p].surplus[c], was = *surplus;
  sluice_discharge(&m->account, &m->cfg, p, c, cells);
  uint32_t left = *surplus - was;
  *surplus = was;
  if (left > 0) {
    uint64_t visit = visit_after(m, p, c);
    m->owed += left;
    sluice_room_give(m, visit, p, c, left);
    sluice_scan_goes_on(&m->scan, visit, SLUICE_VISIT_WAKE);
    sluice_range_grow(m, c);
  }
  if (!sluice_is_constant(m->cfg.scheme))
    sluice_range_less(m, p, c);
  else if (m->out.queue_level[sluice_bit(&m->dims, p, c)] != SLUICE_FREE || m->account.port[p].headroom[c] > 0)
    sluice_range_note(m, p, c);
  note(m, &m->ahead_deq, slot, clock + SLUICE_DEQ_COUNT);
  return true;
}

struct sluice_early sluice_ahead_sum(const struct sluice_mmu *m, int port, int cls, uint64_t clock) {
  struct sluice_early early = {0};
  bool of_port = m->cfg.scheme == SLUICE_DSH && (m->cfg.lossless >> cls & 1), ttl = m->cfg.scheme == SLUICE_TTL;
  for (uint32_t set = m->ahead; set != 0; set &= set - 1) {
    const struct sluice_enq *enq = &m->enq[__builtin_ctz(set)];
    if (enq->port != port || enq->clock + SLUICE_ENQ_COUNT < clock) continue;
    if (enq->cls == cls) early.came += enq->cells;
    if (enq->kind != SLUICE_PRIVATE || ttl) early.sum += enq->cells;
    if (enq->held && (of_port || enq->cls == cls)) early.held += enq->cells;
  }
  for (uint32_t set = m->ahead_deq; set != 0; set &= set - 1) {
    const struct sluice_deq *deq = &m->deq[__builtin_ctz(set)];
    if (deq->port == port && deq->cls == cls && deq->clock + SLUICE_DEQ_COUNT >= clock) early.left += deq->cells;
  }
  return early;
}
