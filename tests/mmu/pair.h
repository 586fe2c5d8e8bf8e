// RTL and model of one variant, stepped together by the tests that say what happens cycle by cycle; without RTL the
// model alone. Where an output differs the test fails, and names the command that repeats it.
#ifndef PAIR_H
#define PAIR_H

#include "tb/cosim/engine.h"

struct pair {
  struct engine *engine;
  uint64_t seed;     // of what the test draws
  const char *test;  // the command that repeats it
};

// The variants of the program; without RTL three of the model.
int pair_variants(void);
struct sluice_dims pair_dims(int n);

struct pair pair_new(const struct sluice_dims *dims, const char *test, uint64_t seed);
struct pair pair_ready(const struct sluice_dims *dims, const char *test, uint64_t seed);  // the counters are cleared
void pair_free(struct pair *p);
const struct sluice_out *pair_out(const struct pair *p);

const struct sluice_out *pair_step(struct pair *p, const struct sluice_in *in);
// A write to a register.
void pair_set(struct pair *p, int reg, uint32_t value);
// Cycles in which nothing happens, but that messages are taken.
void pair_wait(struct pair *p, int cycles);
// What becomes of the set that is written.
enum sluice_reason pair_commit(struct pair *p);
// Writes all SLUICE_REGS registers once the MMU is ready, and commits them.
enum sluice_reason pair_configure(struct pair *p, const uint32_t *regs);

#endif
