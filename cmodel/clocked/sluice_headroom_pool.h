// SHP: the headroom of the ports and the pool of the switch [spec 3]. A packet that goes to headroom is charged whole
// to the pool, unless the port's own headroom holds it; the next visit of a queue of the port returns the excess.
// Internal.
#ifndef SLUICE_HEADROOM_POOL_STEP_H
#define SLUICE_HEADROOM_POOL_STEP_H

#include "cmodel/clocked/sluice_pipeline.h"

// Cells since the last change of structural values, modulo 2^32
struct sluice_port_headroom {
  uint32_t charged, pooled;   // to the headroom of the port; for the port to the pool
  uint32_t returned, repaid;  // of these, by visits
  uint32_t seen;              // returned, as an admission sees it
};
struct sluice_headroom_pool {
  uint32_t free;
  struct sluice_port_headroom port[SLUICE_MAX_PORTS];
};

// Headroom cells of the port, as an admission sees them.
static inline uint32_t sluice_port_headroom(const struct sluice_headroom_pool *pool, int port) {
  return pool->port[port].charged - pool->port[port].seen;
}

// A visit reads the counters of its port.
void sluice_headroom_pool_read(const struct sluice_headroom_pool *pool, struct sluice_visit *v);
// An enqueue is counted.
void sluice_headroom_pool_charge(struct sluice_headroom_pool *pool, const struct sluice_enq *enq);
// A visit has settled its queue: computes the cells that it returns to the pool.
void sluice_headroom_pool_settle(struct sluice_headroom_pool *pool, const struct sluice_config *cfg,
                                 struct sluice_visit *v);

#endif
