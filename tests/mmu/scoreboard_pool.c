#include "tests/mmu/scoreboard_pool.h"

static int64_t above(int64_t a, int64_t b) { return a > b ? a - b : 0; }

// Cells of the enqueues under way that were charged to the headroom of a port.
static int64_t charged_under_way(const struct scoreboard_rules *l, int port) {
  int64_t sum = 0;
  for (int64_t t = l->cycle; t >= 0 && t >= l->cycle - SLUICE_ADMISSION_LAG; t--) {
    const struct scoreboard_rules_record *r = &l->record[t % SCOREBOARD_HISTORY];
    if (r->under_way && r->kind == SLUICE_HEADROOM && r->enq / l->s.dims.classes == port) sum += r->cells;
  }
  return sum;
}

struct scoreboard_pool scoreboard_pool_with(const struct scoreboard_rules *l, int queue, int64_t cells, int64_t x,
                                            int64_t port, int64_t all) {
  const int classes = l->s.dims.classes;
  const int64_t own = l->s.port_headroom;
  struct scoreboard_pool pool = {.most = all};
  for (int p = 0; p < l->s.dims.ports; p++) {
    const bool here = p == queue / classes;
    int64_t least = 0, most = -charged_under_way(l, p);
    for (int c = 0; c < classes; c++) {
      const struct scoreboard_rules_group *g = &l->group[p * classes + c];
      least += g->least.cells;
      most += scoreboard_rules_headroom_most(g);
    }
    pool.least += above(least + (here ? x : 0), own);
    pool.most += above(most, own);
    const int64_t beyond = above(most + port + cells, own);
    if (here && beyond == 0) return (struct scoreboard_pool){0};  // the port's own headroom holds all of them
    if (here) pool.most += beyond < cells ? beyond : cells;
  }
  return pool;
}
