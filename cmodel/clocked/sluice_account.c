// The clocked accounting: events and visits under way act in the clocks in which the RTL's pipelines do. Within a clock
// a visit reads first, then visits are settled, enqueues counted, dequeues counted; the verdict of a new packet starts
// from that.
#include <string.h>

#include "cmodel/clocked/sluice_clocked.h"

enum { MAX_PACKET_BITS = 14 };  // of SLUICE_REG_MAX_PACKET

static uint64_t back(uint64_t clock, uint64_t clocks) { return clock > clocks ? clock - clocks : 0; }

static bool in_dims(const struct sluice_mmu *m, int port, int cls) {
  return port < m->dims.ports && cls < m->dims.classes;
}

// The set of a commit that is on its way may have stages, and be in use when a view meets them.
static bool may_be_staged(const struct sluice_mmu *m) { return sluice_is_gfc(m->cfg.scheme) || m->pending > 0; }

// Its number.
static long group_of(struct sluice_mmu *m, int port, int cls) {
  return sluice_group(&m->account, &m->cfg, port, cls) - m->account.port[port].headroom;
}

// The queue has changed: the scan has to visit it if it has surplus. It has to anyway where it settles what its port's
// other classes have gathered.
static void changed(struct sluice_mmu *m, int port, int cls) {
  if (m->account.port[port].surplus[cls] > 0) sluice_quiet_mark(m, m->surplus, sluice_bit(&m->dims, port, cls));
  sluice_range_note(m, port, cls);
}

// After so many clocks in which the scan went on, before its place `next` of the round.
static void gather_skip(struct sluice_mmu *m, uint64_t clocks, int next) {
  int classes = m->dims.classes, queues = m->dims.ports * classes;
  int cls = next < queues ? next % classes : 0, since = cls - m->group_class - 1;  // the last visit that settles a port
  int pads = next >= queues ? next - queues : next < classes ? sluice_scan_round(&m->dims) - queues : 0;
  if (since < 0) since += classes + pads;
  if (clocks > (uint64_t)since) m->gather_from = 0;
  for (int c = 0; c < cls && cls <= m->group_class && m->gather_from == 0; c++)
    if (m->cfg.lossless >> c & 1 && (uint64_t)(cls - c) <= clocks)
      m->gather_from = m->gather_known + clocks - (uint64_t)(cls - c) + 1;
}

void sluice_account_gathers(struct sluice_mmu *m) {
  uint64_t end = m->clock < m->scan.end ? m->clock : m->scan.end;
  if (m->cfg.scheme == SLUICE_DSH && end > m->gather_known)
    gather_skip(m, end - m->gather_known, sluice_scan_at(&m->scan, &m->dims, end));
  m->gather_known = m->clock;
}

void sluice_account_wake(struct sluice_mmu *m) {
  bool rests = m->clock >= m->scan.end;
  if (rests) sluice_account_gathers(m);
  sluice_scan_wake(&m->scan, m->clock);
  if (!rests) return;
  m->gather_known = m->clock + 1;  // it starts
  m->visit_known = false;
  m->due = 0;
}

// The scan reads its queue. With DSH the lossless classes of a port are settled together, by the last of them. quiet:
// no view changes a state.
static void visit(struct sluice_mmu *m, int queue, bool quiet) {
  struct sluice_account *a = &m->account;
  int p = queue / m->dims.classes, c = queue % m->dims.classes;
  bool lossless = m->cfg.lossless >> c & 1, part = m->cfg.scheme == SLUICE_DSH && lossless;
  bool last = !part || c == m->group_class;
  uint32_t surplus = a->port[p].surplus[c];
  uint64_t from = m->clock;
  if (part) {
    sluice_account_gathers(m);
    if (m->gather_from != 0) from = m->gather_from - 1;
    surplus += m->gathered;
    m->gathered = last ? 0 : surplus;
  }
  bool suspect = sluice_test(m->suspect, queue);
  quiet = quiet && !suspect;
  a->port[p].surplus[c] = 0;
  sluice_quiet_unmark(m, queue);
  if (!last && surplus > 0) sluice_quiet_mark(m, m->surplus, sluice_bit(&m->dims, p, m->group_class));
  struct sluice_early early = sluice_ahead(m, p, c, m->clock);
  if (last && surplus > 0) {
    sluice_room_give(m, m->clock, p, c, surplus);
    if (early.held > 0) sluice_room_hold(m, p, c, m->clock, early.held);
    if (!sluice_scan_goes_on(&m->scan, m->clock, SLUICE_VISIT_WAKE))
      sluice_schedule(m, m->clock + SLUICE_VISIT_WAKE, SLUICE_DO_WAKE);
  }
  if (quiet) return;
  sluice_room_settled(m);
  unsigned slot = sluice_slot_new(&m->visit_slot, m->clock);
  struct sluice_visit *v = &m->visit[slot];
  v->clock = m->clock;
  v->port = (uint8_t)p;
  v->cls = (uint8_t)c;
  v->held = *sluice_group(a, &m->cfg, p, c);
  v->with_port = lossless && c == m->group_class;
  v->queue = a->port[p].queue[c] - early.came + early.left;
  v->above = sluice_above(v->queue, m->cfg.phi);
  // Packets counted ahead may be in that, and in the headroom: the visit lacks them, and so turns nothing on.
  v->sum = a->port[p].sum - sluice_room_gives(m, p, m->clock);
  v->stale_from = back(from, SLUICE_STALE);
  // It may not have seen all yet: to be looked at again.
  if (suspect && (!sluice_is_constant(m->cfg.scheme) || v->held > 0 || m->clock <= m->ahead_until))
    sluice_range_note(m, p, c);
  if (sluice_quiet_visited(m, v)) return;
  m->judged |= 1u << slot;
  v->stage = SLUICE_FREE;
  if (may_be_staged(m)) sluice_schedule(m, m->clock + SLUICE_VISIT_STAGE, SLUICE_DO_VISIT_STAGE);
  sluice_schedule(m, m->clock + SLUICE_VISIT_COMPARE, SLUICE_DO_VISIT_COMPARE);
  sluice_schedule(m, m->clock + SLUICE_VISIT_STATE, SLUICE_DO_VISIT_STATE);
}

void sluice_account_count(struct sluice_mmu *m, struct sluice_enq *enq) {
  int p = enq->port, c = enq->cls;
  struct sluice_port_account *of = &m->account.port[p];
  bool dsh = m->cfg.scheme == SLUICE_DSH;
  enq->held = enq->kind == SLUICE_HEADROOM;
  if (enq->held) sluice_room_hold(m, p, c, enq->clock + SLUICE_ENQ_COUNT, 0);
  uint32_t was = of->surplus[c];
  sluice_charge(&m->account, &m->cfg, (enum sluice_admission)enq->kind, p, c, enq->cells);
  m->owed += of->surplus[c] - was;
  m->row[p].of[c].present += enq->cells;
  enq->viewed = true;
  enq->queue = of->queue[c];
  enq->sum = of->sum;
  enq->headroom = *sluice_group(&m->account, &m->cfg, p, c);
  enq->group = dsh ? 0 : enq->cls;
  enq->port_sum = dsh && enq->lossless ? enq->sum : 0;
}

void sluice_account_count_enqueue(struct sluice_mmu *m) {
  struct sluice_enq *enq = sluice_enq_at(m, SLUICE_ENQ_COUNT);
  const struct sluice_row *row = &m->row[enq->port];
  m->uncounted &= ~sluice_enq_bit(m, enq);
  sluice_account_count(m, enq);
  changed(m, enq->port, enq->cls);
  // What has been given back since its input is not in the view.
  enq->sum += row->returned - enq->returned;
  enq->headroom += row->of[group_of(m, enq->port, enq->cls)].repaid - enq->repaid;
  if (m->cfg.scheme == SLUICE_DSH && enq->lossless) enq->port_sum = enq->sum;
  enq->above = sluice_above(enq->queue, m->cfg.phi);
  enq->tallied = false;
  if (sluice_quiet_enqueue(m, enq)) return;
  m->looked |= sluice_enq_bit(m, enq);
  enq->stage = SLUICE_FREE;
  if (may_be_staged(m)) sluice_schedule(m, enq->clock + SLUICE_ENQ_STAGE, SLUICE_DO_ENQ_STAGE);
  sluice_schedule(m, enq->clock + SLUICE_ENQ_COMPARE, SLUICE_DO_ENQ_COMPARE);
  sluice_schedule(m, enq->clock + SLUICE_ENQ_STATE, SLUICE_DO_ENQ_STATE);
}

// The verdict is certain: what follows from it.
static void decide(struct sluice_mmu *m, struct sluice_enq *enq) {
  enq->kind =
      enq->cells == 0 ? SLUICE_PRIVATE : (uint8_t)sluice_verdict(m->cfg.scheme, enq->lossless, enq->off, &enq->fits);
  enq->counts = enq->kind <= SLUICE_HEADROOM && enq->cells > 0;
  enq->tallied = enq->kind <= SLUICE_HEADROOM;
  bool of_partition = m->cfg.scheme == SLUICE_TTL && enq->counts && enq->kind == SLUICE_PRIVATE;
  if (enq->kind == SLUICE_SHARED || of_partition)
    sluice_room_take(m, enq);
  else
    m->coming -= enq->cells;
}

static void count_later(struct sluice_mmu *m, const struct sluice_enq *enq) {
  sluice_schedule(m, enq->clock + SLUICE_ENQ_COUNT, SLUICE_DO_ENQ_COUNT);
}

static bool off(const struct sluice_mmu *m, const struct sluice_enq *enq) {
  if (m->cfg.scheme == SLUICE_DSH) return m->out.port_off >> enq->port & 1;
  return sluice_test(m->out.queue_off, sluice_bit(&m->dims, enq->port, enq->cls));
}

void sluice_account_verdict(struct sluice_mmu *m) {
  struct sluice_enq *enq = sluice_enq_at(m, SLUICE_ENQ_VERDICT);
  enq->off = off(m, enq);
  decide(m, enq);
  if (enq->counts) count_later(m, enq);
}

void sluice_account_verdict_shows(struct sluice_mmu *m, const struct sluice_enq *enq) {
  if (!enq->counts) m->uncounted &= ~sluice_enq_bit(m, enq);
  m->out.adm_valid = true;
  m->out.adm_port = enq->port;
  m->out.adm_class = enq->cls;
  m->out.adm_kind = enq->kind;
}

void sluice_account_count_dequeue(struct sluice_mmu *m) {
  unsigned slot = sluice_slot_of(&m->deq_slot, m->clock - SLUICE_DEQ_COUNT);
  const struct sluice_deq *deq = &m->deq[slot];
  m->uncounted_deq &= ~(1u << slot);
  m->out.deq_error = !deq->right;
  if (!deq->right) return;
  uint32_t *surplus = &m->account.port[deq->port].surplus[deq->cls], was = *surplus;
  sluice_discharge(&m->account, &m->cfg, deq->port, deq->cls, deq->cells);
  m->owed += *surplus - was;
  m->owed -= deq->cells;
  changed(m, deq->port, deq->cls);
}

void sluice_account_visit(struct sluice_mmu *m, bool quiet) {
  int queue = sluice_scan_at(&m->scan, &m->dims, m->clock);
  if (queue < m->dims.ports * m->dims.classes) visit(m, queue, quiet);
}

// Cells of the enqueues under way that have their port, or class, in common with a new one.
struct sluice_under_way sluice_account_under_way(const struct sluice_mmu *m, uint64_t clock, int port, int cls) {
  struct sluice_under_way sum = {0};
  if (clock - m->enqueued > SLUICE_VERDICT_LAG) return sum;
  for (uint64_t past = clock - SLUICE_VERDICT_LAG; past != clock; past++) {
    const struct sluice_enq *enq = sluice_enq_of(m, past);
    if (enq->clock != past) continue;
    if (enq->port == port) sum.port += enq->cells;
    if (enq->cls == cls) sum.cls += enq->cells;
  }
  return sum;
}

// The room less what is under way: an enqueue takes its cells, and has them back unless they go to the pool; so does a
// visit give back before the room shows it. late: what comes back in this very clock is not there yet.
static int64_t free_room(struct sluice_mmu *m, uint64_t clock, int late) {
  sluice_room_follow(m, clock + 1);
  int64_t room = m->resized > 0 ? m->cfg.shared : m->account.room;
  for (int age = 1; age < SLUICE_ENQ_ROOM; age++) {
    const struct sluice_enq *enq = sluice_enq_of(m, clock - (uint64_t)age);
    if (enq->clock + (uint64_t)age == clock && (enq->kind == SLUICE_SHARED || age < SLUICE_ENQ_BACK + late))
      room -= enq->cells;
  }
  room += sluice_room_freed(m, clock, late);
  return room;
}

// Whether it fits the pool, and a lossy one its share. Where there is plenty of room nothing is added up.
static void fit_pool(struct sluice_mmu *m, struct sluice_enq *enq, uint32_t need) {
  int64_t packets = SLUICE_VERDICT_LAG << MAX_PACKET_BITS, least = m->account.room - (int64_t)m->coming - packets;
  if (enq->lossless) {
    enq->fits.shared = (least >= enq->cells && m->resized == 0) || enq->cells <= free_room(m, enq->clock, 0);
  } else {
    int64_t room = free_room(m, enq->clock, 1);
    enq->fits.lossy = need <= sluice_lossy_limit(m->cfg.alpha_lossy, m->max, room > 0 ? (uint32_t)room : 0);
    enq->fits.shared = enq->cells <= free_room(m, enq->clock, 0);
  }
}

struct sluice_enq *sluice_account_enter(struct sluice_mmu *m, int port, int cls, uint32_t cells) {
  uint64_t clock = m->clock - 1;
  unsigned slot = sluice_slot_new(&m->enq_slot, clock);
  struct sluice_enq *enq = &m->enq[slot];
  if (!enq->tallied) sluice_stats_enqueue(&m->stats, enq);
  m->ahead &= ~(1u << slot);
  enq->clock = clock;
  enq->lossless = m->cfg.lossless >> cls & 1;
  enq->viewed = false;
  enq->port = (uint8_t)port;
  enq->cls = (uint8_t)cls;
  enq->cells = cells;
  return enq;
}

// It takes: who comes later knows of it.
void sluice_account_come(struct sluice_mmu *m, const struct sluice_enq *enq) {
  m->enqueued = enq->clock;
  m->row[enq->port].of[enq->cls].came = m->clock;
  if (enq->lossless) m->row[enq->port].came = m->clock;
}

void sluice_account_enqueue(struct sluice_mmu *m, const struct sluice_in *in) {
  const struct sluice_config *cfg = &m->cfg;
  int p = in->enq_port & m->port_mask, c = in->enq_class & m->class_mask, egress = in->enq_egress & m->port_mask;
  bool dropped = cfg->scheme == SLUICE_TTL && !sluice_classify(cfg->scheme, cfg, p, egress, in->enq_ttl, &c);
  uint32_t cells = in->enq_cells & m->max;
  bool real = in_dims(m, p, c), came = real && cfg->configured && !dropped, takes = came && cells <= cfg->max_packet;
  struct sluice_enq *enq = sluice_account_enter(m, p, c, takes ? cells : 0);
  uint64_t clock = enq->clock;
  enq->came = came;
  enq->takes = takes;
  enq->counts = enq->foreseen = false;
  m->uncounted |= sluice_enq_bit(m, enq);
  if (!enq->takes) {
    enq->kind = real && cfg->configured && dropped ? SLUICE_DROPPED : SLUICE_REFUSED;
    enq->parity_drop = dropped && sluice_is_parity_drop(cfg, p, egress, in->enq_ttl);
    enq->tallied = !real;
    return;
  }
  enq->tallied = true;
  if (!sluice_scan_goes_on(&m->scan, clock, SLUICE_ENQ_WAKE))
    sluice_schedule(m, clock + SLUICE_ENQ_WAKE, SLUICE_DO_WAKE);
  struct sluice_under_way others = sluice_account_under_way(m, clock, p, c);
  sluice_account_come(m, enq);
  enq->returned = m->row[p].returned;
  enq->repaid = m->row[p].of[group_of(m, p, c)].repaid;
  struct sluice_account *a = &m->account;
  // Of what is under way those that are counted ahead are in the queue.
  struct sluice_early early = sluice_ahead(m, p, c, m->clock);
  uint32_t more = others.port - early.came + early.left;
  if (cfg->scheme == SLUICE_TTL) sluice_room_follow(m, m->clock);
  enq->fits.own = cfg->scheme == SLUICE_TTL ? sluice_partition_fits(a, c, others.cls + cells)
                                            : sluice_private_fits(a, cfg, p, c, more + cells);
  enq->fits.headroom = sluice_headroom_fits(a, cfg, p, c, others.port - early.held + cells);
  fit_pool(m, enq, (uint32_t)sluice_lossy_need(cfg, a->port[p].queue[c] + more, cells));
  m->coming += cells;
  sluice_range_grow(m, c);
  // No view under way may change the state that it will meet.
  if ((m->looked | m->judged) == 0) {
    enq->off = off(m, enq);
    decide(m, enq);
    enq->foreseen = enq->counts;
    if (enq->counts) count_later(m, enq);
  } else {
    enq->kind = SLUICE_SHARED;  // as if
    sluice_schedule(m, clock + SLUICE_ENQ_VERDICT, SLUICE_DO_VERDICT);
  }
}

void sluice_account_dequeue(struct sluice_mmu *m, const struct sluice_in *in) {
  uint64_t clock = m->clock - 1;
  unsigned slot = sluice_slot_new(&m->deq_slot, clock);
  struct sluice_deq *deq = &m->deq[slot];
  deq->clock = clock;
  deq->port = in->deq_port & m->port_mask;
  deq->cls = in->deq_class & m->class_mask;
  deq->cells = in->deq_cells & m->max;
  m->ahead_deq &= ~(1u << slot);
  if (!sluice_scan_goes_on(&m->scan, clock, SLUICE_DEQ_WAKE))
    sluice_schedule(m, clock + SLUICE_DEQ_WAKE, SLUICE_DO_WAKE);
  deq->right = in_dims(m, deq->port, deq->cls) && deq->cells <= sluice_ahead_present(m, deq->port, deq->cls);
  if (deq->right) {
    m->row[deq->port].of[deq->cls].present -= deq->cells;
    m->owed += deq->cells;
    sluice_range_grow(m, deq->cls);
  }
  m->uncounted_deq |= 1u << slot;
  m->uncounted_off &= ~(1u << slot);
  if (!deq->right || sluice_quiet_may_turn_on(m, deq->port, deq->cls)) m->uncounted_off |= 1u << slot;
  sluice_schedule(m, clock + SLUICE_DEQ_COUNT, SLUICE_DO_DEQ_COUNT);
}

void sluice_account_restart(struct sluice_mmu *m, bool structural) {
  sluice_range_restart(m);
  // New thresholds or stages: every queue has to be looked at.
  m->visit_known = false;
  for (int q = 0; q < m->dims.ports * m->dims.classes; q++) sluice_quiet_mark(m, m->suspect, q);
  m->group_class = 0;
  for (int c = 0; c < m->dims.classes; c++)
    if (m->cfg.lossless >> c & 1) m->group_class = c;
  if (!structural) return;
  m->resized = 2;
  m->take_partition = m->takes;
  m->give_partition = m->gives;
  sluice_partition_restart(&m->account, &m->cfg);
  // Groups have new members.
  for (int p = 0; p < m->dims.ports; p++) {
    m->row[p].returned = 0;
    for (int g = 0; g <= SLUICE_MAX_CLASSES; g++) m->row[p].of[g].repaid = 0;
  }
}
