#include "cmodel/clocked/sluice_headroom_pool.h"

#include "cmodel/rules/sluice_headroom_pool.h"

void sluice_headroom_pool_read(const struct sluice_headroom_pool *pool, struct sluice_visit *v) {
  v->port_charged = pool->port[v->port].charged;
  v->port_pooled = pool->port[v->port].pooled;
}

void sluice_headroom_pool_charge(struct sluice_headroom_pool *pool, const struct sluice_enq *enq) {
  if (enq->kind == SLUICE_HEADROOM) pool->port[enq->port].charged += enq->cells;
  if (enq->in_pool) pool->port[enq->port].pooled += enq->cells;
}

void sluice_headroom_pool_settle(struct sluice_headroom_pool *pool, const struct sluice_config *cfg,
                                 struct sluice_visit *v) {
  struct sluice_port_headroom *p = &pool->port[v->port];
  p->returned += v->returned;
  v->port_returned = p->returned;
  const uint32_t part = (uint32_t)sluice_from_pool(cfg, v->port_charged - p->returned);
  v->pool_freed = v->port_pooled - part - p->repaid;
  p->repaid += v->pool_freed;
}
