#define _POSIX_C_SOURCE 200809L
#include "tests/event/place_one.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/sim/traffic/random.h"

static struct scenario *load(int ports, int classes) {
  char path[] = "/tmp/test_event.XXXXXX";
  struct error err;
  struct scenario *s;
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  dprintf(fd,
          "name: one\nduration_us: 1000\ncell_bytes: 64\nmmu: {scheme: STATIC, buffer: 1MB, headroom: 16KB, xoff: 9KB, "
          "ports: %d, classes: %d, width: 16}\nswitches: [{name: S}]\nflows: [{name: f, from: h0, to: h1}]\nhosts:\n",
          ports > 2 ? ports : 2, classes);
  for (int i = 0; i < ports || i < 2; i++) dprintf(fd, "  - {name: h%d, switch: S}\n", i);
  close(fd);
  int status = scenario_load(path, &s, &err);
  unlink(path);
  ck_assert_msg(status == 0, "%s", err.text);
  return s;
}

void one_new(struct one *x, int ports, int classes, const uint32_t *regs) {
  x->scenario = load(ports, classes);
  static const enum scenario_feedback feedbacks[SLUICE_SCHEMES] = {
      [SLUICE_TTL] = FEEDBACK_TTL, [SLUICE_GFC] = FEEDBACK_STAGE, [SLUICE_GFC_LINEAR] = FEEDBACK_LEVEL};
  memcpy(x->scenario->sw[0].regs, regs, SLUICE_REGS * sizeof *regs);
  x->scenario->dims.schemes = (1u << SLUICE_SCHEMES) - 1;
  x->scenario->feedback = feedbacks[regs[SLUICE_REG_SCHEME]];
  const struct network_options o = {.event = true, .threads = 1};
  ck_assert_int_eq(event_new(&x->network, x->scenario, &o), NETWORK_OK);
  x->place = x->network->place[0];
}

void one_free(struct one *x) {
  event_free(x->network);
  scenario_free(x->scenario);
}

void one_visits(struct one *x, uint64_t until) {
  struct event_mmu *u = &x->place->mmu;
  while (u->visits_at <= until) {
    x->place->now = u->visits_at;
    mmu_visits(x->place, u->cfg.scheme, u->visits_at);
  }
}

static uint32_t below(uint64_t *random, uint32_t n) { return random_below(random, n); }

void one_registers(uint64_t *random, int ports, int classes, enum sluice_scheme scheme, uint32_t *regs) {
  const struct sluice_dims dims = {ports, classes, 16, 63};
  do {
    memset(regs, 0, SLUICE_REGS * sizeof *regs);
    regs[SLUICE_REG_SCHEME] = scheme;
    regs[SLUICE_REG_BUFFER] = 60000;
    regs[SLUICE_REG_PRIVATE] = below(random, 3) == 0 ? 0 : below(random, 40);
    regs[SLUICE_REG_SHARED] = 100 + below(random, 900);
    regs[SLUICE_REG_HEADROOM] = 20 + below(random, 100);
    regs[SLUICE_REG_LOSSLESS] = below(random, 4) == 0 ? 1 + below(random, (1u << classes) - 1) : (1u << classes) - 1;
    regs[SLUICE_REG_MAX_PACKET] = 1 + below(random, 20);
    regs[SLUICE_REG_ALPHA] = (uint32_t)((int)below(random, 8) - 5);
    regs[SLUICE_REG_ALPHA_LOSSY] = (uint32_t)((int)below(random, 8) - 5);
    regs[SLUICE_REG_XOFF] = 20 + below(random, 60);
    regs[SLUICE_REG_XON] = regs[SLUICE_REG_XOFF] - below(random, 20);
    regs[SLUICE_REG_DELTA_Q] = below(random, 20);
    regs[SLUICE_REG_DELTA_P] = below(random, 20);
    regs[SLUICE_REG_PAUSE_TIME] = 60000;
    regs[SLUICE_REG_REFRESH] = 20000;
    regs[SLUICE_REG_QUANTA_STEP] = 2560;
    regs[SLUICE_REG_TTL0] = (uint32_t)classes;
    for (int c = 0; c < classes; c++) {
      regs[SLUICE_REG_PARTITION + c] = scheme == SLUICE_TTL ? (uint32_t)ports * 20 + below(random, 100) : 0;
      regs[SLUICE_REG_WEIGHT + c] = scheme == SLUICE_TTL ? 1 + below(random, 60000) : 0;
    }
    regs[SLUICE_REG_CELL_STEP] = 65536;
    regs[SLUICE_REG_DRAIN_CYCLES] = 64 << 8;
    if (scheme == SLUICE_TTL) regs[SLUICE_REG_PRIVATE] = 0;
    if (sluice_is_gfc(scheme)) {
      uint32_t d = 1u << (5 + below(random, 4));
      regs[SLUICE_REG_SHARED] = regs[SLUICE_REG_HEADROOM] = 0;
      regs[SLUICE_REG_STAGE_BASE] = 10 + below(random, 50);
      regs[SLUICE_REG_STAGE_TOP] = regs[SLUICE_REG_STAGE_BASE] + d;
      regs[SLUICE_REG_PRIVATE] = regs[SLUICE_REG_STAGE_TOP] + 40;
      regs[SLUICE_REG_STAGES] = 4 | (below(random, 2) ? SLUICE_STAGES_COUNT_LEADING_ZEROS : 0);
      for (uint32_t k = 1; k <= 4; k++) regs[SLUICE_REG_STAGE + k - 1] = regs[SLUICE_REG_STAGE_TOP] - (d >> k);
    }
  } while (sluice_config_check(&dims, regs) != SLUICE_OK);
}
