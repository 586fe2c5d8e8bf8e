// The occupancy of one switch, without cycles [spec 3], and its changes by events, by the rules of this folder. Amounts
// are cells, in the widths of the RTL's counters.
//
// The headroom group of a lossless queue is its port under DSH, else the queue. A packet is charged whole to the pool
// of its admission. The part of the charge beyond the growth of w, and the cells that dequeues free, are surplus until
// they are settled.
#ifndef SLUICE_OCCUPANCY_H
#define SLUICE_OCCUPANCY_H

#include "cmodel/rules/sluice_admit.h"
#include "cmodel/rules/sluice_threshold.h"

enum { SLUICE_PORT_GROUP = SLUICE_MAX_CLASSES };
struct sluice_port_occupancy {
  uint32_t queue[SLUICE_MAX_CLASSES];    // q
  uint32_t surplus[SLUICE_MAX_CLASSES];  // charged for the queue beyond its w
  uint32_t
      headroom[SLUICE_MAX_CLASSES + 1];  // h of each group; the last one is the port's: DSH; SHP: of all its queues
  uint32_t sum;                          // W: charged for the lossless classes
};
struct sluice_occupancy {
  uint32_t pool_free;                           // Bs - S
  uint32_t total;                               // of all queues
  uint32_t headroom_pool;                       // SHP: cells of the headroom pool in use
  uint32_t partition_free[SLUICE_MAX_CLASSES];  // TTL: b_j - s_j
  uint32_t class_shared[SLUICE_MAX_CLASSES];    // TTL: cells that the class holds of the shared partition
  struct sluice_port_occupancy port[SLUICE_MAX_PORTS];
};

// The largest value of a counter.
static inline uint32_t sluice_max(const struct sluice_dims *dims) { return (UINT32_C(1) << dims->width) - 1; }

static inline bool sluice_is_lossless(const struct sluice_config *cfg, int cls) { return cfg->lossless >> cls & 1; }

// The headroom group of a queue: an index into `headroom` of its port.
static inline int sluice_group(const struct sluice_config *cfg, int cls) {
  return cfg->scheme == SLUICE_DSH && sluice_is_lossless(cfg, cls) ? SLUICE_PORT_GROUP : cls;
}

// Sets the occupancy of an empty switch with this configuration.
void sluice_occupancy_restart(struct sluice_occupancy *o, const struct sluice_config *cfg);

// Counts an admitted packet in queue, sum and headroom. sluice_occupancy_take() charges the pools.
void sluice_occupancy_charge(struct sluice_occupancy *o, const struct sluice_config *cfg, enum sluice_admission kind,
                             int port, int cls, uint32_t cells);
// TTL: counts an admitted packet in the partitions.
void sluice_occupancy_take(struct sluice_occupancy *o, enum sluice_admission kind, int cls, uint32_t cells);
// Counts `cells` cells that leave a queue, which holds at least that many.
void sluice_occupancy_discharge(struct sluice_occupancy *o, const struct sluice_config *cfg, int port, int cls,
                                uint32_t cells);
// Settles surplus of a queue. headroom: cells in the group's headroom when the surplus was read. Returns the cells that
// return to the shared pool; under TTL the rest returns to the class's own partition.
uint32_t sluice_occupancy_settle(struct sluice_occupancy *o, const struct sluice_config *cfg, int port, int cls,
                                 uint32_t surplus, uint32_t headroom);

// The thresholds of a queue and of its port.
static inline struct sluice_thresholds sluice_occupancy_thresholds(const struct sluice_occupancy *o,
                                                                   const struct sluice_config *cfg,
                                                                   const struct sluice_dims *dims, int port, int cls) {
  return sluice_thresholds_of(cfg->scheme, cfg, sluice_limits_of(cfg, port), sluice_max(dims), dims->classes, cls,
                              o->pool_free, o->partition_free[cls]);
}

#endif
