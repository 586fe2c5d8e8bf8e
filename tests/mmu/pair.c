#include "tests/mmu/pair.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/mmu/draw.h"
#include "tests/mmu/register_set.h"
#include "tests/suite.h"

static const struct sluice_dims model_dims[] = {
    {4, 8, 26, 127, false}, {3, 5, 12, 127, false}, {64, 8, 24, 127, false}, {3, 5, 12, 127, true}};

int pair_variants(void) {
  struct sluice_dims dims;
  int n = 0;
  if (!BUILD_HAS_RTL) return (int)(sizeof model_dims / sizeof model_dims[0]);
  while (engine_variant(n, &dims)) n++;
  return n;
}

struct sluice_dims pair_dims(int n) {
  struct sluice_dims dims;
  if (!BUILD_HAS_RTL) return model_dims[n];
  ck_assert(engine_variant(n, &dims));
  return dims;
}

struct pair pair_new(const struct sluice_dims *dims, const char *test, uint64_t seed) {
  struct pair p = {.dims = *dims, .seed = seed, .test = test};
  engine_seed(seed);
  ck_assert_int_eq(engine_new(&p.engine, BUILD_HAS_RTL ? ENGINE_BOTH : ENGINE_MODEL, dims, "mmu"), 0);
  return p;
}

struct pair pair_ready(const struct sluice_dims *dims, const char *test, uint64_t seed) {
  struct pair p = pair_new(dims, test, seed);
  while (!pair_out(&p)->ready) pair_step(&p, &(struct sluice_in){0});
  return p;
}

void pair_free(struct pair *p) { engine_free(p->engine); }

const struct sluice_out *pair_out(const struct pair *p) { return engine_out(p->engine); }

const struct sluice_out *pair_step(struct pair *p, const struct sluice_in *in) {
  const struct sluice_out *out = engine_step(p->engine, in);
  if (out != NULL) return out;
  engine_report(p->engine, stdout);
  ck_abort_msg("RTL and model differ, seed %llu; to repeat: %s", (unsigned long long)p->seed, p->test);
}

void pair_set(struct pair *p, int reg, uint32_t value) {
  pair_step(p, &(struct sluice_in){.cfg_write = true, .cfg_addr = (uint8_t)reg, .cfg_wdata = value});
}

void pair_wait(struct pair *p, int cycles) {
  for (int n = 0; n < cycles; n++) pair_step(p, &(struct sluice_in){.tx_ready = true});
}

enum sluice_reason pair_commit(struct pair *p) {
  pair_set(p, SLUICE_REG_COMMIT, 0);
  pair_wait(p, sluice_commit_latency(&p->dims));
  return (enum sluice_reason)pair_out(p)->cfg_reason;
}

enum sluice_reason pair_configure(struct pair *p, const uint32_t *regs) {
  while (!pair_out(p)->ready) pair_wait(p, 1);
  for (int r = 0; r < SLUICE_REGS; r++) pair_set(p, r, regs[r]);
  return pair_commit(p);
}

// ---- values in which a single bit decides ----

enum {
  FEW_QUEUES = 16,  // variants with more queues take longer and test the same words
  WIDE = 26,        // a variant with all schemes and this width may have twice as many queues
};

bool bits_few(const struct sluice_dims *dims) {
  int queues = dims->ports * dims->classes;
  return queues <= FEW_QUEUES ||
         (dims->width >= WIDE && queues <= 2 * FEW_QUEUES && dims->schemes == (1u << SLUICE_SCHEMES) - 1);
}

struct stimulus bits_numbers(const struct sluice_dims *dims, uint64_t seed) {
  struct stimulus s;
  memset(&s, 0, sizeof s);
  s.dims = *dims;
  s.rng = seed;
  return s;
}

void bits_passing_set(struct stimulus *s, int scheme, uint32_t *regs) {
  do register_set(s, scheme, regs);
  while (sluice_config_check(&s->dims, regs) != SLUICE_OK || regs[SLUICE_REG_LOSSLESS] == 0);
}

uint32_t bits_port(struct stimulus *s) { return stimulus_pick(s, (uint32_t)s->dims.ports); }

bool bits_any_gate(const struct pair *p) {
  uint64_t any = 0;
  for (int i = 0; i < SLUICE_WORDS; i++) any |= pair_out(p)->gate[i];
  return any != 0;
}
