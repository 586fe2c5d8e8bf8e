#include "sluice_rules.h"

uint32_t sluice_above(uint32_t queue, uint32_t phi) { return queue > phi ? queue - phi : 0; }

uint32_t *sluice_group(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls) {
  return &a->headroom[port][cfg->scheme == SLUICE_DSH ? 0 : cls];
}
