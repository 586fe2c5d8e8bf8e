#include "sluice_rules.h"

enum sluice_admission sluice_admit(struct sluice_account *a, const struct sluice_config *cfg, bool off, int port,
                                   int cls, uint32_t cells) {
  if (!cfg->configured) return SLUICE_REFUSED;
  uint32_t *queue = &a->queue[port][cls];
  uint32_t *headroom = sluice_group(a, cfg, port, cls);
  bool lossless = cfg->lossless >> cls & 1;
  // Counters have at most 28 bits, so that no sum of two wraps.
  uint32_t growth = sluice_above(*queue + cells, cfg->phi) - sluice_above(*queue, cfg->phi);
  enum sluice_admission kind = SLUICE_PRIVATE;
  if (growth > 0) {
    if (cfg->scheme == SLUICE_TTL && sluice_partition_admit(a, cls, growth)) {
      kind = SLUICE_PRIVATE;
    } else if (growth <= a->room && !(off && lossless && cfg->scheme != SLUICE_TTL)) {
      kind = SLUICE_SHARED;
      a->room -= growth;
      a->class_shared[cls] += growth;
    } else if (lossless && growth + *headroom <= cfg->eta) {
      kind = SLUICE_HEADROOM;
      *headroom += growth;
    } else {
      return SLUICE_REFUSED;
    }
    if (lossless) a->sum[port] += growth;
  }
  *queue += cells;
  a->total += cells;
  return kind;
}
