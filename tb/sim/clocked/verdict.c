// Drained, deadlocked or still moving.
//
// Deadlocked [TTL Eq. 14]: the sources have stopped, and the buffer state is non-empty and will never change. The proof
// here: no data packet has moved for several times the longest time that a pause lasts without being refreshed. All
// packets then wait behind gates which only refreshes keep closed, each MMU's queues and states are as they were one
// refresh before, and so are the messages they cause: the network repeats itself for ever. GFC has no refreshes: there
// the longest gap behind a packet is over, and only a rate of 0 is left, which no stage has.
#include "tb/sim/clocked/verdict.h"

#include "tb/sim/clocked/ranks.h"
#include "tb/sim/clocked/switch.h"
#include "tb/sim/ranks/transport.h"
#include "tb/sim/results/deadlock.h"

enum { PAUSE_TIMES = 3 };  // how many times the longest pause nothing may have moved

// Clocks for which a switch can keep a class from sending, by a pause or by the slowest rate that is not 0.
static uint64_t longest_hold(const struct scenario *s, const struct scenario_switch *sw) {
  const uint32_t *regs = sw->regs;
  uint64_t packet_clocks = (uint64_t)(scenario_wire(s) + s->cell_bytes) * 8 * s->clock_hz / sw->bps + 1;
  if (s->feedback == FEEDBACK_STAGE)
    return packet_clocks << regs[SLUICE_REG_STAGES] % SLUICE_STAGES_COUNT_LEADING_ZEROS;
  if (s->feedback == FEEDBACK_LEVEL) return packet_clocks * (regs[SLUICE_REG_STAGE_TOP] - regs[SLUICE_REG_STAGE_BASE]);
  return PAUSE_TIMES * (regs[SLUICE_REG_PAUSE_TIME] * UINT64_C(512) * 16 / regs[SLUICE_REG_QUANTA_STEP] + 1);
}

uint64_t verdict_window(const struct scenario *s) {
  uint64_t hold = 0, delay = 0, slowest = UINT64_MAX;
  for (int i = 0; i < s->switches; i++) {
    uint64_t clocks = longest_hold(s, &s->sw[i]);
    if (clocks > hold) hold = clocks;
  }
  for (int i = 0; i < s->links; i++) {
    const struct scenario_link *l = &s->link[i];
    if (l->delay > delay) delay = l->delay;
    if (l->bps < slowest) slowest = l->bps;
    for (int d = 0; d < 2; d++)
      if (l->end[d].limit != 0 && l->end[d].limit < slowest) slowest = l->end[d].limit;
  }
  return hold + 4 * (delay + s->processing) + 4 * (scenario_wire(s) * 8 * s->clock_hz / slowest + 1);
}

// Are packets under way, in any process?
static bool data_left(const struct network *n) { return n->ranks != NULL ? n->ranks->data : n->pool.data != 0; }

void verdict_check(struct network *n) {
  if (!data_left(n)) {
    n->finished = true;
  } else if (n->now - n->moved >= n->window) {
    n->result.verdict.kind = VERDICT_DEADLOCKED;
    n->finished = true;
  } else {
    wheel_add(&n->wheel, &n->check, n->moved + n->window);
  }
}

// What this process knows of its switches; of several processes rank 0 gets it of all.
static void look(const struct network *n, struct deadlock_graph *g) {
  int queues = g->ports * g->classes;
  for (int i = n->first; i < n->last; i++) {
    g->off[i] = n->kind->outputs(n, i)->port_off;
    for (int p = 0; p < g->ports; p++) g->moved[i * g->ports + p] = n->port[i][p].moved;
    n->kind->waiting(n, i, g->held + i * queues, g->closed + i * queues);
  }
  if (n->ranks == NULL) return;
  size_t switches = (size_t)n->s->switches;
  n->ranks->t->sum(g->held, switches * (size_t)queues);
  n->ranks->t->sum(g->closed, switches * (size_t)queues);
  n->ranks->t->sum(g->off, switches);
  n->ranks->t->sum(g->moved, switches * (size_t)g->ports);
}

static void find_cycle(struct network *n) {
  struct deadlock_graph g;
  if (deadlock_graph_new(&g, n->s, n->s->dims.ports) == 0) {
    look(n, &g);
    deadlock_find(&g, &n->result.verdict);
  }
  deadlock_graph_free(&g);
}

void verdict_end(struct network *n) {
  struct verdict *v = &n->result.verdict;
  if (v->kind == VERDICT_DEADLOCKED) {
    v->since = n->moved;  // of all processes, since the check
    find_cycle(n);
  } else {
    v->kind = data_left(n) ? VERDICT_MOVING : VERDICT_DRAINED;
  }
}
