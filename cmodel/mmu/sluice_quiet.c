// Whether clocks without input can be left out: until when nothing under way, and no visit of the scan, changes an
// output. Thresholds between here and rest lie between those of the least room that the enqueues under way may leave
// and those of the room when everything has been given back. A queue or port that neither of them moves stays as it is:
// what that takes is known for all of them from what the fullest free one and the emptiest paused one hold.
#include <stddef.h>

#include "sluice_clocked.h"

// Of all thresholds that may come to be in use the least Xoff, the most Xon are m->range. Which of them are up to date:
// a bit for each.
struct range {
  unsigned known;
};

static int words(const struct sluice_mmu *m) { return (m->dims.ports * m->dims.classes + 63) / 64; }

static int kinds(const struct sluice_mmu *m) { return m->cfg.scheme == SLUICE_TTL ? m->dims.classes : 1; }

static int kind(const struct sluice_mmu *m, int cls) { return m->cfg.scheme == SLUICE_TTL ? cls : 0; }

// A range is wider than it had to be, so that it serves longer: by some packets, at most by a small part of the pool.
enum { SLACK_PACKETS = 8, SLACK_SHIFT = 6 };

static uint32_t slack_of(const struct sluice_config *cfg) {
  uint32_t packets = SLACK_PACKETS * cfg->max_packet, part = cfg->shared >> SLACK_SHIFT;
  return packets < part ? packets : part;
}

// It is in the other one, which is not much wider.
static bool within(const struct sluice_span *a, const struct sluice_span *b, uint32_t slack) {
  return a->least >= b->least && a->most <= b->most && b->most - b->least <= a->most - a->least + 4 * slack;
}

static void loosen(struct sluice_span *span, uint32_t slack) {
  span->least = sluice_minus(span->least, slack);
  span->most = span->most < UINT32_MAX - slack ? span->most + slack : UINT32_MAX;
}

// The rooms may fall by what comes and rise by what is owed. With TTL each class has a partition, too.
static void find_range(struct sluice_mmu *m, int kind) {
  const struct sluice_config *cfg = &m->cfg;
  uint32_t room = m->account.room, partition = m->account.partition_room[kind];
  uint32_t coming = (uint32_t)m->coming, owed = (uint32_t)m->owed, slack = slack_of(cfg);
  struct sluice_rooms rooms = {{sluice_minus(room, coming), room + owed},
                               {sluice_minus(partition, coming), partition + owed}};
  sluice_past_widen(&m->past, &m->dims, cfg, kind, m->clock, &rooms);
  struct sluice_rooms *now = &m->range[kind].rooms;
  m->range_current = true;
  bool ttl = cfg->scheme == SLUICE_TTL;
  if (m->range[kind].known && within(&rooms.shared, &now->shared, slack) &&
      (!ttl || within(&rooms.partition, &now->partition, slack)))
    return;
  loosen(&rooms.shared, slack);
  loosen(&rooms.partition, slack);
  struct sluice_thresholds least = sluice_thresholds_of(cfg, &m->dims, kind, rooms.shared.least, rooms.partition.least);
  struct sluice_thresholds most = sluice_thresholds_of(cfg, &m->dims, kind, rooms.shared.most, rooms.partition.most);
  m->range[kind].x = (struct sluice_thresholds){least.xqoff, most.xqon, least.xpoff, most.xpon};
  m->range[kind].rooms = rooms;
  m->range[kind].known = true;
}

const struct sluice_thresholds *sluice_quiet_range(struct sluice_mmu *m) {
  const struct sluice_span *now = &m->range[0].rooms.shared;
  uint32_t room = m->account.room;
  bool within =
      m->range_current && sluice_minus(room, (uint32_t)m->coming) >= now->least && room + m->owed <= now->most;
  if (!within && !sluice_is_constant(m->cfg.scheme)) find_range(m, 0);
  return &m->range[0].x;
}

static inline const struct sluice_thresholds *of(struct sluice_mmu *m, struct range *r, int kind) {
  if (!(r->known >> kind & 1)) find_range(m, kind), r->known |= 1u << kind;
  return &m->range[kind].x;
}

static inline struct range thresholds(const struct sluice_mmu *m) {
  return (struct range){sluice_is_constant(m->cfg.scheme)};
}

// The clock in which the scan, if it goes on from now on, visits a queue of one of these sets.
static uint64_t next_visit(struct sluice_mmu *m, const uint64_t *a, const uint64_t *b) {
  int queues = m->dims.ports * m->dims.classes, all = words(m), round = sluice_scan_round(&m->dims);
  int at = sluice_scan_at(&m->scan, &m->dims, m->clock), first = at < queues ? at : 0;
  uint64_t zero = m->clock + (uint64_t)(first < at ? round - at : 0) - (uint64_t)first;  // modulo 2^64
  uint64_t ahead = (a[first / 64] | b[first / 64]) >> (first % 64);
  if (ahead != 0) return zero + (uint64_t)(first + __builtin_ctzll(ahead));
  for (int i = first / 64 + 1; i < all; i++)
    if ((a[i] | b[i]) != 0) return zero + (uint64_t)(i * 64 + __builtin_ctzll(a[i] | b[i]));
  for (int i = 0; i <= first / 64; i++)
    if ((a[i] | b[i]) != 0) return zero + (uint64_t)(i * 64 + __builtin_ctzll(a[i] | b[i]) + round);
  return UINT64_MAX;
}

void sluice_quiet_mark(struct sluice_mmu *m, uint64_t *set, int queue) {
  if (sluice_test(set, queue)) return;
  sluice_assign(set, queue, true);
  *(set == m->suspect ? &m->suspects : &m->surpluses) += 1;
  if (!m->visit_known) return;
  // The visit of this clock is over.
  int ahead = queue - sluice_scan_at(&m->scan, &m->dims, m->clock);
  uint64_t visit = m->clock + (uint64_t)(ahead > 0 ? ahead : ahead + sluice_scan_round(&m->dims));
  if (m->clock >= m->scan.end)
    m->visit_known = false;
  else if (visit < m->visit_at)
    m->visit_at = visit;
}

void sluice_quiet_unmark(struct sluice_mmu *m, int queue) {
  m->surpluses -= sluice_test(m->surplus, queue);
  m->suspects -= sluice_test(m->suspect, queue);
  sluice_assign(m->surplus, queue, false);
  sluice_assign(m->suspect, queue, false);
  m->visit_known = m->surpluses == 0 && m->suspects == 0;
  m->visit_at = UINT64_MAX;
}

// With constant thresholds: the state does not fit what the queue holds, or will not when headroom has been repaid.
static bool unfit(struct sluice_mmu *m, int port, int cls) {
  const struct sluice_config *cfg = &m->cfg;
  uint32_t queue = m->account.port[port].queue[cls];
  uint16_t level = m->out.queue_level[sluice_bit(&m->dims, port, cls)];
  if (cfg->scheme != SLUICE_STATIC)
    return sluice_queue_next(cfg, level, cls, 0, sluice_stage(cfg, queue), false, NULL) != level;
  const struct sluice_thresholds x = {.xqoff = cfg->xoff, .xqon = cfg->xon};
  bool held = level != SLUICE_OFF && *sluice_group(&m->account, cfg, port, cls) > 0;
  return sluice_queue_next(cfg, level, cls, sluice_above(queue, cfg->phi), 0, held, &x) != level;
}

// What a queue holds at most that nothing turns off while it owns no headroom: its level stays free.
static uint32_t most_free(struct sluice_mmu *m, int cls) {
  const struct sluice_config *cfg = &m->cfg;
  const struct sluice_thresholds x = {.xqoff = cfg->xoff, .xqon = cfg->xon};
  uint32_t most = 0;
  for (uint32_t bit = m->max / 2 + 1; bit != 0; bit /= 2) {
    uint32_t queue = most + bit;
    if (sluice_queue_next(cfg, SLUICE_FREE, cls, sluice_above(queue, cfg->phi), sluice_stage(cfg, queue), false, &x) ==
        SLUICE_FREE)
      most = queue;
  }
  return most;
}

void sluice_quiet_restart(struct sluice_mmu *m) {
  m->bounds.known = false;
  for (int k = 0; k < SLUICE_MAX_CLASSES; k++) m->range[k].known = false;
  m->range[0].x = (struct sluice_thresholds){.xqoff = m->cfg.xoff, .xqon = m->cfg.xon};
  for (int c = 0; c < m->dims.classes; c++) m->most_free[c] = sluice_is_constant(m->cfg.scheme) ? most_free(m, c) : 0;
}

// What a queue holds at most, or at least, where views under way may not have seen the last events.
static uint32_t most_cells(const struct sluice_mmu *m, int port, int cls) {
  return m->account.port[port].queue[cls] + sluice_ahead(m, port, cls, m->clock).left;
}

static uint32_t least_cells(const struct sluice_mmu *m, int port, int cls) {
  return m->account.port[port].queue[cls] - sluice_ahead(m, port, cls, m->clock).came;
}

static uint32_t extreme_above(const struct sluice_mmu *m, int port, int cls) {
  bool off = m->out.queue_level[sluice_bit(&m->dims, port, cls)] == SLUICE_OFF;
  return sluice_above(off ? least_cells(m, port, cls) : most_cells(m, port, cls), m->cfg.phi);
}

static void note_queue(struct sluice_mmu *m, int port, int cls) {
  struct sluice_bounds *b = &m->bounds.queues[kind(m, cls)];
  uint32_t w = extreme_above(m, port, cls);
  if (m->out.queue_level[sluice_bit(&m->dims, port, cls)] != SLUICE_OFF)
    b->free = w > b->free ? w : b->free;
  else
    b->off = w < b->off ? w : b->off;
}

// A view of a port is between its w and what it is charged.
static uint32_t port_above(const struct sluice_mmu *m, int port) {
  uint32_t sum = 0;
  for (int c = 0; c < m->dims.classes; c++)
    if (m->cfg.lossless >> c & 1) sum += sluice_above(least_cells(m, port, c), m->cfg.phi);
  return sum;
}

static uint32_t port_most(const struct sluice_mmu *m, int port) {
  return m->account.port[port].sum + sluice_ahead_settled(m, port, m->clock);
}

static void note_port(struct sluice_mmu *m, int port) {
  struct sluice_bounds *b = &m->bounds.ports;
  if (!(m->out.port_off >> port & 1)) {
    uint32_t most = port_most(m, port);
    b->free = most > b->free ? most : b->free;
    return;
  }
  uint32_t sum = port_above(m, port);
  b->off = sum < b->off ? sum : b->off;
}

static bool suspect(const struct sluice_mmu *m, int port, int cls) {
  return sluice_test(m->suspect, sluice_bit(&m->dims, port, cls));
}

void sluice_quiet_note(struct sluice_mmu *m, int port, int cls) {
  if (sluice_is_constant(m->cfg.scheme)) {
    bool fits = m->account.port[port].queue[cls] <= m->most_free[cls] && m->account.port[port].headroom[cls] == 0 &&
                m->out.queue_level[sluice_bit(&m->dims, port, cls)] == SLUICE_FREE;
    if (!fits && unfit(m, port, cls)) sluice_quiet_mark(m, m->suspect, sluice_bit(&m->dims, port, cls));
    return;
  }
  if (!m->bounds.known || !(m->cfg.lossless >> cls & 1)) return;
  if (!suspect(m, port, cls)) note_queue(m, port, cls);
  if (m->cfg.scheme == SLUICE_DSH && !suspect(m, port, m->group_class)) note_port(m, port);
}

// Whether thresholds may come by what a queue, or a port, holds.
static bool queue_between(const struct sluice_mmu *m, int port, int cls, const struct sluice_thresholds *x) {
  uint32_t w = extreme_above(m, port, cls);
  return m->out.queue_level[sluice_bit(&m->dims, port, cls)] != SLUICE_OFF ? w <= x->xqoff : w > x->xqon;
}

static bool port_between(const struct sluice_mmu *m, int port, const struct sluice_thresholds *x) {
  return !(m->out.port_off >> port & 1) ? port_most(m, port) <= x->xpoff : port_above(m, port) > x->xpon;
}

static void look_at_port(struct sluice_mmu *m, int p, uint8_t off, struct range *r) {
  for (int c = 0; c < m->dims.classes; c++) {
    if (!(m->cfg.lossless >> c & 1) || (!(off >> c & 1) && most_cells(m, p, c) <= m->cfg.phi)) continue;
    if (!queue_between(m, p, c, of(m, r, kind(m, c)))) sluice_quiet_mark(m, m->suspect, sluice_bit(&m->dims, p, c));
  }
  if (m->cfg.scheme == SLUICE_DSH && !port_between(m, p, of(m, r, 0)))
    sluice_quiet_mark(m, m->suspect, sluice_bit(&m->dims, p, m->group_class));
  for (int c = 0; c < m->dims.classes; c++)
    if (off >> c & 1 || most_cells(m, p, c) > m->cfg.phi || c == m->group_class) sluice_quiet_note(m, p, c);
}

// Takes the bounds anew. Queues that thresholds may come by, and the last class of such a port, are marked instead: a
// visit judges them. Where nothing is above private and nothing off there is nothing to note.
static void look(struct sluice_mmu *m, struct range *r) {
  const struct sluice_bounds none = {.free = 0, .off = UINT32_MAX};
  for (int k = 0; k < kinds(m); k++) m->bounds.queues[k] = none;
  m->bounds.ports = none;
  m->bounds.known = true;
  m->visit_known = false;  // this clock's is yet to come
  m->due = 0;
  for (int p = 0; p < m->dims.ports; p++) {
    uint8_t off = sluice_port_bits(m->out.queue_off, &m->dims, p);
    if (off != 0 || m->out.port_off >> p & 1 || port_most(m, p) > 0) look_at_port(m, p, off, r);
  }
}

static bool between(struct sluice_mmu *m, struct range *r) {
  for (int k = 0; k < kinds(m); k++) {
    const struct sluice_bounds *b = &m->bounds.queues[k];
    if (b->free == 0 && b->off == UINT32_MAX) continue;
    if (b->free > of(m, r, k)->xqoff || b->off <= of(m, r, k)->xqon) return false;
  }
  const struct sluice_bounds *p = &m->bounds.ports;
  return m->cfg.scheme != SLUICE_DSH || (p->free <= of(m, r, 0)->xpoff && p->off > of(m, r, 0)->xpon);
}

// Whether what a view has seen may change a state.
static bool may_change(const struct sluice_mmu *m, int port, int cls, uint32_t above, uint32_t sum, bool held,
                       uint16_t stage, const struct sluice_thresholds *x) {
  int bit = sluice_bit(&m->dims, port, cls);
  if (!(m->cfg.lossless >> cls & 1)) return m->out.queue_level[bit] != SLUICE_FREE;
  if (sluice_is_gfc(m->cfg.scheme)) return stage != m->out.queue_level[bit];
  bool off = m->out.queue_level[bit] == SLUICE_OFF, port_off = m->out.port_off >> port & 1;
  if (off ? above <= x->xqon : above > x->xqoff || (held && m->cfg.scheme != SLUICE_DSH)) return true;
  return m->cfg.scheme == SLUICE_DSH && (port_off ? sum <= x->xpon : sum > x->xpoff || held);
}

static uint16_t stage(const struct sluice_mmu *m, uint32_t queue) {
  return sluice_is_gfc(m->cfg.scheme) ? sluice_stage(&m->cfg, queue) : 0;
}

// In the clock of its state a view has met its thresholds: they may have moved since.
static bool enqueue_may_change(struct sluice_mmu *m, const struct sluice_enq *enq, struct range *r, bool met) {
  return may_change(m, enq->port, enq->cls, enq->above, enq->sum, enq->held, stage(m, enq->queue),
                    met ? &enq->x : of(m, r, kind(m, enq->cls)));
}

static bool visit_may_change(struct sluice_mmu *m, const struct sluice_visit *v, struct range *r, bool met) {
  return may_change(m, v->port, v->cls, v->above, v->with_port ? v->sum : 0, v->held > 0, stage(m, v->queue),
                    met ? &v->x : of(m, r, kind(m, v->cls)));
}

// No commit is on its way, and no other view under way that may change a state before.
static bool undisturbed(const struct sluice_mmu *m) {
  return m->pending == 0 && m->clock >= m->settled && (m->looked | m->judged) == 0;
}

bool sluice_quiet_enqueue(struct sluice_mmu *m, const struct sluice_enq *enq) {
  // A queue that is not marked fits its thresholds: free, it stays free, or what turns it off keeps it off. Stages are
  // those of its view, unless another view has changed the level.
  int bit = sluice_bit(&m->dims, enq->port, enq->cls);
  if (sluice_quiet_constant(m) && !sluice_test(m->suspect, bit) &&
      (m->cfg.scheme == SLUICE_STATIC ? m->out.queue_level[bit] == SLUICE_FREE : (m->looked | m->judged) == 0))
    return true;
  if (!undisturbed(m) || sluice_is_gfc(m->cfg.scheme)) return false;
  struct range r = thresholds(m);
  return !enqueue_may_change(m, enq, &r, false);
}

bool sluice_quiet_visited(struct sluice_mmu *m, const struct sluice_visit *visit) {
  if (!undisturbed(m) || sluice_is_gfc(m->cfg.scheme)) return false;
  // Whatever the thresholds are, a free queue that holds nothing stays free.
  bool with_port = m->cfg.scheme == SLUICE_DSH && visit->with_port, port_off = m->out.port_off >> visit->port & 1;
  uint16_t level = m->out.queue_level[sluice_bit(&m->dims, visit->port, visit->cls)];
  if (level == SLUICE_FREE && !port_off && visit->above == 0 && visit->held == 0 && !(with_port && visit->sum > 0))
    return true;
  struct range r = thresholds(m);
  return !visit_may_change(m, visit, &r, false);
}

static uint64_t sooner(uint64_t n, int clocks) { return clocks < 0 ? 0 : (uint64_t)clocks < n ? (uint64_t)clocks : n; }

// What a queue and its port hold at most before a clock is over in which an enqueue came: dequeues are left out.
struct most {
  uint32_t queue, sum;
};

static struct most at_most(const struct sluice_mmu *m, int port, int cls, uint64_t clock) {
  struct most most = {most_cells(m, port, cls), port_most(m, port)};
  for (uint32_t set = m->uncounted; set != 0; set &= set - 1) {
    const struct sluice_enq *enq = &m->enq[__builtin_ctz(set)];
    if (enq->port != port || enq->clock > clock) continue;
    most.sum += enq->cells;
    if (enq->cls == cls) most.queue += enq->cells;
  }
  return most;
}

bool sluice_quiet_stays(const struct sluice_mmu *m, int port, int cls, uint32_t more) {
  if (!sluice_quiet_constant(m)) return false;
  uint16_t level = m->out.queue_level[sluice_bit(&m->dims, port, cls)];
  uint32_t least = sluice_ahead_present(m, port, cls);
  if (sluice_queue_next(&m->cfg, level, cls, 0, sluice_stage(&m->cfg, least), false, NULL) != level) return false;
  uint32_t most = at_most(m, port, cls, m->clock).queue + more;
  return sluice_queue_next(&m->cfg, level, cls, 0, sluice_stage(&m->cfg, most), false, NULL) == level;
}

// When it is counted it leaves a queue or a port that are to be looked at.
static bool count_may_change(struct sluice_mmu *m, const struct sluice_enq *enq, struct range *r) {
  if (!(m->cfg.lossless >> enq->cls & 1)) return m->out.queue_level[sluice_bit(&m->dims, enq->port, enq->cls)] != 0;
  if (sluice_is_gfc(m->cfg.scheme)) return !sluice_quiet_stays(m, enq->port, enq->cls, 0);
  if (enq->kind == SLUICE_HEADROOM || m->pending > 0) return true;
  const struct sluice_thresholds *x = of(m, r, kind(m, enq->cls));
  struct most most = at_most(m, enq->port, enq->cls, enq->clock);
  if (sluice_above(most.queue, m->cfg.phi) > x->xqoff) return true;
  return m->cfg.scheme == SLUICE_DSH && most.sum > x->xpoff;
}

// What it holds when all dequeues have been counted.
static uint32_t left_above(const struct sluice_mmu *m, int port, int cls) {
  return sluice_above(sluice_ahead_present(m, port, cls), m->cfg.phi);
}

static uint32_t port_left_above(const struct sluice_mmu *m, int port) {
  uint32_t sum = 0;
  for (int c = 0; c < m->dims.classes; c++)
    if (m->cfg.lossless >> c & 1) sum += left_above(m, port, c);
  return sum;
}

bool sluice_quiet_may_turn_on(struct sluice_mmu *m, int port, int cls) {
  if (sluice_is_gfc(m->cfg.scheme)) return !sluice_quiet_stays(m, port, cls, 0);
  bool off = sluice_test(m->out.queue_off, sluice_bit(&m->dims, port, cls)), port_off = m->out.port_off >> port & 1;
  if (!off && !port_off) return false;
  if (m->cfg.scheme == SLUICE_TTL || m->pending > 0 || m->clock < m->settled) return true;
  const struct sluice_thresholds *x = sluice_quiet_range(m);
  return (off && left_above(m, port, cls) <= x->xqon) || (port_off && port_left_above(m, port) <= x->xpon);
}

// Until the verdict of an enqueue under way shows, and until its count may change a state. foreseen: verdicts that are
// certain may show.
static uint64_t until_counted(struct sluice_mmu *m, struct range *r, bool foreseen) {
  uint64_t n = UINT64_MAX;
  for (uint32_t set = m->uncounted; set != 0; set &= set - 1) {
    const struct sluice_enq *enq = &m->enq[__builtin_ctz(set)];
    int age = (int)(m->clock - enq->clock);
    if (age < SLUICE_ADMIT_LATENCY && !(foreseen && enq->foreseen))
      n = sooner(n, SLUICE_ADMIT_LATENCY - age);
    else if (count_may_change(m, enq, r))
      n = sooner(n, SLUICE_ENQ_COUNT - age + 1);
  }
  return n;
}

// Until a visit is due to a queue whose state may change, a dequeue is counted after which one may turn something on,
// or headroom is repaid.
static uint64_t until_visited(struct sluice_mmu *m, uint64_t n, uint32_t dequeues, uint32_t unsettled) {
  uint64_t visit = m->suspects > 0 ? next_visit(m, m->suspect, m->suspect) : UINT64_MAX;
  if (visit < UINT64_MAX && visit - m->clock + SLUICE_VISIT_STATE < n) n = visit - m->clock + SLUICE_VISIT_STATE;
  for (uint32_t set = dequeues; set != 0; set &= set - 1) {
    const struct sluice_deq *deq = &m->deq[__builtin_ctz(set)];
    n = sooner(n, SLUICE_DEQ_COUNT - (int)(m->clock - deq->clock) + deq->right);
  }
  for (uint32_t set = unsettled; set != 0; set &= set - 1) {
    const struct sluice_visit *v = &m->visit[__builtin_ctz(set)];
    if (v->held > 0 && sluice_quiet_may_turn_on(m, v->port, v->cls))
      n = sooner(n, SLUICE_VISIT_SETTLE - (int)(m->clock - v->clock) + 1);
  }
  return n;
}

// Until a view changes a state: a visit before that is judged with another one.
static uint64_t until_judged(struct sluice_mmu *m, uint64_t n, struct range *r) {
  for (uint32_t set = m->looked; set != 0; set &= set - 1) {
    const struct sluice_enq *enq = &m->enq[__builtin_ctz(set)];
    int age = (int)(m->clock - enq->clock);
    if (enqueue_may_change(m, enq, r, age > SLUICE_ENQ_COMPARE))
      n = sooner(n, SLUICE_ENQ_STATE - age), m->still = false;
  }
  for (uint32_t set = m->judged; set != 0; set &= set - 1) {
    const struct sluice_visit *v = &m->visit[__builtin_ctz(set)];
    int age = (int)(m->clock - v->clock);
    if (visit_may_change(m, v, r, age > SLUICE_VISIT_COMPARE))
      n = sooner(n, SLUICE_VISIT_STATE - age), m->still = false;
  }
  return n;
}

static uint64_t quiet_clocks(struct sluice_mmu *m, bool foreseen) {
  m->still = true;
  if (m->clock < m->settled) return 0;
  if ((m->agenda | m->uncounted) == 0 && m->clock >= m->scan.end) return UINT64_MAX;
  bool constant = sluice_quiet_constant(m);
  if (constant && m->uncounted == 0 && undisturbed(m) && m->suspects == 0 &&
      ((m->uncounted_deq & m->uncounted_off) | m->unsettled) == 0)
    return UINT64_MAX;
  struct range r = thresholds(m);
  if (!constant && !(m->bounds.known && between(m, &r))) look(m, &r);
  uint64_t n = m->uncounted != 0 ? until_counted(m, &r, foreseen) : UINT64_MAX;
  uint32_t dequeues = m->uncounted_deq & m->uncounted_off, unsettled = constant ? m->unsettled : 0;
  if ((dequeues | unsettled) != 0 || m->suspects > 0) n = until_visited(m, n, dequeues, unsettled);
  if ((m->looked | m->judged) != 0) n = until_judged(m, n, &r);
  return n;
}

static uint64_t until_shown(const struct sluice_mmu *m, uint64_t n) {
  for (uint32_t set = m->ahead; set != 0; set &= set - 1) {
    int age = (int)(m->clock - m->enq[__builtin_ctz(set)].clock);
    if (age < SLUICE_ADMIT_LATENCY) n = sooner(n, SLUICE_ADMIT_LATENCY - age);
  }
  return n;
}

uint64_t sluice_quiet_clocks(struct sluice_mmu *m, bool foreseen) {
  uint64_t n = quiet_clocks(m, foreseen);
  if (!foreseen && m->clock <= m->ahead_until) n = until_shown(m, n);
  m->quiet_until = n < UINT64_MAX - m->clock ? m->clock + n : UINT64_MAX;
  return n;
}

uint64_t sluice_quiet_visit_of(struct sluice_mmu *m, int port, int cls) {
  int ahead = sluice_bit(&m->dims, port, cls) - sluice_scan_at(&m->scan, &m->dims, m->clock);
  return m->clock + (uint64_t)(ahead < 0 ? ahead + sluice_scan_round(&m->dims) : ahead);
}

uint64_t sluice_quiet_find_visit(struct sluice_mmu *m) {
  m->visit_at = next_visit(m, m->surplus, m->suspect);
  m->visit_known = true;
  return m->visit_at;
}
