#include "cmodel/clocked/sluice_rules.h"

#include <string.h>

enum sluice_reason sluice_rules_init(struct sluice_rules *r, const struct sluice_dims *dims, const uint32_t *regs) {
  memset(r, 0, sizeof *r);
  enum sluice_reason reason = sluice_config_check(dims, regs);
  if (reason != SLUICE_OK) return reason;
  r->dims = *dims;
  sluice_config_decode(&r->cfg, regs);
  r->account.room = r->cfg.shared;
  sluice_partition_restart(&r->account, &r->cfg);
  return SLUICE_OK;
}

static void examine(struct sluice_rules *r, int port, int cls) {
  const struct sluice_config *cfg = &r->cfg;
  struct sluice_thresholds x = sluice_thresholds(cfg, &r->dims, &r->account, cls);
  bool lossless = cfg->lossless >> cls & 1, headroom = *sluice_group(&r->account, cfg, port, cls) > 0;
  uint32_t queue = r->account.port[port].queue[cls];
  uint16_t *level = &r->level[port][cls], stage = sluice_stage_of(cfg->scheme, cfg, queue);
  *level = sluice_queue_level(cfg->scheme, lossless, *level, sluice_above(queue, cfg->phi), stage, headroom, &x);
  if (lossless)
    r->port_off[port] = sluice_port_off(cfg->scheme, r->port_off[port], r->account.port[port].sum, headroom, &x);
}

static void settle(struct sluice_rules *r, int port, int cls) {
  struct sluice_account *a = &r->account;
  uint32_t surplus = a->port[port].surplus[cls];
  a->port[port].surplus[cls] = 0;
  uint32_t freed = sluice_settle(a, &r->cfg, port, cls, surplus, *sluice_group(a, &r->cfg, port, cls));
  a->room += r->cfg.scheme == SLUICE_TTL ? sluice_partition_repay(a, cls, freed) : freed;
}

enum sluice_admission sluice_rules_enqueue(struct sluice_rules *r, int port, int cls, uint32_t cells) {
  bool off = r->cfg.scheme == SLUICE_DSH ? r->port_off[port] : r->level[port][cls] == SLUICE_OFF;
  uint32_t max = sluice_max(&r->dims);
  enum sluice_admission kind =
      sluice_admit(&r->account, &r->cfg, max, off, port, cls, cells, &(struct sluice_under_way){0});
  r->account.room -= sluice_charge(&r->account, &r->cfg, kind, port, cls, cells);
  if (r->cfg.scheme == SLUICE_TTL) sluice_partition_take(&r->account, kind, cls, cells);
  settle(r, port, cls);
  examine(r, port, cls);
  return kind;
}

bool sluice_rules_dequeue(struct sluice_rules *r, int port, int cls, uint32_t cells) {
  if (cells > r->account.port[port].queue[cls]) return false;
  sluice_discharge(&r->account, &r->cfg, port, cls, cells);
  settle(r, port, cls);
  examine(r, port, cls);
  return true;
}

void sluice_rules_scan(struct sluice_rules *r) {
  for (int p = 0; p < r->dims.ports; p++)
    for (int c = 0; c < r->dims.classes; c++) examine(r, p, c);
}
