// Values that follow from the parameters of a build.
#include "cmodel/sluice_switch.h"

struct sluice_dims sluice_switch_mmu_dims(const struct sluice_switch_dims *dims) {
  int width = 1;
  while (dims->cells >> width) width++;  // log2 CELLS, plus one
  return (struct sluice_dims){dims->ports, dims->classes, width, dims->schemes};
}

int sluice_switch_slots(int ports) { return ports < 4 ? 5 : ports + 1; }

static bool passes(const struct sluice_switch_dims *dims, int line, int frame) {
  int cells = (frame + dims->cell_bytes - 1) / dims->cell_bytes;
  return cells * sluice_switch_slots(dims->ports) * line <= 8 * (frame + SLUICE_SWITCH_GAP);
}

// The worst frames are the shortest one and the first one with a byte more than whole cells.
bool sluice_switch_keeps_pace(const struct sluice_switch_dims *dims, int line) {
  int cell = dims->cell_bytes, whole = (SLUICE_SWITCH_MIN_FRAME + cell - 1) / cell * cell;
  return passes(dims, line, SLUICE_SWITCH_MIN_FRAME) && passes(dims, line, whole + 1);
}
