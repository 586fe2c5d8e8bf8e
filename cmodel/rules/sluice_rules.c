#include "cmodel/rules/sluice_rules.h"

#include <string.h>

enum sluice_reason sluice_rules_start(struct sluice_rules *r, const struct sluice_dims *dims,
                                      const struct sluice_config *cfg) {
  memset(r, 0, sizeof *r);
  r->dims = *dims;
  r->cfg = *cfg;
  sluice_occupancy_restart(&r->occupancy, &r->cfg);
  return sluice_config_reason(dims, cfg);
}

enum sluice_reason sluice_rules_init(struct sluice_rules *r, const struct sluice_dims *dims, const uint32_t *regs) {
  struct sluice_config cfg;
  enum sluice_reason reason = sluice_config_check(dims, regs);
  if (reason != SLUICE_OK) return reason;
  sluice_config_decode(&cfg, regs);
  return sluice_rules_start(r, dims, &cfg);
}

static uint32_t headroom_of(const struct sluice_rules *r, int port, int cls) {
  return r->occupancy.port[port].headroom[sluice_group(&r->cfg, cls)];
}

static void examine(struct sluice_rules *r, int port, int cls) {
  const struct sluice_config *cfg = &r->cfg;
  const struct sluice_port_occupancy *p = &r->occupancy.port[port];
  const struct sluice_thresholds x = sluice_occupancy_thresholds(&r->occupancy, cfg, &r->dims, port, cls);
  const bool lossless = sluice_is_lossless(cfg, cls), headroom = headroom_of(r, port, cls) > 0;
  uint16_t *level = &r->level[port][cls], stage = sluice_stage_of(cfg->scheme, cfg, p->queue[cls]);
  *level = sluice_queue_level(cfg->scheme, lossless, *level,
                              sluice_above(p->queue[cls], sluice_limits_of(cfg, port)->phi), stage, headroom, &x);
  if (lossless) r->port_off[port] = sluice_port_off(cfg->scheme, r->port_off[port], p->sum, headroom, &x);
}

static void settle(struct sluice_rules *r, int port, int cls) {
  uint32_t surplus = r->occupancy.port[port].surplus[cls];
  r->occupancy.port[port].surplus[cls] = 0;
  r->occupancy.pool_free +=
      sluice_occupancy_settle(&r->occupancy, &r->cfg, port, cls, surplus, headroom_of(r, port, cls));
}

enum sluice_admission sluice_rules_enqueue(struct sluice_rules *r, int port, int cls, uint32_t cells) {
  const struct sluice_config *cfg = &r->cfg;
  struct sluice_occupancy *o = &r->occupancy;
  if (cells > cfg->max_packet) return SLUICE_REFUSED;
  const struct sluice_met met = {
      .queue = o->port[port].queue[cls],
      .headroom = headroom_of(r, port, cls),
      .pool_free = o->pool_free,
      .pool_free_lossy = o->pool_free,
      .partition_free = o->partition_free[cls],
      .pool_holds = sluice_fits_headroom_pool(sluice_limits_of(cfg, port), cfg->headroom_pool - o->headroom_pool,
                                              o->port[port].headroom[SLUICE_PORT_GROUP], cells),
  };
  const bool lossless = sluice_is_lossless(cfg, cls);
  const bool off = cfg->scheme == SLUICE_DSH ? r->port_off[port] : r->level[port][cls] == SLUICE_OFF;
  const struct sluice_fits fits =
      sluice_what_fits(cfg->scheme, cfg, sluice_limits_of(cfg, port), sluice_max(&r->dims), lossless, &met, cells);
  const enum sluice_admission kind = cells == 0 ? SLUICE_PRIVATE : sluice_admit(cfg->scheme, lossless, off, &fits);
  if (kind != SLUICE_REFUSED) {
    sluice_occupancy_charge(o, cfg, kind, port, cls, cells);
    if (kind == SLUICE_SHARED) o->pool_free -= cells;
    if (cfg->scheme == SLUICE_TTL) sluice_occupancy_take(o, kind, cls, cells);
  }
  settle(r, port, cls);
  examine(r, port, cls);
  return kind;
}

bool sluice_rules_dequeue(struct sluice_rules *r, int port, int cls, uint32_t cells) {
  if (cells > r->occupancy.port[port].queue[cls]) return false;
  sluice_occupancy_discharge(&r->occupancy, &r->cfg, port, cls, cells);
  settle(r, port, cls);
  examine(r, port, cls);
  return true;
}

void sluice_rules_scan(struct sluice_rules *r) {
  for (int p = 0; p < r->dims.ports; p++)
    for (int c = 0; c < r->dims.classes; c++) examine(r, p, c);
}
