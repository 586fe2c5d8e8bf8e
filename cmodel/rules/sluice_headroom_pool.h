// SHP: a headroom pool for the whole switch [spec 3]. A queue uses at most eta cells of headroom. Of all headroom that
// the queues of a port use, the port provides PORT_HEADROOM cells, and the pool the rest. The pool is repaid first.
#ifndef SLUICE_HEADROOM_POOL_H
#define SLUICE_HEADROOM_POOL_H

#include "cmodel/rules/sluice_config.h"

// The cells that the pool provides for a port whose queues use `port` cells of headroom.
static inline uint64_t sluice_from_pool(const struct sluice_config *cfg, uint64_t port) {
  return sluice_minus(port, cfg->port_headroom);
}

// Whether `cells` more cells of a port fit, with `free` cells in the pool.
static inline bool sluice_fits_headroom_pool(const struct sluice_config *cfg, uint64_t free, uint64_t port,
                                             uint64_t cells) {
  return sluice_from_pool(cfg, port + cells) - sluice_from_pool(cfg, port) <= free;
}

#endif
