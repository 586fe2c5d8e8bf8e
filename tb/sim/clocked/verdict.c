#include "tb/sim/clocked/verdict.h"

#include "tb/sim/results/deadlock.h"

void verdict_start(struct verdict_proof *v, struct network *n) {
  v->window = deadlock_window(n->s);
  event_init(&v->check, EVENT_CHECK, 0, 0);
  network_add(n, &v->check, n->now + v->window);
}

void verdict_check(struct verdict_proof *v, struct network *n) {
  if (n->pool.data == 0) {
    n->finished = true;
  } else if (n->now - n->moved >= v->window) {
    n->result.verdict.kind = VERDICT_DEADLOCKED;
    n->finished = true;
  } else {
    network_add(n, &v->check, n->moved + v->window);
  }
}

bool verdict_quiet(const struct network *n, const struct links *l, const struct switch_kind *kind,
                   const void *switches) {
  if (n->pool.data != 0 || n->pool.control != 0 || l->closed != 0) return false;
  int queues = n->s->dims.ports * n->classes, words = (queues + 63) / 64;
  int levels = scenario_is_gfc(n->s) ? queues : 0;
  for (int i = 0; i < n->s->switches; i++) {
    const struct sluice_out *out = kind->outputs(switches, i);
    uint64_t off = out->port_off;
    for (int w = 0; w < words; w++) off |= out->queue_off[w];
    if (off != 0 || out->tx_valid) return false;
    for (int k = 0; k < levels; k++)
      if (out->queue_level[k] != SLUICE_FREE) return false;
  }
  return true;
}

static void look(const struct links *l, const struct switch_kind *kind, const void *switches,
                 struct deadlock_graph *g) {
  for (int i = 0; i < g->s->switches; i++) {
    const int first = g->first[i];
    for (int p = 0; p < g->s->sw[i].ports; p++) {
      g->off[first + p] = kind->outputs(switches, i)->port_off >> p & 1;
      g->moved[first + p] = l->port[i][p].moved;
    }
    kind->waiting(switches, i, g->held + g->held_first[i], g->closed + first * g->classes);
  }
}

void verdict_end(struct network *n, const struct links *l, const struct switch_kind *kind, const void *switches) {
  struct verdict *v = &n->result.verdict;
  v->since = n->moved;
  if (v->kind != VERDICT_DEADLOCKED) {
    v->kind = n->pool.data != 0 ? VERDICT_MOVING : VERDICT_DRAINED;
    return;
  }
  struct deadlock_graph g;
  if (deadlock_graph_new(&g, n->s) == 0) {
    look(l, kind, switches, &g);
    deadlock_find(&g, v);
  }
  deadlock_graph_free(&g);
}
