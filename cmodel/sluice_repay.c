#include "sluice_rules.h"

bool sluice_repay(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls, uint32_t cells) {
  uint32_t *queue = &a->queue[port][cls];
  if (cells > *queue) return false;
  uint32_t fall = sluice_above(*queue, cfg->phi) - sluice_above(*queue - cells, cfg->phi);
  uint32_t repaid = 0;
  if (cfg->lossless >> cls & 1) {
    uint32_t *headroom = sluice_group(a, cfg, port, cls);
    repaid = fall < *headroom ? fall : *headroom;
    *headroom -= repaid;
    a->sum[port] -= fall;
  }
  uint32_t freed = fall - repaid;
  a->room += cfg->scheme == SLUICE_TTL ? sluice_partition_repay(a, cls, freed) : freed;
  *queue -= cells;
  a->total -= cells;
  return true;
}
