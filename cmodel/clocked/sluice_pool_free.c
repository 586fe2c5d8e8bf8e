#include "cmodel/clocked/sluice_pool_free.h"

#include <stddef.h>

// Free cells of a pool. free: as counted; size: its new size; charges, freed: of an enqueue and of a visit; later:
// cycles by which its visits return cells later than those of the shared pool. An enqueue counts as charged until its
// admission is known.
struct pool {
  uint64_t size, free;
  bool (*charges)(const struct sluice_enq *enq);
  uint32_t (*freed)(const struct sluice_visit *v);
  int later;
};

static bool charges_shared(const struct sluice_enq *enq) { return enq->kind == SLUICE_SHARED; }
static uint32_t freed_shared(const struct sluice_visit *v) { return v->freed; }
static bool charges_headroom(const struct sluice_enq *enq) { return enq->in_pool; }
static uint32_t freed_headroom(const struct sluice_visit *v) { return v->pool_freed; }

static uint64_t pool_free(struct sluice_account *a, const struct sluice_context *x, const struct pool *pool, int lag) {
  int64_t cells = (int64_t)(a->resizing > 0 ? pool->size : pool->free);
  for (int age = 1; age < SLUICE_ENQ_TAKE; age++) {
    const struct sluice_enq *enq = sluice_enq_at(&a->pipe, x->cycle, age);
    if (enq != NULL && (pool->charges(enq) || age < SLUICE_ENQ_POOL + lag)) cells -= enq->cells;
  }
  for (int age = SLUICE_VISIT_POOL + pool->later + lag; age < SLUICE_VISIT_FREE + pool->later; age++) {
    const struct sluice_visit *v = sluice_visit_at(&a->pipe, x->cycle, age);
    if (v != NULL) cells += pool->freed(v);
  }
  return cells > 0 ? (uint64_t)cells : 0;
}

static uint64_t shared_free(struct sluice_account *a, const struct sluice_context *x, int lag) {
  const struct pool pool = {x->cfg.shared, a->occupancy.pool_free, charges_shared, freed_shared, 0};
  return pool_free(a, x, &pool, lag);
}

uint64_t sluice_pool_free_now(struct sluice_account *a, const struct sluice_context *x) { return shared_free(a, x, 0); }

uint64_t sluice_pool_free_lossy(struct sluice_account *a, const struct sluice_context *x) {
  return shared_free(a, x, 1);
}

uint64_t sluice_headroom_pool_free(struct sluice_account *a, const struct sluice_context *x) {
  const struct pool pool = {x->cfg.headroom_pool, a->headroom_pool.free, charges_headroom, freed_headroom,
                            SLUICE_VISIT_HEADROOM_FREE - SLUICE_VISIT_FREE};
  return pool_free(a, x, &pool, 0);
}
