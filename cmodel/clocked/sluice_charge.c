#include "cmodel/clocked/sluice_rules.h"

uint32_t *sluice_group(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls) {
  bool of_port = cfg->scheme == SLUICE_DSH && (cfg->lossless >> cls & 1);
  return &a->port[port].headroom[of_port ? SLUICE_PORT_GROUP : cls];
}

uint32_t sluice_charge(struct sluice_account *a, const struct sluice_config *cfg, enum sluice_admission kind, int port,
                       int cls, uint32_t cells) {
  if (kind > SLUICE_HEADROOM || cells == 0) return 0;
  uint32_t *queue = &a->port[port].queue[cls];
  uint32_t growth = (uint32_t)sluice_growth(*queue, cells, cfg->phi);
  uint32_t charged = (uint32_t)sluice_charged(cfg->scheme, kind, cells);
  *queue += cells;
  a->total += cells;
  a->port[port].surplus[cls] += charged - growth;
  if (cfg->lossless >> cls & 1) a->port[port].sum += charged;
  if (kind == SLUICE_HEADROOM) *sluice_group(a, cfg, port, cls) += cells;
  return kind == SLUICE_SHARED ? cells : 0;
}

void sluice_discharge(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls, uint32_t cells) {
  uint32_t *queue = &a->port[port].queue[cls];
  *queue -= cells;
  a->port[port].surplus[cls] += (uint32_t)sluice_growth(*queue, cells, cfg->phi);
  a->total -= cells;
}
