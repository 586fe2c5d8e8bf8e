#include "sluice_rules.h"

#include <string.h>

enum sluice_reason sluice_rules_init(struct sluice_rules *r, const struct sluice_dims *dims, const uint32_t *regs) {
  memset(r, 0, sizeof *r);
  enum sluice_reason reason = sluice_config_check(dims, regs);
  if (reason != SLUICE_OK) return reason;
  r->dims = *dims;
  sluice_config_decode(&r->cfg, regs);
  r->account.room = r->cfg.shared;
  return SLUICE_OK;
}

static void examine(struct sluice_rules *r, int port, int cls, const struct sluice_thresholds *x) {
  bool headroom = *sluice_group(&r->account, &r->cfg, port, cls) > 0;
  uint32_t above = sluice_above(r->account.queue[port][cls], r->cfg.phi);
  bool *queue_off = &r->queue_off[port][cls];
  *queue_off = sluice_queue_next(&r->cfg, *queue_off, cls, above, headroom, x);
  r->port_off[port] = sluice_port_next(&r->cfg, r->port_off[port], r->account.sum[port], headroom, x);
}

static void examine_event(struct sluice_rules *r, int port, int cls) {
  struct sluice_thresholds x = sluice_thresholds(&r->cfg, &r->dims, r->account.room);
  examine(r, port, cls, &x);
}

enum sluice_admission sluice_rules_enqueue(struct sluice_rules *r, int port, int cls, uint32_t cells) {
  bool off = r->cfg.scheme == SLUICE_DSH ? r->port_off[port] : r->queue_off[port][cls];
  enum sluice_admission kind = sluice_admit(&r->account, &r->cfg, off, port, cls, cells);
  examine_event(r, port, cls);
  return kind;
}

bool sluice_rules_dequeue(struct sluice_rules *r, int port, int cls, uint32_t cells) {
  if (!sluice_repay(&r->account, &r->cfg, port, cls, cells)) return false;
  examine_event(r, port, cls);
  return true;
}

void sluice_rules_scan(struct sluice_rules *r) {
  struct sluice_thresholds x = sluice_thresholds(&r->cfg, &r->dims, r->account.room);
  for (int p = 0; p < r->dims.ports; p++)
    for (int c = 0; c < r->dims.classes; c++) examine(r, p, c, &x);
}
