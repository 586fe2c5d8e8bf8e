#include "cmodel/clocked/sluice_rules.h"

struct sluice_thresholds sluice_thresholds(const struct sluice_config *cfg, const struct sluice_dims *dims,
                                           const struct sluice_account *a, int cls) {
  return sluice_thresholds_of(cfg->scheme, cfg, sluice_max(dims), dims->classes, cls, a->room, a->partition_room[cls]);
}
