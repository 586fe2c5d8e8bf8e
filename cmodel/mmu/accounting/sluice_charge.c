#include "sluice_rules.h"

uint32_t sluice_above(uint32_t queue, uint32_t phi) { return queue > phi ? queue - phi : 0; }

uint32_t *sluice_group(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls) {
  bool of_port = cfg->scheme == SLUICE_DSH && (cfg->lossless >> cls & 1);
  return &a->port[port].headroom[of_port ? SLUICE_PORT_GROUP : cls];
}

uint32_t sluice_charge(struct sluice_account *a, const struct sluice_config *cfg, enum sluice_admission kind, int port,
                       int cls, uint32_t cells) {
  if (kind > SLUICE_HEADROOM || cells == 0) return 0;
  bool ttl = cfg->scheme == SLUICE_TTL;
  uint32_t *queue = &a->port[port].queue[cls];
  uint32_t growth = sluice_above(*queue + cells, cfg->phi) - sluice_above(*queue, cfg->phi);
  uint32_t charged = kind != SLUICE_PRIVATE || ttl ? cells : 0;
  *queue += cells;
  a->total += cells;
  a->port[port].surplus[cls] += charged - growth;
  if (cfg->lossless >> cls & 1) a->port[port].sum += charged;
  if (kind == SLUICE_HEADROOM) *sluice_group(a, cfg, port, cls) += cells;
  if (ttl && kind == SLUICE_PRIVATE) a->partition_room[cls] -= cells;
  if (ttl && kind == SLUICE_SHARED) a->class_shared[cls] += cells;
  return kind == SLUICE_SHARED ? cells : 0;
}

void sluice_discharge(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls, uint32_t cells) {
  uint32_t *queue = &a->port[port].queue[cls];
  a->port[port].surplus[cls] += sluice_above(*queue, cfg->phi) - sluice_above(*queue - cells, cfg->phi);
  *queue -= cells;
  a->total -= cells;
}
