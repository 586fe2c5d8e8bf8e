#include "tests/mmu/scoreboard_rules.h"

static int64_t above(int64_t a, int64_t b) { return a > b ? a - b : 0; }

// Cells of the enqueues under way that were charged: to the headroom of a port; to the pool.
static int64_t under_way(const struct scoreboard_rules *l, int port, int64_t *pool) {
  int64_t sum = 0;
  *pool = 0;
  for (int64_t t = l->cycle; t >= 0 && t >= l->cycle - SLUICE_ADMISSION_LAG; t--) {
    const struct scoreboard_rules_record *r = &l->record[t % SCOREBOARD_HISTORY];
    if (!r->under_way || r->kind != SLUICE_HEADROOM) continue;
    *pool += r->pool;
    if (r->enq / l->s.dims.classes == port) sum += r->cells;
  }
  return sum;
}

struct scoreboard_pool scoreboard_pool_with(const struct scoreboard_rules *l, int queue, int64_t cells, int64_t x,
                                            int64_t port, int64_t all) {
  const int classes = l->s.dims.classes;
  struct scoreboard_pool pool = {.most = l->pool_charged + all + cells};
  for (int p = 0; p < l->s.dims.ports; p++) {
    int64_t least = 0, then = 0, charged = 0, pool_under_way;
    for (int c = 0; c < classes; c++) {
      const struct scoreboard_rules_group *g = &l->group[p * classes + c];
      least += g->least.cells;
      then += g->then;
      charged += g->charged;
    }
    const int64_t port_headroom = l->s.port[p].port_headroom;
    pool.most += above(then, port_headroom);
    if (p == queue / classes) {
      charged -= under_way(l, p, &pool_under_way);
      pool.most -= pool_under_way;
      pool.own = then + charged + port + cells <= port_headroom;
      least += x;
    }
    pool.least += above(least, port_headroom);
  }
  return pool;
}
