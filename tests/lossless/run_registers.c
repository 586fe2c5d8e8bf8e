#include <check.h>
#include <inttypes.h>
#include <stdio.h>

#include "cmodel/rules/sluice_config.h"
#include "tb/cosim/lockstep_switch.h"
#include "tests/lossless/run.h"

void run_failed(const struct run *r, const char *what) {
  ck_abort_msg("%s; SLUICE_SWITCH=%d SLUICE_SEED=%" PRIu64 " repeats it", what, r->which, r->seed);
}

enum { SLOW_WORDS = 20000 };

static void must_write(struct run *r, uint32_t addr, uint32_t value) {
  if (!lossless_write(r->l, addr, value)) run_failed(r, lossless_error(r->l));
}

// Changes a set with headroom to one of GFC: each queue has its own buffer.
static void to_gfc(struct frames_setup *s, uint64_t *rng, enum sluice_scheme scheme) {
  uint32_t *regs = s->mmu, buffer = regs[SLUICE_REG_BUFFER] / (uint32_t)(s->dims.ports * s->dims.classes);
  regs[SLUICE_REG_SCHEME] = scheme;
  regs[SLUICE_REG_PRIVATE] = buffer;
  regs[SLUICE_REG_SHARED] = regs[SLUICE_REG_HEADROOM] = regs[SLUICE_REG_XOFF] = regs[SLUICE_REG_XON] = 0;
  regs[SLUICE_REG_NATIVE] = 1;
  regs[SLUICE_REG_STAGE_TOP] = buffer / 2;
  regs[SLUICE_REG_STAGE_BASE] = 2;
  regs[SLUICE_REG_STAGES] = 3;
  for (uint32_t k = 0; k < 3; k++) regs[SLUICE_REG_STAGE + k] = 4 + k * (buffer / 2 - 4) / 3;
  regs[SLUICE_REG_CELL_STEP] = 2048;
  regs[SLUICE_REG_DRAIN_CYCLES] = (buffer / 2 - 2) * 32 * 256;
  if (s->dims.port_limits) frames_limits(s, rng);
}

void run_must_read(struct run *r, uint32_t addr, uint32_t expected) {
  uint32_t got;
  char text[80];
  if (!lossless_read(r->l, addr, &got)) run_failed(r, lossless_error(r->l));
  snprintf(text, sizeof text, "register %x: expected %x, got %x", addr, expected, got);
  if (got != expected) run_failed(r, text);
}

// After reset the address of a port is 02-00-00-00-00-NN. Registers beyond the last port read 0.
void run_first_values(struct run *r) {
  uint32_t ports = (uint32_t)r->setup.dims.ports;
  must_write(r, SLUICE_LOSSLESS_REG_ADDRESS_LOW + 8 * ports, 0x12345678);
  must_write(r, SLUICE_LOSSLESS_REG_ADDRESS_HIGH + 8 * ports, 0x9abc);
  for (uint32_t p = 0; p <= ports; p++) {
    run_must_read(r, SLUICE_LOSSLESS_REG_ADDRESS_LOW + 8 * p, p < ports ? p : 0);
    run_must_read(r, SLUICE_LOSSLESS_REG_ADDRESS_HIGH + 8 * p, p < ports ? SLUICE_LOSSLESS_RESET_ADDRESS_HIGH : 0);
    run_must_read(r, SLUICE_LOSSLESS_REG_FRAMES + 128 * p, 0);
  }
}

static void write_set(struct run *r, const struct frames_setup *s) {
  uint32_t addr, value;
  for (int n = 0; frames_write(s, n, &addr, &value); n++)
    if (addr != SLUICE_SWITCH_REG_PRIORITY || !r->first_priorities) must_write(r, addr, value);
}

// Writes a set of GFC that the switch or the MMU must refuse. The frames continue without levels.
static void refused(struct run *r) {
  struct frames_setup s = r->setup;
  uint32_t status;
  to_gfc(&s, &r->rng, SLUICE_GFC);
  bool by_switch = frames_chance(&r->rng, 512);
  if (by_switch)
    s.mmu[SLUICE_REG_BUFFER] = (uint32_t)s.dims.cells;
  else
    s.mmu[SLUICE_REG_SHARED] = 1;
  write_set(r, &s);
  if (!lossless_read(r->l, 4 * SLUICE_REG_STATUS, &status) || status & SLUICE_STATUS_ACTIVE)
    run_failed(r, "an invalid set was accepted");
  run_must_read(r, SLUICE_SWITCH_REG_STATUS,
                SLUICE_SWITCH_STATUS_READY | (by_switch ? SLUICE_SWITCH_STATUS_RESERVE : 0u));
}

void run_configure(struct run *r) {
  static const uint32_t sizes[] = {256, 600, 1518};
  const struct sluice_switch_dims *d = &lossless_lockstep(r->l)->dims;
  enum sluice_scheme scheme, base;
  do {
    scheme = (enum sluice_scheme)frames_pick(&r->rng, SLUICE_SCHEMES);
    base = sluice_is_gfc(scheme) ? SLUICE_SIH : scheme;
  } while (!(d->schemes >> scheme & 1) ||
           !frames_setup(&r->setup, &r->rng, d, base, sizes[frames_pick(&r->rng, d->cells < 4096 ? 1 : 3)]));
  if (r->timed) r->setup.flood = 0;
  for (uint32_t c = 0; r->first_priorities && c < (uint32_t)d->classes; c++) r->setup.priority[c] = c;
  if (sluice_is_gfc(scheme)) to_gfc(&r->setup, &r->rng, scheme);
  r->levels = sluice_is_gfc(scheme);
  r->score.by_ttl = scheme == SLUICE_TTL;
  if (d->schemes >> SLUICE_GFC & 1) refused(r);
  uint32_t value;
  for (int p = 0; p < d->ports; p++) {
    bool pause = frames_chance(&r->rng, 250);
    must_write(r, SLUICE_LOSSLESS_REG_ADDRESS_LOW + 8 * (uint32_t)p, (uint32_t)run_address(p));
    must_write(r, SLUICE_LOSSLESS_REG_ADDRESS_HIGH + 8 * (uint32_t)p,
               (uint32_t)(run_address(p) >> 32) | (pause ? (uint32_t)SLUICE_LOSSLESS_ADDRESS_HIGH_PAUSE : 0));
    if (!lossless_read(r->l, SLUICE_LOSSLESS_REG_ADDRESS_HIGH + 8 * (uint32_t)p, &value) ||
        value != ((uint32_t)(run_address(p) >> 32) | (pause ? (uint32_t)SLUICE_LOSSLESS_ADDRESS_HIGH_PAUSE : 0)))
      run_failed(r, "ADDRESS does not read back the written value");
  }
  write_set(r, &r->setup);
  uint32_t status, addr;
  if (!lossless_read(r->l, 4 * SLUICE_REG_STATUS, &status) || !(status & SLUICE_STATUS_ACTIVE)) {
    char text[80];
    snprintf(text, sizeof text, "scheme %d: the set was refused, STATUS %x", (int)scheme, (unsigned)status);
    run_failed(r, text);
  }
  if (!d->credits) return;
  frames_credits(&r->setup, &r->rng);
  for (int n = 0; frames_credits_write(&r->setup, n, &addr, &value); n++) must_write(r, addr, value);
}

void run_release_credits(struct run *r) {
  must_write(r, SLUICE_SWITCH_REG_CREDITS_CONSUMED, SLOW_WORDS);
  must_write(r, SLUICE_SWITCH_REG_CREDITS_FREED, SLOW_WORDS);
  uint32_t addr, value;
  frames_release_credits(&r->setup);
  for (int n = 0; frames_credit_limits_write(&r->setup, n, &addr, &value); n++) must_write(r, addr, value);
}

void run_end_credits(struct run *r) { must_write(r, SLUICE_SWITCH_REG_CREDITS_PORTS, 0); }
