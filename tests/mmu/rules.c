#include "tests/mmu/rules.h"

#include <check.h>
#include <string.h>

#include "tests/suite.h"

const struct sluice_dims rules_dims = {.ports = 4, .classes = 8, .width = 16, .schemes = 127};

void rules_defaults(uint32_t *regs, enum sluice_scheme scheme) {
  memset(regs, 0, SLUICE_REGS * sizeof *regs);
  regs[SLUICE_REG_SCHEME] = scheme;
  regs[SLUICE_REG_BUFFER] = 32 * 10 + 1000 + 32 * 100;
  regs[SLUICE_REG_PRIVATE] = 10;
  regs[SLUICE_REG_SHARED] = 1000;
  regs[SLUICE_REG_HEADROOM] = 100;
  regs[SLUICE_REG_PORT_HEADROOM] = 100;
  regs[SLUICE_REG_HEADROOM_POOL] = 2800;
  regs[SLUICE_REG_LOSSLESS] = 0xff;
  regs[SLUICE_REG_MAX_PACKET] = 20;
  regs[SLUICE_REG_ALPHA] = (uint32_t)-1;
  regs[SLUICE_REG_XOFF] = 40;
  regs[SLUICE_REG_XON] = 30;
  regs[SLUICE_REG_DELTA_Q] = 20;
  regs[SLUICE_REG_DELTA_P] = 20;
  regs[SLUICE_REG_PAUSE_TIME] = 1000;
  regs[SLUICE_REG_REFRESH] = 400;
  regs[SLUICE_REG_QUANTA_STEP] = 2560;
  regs[SLUICE_REG_TTL0] = 8;
  for (int c = 1; c < 8; c++) {
    regs[SLUICE_REG_PARTITION + c] = 100;
    regs[SLUICE_REG_WEIGHT + c] = 65536 / 7;
  }
  regs[SLUICE_REG_STAGE_TOP] = 100;
  regs[SLUICE_REG_STAGE_BASE] = 36;
  regs[SLUICE_REG_STAGES] = 5;
  for (uint32_t k = 1; k <= 5; k++) regs[SLUICE_REG_STAGE + k - 1] = 100 - (64u >> k);
  regs[SLUICE_REG_CELL_STEP] = 65536;
  regs[SLUICE_REG_DRAIN_CYCLES] = 64 << 8;
  if (scheme == SLUICE_TTL) {
    regs[SLUICE_REG_PRIVATE] = 0;
    regs[SLUICE_REG_BUFFER] = 7 * 100 + 1000 + 32 * 100;
  } else if (scheme == SLUICE_GFC || scheme == SLUICE_GFC_LINEAR) {
    regs[SLUICE_REG_PRIVATE] = 120;
    regs[SLUICE_REG_SHARED] = regs[SLUICE_REG_HEADROOM] = 0;
    regs[SLUICE_REG_BUFFER] = 32 * 120 + 1000;
  }
}

struct sluice_rules rules_make(enum sluice_scheme scheme) {
  uint32_t regs[SLUICE_REGS];
  struct sluice_rules r;
  rules_defaults(regs, scheme);
  ck_assert_int_eq(sluice_rules_init(&r, &rules_dims, regs), SLUICE_OK);
  r.cfg.max_packet = RULES_MAX;
  return r;
}

void rules_fill(struct sluice_rules *r, uint32_t pool_free) {
  const uint32_t taken = r->occupancy.pool_free - pool_free;
  sluice_occupancy_charge(&r->occupancy, &r->cfg, SLUICE_PRIVATE, 3, 7, (uint32_t)r->cfg.limits.phi);
  sluice_occupancy_charge(&r->occupancy, &r->cfg, SLUICE_SHARED, 3, 7, taken);
  r->occupancy.pool_free = pool_free;
}

bool rules_off(const struct sluice_rules *r, int port, int cls) { return r->level[port][cls] == SLUICE_OFF; }

uint32_t rules_shared(const struct sluice_rules *r) { return r->cfg.shared - r->occupancy.pool_free; }

int rules_run(const char *name, TCase *tests) {
  Suite *suite = suite_create(name);
  suite_add_tcase(suite, tests);
  return suite_run(suite);
}

unsigned rules_schemes_of(int reg) {
  unsigned ttl = 1 << SLUICE_TTL, gfc = 1 << SLUICE_GFC, linear = 1 << SLUICE_GFC_LINEAR;
  if (reg >= SLUICE_REG_TTL0 && reg < SLUICE_REG_HEADROOM_POOL) return ttl;  // TTL0, TTL_OPTIONS, PARTITION
  if (reg == SLUICE_REG_HEADROOM_POOL || reg == SLUICE_REG_PORT_HEADROOM) return 1 << SLUICE_SHP;
  if (reg >= SLUICE_REG_WEIGHT && reg < SLUICE_REG_STAGE_TOP) return ttl;
  if (reg == SLUICE_REG_STAGE_TOP || reg == SLUICE_REG_STAGE_BASE) return gfc | linear;
  if (reg >= SLUICE_REG_STAGES && reg <= SLUICE_REG_CELL_STEP) return gfc;
  return reg == SLUICE_REG_DRAIN_CYCLES ? linear : 0;
}
