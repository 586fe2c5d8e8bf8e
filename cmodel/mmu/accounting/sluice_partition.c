#include "sluice_rules.h"

bool sluice_partition_fits(const struct sluice_account *a, int cls, uint32_t cells) {
  return cells <= a->partition_room[cls];
}

uint32_t sluice_partition_repay(struct sluice_account *a, int cls, uint32_t freed) {
  uint32_t shared = freed < a->class_shared[cls] ? freed : a->class_shared[cls];
  a->class_shared[cls] -= shared;
  a->partition_room[cls] += freed - shared;
  return shared;
}

void sluice_partition_restart(struct sluice_account *a, const struct sluice_config *cfg) {
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) {
    a->partition_room[c] = cfg->partition[c];
    a->class_shared[c] = 0;
  }
}
