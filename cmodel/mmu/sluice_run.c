// Clocks without inputs: what is under way acts in the clocks for which it was scheduled, in the order of the RTL's
// pipelines; clocks in which nothing acts are left out.
#include "sluice_clocked.h"

enum { PIPELINE_CLOCKS = 4 };  // of sluice_threshold, until a new room or configuration is through

int sluice_threshold_clocks(const struct sluice_mmu *m) {
  if (m->cfg.scheme != SLUICE_TTL) return PIPELINE_CLOCKS;
  return 1 + SLUICE_WEIGH_IN_USE + m->dims.classes * SLUICE_WEIGH_CLOCKS;
}

// Thresholds move with the occupancy, or do not.
void sluice_room_moved(struct sluice_mmu *m) {
  if (!sluice_is_constant(m->cfg.scheme) && m->clock < m->settled) m->threshold_busy = sluice_threshold_clocks(m);
}

void sluice_partition_moves(struct sluice_mmu *m, int cls) {
  sluice_was_note(&m->past.partition[cls], m->clock, m->account.partition_room[cls]);
  sluice_room_moved(m);
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
  m->qoff = cfg->scheme == SLUICE_STATIC ? m->xoff : sluice_threshold_xqoff(cfg, m->t);
  m->qon = m->xon;
  m->constant = cfg->scheme == SLUICE_STATIC;
  m->poff = sluice_threshold_xpoff(m->max, m->dims.classes, m->t);
  m->delta_q2 = m->delta_q;
  m->delta_p2 = m->delta_p;
}

static void threshold_take(struct sluice_mmu *m, uint32_t room) {
  const struct sluice_config *cfg = &m->cfg;
  m->t = sluice_threshold_t(cfg, m->max, room);
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

// The pipeline at the beginning of this clock, from where on it is stepped.
static void threshold_wake(struct sluice_mmu *m) {
  for (uint64_t clock = m->clock - 3; clock < m->clock; clock++)
    threshold_step(m, sluice_was_at(&m->past.room, m->account.room, clock));
  m->threshold_busy = 0;
}

void sluice_threshold_follow(struct sluice_mmu *m) {
  if (m->clock < m->settled || (m->cfg.scheme != SLUICE_SIH && m->cfg.scheme != SLUICE_DSH)) return;
  threshold_wake(m);
}

// Clocks with the same room.
static void threshold_skip(struct sluice_mmu *m, uint64_t clocks) {
  for (uint64_t i = 0; i < clocks && m->threshold_busy > 0; i++) threshold_step(m, m->account.room);
}

// The first clock of the bits, from this one on.
static uint64_t next_of(uint32_t bits, uint64_t clock) {
  unsigned slot = clock % SLUICE_AGENDA;
  uint32_t ahead = bits >> slot | bits << (SLUICE_AGENDA - slot) % SLUICE_AGENDA;
  return ahead != 0 ? clock + (uint64_t)__builtin_ctz(ahead) : UINT64_MAX;
}

// Returns whether the room is another one.
static bool take_move(struct sluice_mmu *m, const struct sluice_move *move) {
  m->moved = move->clock + 1;
  m->coming -= move->taken;
  m->owed -= move->settled;
  if (move->taken == move->given) return false;
  if (!sluice_is_constant(m->cfg.scheme)) sluice_was_note(&m->past.room, move->clock, m->account.room);
  m->account.room += move->given - move->taken;
  sluice_stats_shared(&m->stats, m->out.mon_shared);
  m->out.mon_shared = m->cfg.shared - m->account.room;
  return true;
}

// Clocks with the same room until the next move, that clock, and so on.
void sluice_room_catch_up(struct sluice_mmu *m, uint64_t clock) {
  int n = 0;
  for (const struct sluice_move *move = m->move; n < m->moves && move->clock < clock; move++, n++) {
    if (m->threshold_busy > 0) threshold_skip(m, move->clock - m->moved);
    uint32_t room = m->account.room;
    if (take_move(m, move)) sluice_room_moved(m);
    if (m->threshold_busy > 0) threshold_step(m, room);
  }
  m->moves -= n;
  for (int i = 0; n > 0 && i < m->moves; i++) m->move[i] = m->move[i + n];
  if (m->threshold_busy > 0 && m->moved < clock) threshold_skip(m, clock - m->moved);
  if (m->moved < clock) m->moved = clock;
}

// Where thresholds move with the room it follows sooner, so that they are known better.
static bool is_late(const struct sluice_mmu *m) {
  return m->moves == SLUICE_MOVES || (!sluice_is_constant(m->cfg.scheme) && m->clock - m->moved >= SLUICE_AGENDA);
}

struct sluice_move *sluice_room_move(struct sluice_mmu *m, uint64_t clock) {
  if (is_late(m)) sluice_room_follow(m, m->clock);
  int i = m->moves;
  while (i > 0 && m->move[i - 1].clock > clock) i--;
  if (i > 0 && m->move[i - 1].clock == clock) return &m->move[i - 1];
  for (int k = m->moves++; k > i; k--) m->move[k] = m->move[k - 1];
  m->move[i] = (struct sluice_move){.clock = clock};
  return &m->move[i];
}

static void act(struct sluice_mmu *m, int what) {
  switch (what) {
    case SLUICE_DO_ENQ_STAGE:
      sluice_examine_enqueue_stage(m);
      break;
    case SLUICE_DO_VISIT_STAGE:
      sluice_examine_visit_stage(m);
      break;
    case SLUICE_DO_ENQ_COMPARE:
      sluice_examine_enqueue(m);
      break;
    case SLUICE_DO_VISIT_COMPARE:
      sluice_examine_visit(m);
      break;
    case SLUICE_DO_WEIGH:
      sluice_weigh_step(&m->weigh, &m->dims, &m->cfg, &m->account, m->delta_q2, m->clock);
      break;
    case SLUICE_DO_WAKE:
      sluice_account_wake(m);
      break;
    case SLUICE_DO_SETTLE:
      sluice_account_settle(m);
      break;
    case SLUICE_DO_PARTITION:
      sluice_account_repay_partition(m);
      break;
    case SLUICE_DO_ENQ_COUNT:
      sluice_account_count_enqueue(m);
      break;
    case SLUICE_DO_DEQ_COUNT:
      sluice_account_count_dequeue(m);
      break;
    case SLUICE_DO_VERDICT:
      sluice_account_verdict(m);
      break;
    case SLUICE_DO_ENQ_STATE:
      sluice_examine_enqueue_state(m);
      break;
    case SLUICE_DO_VISIT_STATE:
      sluice_examine_visit_state(m);
      break;
  }
}

static uint32_t take_todo(struct sluice_mmu *m) {
  unsigned slot = m->clock % SLUICE_AGENDA;
  uint32_t todo = m->todo[slot];
  m->todo[slot] = 0;
  m->agenda &= ~(UINT32_C(1) << slot);
  return todo;
}

// sluice_weigh is stepped in every clock.
static bool weighs(const struct sluice_mmu *m) {
  return m->clock < m->settled && (m->cfg.scheme == SLUICE_TTL || sluice_weigh_busy(&m->weigh));
}

// A new room on its way, and TTL's thresholds around a commit, want every clock until thresholds have followed, and
// those before in which the room moves.
static uint64_t next_move(const struct sluice_mmu *m) {
  if (m->threshold_busy > 0) return m->clock;
  if (m->moves == 0) return UINT64_MAX;
  return m->move[0].clock > m->clock ? m->move[0].clock : m->clock;
}

void sluice_run_settle(struct sluice_mmu *m) {
  sluice_room_follow(m, m->clock);
  if (m->clock >= m->settled && !sluice_is_constant(m->cfg.scheme)) threshold_wake(m);
  if (m->cfg.scheme == SLUICE_TTL && m->weighed != m->clock)
    sluice_weigh_wake(&m->weigh, &m->dims, &m->cfg, &m->past, &m->account, m->clock);
  m->weighed = m->clock;
}

static uint64_t next_visit(struct sluice_mmu *m, bool quiet) {
  if (m->clock >= m->scan.end) return UINT64_MAX;
  return quiet ? sluice_quiet_visit(m) : m->clock;
}

// From one clock in which something was scheduled, or the scan finds something, to the next. Returns the first one that
// is left.
static uint64_t run(struct sluice_mmu *m, uint64_t end, bool quiet) {
  for (;;) {
    uint64_t next = next_of(m->agenda, m->clock), visit = next_visit(m, quiet);
    if (visit < next) next = visit;
    if (next >= end) return next;
    m->clock = next;
    uint32_t todo = take_todo(m);
    if (visit == next && next < m->scan.end) sluice_account_visit(m, quiet);
    for (; todo != 0; todo &= todo - 1) act(m, __builtin_ctz(todo));
    m->clock++;
  }
}

// The same where room and thresholds are asked for in every clock in which they move.
static uint64_t run_each(struct sluice_mmu *m, uint64_t end, bool quiet) {
  for (;;) {
    uint64_t next = next_of(m->agenda, m->clock), visit = next_visit(m, quiet), move = next_move(m);
    if (visit < next) next = visit;
    if (move < next) next = move;
    if (next >= end) return next;
    m->clock = next;
    if (m->weighed != next) sluice_run_settle(m);
    if (visit != next && m->todo[next % SLUICE_AGENDA] == 0) {
      act(m, SLUICE_DO_WEIGH);
      m->clock++;
    } else {
      sluice_schedule(m, next, SLUICE_DO_WEIGH);
      run(m, next + 1, quiet);
    }
    sluice_room_follow(m, m->clock);
    m->weighed = m->clock;
    if (m->resized > 0) m->account.room = --m->resized > 0 ? 0 : m->cfg.shared;
  }
}

void sluice_run_on(struct sluice_mmu *m, uint64_t end, bool quiet) {
  uint64_t next = m->resized > 0 || weighs(m) ? run_each(m, end, quiet) : run(m, end, quiet);
  m->due = quiet ? next : 0;
  m->clock = end;
}
