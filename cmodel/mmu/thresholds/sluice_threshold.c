#include "sluice_rules.h"

uint32_t sluice_minus(uint32_t a, uint32_t b) { return a > b ? a - b : 0; }

static uint32_t at_most(uint64_t value, uint32_t max) { return value < max ? (uint32_t)value : max; }

uint32_t sluice_threshold_t(const struct sluice_config *cfg, uint32_t max, uint32_t room) {
  if (cfg->scheme != SLUICE_SIH && cfg->scheme != SLUICE_DSH) return 0;
  return cfg->alpha < 0 ? room >> -cfg->alpha : at_most((uint64_t)room << cfg->alpha, max);
}

uint32_t sluice_threshold_xqoff(const struct sluice_config *cfg, uint32_t t) {
  if (cfg->scheme == SLUICE_STATIC) return cfg->xoff;
  return cfg->scheme == SLUICE_DSH ? sluice_minus(t, cfg->eta) : t;
}

uint32_t sluice_threshold_xpoff(uint32_t max, int classes, uint32_t t) { return at_most((uint64_t)t * classes, max); }

uint32_t sluice_threshold_xqon(const struct sluice_config *cfg, uint32_t xqoff) {
  return cfg->scheme == SLUICE_STATIC ? cfg->xon : sluice_minus(xqoff, cfg->delta_q);
}

uint32_t sluice_threshold_xpon(const struct sluice_config *cfg, uint32_t xpoff) {
  return sluice_minus(xpoff, cfg->delta_p);
}

struct sluice_thresholds sluice_thresholds_of(const struct sluice_config *cfg, const struct sluice_dims *dims, int cls,
                                              uint32_t room, uint32_t partition_room) {
  uint32_t max = (UINT32_C(1) << dims->width) - 1;
  uint32_t t = sluice_threshold_t(cfg, max, room);
  struct sluice_thresholds x = {0};
  if (cfg->scheme == SLUICE_TTL) {
    x.xqoff = sluice_weigh_threshold(cfg->alpha, max, sluice_weigh_share(cfg, cls, room), partition_room);
    x.xqon = sluice_minus(x.xqoff, cfg->delta_q);
    return x;
  }
  x.xqoff = sluice_threshold_xqoff(cfg, t);
  x.xqon = sluice_threshold_xqon(cfg, x.xqoff);
  x.xpoff = sluice_threshold_xpoff(max, dims->classes, t);
  x.xpon = sluice_threshold_xpon(cfg, x.xpoff);
  return x;
}

struct sluice_thresholds sluice_thresholds(const struct sluice_config *cfg, const struct sluice_dims *dims,
                                           const struct sluice_account *a, int cls) {
  return sluice_thresholds_of(cfg, dims, cls, a->room, a->partition_room[cls]);
}
