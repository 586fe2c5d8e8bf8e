#include "sluice_rules.h"

bool sluice_queue_next(const struct sluice_config *cfg, bool off, int cls, uint32_t above, bool headroom,
                       const struct sluice_thresholds *x) {
  if (!(cfg->lossless >> cls & 1)) return false;
  bool owns_headroom = cfg->scheme != SLUICE_DSH;
  return above > (off ? x->xqon : x->xqoff) || (owns_headroom && headroom);
}

bool sluice_port_next(const struct sluice_config *cfg, bool off, uint32_t sum, bool headroom,
                      const struct sluice_thresholds *x) {
  return cfg->scheme == SLUICE_DSH && (sum > (off ? x->xpon : x->xpoff) || headroom);
}
