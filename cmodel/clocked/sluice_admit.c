#include "cmodel/clocked/sluice_rules.h"

bool sluice_private_fits(const struct sluice_account *a, const struct sluice_config *cfg, int port, int cls,
                         uint32_t cells) {
  return sluice_fits_private(cfg, a->port[port].queue[cls], cells);
}

bool sluice_headroom_fits(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls,
                          uint32_t cells) {
  return sluice_fits_headroom(cfg, *sluice_group(a, cfg, port, cls), cells);
}

enum sluice_admission sluice_admit(struct sluice_account *a, const struct sluice_config *cfg, uint32_t max, bool off,
                                   int port, int cls, uint32_t cells, const struct sluice_under_way *under_way) {
  if (!cfg->configured || cells > cfg->max_packet) return SLUICE_REFUSED;
  if (cells == 0) return SLUICE_PRIVATE;
  uint32_t queue = a->port[port].queue[cls] + under_way->port;
  struct sluice_fits fits = {
      .own = cfg->scheme == SLUICE_TTL ? sluice_partition_fits(a, cls, under_way->cls + cells)
                                       : sluice_fits_private(cfg, queue, cells),
      .shared = sluice_fits_shared(a->room, (uint64_t)under_way->all + cells),
      .headroom = sluice_headroom_fits(a, cfg, port, cls, under_way->port + cells),
      .lossy = sluice_lossy_need(cfg, queue, cells) <=
               sluice_lossy_limit(cfg->alpha_lossy, max, sluice_minus(a->room, under_way->all)),
  };
  return sluice_verdict(cfg->scheme, cfg->lossless >> cls & 1, off, &fits);
}
