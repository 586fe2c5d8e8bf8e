#include "sluice_rules.h"

bool sluice_private_fits(const struct sluice_account *a, const struct sluice_config *cfg, int port, int cls,
                         uint32_t cells) {
  return (uint64_t)a->queue[port][cls] + cells <= cfg->phi;
}

bool sluice_headroom_fits(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls,
                          uint32_t cells) {
  return (uint64_t)*sluice_group(a, cfg, port, cls) + cells <= cfg->eta;
}

uint32_t sluice_lossy_limit(int alpha_lossy, uint32_t max, uint32_t room) {
  uint64_t limit = alpha_lossy < 0 ? room >> -alpha_lossy : (uint64_t)room << alpha_lossy;
  return limit < max ? (uint32_t)limit : max;
}

uint32_t sluice_lossy_need(const struct sluice_account *a, const struct sluice_config *cfg, int port, int cls,
                           uint32_t under_way, uint32_t cells) {
  return sluice_above(a->queue[port][cls] + under_way, cfg->phi) + cells;
}

enum sluice_admission sluice_verdict(const struct sluice_config *cfg, bool lossless, bool off,
                                     const struct sluice_fits *fits) {
  if (fits->own) return SLUICE_PRIVATE;
  bool open = lossless ? !off || cfg->scheme == SLUICE_TTL : fits->lossy;
  if (fits->shared && open) return SLUICE_SHARED;
  return lossless && fits->headroom ? SLUICE_HEADROOM : SLUICE_REFUSED;
}

enum sluice_admission sluice_admit(struct sluice_account *a, const struct sluice_config *cfg, uint32_t max, bool off,
                                   int port, int cls, uint32_t cells, const struct sluice_under_way *under_way) {
  if (!cfg->configured || cells > cfg->max_packet) return SLUICE_REFUSED;
  if (cells == 0) return SLUICE_PRIVATE;
  uint32_t free = sluice_minus(a->room, under_way->all);
  struct sluice_fits fits = {
      .own = cfg->scheme == SLUICE_TTL ? sluice_partition_fits(a, cls, under_way->cls + cells)
                                       : sluice_private_fits(a, cfg, port, cls, under_way->port + cells),
      .shared = (uint64_t)under_way->all + cells <= a->room,
      .headroom = sluice_headroom_fits(a, cfg, port, cls, under_way->port + cells),
      .lossy = sluice_lossy_need(a, cfg, port, cls, under_way->port, cells) <=
               sluice_lossy_limit(cfg->alpha_lossy, max, free),
  };
  return sluice_verdict(cfg, cfg->lossless >> cls & 1, off, &fits);
}
