// Whether clocks without input can be left out: until when nothing under way, and no visit of the scan, changes an
// output; and when the scan comes to a queue that it has something to do with.
#include <stddef.h>

#include "cmodel/clocked/sluice_clocked.h"

static int words(const struct sluice_mmu *m) { return (m->dims.ports * m->dims.classes + 63) / 64; }

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
  m->due = 0;
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

void sluice_quiet_trust(struct sluice_mmu *m, int queue) {
  if (!sluice_test(m->suspect, queue)) return;
  m->suspects--;
  sluice_assign(m->suspect, queue, false);
  if (sluice_test(m->surplus, queue)) return;
  m->visit_known = false;
  m->due = 0;
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
  return sluice_is_gfc(m->cfg.scheme) ? sluice_stage_of(m->cfg.scheme, &m->cfg, queue) : 0;
}

// In the clock of its state a view has met its thresholds: they may have moved since.
static bool enqueue_may_change(struct sluice_mmu *m, const struct sluice_enq *enq, bool met) {
  return may_change(m, enq->port, enq->cls, enq->above, enq->sum, enq->held, stage(m, enq->queue),
                    met ? &enq->x : sluice_range_of(m, enq->cls));
}

static bool visit_may_change(struct sluice_mmu *m, const struct sluice_visit *v, bool met) {
  return may_change(m, v->port, v->cls, v->above, v->with_port ? v->sum : 0, v->held > 0, stage(m, v->queue),
                    met ? &v->x : sluice_range_of(m, v->cls));
}

// No commit is on its way, and no other view under way that may change a state of the port before.
static bool undisturbed(const struct sluice_mmu *m, int port) {
  if (m->pending > 0 || m->clock < m->settled) return false;
  for (uint32_t set = m->looked; set != 0; set &= set - 1)
    if (m->enq[__builtin_ctz(set)].port == port) return false;
  for (uint32_t set = m->judged; set != 0; set &= set - 1)
    if (m->visit[__builtin_ctz(set)].port == port) return false;
  return true;
}

bool sluice_quiet_enqueue(struct sluice_mmu *m, const struct sluice_enq *enq) {
  // A queue that is not marked fits its thresholds: free, it stays free, or what turns it off keeps it off. Stages are
  // those of its view, unless another view has changed the level.
  int bit = sluice_bit(&m->dims, enq->port, enq->cls);
  if (sluice_quiet_constant(m) && !sluice_test(m->suspect, bit) &&
      (m->cfg.scheme == SLUICE_STATIC ? m->out.queue_level[bit] == SLUICE_FREE : (m->looked | m->judged) == 0))
    return true;
  return undisturbed(m, enq->port) && !enqueue_may_change(m, enq, false);
}

bool sluice_quiet_visited(struct sluice_mmu *m, const struct sluice_visit *visit) {
  if (!undisturbed(m, visit->port)) return false;
  if (sluice_is_gfc(m->cfg.scheme)) return !visit_may_change(m, visit, false);
  // Whatever the thresholds are, a free queue that holds nothing stays free.
  bool with_port = m->cfg.scheme == SLUICE_DSH && visit->with_port, port_off = m->out.port_off >> visit->port & 1;
  uint16_t level = m->out.queue_level[sluice_bit(&m->dims, visit->port, visit->cls)];
  if (level == SLUICE_FREE && !port_off && visit->above == 0 && visit->held == 0 && !(with_port && visit->sum > 0))
    return true;
  return !visit_may_change(m, visit, false);
}

static uint64_t sooner(uint64_t n, int clocks) { return clocks < 0 ? 0 : (uint64_t)clocks < n ? (uint64_t)clocks : n; }

// What a queue and its port hold at most before a clock is over in which an enqueue came: dequeues are left out.
struct most {
  uint32_t queue, sum;
};

static struct most at_most(const struct sluice_mmu *m, int port, int cls, uint64_t clock) {
  struct most most = {m->account.port[port].queue[cls] + sluice_ahead(m, port, cls, m->clock).left,
                      m->account.port[port].sum};
  for (uint32_t set = m->uncounted; set != 0; set &= set - 1) {
    const struct sluice_enq *enq = &m->enq[__builtin_ctz(set)];
    if (enq->port != port || enq->clock > clock) continue;
    most.sum += enq->cells;
    if (enq->cls == cls) most.queue += enq->cells;
  }
  return most;
}

// Stages: whatever is counted next of what is under way, the level of the queue stays.
static bool stage_stays(const struct sluice_mmu *m, int port, int cls) {
  return sluice_quiet_constant(m) && sluice_range_stays(m, port, cls, sluice_ahead_present(m, port, cls)) &&
         sluice_range_stays(m, port, cls, at_most(m, port, cls, m->clock).queue);
}

// When it is counted it leaves a queue or a port that are to be looked at.
static bool count_may_change(struct sluice_mmu *m, const struct sluice_enq *enq) {
  if (!(m->cfg.lossless >> enq->cls & 1)) return m->out.queue_level[sluice_bit(&m->dims, enq->port, enq->cls)] != 0;
  if (sluice_is_gfc(m->cfg.scheme)) return !stage_stays(m, enq->port, enq->cls);
  if (enq->kind == SLUICE_HEADROOM || m->pending > 0) return true;
  const struct sluice_thresholds *x = sluice_range_of(m, enq->cls);
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
  if (sluice_is_gfc(m->cfg.scheme)) return !stage_stays(m, port, cls);
  bool off = sluice_test(m->out.queue_off, sluice_bit(&m->dims, port, cls)), port_off = m->out.port_off >> port & 1;
  if (!off && !port_off) return false;
  if (m->cfg.scheme == SLUICE_TTL || m->pending > 0 || m->clock < m->settled) return true;
  const struct sluice_thresholds *x = sluice_range_of(m, cls);
  return (off && left_above(m, port, cls) <= x->xqon) || (port_off && port_left_above(m, port) <= x->xpon);
}

// Until the verdict of an enqueue under way shows, and until its count may change a state. foreseen: verdicts that are
// certain may show.
static uint64_t until_counted(struct sluice_mmu *m, bool foreseen) {
  uint64_t n = UINT64_MAX;
  for (uint32_t set = m->uncounted; set != 0; set &= set - 1) {
    const struct sluice_enq *enq = &m->enq[__builtin_ctz(set)];
    int age = (int)(m->clock - enq->clock);
    if (age < SLUICE_ADMIT_LATENCY && !(foreseen && enq->foreseen))
      n = sooner(n, SLUICE_ADMIT_LATENCY - age);
    else if (count_may_change(m, enq))
      n = sooner(n, SLUICE_ENQ_COUNT - age + 1);
  }
  return n;
}

// Until a visit is due to a queue whose state may change, a dequeue is counted after which one may turn something on.
static uint64_t until_visited(struct sluice_mmu *m, uint64_t n, uint32_t dequeues) {
  uint64_t visit = m->suspects > 0 ? next_visit(m, m->suspect, m->suspect) : UINT64_MAX;
  if (visit < UINT64_MAX && visit - m->clock + SLUICE_VISIT_STATE < n) n = visit - m->clock + SLUICE_VISIT_STATE;
  for (uint32_t set = dequeues; set != 0; set &= set - 1) {
    const struct sluice_deq *deq = &m->deq[__builtin_ctz(set)];
    n = sooner(n, SLUICE_DEQ_COUNT - (int)(m->clock - deq->clock) + deq->right);
  }
  return n;
}

// Until a view changes a state: a visit before that is judged with another one.
static uint64_t until_judged(struct sluice_mmu *m, uint64_t n) {
  for (uint32_t set = m->looked; set != 0; set &= set - 1) {
    const struct sluice_enq *enq = &m->enq[__builtin_ctz(set)];
    int age = (int)(m->clock - enq->clock);
    if (enqueue_may_change(m, enq, age > SLUICE_ENQ_COMPARE)) n = sooner(n, SLUICE_ENQ_STATE - age), m->still = false;
  }
  for (uint32_t set = m->judged; set != 0; set &= set - 1) {
    const struct sluice_visit *v = &m->visit[__builtin_ctz(set)];
    int age = (int)(m->clock - v->clock);
    if (visit_may_change(m, v, age > SLUICE_VISIT_COMPARE)) n = sooner(n, SLUICE_VISIT_STATE - age), m->still = false;
  }
  return n;
}

static uint64_t quiet_clocks(struct sluice_mmu *m, bool foreseen) {
  if (m->clock < m->settled) return 0;
  if ((m->agenda | m->uncounted) == 0 && m->clock >= m->scan.end) return UINT64_MAX;
  if (!sluice_quiet_constant(m)) sluice_range_check(m);
  uint64_t n = m->uncounted != 0 ? until_counted(m, foreseen) : UINT64_MAX;
  uint32_t dequeues = m->uncounted_deq & m->uncounted_off;
  if (dequeues != 0 || m->suspects > 0) n = until_visited(m, n, dequeues);
  if ((m->looked | m->judged) != 0) n = until_judged(m, n);
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
  m->still = true;
  uint64_t n = sluice_quiet_calm(m) ? UINT64_MAX : quiet_clocks(m, foreseen);
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
