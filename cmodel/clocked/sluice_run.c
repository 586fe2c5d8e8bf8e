// Clocks without inputs: what is under way acts in the clocks for which it was scheduled, in the order of the RTL's
// pipelines; clocks in which nothing acts are left out.
#include "cmodel/clocked/sluice_clocked.h"

// The first clock of the bits, from this one on.
static uint64_t next_of(uint32_t bits, uint64_t clock) {
  unsigned slot = clock % SLUICE_AGENDA;
  uint32_t ahead = bits >> slot | bits << (SLUICE_AGENDA - slot) % SLUICE_AGENDA;
  return ahead != 0 ? clock + (uint64_t)__builtin_ctz(ahead) : UINT64_MAX;
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
// those before in which a room moves.
static uint64_t next_move(struct sluice_mmu *m) {
  uint64_t next = m->threshold_busy > 0 ? m->clock : sluice_room_next(m);
  return next > m->clock ? next : m->clock;
}

void sluice_run_settle(struct sluice_mmu *m) {
  sluice_room_follow(m, m->clock);
  if (m->clock >= m->settled && !sluice_is_constant(m->cfg.scheme)) sluice_threshold_wake(m);
  if (m->cfg.scheme == SLUICE_TTL && m->weighed != m->clock)
    sluice_weigh_wake(&m->weigh, &m->dims, &m->cfg, &m->past, &m->account, m->clock);
  m->weighed = m->clock;
}

static uint64_t next_visit(struct sluice_mmu *m, bool quiet) {
  if (m->clock >= m->scan.end) return UINT64_MAX;
  return quiet ? sluice_quiet_visit(m) : m->clock;
}

uint64_t sluice_run_find_due(struct sluice_mmu *m) {
  uint64_t next = next_of(m->agenda, m->clock), visit = next_visit(m, true);
  return m->due = visit < next ? visit : next;
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
