#include "cmodel/rules/sluice_occupancy.h"

#include <string.h>

void sluice_occupancy_restart(struct sluice_occupancy *o, const struct sluice_config *cfg) {
  memset(o, 0, sizeof *o);
  o->pool_free = (uint32_t)cfg->shared;
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) o->partition_free[c] = (uint32_t)cfg->partition[c];
}

// SHP: counts headroom of the port, and the part that the pool provides.
static void set_port_headroom(struct sluice_occupancy *o, const struct sluice_config *cfg, int port, uint32_t cells) {
  uint32_t *used = &o->port[port].headroom[SLUICE_PORT_GROUP];
  const struct sluice_limits *limits = sluice_limits_of(cfg, port);
  o->headroom_pool += (uint32_t)(sluice_from_pool(limits, cells) - sluice_from_pool(limits, *used));
  *used = cells;
}

void sluice_occupancy_charge(struct sluice_occupancy *o, const struct sluice_config *cfg, enum sluice_admission kind,
                             int port, int cls, uint32_t cells) {
  struct sluice_port_occupancy *p = &o->port[port];
  uint32_t growth = (uint32_t)sluice_growth(p->queue[cls], cells, sluice_limits_of(cfg, port)->phi);
  uint32_t charged = (uint32_t)sluice_charged(cfg->scheme, kind, cells);
  p->queue[cls] += cells;
  p->surplus[cls] += charged - growth;
  if (sluice_is_lossless(cfg, cls)) p->sum += charged;
  if (kind == SLUICE_HEADROOM) p->headroom[sluice_group(cfg, cls)] += cells;
  if (kind == SLUICE_HEADROOM && cfg->scheme == SLUICE_SHP)
    set_port_headroom(o, cfg, port, p->headroom[SLUICE_PORT_GROUP] + cells);
  o->total += cells;
}

void sluice_occupancy_take(struct sluice_occupancy *o, enum sluice_admission kind, int cls, uint32_t cells) {
  if (kind == SLUICE_PRIVATE) o->partition_free[cls] -= cells;
  if (kind == SLUICE_SHARED) o->class_shared[cls] += cells;
}

void sluice_occupancy_discharge(struct sluice_occupancy *o, const struct sluice_config *cfg, int port, int cls,
                                uint32_t cells) {
  struct sluice_port_occupancy *p = &o->port[port];
  p->queue[cls] -= cells;
  p->surplus[cls] += (uint32_t)sluice_growth(p->queue[cls], cells, sluice_limits_of(cfg, port)->phi);
  o->total -= cells;
}

uint32_t sluice_occupancy_settle(struct sluice_occupancy *o, const struct sluice_config *cfg, int port, int cls,
                                 uint32_t surplus, uint32_t headroom) {
  struct sluice_port_occupancy *p = &o->port[port];
  uint32_t returned = (uint32_t)sluice_to_headroom(surplus, headroom), freed = surplus - returned;
  p->headroom[sluice_group(cfg, cls)] -= returned;
  if (cfg->scheme == SLUICE_SHP) set_port_headroom(o, cfg, port, p->headroom[SLUICE_PORT_GROUP] - returned);
  if (sluice_is_lossless(cfg, cls)) p->sum -= surplus;
  if (cfg->scheme != SLUICE_TTL) return freed;
  uint32_t shared = (uint32_t)sluice_to_shared(freed, o->class_shared[cls]);
  o->class_shared[cls] -= shared;
  o->partition_free[cls] += freed - shared;
  return shared;
}
