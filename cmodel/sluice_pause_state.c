#include "sluice_rules.h"

uint16_t sluice_queue_next(const struct sluice_config *cfg, uint16_t level, int cls, uint32_t queue, bool headroom,
                           const struct sluice_thresholds *x) {
  if (!(cfg->lossless >> cls & 1)) return SLUICE_FREE;
  if (sluice_is_gfc(cfg->scheme)) return sluice_stage(cfg, queue);
  bool owns_headroom = cfg->scheme != SLUICE_DSH;
  uint32_t limit = level == SLUICE_OFF ? x->xqon : x->xqoff;
  return sluice_above(queue, cfg->phi) > limit || (owns_headroom && headroom) ? SLUICE_OFF : SLUICE_FREE;
}

bool sluice_port_next(const struct sluice_config *cfg, bool off, uint32_t sum, bool headroom,
                      const struct sluice_thresholds *x) {
  return cfg->scheme == SLUICE_DSH && (sum > (off ? x->xpon : x->xpoff) || headroom);
}
