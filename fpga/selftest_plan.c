#include <string.h>

#include "fpga/selftest_parts.h"

// A run has the parts whose scheme is built. Alpha is high in DSH and TTL, so that the shared pool fills up, ports are
// paused too, and headroom is used.
static const struct selftest_plan plans[SELFTEST_MAX_PARTS] = {
    {"STATIC", SLUICE_STATIC, .alpha = {0, 0}},
    {"SIH", SLUICE_SIH, .alpha = {-2, -1}},
    {"DSH", SLUICE_DSH, .alpha = {1, 3}},
    {"DSH native", SLUICE_DSH, .alpha = {3, 2}, .native = true},
    {"TTL", SLUICE_TTL, .alpha = {3, 2}},
    {"GFC", SLUICE_GFC, .stages = 5},
    {"GFC counting zeros", SLUICE_GFC, .stages = SLUICE_STAGES_COUNT_LEADING_ZEROS + 4},
    {"GFC-linear", SLUICE_GFC_LINEAR, .stages = 0},
};

static bool built(const struct selftest_build *build, int plan) {
  return build->dims.schemes >> plans[plan].scheme & 1;
}

int selftest_parts(const struct selftest_build *build) {
  int parts = 0;
  for (int i = 0; i < SELFTEST_MAX_PARTS; i++) parts += built(build, i);
  return parts;
}

const struct selftest_plan *selftest_plan(const struct selftest_build *build, int part) {
  int i = 0;
  while (!built(build, i) || part-- > 0) i++;
  return &plans[i];
}

bool selftest_is_gfc(const struct selftest_plan *plan) {
  return plan->scheme == SLUICE_GFC || plan->scheme == SLUICE_GFC_LINEAR;
}

// TTL: classes are the odd hops, so that each packet has the same class as with the other schemes.
static void set_ttl(const struct selftest_build *build, uint32_t *settings) {
  settings[SLUICE_REG_TTL0] = 2 * (uint32_t)build->dims.classes;
  settings[SLUICE_REG_TTL_OPTIONS] = SLUICE_TTL_HALF | SLUICE_TTL_ODD;
  for (int c = 0; c < build->dims.classes; c++) {
    settings[SLUICE_REG_PARTITION + c] = 64;
    settings[SLUICE_REG_WEIGHT + c] = 65536 / (uint32_t)build->dims.classes;
    settings[SLUICE_REG_BUFFER] += 64;
  }
}

// B0 = 16 and Bm = 80 cells. Stage k + 1 begins 32 >> k cells below Bm.
static void set_gfc(const struct selftest_plan *plan, uint32_t *settings) {
  settings[SLUICE_REG_STAGE_TOP] = 80;
  settings[SLUICE_REG_STAGE_BASE] = 16;
  settings[SLUICE_REG_STAGES] = plan->stages;
  for (int k = 0; k < 5; k++) settings[SLUICE_REG_STAGE + k] = 80 - (32u >> k);
  settings[SLUICE_REG_CELL_STEP] = 0xff0000;  // stage 15: 8 cells close the gate for about 1,000 cycles
  settings[SLUICE_REG_DRAIN_CYCLES] = 256 << 8;
}

void selftest_settings(const struct selftest_build *build, int part, uint32_t settings[SELFTEST_SETTINGS]) {
  const struct selftest_plan *plan = selftest_plan(build, part);
  uint32_t ports = (uint32_t)build->dims.ports, queues = ports * (uint32_t)build->dims.classes;
  uint32_t groups = plan->scheme == SLUICE_DSH ? ports : queues;
  uint32_t private_cells = plan->scheme == SLUICE_TTL ? 0 : selftest_is_gfc(plan) ? 160 : 2;
  uint32_t headroom = plan->scheme == SLUICE_DSH || plan->scheme == SLUICE_TTL ? 128 : selftest_is_gfc(plan) ? 0 : 64;
  uint32_t shared = selftest_is_gfc(plan) ? 0 : 512;
  memset(settings, 0, SELFTEST_SETTINGS * sizeof *settings);
  settings[SLUICE_REG_SCHEME] = plan->scheme;
  settings[SLUICE_REG_BUFFER] = queues * private_cells + groups * headroom + shared;
  settings[SLUICE_REG_PRIVATE] = private_cells;
  settings[SLUICE_REG_SHARED] = shared;
  settings[SLUICE_REG_HEADROOM] = headroom;
  settings[SLUICE_REG_LOSSLESS] = (1u << build->dims.classes) - 1;
  settings[SLUICE_REG_MAX_PACKET] = 8;
  settings[SLUICE_REG_ALPHA] = (uint32_t)plan->alpha[0];
  settings[SLUICE_REG_XOFF] = 24;
  settings[SLUICE_REG_XON] = 12;
  settings[SLUICE_REG_DELTA_Q] = 8;
  settings[SLUICE_REG_DELTA_P] = 16;
  settings[SLUICE_REG_PAUSE_TIME] = 1000;
  settings[SLUICE_REG_REFRESH] = 400;
  settings[SLUICE_REG_QUANTA_STEP] = 0x1000;  // a quantum is two cycles
  settings[SLUICE_REG_NATIVE] = plan->native;
  settings[SELFTEST_SECOND_ALPHA] = (uint32_t)plan->alpha[1];
  if (plan->scheme == SLUICE_TTL) set_ttl(build, settings);
  if (selftest_is_gfc(plan)) set_gfc(plan, settings);
}
