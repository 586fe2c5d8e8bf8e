#include "cmodel/clocked/sluice_pool_free.h"

#include <stddef.h>

// An enqueue counts as charged to the pool until its admission is known.
static uint64_t pool_free(struct sluice_account *a, const struct sluice_context *x, int lag) {
  int64_t cells = a->resizing > 0 ? (int64_t)x->cfg.shared : a->occupancy.pool_free;
  for (int age = 1; age < SLUICE_ENQ_TAKE; age++) {
    const struct sluice_enq *enq = sluice_enq_at(&a->pipe, x->cycle, age);
    if (enq != NULL && (enq->kind == SLUICE_SHARED || age < SLUICE_ENQ_POOL + lag)) cells -= enq->cells;
  }
  for (int age = SLUICE_VISIT_POOL + lag; age < SLUICE_VISIT_FREE; age++) {
    const struct sluice_visit *v = sluice_visit_at(&a->pipe, x->cycle, age);
    if (v != NULL) cells += v->freed;
  }
  return cells > 0 ? (uint64_t)cells : 0;
}

uint64_t sluice_pool_free_now(struct sluice_account *a, const struct sluice_context *x) { return pool_free(a, x, 0); }

uint64_t sluice_pool_free_lossy(struct sluice_account *a, const struct sluice_context *x) { return pool_free(a, x, 1); }
