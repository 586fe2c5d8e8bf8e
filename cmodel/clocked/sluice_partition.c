#include "cmodel/clocked/sluice_rules.h"

bool sluice_partition_fits(const struct sluice_account *a, int cls, uint32_t cells) {
  return sluice_partition_holds(a->partition_room[cls], cells);
}

void sluice_partition_take(struct sluice_account *a, enum sluice_admission kind, int cls, uint32_t cells) {
  if (kind == SLUICE_PRIVATE) a->partition_room[cls] -= cells;
  if (kind == SLUICE_SHARED) a->class_shared[cls] += cells;
}

uint32_t sluice_partition_repay(struct sluice_account *a, int cls, uint32_t freed) {
  uint32_t shared = (uint32_t)sluice_to_shared(freed, a->class_shared[cls]);
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
