// Values that follow from the parameters of a build.
#include "cmodel/sluice_switch.h"

struct sluice_dims sluice_switch_mmu_dims(const struct sluice_switch_dims *dims) {
  int width = 1;
  while (dims->cells >> width) width++;  // log2 CELLS, plus one
  return (struct sluice_dims){dims->ports, dims->classes, width, dims->schemes, dims->port_limits};
}

int sluice_switch_slots(int ports) { return ports < 4 ? 5 : ports + 1; }

static bool passes(const struct sluice_switch_dims *dims, int line, int frame) {
  int cells = (frame + dims->cell_bytes - 1) / dims->cell_bytes;
  return cells * sluice_switch_slots(dims->ports) * line <= 8 * (frame + SLUICE_SWITCH_GAP);
}

// Whether an output with four cells loses no time on its line: it needs a turn of the wheel and 7 cycles
// (docs/hardware/switch-timing.md, "Line rate of an output").
static bool is_ahead(const struct sluice_switch_dims *dims, int line, int frame) {
  const int cell = dims->cell_bytes, cells = (frame + cell - 1) / cell, rest = frame - (cells - 1) * cell;
  const int gap = SLUICE_SWITCH_GAP;
  const int bytes = cells == 1 ? 3 * frame + 4 * gap : cells == 2 ? cell + 2 * (rest + gap) : 2 * cell + rest + gap;
  return (sluice_switch_slots(dims->ports) + 7) * line <= 8 * bytes;
}

// The worst frames are the shortest one and the first one with a byte more than whole cells.
bool sluice_switch_keeps_pace(const struct sluice_switch_dims *dims, int line) {
  int cell = dims->cell_bytes, whole = (SLUICE_SWITCH_MIN_FRAME + cell - 1) / cell * cell;
  const int frames[] = {SLUICE_SWITCH_MIN_FRAME, whole + 1, whole + cell + 1};
  for (int i = 0; i < 3; i++)
    if (!passes(dims, line, frames[i]) || !is_ahead(dims, line, frames[i])) return false;
  return true;
}
