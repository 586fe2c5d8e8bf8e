// The free room of the shared pool and, with TTL, of the classes' partitions; and thresholds, which follow it. What
// enqueues take of them, and what visits of the scan find and will settle, is noted as soon as it is certain. It is
// done when somebody asks, clock by clock in the order of the RTL's pipelines.
#include "cmodel/clocked/sluice_clocked.h"

enum { PIPELINE_CLOCKS = 4 };  // of sluice_threshold, until a new room or configuration is through

int sluice_threshold_clocks(const struct sluice_mmu *m) {
  if (m->cfg.scheme != SLUICE_TTL) return PIPELINE_CLOCKS;
  return 1 + SLUICE_WEIGH_IN_USE + m->dims.classes * SLUICE_WEIGH_CLOCKS;
}

// Thresholds move with the occupancy, or do not.
static void room_moved(struct sluice_mmu *m) {
  if (!sluice_is_constant(m->cfg.scheme) && m->clock < m->settled) m->threshold_busy = sluice_threshold_clocks(m);
}

// sluice_threshold: three clocks from the room to the thresholds, the last one first.
static void threshold_show(struct sluice_mmu *m) {
  struct sluice_out *out = &m->out;
  bool port_level = m->dims.schemes >> SLUICE_DSH & 1;
  out->mon_xqoff = m->qoff;
  out->mon_xqon = m->constant ? m->qon : sluice_minus(m->qoff, m->delta_q2);
  out->mon_xpoff = port_level ? m->poff : 0;
  out->mon_xpon = port_level ? sluice_minus(m->poff, m->delta_p2) : 0;
}

static void threshold_derive(struct sluice_mmu *m) {
  const struct sluice_config *cfg = &m->cfg;
  m->qoff = cfg->scheme == SLUICE_STATIC ? m->xoff : (uint32_t)sluice_threshold_xqoff(cfg->scheme, cfg, m->t);
  m->qon = m->xon;
  m->constant = cfg->scheme == SLUICE_STATIC;
  m->poff = sluice_threshold_xpoff(m->max, m->dims.classes, m->t);
  m->delta_q2 = m->delta_q;
  m->delta_p2 = m->delta_p;
}

static void threshold_take(struct sluice_mmu *m, uint32_t room) {
  const struct sluice_config *cfg = &m->cfg;
  m->t = (uint32_t)sluice_threshold_t(cfg->scheme, cfg, m->max, room);
  m->xoff = cfg->xoff;
  m->xon = cfg->xon;
  m->delta_q = cfg->delta_q;
  m->delta_p = cfg->delta_p;
}

static void threshold_step(struct sluice_mmu *m, uint32_t room) {
  m->threshold_busy--;
  threshold_show(m);
  threshold_derive(m);
  threshold_take(m, room);
}

void sluice_threshold_wake(struct sluice_mmu *m) {
  for (uint64_t clock = m->clock - 3; clock < m->clock; clock++)
    threshold_step(m, sluice_was_at(&m->past.room, m->account.room, clock));
  m->threshold_busy = 0;
}

void sluice_threshold_follow(struct sluice_mmu *m) {
  if (m->clock < m->settled || (m->cfg.scheme != SLUICE_SIH && m->cfg.scheme != SLUICE_DSH)) return;
  sluice_threshold_wake(m);
}

// Clocks with the same room.
static void threshold_skip(struct sluice_mmu *m, uint64_t clocks) {
  for (uint64_t i = 0; i < clocks && m->threshold_busy > 0; i++) threshold_step(m, m->account.room);
}

static struct sluice_take *take_of(struct sluice_mmu *m, unsigned i) { return &m->take[i % SLUICE_TAKES]; }
static struct sluice_give *give_of(struct sluice_mmu *m, unsigned i) { return &m->give[i % SLUICE_GIVES]; }

// Where thresholds move with the room it follows sooner, so that they are known better.
enum { LAG = 256 };
static inline void make_place(struct sluice_mmu *m, unsigned used, unsigned places) {
  if (used >= places || (m->clock - m->moved >= LAG && !sluice_is_constant(m->cfg.scheme)))
    sluice_room_follow(m, m->clock);
}

void sluice_room_take(struct sluice_mmu *m, const struct sluice_enq *enq) {
  make_place(m, m->takes - m->take_room, SLUICE_TAKES);
  unsigned i = m->takes++;
  for (; i != m->take_room && take_of(m, i - 1)->clock > enq->clock; i--) *take_of(m, i) = *take_of(m, i - 1);
  *take_of(m, i) = (struct sluice_take){enq->clock, enq->cells, enq->cls, enq->kind};
}

bool sluice_room_may_give(struct sluice_mmu *m) {
  make_place(m, m->gives - m->give_room, SLUICE_PROMISES);
  return m->gives - m->give_room < SLUICE_PROMISES;
}

void sluice_room_give(struct sluice_mmu *m, uint64_t visit, int port, int cls, uint32_t surplus) {
  make_place(m, m->gives - m->give_room, SLUICE_GIVES);
  unsigned i = m->gives++;
  for (; i != m->give_settled && give_of(m, i - 1)->visit > visit; i--) *give_of(m, i) = *give_of(m, i - 1);
  *give_of(m, i) = (struct sluice_give){.visit = visit, .port = (uint8_t)port, .cls = (uint8_t)cls, .surplus = surplus};
  if (visit + SLUICE_VISIT_SETTLE < m->settles_at) m->settles_at = visit + SLUICE_VISIT_SETTLE + 1;
}

uint32_t sluice_room_gives(const struct sluice_mmu *m, int port, uint64_t visit) {
  uint32_t sum = 0;
  for (unsigned i = m->give_settled; i != m->gives; i++) {
    const struct sluice_give *g = &m->give[i % SLUICE_GIVES];
    if (g->visit == visit && g->port == port && m->cfg.lossless >> g->cls & 1) sum += g->surplus;
  }
  return sum;
}

// What the group holds for each of them is what the visits before it leave.
void sluice_room_hold(struct sluice_mmu *m, int port, int cls, uint64_t clock, uint32_t later) {
  const uint32_t *group = sluice_group(&m->account, &m->cfg, port, cls);
  uint32_t held = *group - later;
  for (unsigned i = m->give_settled; i != m->gives && give_of(m, i)->visit <= clock; i++) {
    struct sluice_give *g = give_of(m, i);
    if (g->port != port || sluice_group(&m->account, &m->cfg, port, g->cls) != group) continue;
    if (!g->known) g->known = true, g->held = held;
    held -= g->surplus < g->held ? g->surplus : g->held;
  }
}

void sluice_room_settle(struct sluice_mmu *m) {
  for (; m->give_settled != m->gives; m->give_settled++) {
    struct sluice_give *g = give_of(m, m->give_settled);
    if (g->visit + SLUICE_VISIT_SETTLE >= m->clock) break;
    uint32_t *group = sluice_group(&m->account, &m->cfg, g->port, g->cls), was = *group;
    g->freed = sluice_settle(&m->account, &m->cfg, g->port, g->cls, g->surplus, g->known ? g->held : was);
    m->row[g->port].of[group - m->account.port[g->port].headroom].repaid += was - *group;
    if (m->cfg.lossless >> g->cls & 1) m->row[g->port].returned += g->surplus;
  }
  m->settles_at =
      m->give_settled != m->gives ? give_of(m, m->give_settled)->visit + SLUICE_VISIT_SETTLE + 1 : UINT64_MAX;
}

uint32_t sluice_room_freed(struct sluice_mmu *m, uint64_t clock, int late) {
  uint32_t freed = 0;
  for (unsigned i = m->give_room; i != m->give_settled; i++) {
    const struct sluice_give *g = give_of(m, i);
    if (g->visit + SLUICE_VISIT_FREE + (uint64_t)late <= clock && clock < g->visit + SLUICE_VISIT_ROOM)
      freed += g->freed;
  }
  return freed;
}

// Clocks of the next take and the next give of a partition.
static uint64_t partition_take_at(struct sluice_mmu *m) {
  return m->take_partition != m->takes ? take_of(m, m->take_partition)->clock + SLUICE_ENQ_COUNT : UINT64_MAX;
}
static uint64_t partition_give_at(struct sluice_mmu *m) {
  return m->give_partition != m->gives ? give_of(m, m->give_partition)->visit + SLUICE_VISIT_PARTITION : UINT64_MAX;
}

static void partition_moves(struct sluice_mmu *m, int cls, uint64_t clock) {
  sluice_was_note(&m->past.partition[cls], clock, m->account.partition_room[cls]);
  room_moved(m);
}

static void partitions_follow(struct sluice_mmu *m, uint64_t clock) {
  for (;;) {
    uint64_t take = partition_take_at(m), give = partition_give_at(m);
    if ((take < give ? take : give) >= clock) return;
    if (give <= take) {
      struct sluice_give *g = give_of(m, m->give_partition++);
      partition_moves(m, g->cls, give);
      g->freed = sluice_partition_repay(&m->account, g->cls, g->freed);
    } else {
      const struct sluice_take *t = take_of(m, m->take_partition++);
      partition_moves(m, t->cls, take);
      sluice_partition_take(&m->account, (enum sluice_admission)t->kind, t->cls, t->cells);
      if (t->kind == SLUICE_PRIVATE) m->coming -= t->cells;
    }
  }
}

static uint64_t take_at(struct sluice_mmu *m) {
  return m->take_room != m->takes ? take_of(m, m->take_room)->clock + SLUICE_ENQ_ROOM : UINT64_MAX;
}
static uint64_t give_at(struct sluice_mmu *m) {
  return m->give_room != m->gives ? give_of(m, m->give_room)->visit + SLUICE_VISIT_ROOM : UINT64_MAX;
}

uint64_t sluice_room_next(struct sluice_mmu *m) {
  uint64_t take = take_at(m), give = give_at(m), next = take < give ? take : give;
  if (m->cfg.scheme != SLUICE_TTL) return next;
  take = partition_take_at(m), give = partition_give_at(m);
  if (take < next) next = take;
  return give < next ? give : next;
}

// All of a clock. Returns whether the room is another one.
static bool move(struct sluice_mmu *m, uint64_t clock) {
  uint32_t taken = 0, given = 0;
  for (; take_at(m) == clock; m->take_room++) {
    const struct sluice_take *t = take_of(m, m->take_room);
    if (t->kind == SLUICE_SHARED) taken += t->cells;
  }
  for (; give_at(m) == clock; m->give_room++) {
    const struct sluice_give *g = give_of(m, m->give_room);
    given += g->freed;
    m->owed -= g->surplus;
  }
  m->coming -= taken;
  if (taken == given) return false;
  if (!sluice_is_constant(m->cfg.scheme)) sluice_was_note(&m->past.room, clock, m->account.room);
  sluice_stats_shared(&m->stats, m->out.mon_shared);
  m->account.room += given - taken;
  m->out.mon_shared = m->cfg.shared - m->account.room;
  return true;
}

// All clocks before this one, where nobody asks for the rooms that they have met: but for the least.
static void move_on(struct sluice_mmu *m, uint64_t clock) {
  uint32_t room = m->account.room, least = UINT32_MAX;  // that a clock has left
  unsigned t = m->take_room, g = m->give_room;
  uint64_t take = take_at(m), give = give_at(m);
  for (uint64_t next; (next = take < give ? take : give) < clock;) {
    uint32_t was = room;
    while (take == next) {
      const struct sluice_take *of = take_of(m, t);
      uint32_t taken = of->kind == SLUICE_SHARED ? of->cells : 0;
      room -= taken;
      m->coming -= taken;
      take = ++t != m->takes ? take_of(m, t)->clock + SLUICE_ENQ_ROOM : UINT64_MAX;
    }
    while (give == next) {
      room += give_of(m, g)->freed;
      m->owed -= give_of(m, g)->surplus;
      give = ++g != m->gives ? give_of(m, g)->visit + SLUICE_VISIT_ROOM : UINT64_MAX;
    }
    if (room != was && was < least) least = was;
  }
  if (least != UINT32_MAX) sluice_stats_shared(&m->stats, m->cfg.shared - least);
  m->take_room = t;
  m->give_room = g;
  m->account.room = room;
  m->out.mon_shared = m->cfg.shared - room;
  m->moved = clock;
}

// Clocks with the same room until the next move, that clock, and so on.
void sluice_room_catch_up(struct sluice_mmu *m, uint64_t clock) {
  sluice_room_settle(m);
  if (m->cfg.scheme == SLUICE_TTL) partitions_follow(m, clock);
  // What clocks long past have met is not asked for any more.
  uint64_t past = sluice_is_constant(m->cfg.scheme) ? clock : clock - SLUICE_PAST;
  if (m->clock >= m->settled && m->threshold_busy == 0 && m->resized == 0 && past > m->moved && past <= clock)
    move_on(m, past);
  for (;;) {
    uint64_t take = take_at(m), give = give_at(m), next = take < give ? take : give;
    if (next >= clock) break;
    if (m->threshold_busy > 0) threshold_skip(m, next - m->moved);
    uint32_t room = m->account.room;
    if (move(m, next)) room_moved(m);
    if (m->threshold_busy > 0) threshold_step(m, room);
    m->moved = next + 1;
  }
  if (m->threshold_busy > 0 && m->moved < clock) threshold_skip(m, clock - m->moved);
  if (m->moved < clock) m->moved = clock;
}
