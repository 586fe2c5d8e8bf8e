// Events that are counted with their input instead of some clocks later: those whose count changes no state, and of
// which the account says the same in either order. Who reads a queue before that clock takes them off again. With a
// dequeue goes the visit that gives back what it leaves, where it will find no headroom.
#include "sluice_clocked.h"

// Cells that verdicts may take for granted at most, of packets that do not go to the pool.
static uint64_t lagging(const struct sluice_mmu *m) { return SLUICE_VERDICT_LAG * (uint64_t)m->cfg.max_packet; }

static void note(struct sluice_mmu *m, uint32_t *set, unsigned slot, uint64_t counts) {
  if (m->ahead_until < m->clock) m->ahead = m->ahead_deq = 0;
  *set |= UINT32_C(1) << slot;
  if (m->ahead_until < counts) m->ahead_until = counts;
}

// The queue, and its port, stay as they are with these cells more, the thresholds being those that the room will leave,
// and let the packet pass. Only DSH has packets for the pool while the queue is off.
static bool stays(struct sluice_mmu *m, int port, int cls, uint32_t cells, uint32_t most) {
  bool dsh = m->cfg.scheme == SLUICE_DSH;
  if (sluice_is_gfc(m->cfg.scheme)) return sluice_quiet_stays(m, port, cls, cells);
  bool off = sluice_test(m->out.queue_off, sluice_bit(&m->dims, port, cls));
  if (dsh ? m->out.port_off >> port & 1 : off) return false;
  const struct sluice_thresholds *x = sluice_quiet_range(m);
  return (off || sluice_above(most, m->cfg.phi) <= x->xqoff) &&
         !(dsh && m->account.port[port].sum + sluice_ahead_settled(m, port, m->clock) + cells > x->xpoff);
}

// What the statistics may still have to see of it.
static void view(struct sluice_mmu *m, struct sluice_enq *enq) {
  const struct sluice_port_account *a = &m->account.port[enq->port];
  bool dsh = m->cfg.scheme == SLUICE_DSH;
  enq->queue = a->queue[enq->cls];
  enq->group = dsh ? 0 : enq->cls;
  enq->port_sum = dsh ? a->sum + sluice_ahead_settled(m, enq->port, m->clock) : 0;
  enq->headroom = *sluice_group(&m->account, &m->cfg, enq->port, enq->cls);
  const struct sluice_peaks *peak = &m->stats.peak[enq->port];
  enq->tallied = enq->queue <= peak->of[enq->cls].queue && enq->port_sum <= peak->port &&
                 enq->headroom <= peak->of[enq->group].headroom;
}

// A packet of a lossless class, all private or all above.
bool sluice_ahead_enqueue(struct sluice_mmu *m, const struct sluice_in *in) {
  const struct sluice_config *cfg = &m->cfg;
  int p = in->enq_port & m->port_mask, c = in->enq_class & m->class_mask;
  uint32_t cells = in->enq_cells & m->max;
  bool real = p < m->dims.ports && c < m->dims.classes && cells > 0 && cells <= cfg->max_packet;
  if (!real || !(cfg->lossless >> c & 1)) return false;
  uint64_t clock = m->clock - 1;
  uint32_t queue = m->account.port[p].queue[c], most = queue + sluice_ahead(m, p, c, m->clock).left + cells;
  bool first = clock - m->enqueued > SLUICE_VERDICT_LAG, own = first && most <= cfg->phi;
  // With less in the queue surplus would be found by the scan too soon.
  if (!own && (queue < cfg->phi || m->account.room < m->coming + (first ? cells : cells + lagging(m)))) return false;
  uint32_t pool = own ? 0 : cells;
  m->coming += pool;
  if (!stays(m, p, c, cells, most) || !sluice_scan_goes_on(&m->scan, &m->dims, clock, SLUICE_ENQ_WAKE)) {
    m->coming -= pool;
    return false;
  }
  unsigned slot = sluice_slot_new(&m->enq_slot, clock);
  struct sluice_enq *enq = &m->enq[slot];
  if (!enq->tallied) sluice_stats_enqueue(&m->stats, enq);
  enq->clock = m->enqueued = clock;
  enq->takes = enq->came = enq->lossless = enq->viewed = enq->counts = enq->foreseen = true;
  enq->port = (uint8_t)p;
  enq->cls = (uint8_t)c;
  enq->kind = own ? SLUICE_PRIVATE : SLUICE_SHARED;
  enq->cells = cells;
  sluice_charge(&m->account, cfg, (enum sluice_admission)enq->kind, p, c, cells);
  m->row[p].of[c].present += cells;
  m->row[p].came = m->row[p].of[c].came = m->clock;
  if (!own) sluice_room_move(m, clock + SLUICE_ENQ_ROOM)->taken += cells;
  view(m, enq);
  sluice_quiet_note(m, p, c);
  note(m, &m->ahead, slot, clock + SLUICE_ENQ_COUNT);
  return true;
}

// Room on the list, where the past ones make room.
static bool may_promise(struct sluice_mmu *m) {
  int n = 0;
  for (int i = 0; i < m->promises; i++)
    if (m->promise[i].visit + SLUICE_VISIT_ROOM >= m->clock) m->promise[n++] = m->promise[i];
  m->promises = n;
  return n < SLUICE_PROMISES;
}

// The first visit of a queue that finds what a dequeue of the clock before this one leaves; 0: not certain. A visit
// before its count finds nothing, unless an enqueue takes headroom meanwhile.
static uint64_t visit_after(struct sluice_mmu *m, int port, int cls) {
  uint64_t visit = sluice_quiet_visit_of(m, port, cls);
  if (visit >= m->clock + SLUICE_DEQ_COUNT) return visit;
  bool off = sluice_test(m->out.queue_off, sluice_bit(&m->dims, port, cls)) || m->out.port_off >> port & 1;
  if (off || m->account.room < m->coming + lagging(m)) return 0;
  return visit + (uint64_t)sluice_scan_round(&m->dims);
}

// Visits, the second of which settles what the first finds.
static void promise(struct sluice_mmu *m, int port, int cls, uint64_t found) {
  struct sluice_account *a = &m->account;
  uint32_t surplus = a->port[port].surplus[cls];
  bool part = m->cfg.scheme == SLUICE_DSH && m->cfg.lossless >> cls & 1;
  uint64_t visit = part ? found + (uint64_t)(m->group_class - cls) : found;
  m->owed += surplus;
  a->port[port].surplus[cls] = 0;
  struct sluice_move *room = sluice_room_move(m, visit + SLUICE_VISIT_ROOM);
  room->given += sluice_settle(a, &m->cfg, port, cls, surplus, 0);
  room->settled += surplus;
  if (m->cfg.lossless >> cls & 1) m->row[port].returned += surplus;
  m->promise[m->promises++] = (struct sluice_promise){found, visit, (uint8_t)port, (uint8_t)cls, surplus};
  sluice_scan_goes_on(&m->scan, &m->dims, visit, SLUICE_VISIT_WAKE);
}

// What is left of a queue that is all above private is found by its next visit, and no headroom, so that the pool will
// have it.
bool sluice_ahead_dequeue(struct sluice_mmu *m, const struct sluice_in *in) {
  int p = in->deq_port & m->port_mask, c = in->deq_class & m->class_mask;
  uint32_t cells = in->deq_cells & m->max;
  bool real = p < m->dims.ports && c < m->dims.classes && cells > 0;
  if (!real || m->clock >= m->scan.end) return false;
  struct sluice_early early = sluice_ahead(m, p, c, m->clock);
  uint32_t *present = &m->row[p].of[c].present, queue = m->account.port[p].queue[c];
  bool own = queue + early.left <= m->cfg.phi;  // leaves nothing to be found
  if (cells > *present - early.came || (queue < m->cfg.phi + early.came + cells && !own)) return false;
  if (m->account.port[p].surplus[c] != 0 || *sluice_group(&m->account, &m->cfg, p, c) != 0 || !may_promise(m))
    return false;
  uint64_t clock = m->clock - 1, found = own ? UINT64_MAX : visit_after(m, p, c);
  *present -= cells;
  if (found == 0 || sluice_quiet_may_turn_on(m, p, c)) {
    *present += cells;
    return false;
  }
  sluice_scan_goes_on(&m->scan, &m->dims, clock, SLUICE_DEQ_WAKE);
  unsigned slot = sluice_slot_new(&m->deq_slot, clock);
  m->deq[slot] =
      (struct sluice_deq){.clock = clock, .right = true, .port = (uint8_t)p, .cls = (uint8_t)c, .cells = cells};
  sluice_discharge(&m->account, &m->cfg, p, c, cells);
  if (!own) promise(m, p, c, found);
  sluice_quiet_note(m, p, c);
  note(m, &m->ahead_deq, slot, clock + SLUICE_DEQ_COUNT);
  return true;
}

static bool is_of(const struct sluice_mmu *m, const struct sluice_promise *p, int port) {
  return p->port == port && m->cfg.lossless >> p->cls & 1;
}

uint32_t sluice_ahead_promised(const struct sluice_mmu *m, int port, uint64_t clock) {
  uint32_t sum = 0;
  for (const struct sluice_promise *p = m->promise; p < m->promise + m->promises; p++)
    if (is_of(m, p, port) && p->visit + SLUICE_VISIT_SETTLE >= clock) sum += p->cells;
  return sum;
}

uint32_t sluice_ahead_unread(const struct sluice_mmu *m, int port) {
  uint32_t sum = sluice_ahead_settled(m, port, m->clock);
  for (const struct sluice_promise *p = m->promise; p < m->promise + m->promises; p++)
    if (is_of(m, p, port) && p->visit == m->clock) sum -= p->cells;
  return sum;
}

static void recall(struct sluice_mmu *m, const struct sluice_promise *p, uint64_t next) {
  struct sluice_move *room = sluice_room_move(m, p->visit + SLUICE_VISIT_ROOM);
  room->given -= p->cells;
  room->settled -= p->cells;
  bool found = p->found < next;
  *(found ? &m->gathered : &m->account.port[p->port].surplus[p->cls]) += p->cells;
  if (m->cfg.lossless >> p->cls & 1) {
    m->account.port[p->port].sum += p->cells;
    m->row[p->port].returned -= p->cells;
  }
  sluice_quiet_mark(m, m->surplus, sluice_bit(&m->dims, p->port, found ? m->group_class : p->cls));
  m->due = 0;
}

void sluice_ahead_recall(struct sluice_mmu *m, const struct sluice_enq *enq) {
  const uint32_t *group = sluice_group(&m->account, &m->cfg, enq->port, enq->cls);
  uint64_t next = enq->clock + 1 == m->clock ? m->clock : m->clock + 1;  // the first visit that is to come
  int n = 0;
  for (int i = 0; i < m->promises; i++) {
    const struct sluice_promise p = m->promise[i];
    bool finds = p.visit > enq->clock + SLUICE_ENQ_COUNT;
    if (finds && p.port == enq->port && sluice_group(&m->account, &m->cfg, p.port, p.cls) == group)
      recall(m, &p, next);
    else
      m->promise[n++] = p;
  }
  m->promises = n;
}

struct sluice_early sluice_ahead_sum(const struct sluice_mmu *m, int port, int cls, uint64_t clock) {
  struct sluice_early early = {0};
  for (uint32_t set = m->ahead; set != 0; set &= set - 1) {
    const struct sluice_enq *enq = &m->enq[__builtin_ctz(set)];
    if (enq->port != port || enq->clock + SLUICE_ENQ_COUNT < clock) continue;
    if (enq->cls == cls) early.came += enq->cells;
    if (enq->lossless && enq->kind == SLUICE_SHARED) early.sum += enq->cells;
  }
  for (uint32_t set = m->ahead_deq; set != 0; set &= set - 1) {
    const struct sluice_deq *deq = &m->deq[__builtin_ctz(set)];
    if (deq->port == port && deq->cls == cls && deq->clock + SLUICE_DEQ_COUNT >= clock) early.left += deq->cells;
  }
  return early;
}
