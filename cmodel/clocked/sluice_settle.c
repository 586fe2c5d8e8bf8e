#include "cmodel/clocked/sluice_rules.h"

uint32_t sluice_settle(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls, uint32_t surplus,
                       uint32_t held) {
  uint32_t repaid = (uint32_t)sluice_to_headroom(surplus, held);
  *sluice_group(a, cfg, port, cls) -= repaid;
  if (cfg->lossless >> cls & 1) a->port[port].sum -= surplus;
  return surplus - repaid;
}
