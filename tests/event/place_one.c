#define _POSIX_C_SOURCE 200809L
#include "tests/event/place_one.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/registers/sluice_check.h"
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

void one_new(struct one *x, int ports, int classes, const struct sluice_config *cfg) {
  x->scenario = load(ports, classes);
  static const enum scenario_feedback feedbacks[SLUICE_RULE_SCHEMES] = {
      [SLUICE_TTL] = FEEDBACK_TTL, [SLUICE_GFC] = FEEDBACK_STAGE, [SLUICE_GFC_LINEAR] = FEEDBACK_LEVEL};
  x->scenario->sw[0].cfg = *cfg;
  x->scenario->dims.schemes = (1u << SLUICE_RULE_SCHEMES) - 1;
  x->scenario->feedback = feedbacks[cfg->scheme];
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

void one_config(uint64_t *random, int ports, int classes, enum sluice_scheme scheme, struct sluice_config *cfg) {
  const struct sluice_dims dims = {ports, classes, 16, (1u << SLUICE_RULE_SCHEMES) - 1, false};
  do {
    *cfg = (struct sluice_config){.configured = true};
    cfg->scheme = scheme;
    cfg->buffer = 60000;
    cfg->limits.phi = below(random, 3) == 0 ? 0 : below(random, 40);
    cfg->shared = 100 + below(random, 900);
    cfg->limits.eta = 20 + below(random, 100);
    cfg->lossless =
        below(random, 4) == 0 ? (uint8_t)(1 + below(random, (1u << classes) - 1)) : (uint8_t)((1u << classes) - 1);
    cfg->max_packet = 1 + below(random, 20);
    cfg->alpha = (int)below(random, 8) - 5;
    cfg->alpha_lossy = (int)below(random, 8) - 5;
    cfg->limits.xoff = 20 + below(random, 60);
    cfg->limits.xon = cfg->limits.xoff - below(random, 20);
    cfg->delta_q = below(random, 20);
    cfg->delta_p = below(random, 20);
    cfg->pause_time = 60000;
    cfg->refresh = 20000;
    cfg->limits.quanta_step = 2560;
    cfg->ttl0 = classes;
    for (int c = 0; c < classes; c++) {
      cfg->partition[c] = scheme == SLUICE_TTL ? (uint32_t)ports * 20 + below(random, 100) : 0;
      cfg->weight[c] = scheme == SLUICE_TTL ? (uint16_t)(1 + below(random, 60000)) : 0;
    }
    cfg->limits.cell_step = 65536;
    cfg->limits.drain_cycles = 64 << 8;
    if (scheme == SLUICE_TTL) cfg->limits.phi = 0;
    if (scheme == SLUICE_SHP) {
      cfg->headroom_pool = 20 + below(random, 200);
      cfg->limits.port_headroom = below(random, 3) == 0 ? 0 : below(random, 60);
    }
    if (scheme == SLUICE_CBFC) cfg->limits.eta = 0;
    if (sluice_is_gfc(scheme)) {
      uint32_t d = 1u << (5 + below(random, 4));
      cfg->shared = cfg->limits.eta = 0;
      cfg->stage_base = 10 + below(random, 50);
      cfg->stage_top = cfg->stage_base + d;
      cfg->limits.phi = cfg->stage_top + 40;
      cfg->stages = 4;
      cfg->count_leading_zeros = below(random, 2);
      for (uint32_t k = 1; k <= 4; k++) cfg->stage[k] = cfg->stage_top - (d >> k);
    }
  } while (sluice_config_reason(&dims, cfg) != SLUICE_OK);
}
