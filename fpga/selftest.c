#include "fpga/selftest.h"

#include <stdio.h>

#include "fpga/selftest_parts.h"

enum { HOLD_CYCLES = 16, CONFIGURE_CYCLES = 128, DRAIN_CYCLES = 1024 };

static void configure(const uint32_t *settings, enum selftest_state state, uint32_t count, uint32_t middle,
                      struct sluice_in *next) {
  if (state == SELFTEST_CONFIGURE && count <= SLUICE_REG_COMMIT) {
    next->cfg_write = true;
    next->cfg_addr = (uint8_t)count;
    next->cfg_wdata = settings[count];
  } else if (state == SELFTEST_RUN && (count == middle || count == middle + 1)) {
    next->cfg_write = true;
    next->cfg_addr = count == middle ? SLUICE_REG_ALPHA : SLUICE_REG_COMMIT;
    next->cfg_wdata = settings[SELFTEST_SECOND_ALPHA];
  }
}

int selftest_run(const struct selftest_build *build, int part, bool fault, struct selftest_result *result) {
  uint32_t settings[SELFTEST_SETTINGS];
  selftest_settings(build, part, settings);
  enum sluice_reason reason = sluice_config_check(&build->dims, settings);
  if (reason != SLUICE_OK) {
    fprintf(stderr, "self-test, part %s: %s\n", selftest_plan(build, part)->name, sluice_reason_text(reason));
    return -1;
  }
  struct sluice_mmu *mmu = NULL;
  struct selftest_traffic *traffic = selftest_traffic_new(build, fault);
  if (traffic == NULL || sluice_mmu_new(&mmu, &build->dims) != 0) {
    selftest_traffic_free(traffic);
    return -1;
  }
  const struct sluice_out *out = sluice_mmu_out(mmu);
  const uint32_t ends[] = {[SELFTEST_HOLD] = HOLD_CYCLES,
                           [SELFTEST_CONFIGURE] = CONFIGURE_CYCLES,
                           [SELFTEST_RUN] = build->clk_hz / build->parts_per_second,
                           [SELFTEST_DRAIN] = DRAIN_CYCLES};
  struct selftest_judge judge = {.result = {.signature = UINT32_MAX}};
  // in, before: inputs of the MMU in this cycle and in the previous one. shown: its outputs in the previous cycle.
  // cfg: register writes on their way to the MMU.
  struct sluice_in in = {0}, before = {0}, cfg[3] = {{0}};
  struct sluice_out shown = *out;
  enum selftest_state state = SELFTEST_HOLD;
  bool ready = false, hold = true;
  for (uint32_t count = 0; state != SELFTEST_DONE;) {
    bool advance = state == SELFTEST_CLEAR ? ready : count == ends[state] - 1;
    ready = shown.ready;
    struct sluice_in next = {0}, now = {0};
    selftest_traffic_step(traffic, hold, state, count, &shown, &before, &next);
    configure(settings, state, count, ends[SELFTEST_RUN] / 2, &now);
    next.cfg_write = cfg[2].cfg_write;
    next.cfg_addr = cfg[2].cfg_addr;
    next.cfg_wdata = cfg[2].cfg_wdata;
    cfg[2] = cfg[1];
    cfg[1] = cfg[0];
    cfg[0] = now;
    shown = *out;
    if (state != SELFTEST_HOLD) {
      selftest_judge_step(&judge, build, state == SELFTEST_RUN, state == SELFTEST_DRAIN && advance, out, &in);
      sluice_mmu_step(mmu, &in);
      out = sluice_mmu_out(mmu);
    }
    before = in;
    in = next;
    hold = state == SELFTEST_HOLD;
    state = advance ? state + 1 : state;
    count = advance ? 0 : count + 1;
  }
  selftest_traffic_free(traffic);
  sluice_mmu_free(mmu);
  *result = judge.result;
  return 0;
}
