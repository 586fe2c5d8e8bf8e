// RTL and model of one variant, stepped together by directed tests; without RTL the model alone.
// If an output differs, the test fails and prints the cycle, the signal, both values, and the command that repeats it.
#ifndef PAIR_H
#define PAIR_H

#include "tb/cosim/engine.h"
#include "tests/mmu/stimulus.h"

struct pair {
  struct engine *engine;
  struct sluice_dims dims;
  uint64_t seed;     // seed of the test's random numbers
  const char *test;  // command that repeats the test
};

// Number and dimensions of the variants: those of the program, or without RTL three of the model.
int pair_variants(void);
struct sluice_dims pair_dims(int n);

struct pair pair_new(const struct sluice_dims *dims, const char *test, uint64_t seed);
struct pair pair_ready(const struct sluice_dims *dims, const char *test, uint64_t seed);  // the counters are cleared
void pair_free(struct pair *p);
const struct sluice_out *pair_out(const struct pair *p);

const struct sluice_out *pair_step(struct pair *p, const struct sluice_in *in);
// Writes one register.
void pair_set(struct pair *p, int reg, uint32_t value);
// Steps through cycles without events; tx_ready is 1.
void pair_wait(struct pair *p, int cycles);
// Commits the written registers and returns the reason, SLUICE_OK if the set was taken.
enum sluice_reason pair_commit(struct pair *p);
// Writes all SLUICE_REGS registers once the MMU is ready, and commits them.
enum sluice_reason pair_configure(struct pair *p, const uint32_t *regs);

// Shared by the tests test_bits_*. Each drives RTL and model in lock-step with values in which a single bit of a wide
// word decides. Random runs seldom draw such values. Without RTL the tests run the model alone.

// Whether a variant is small enough for these tests.
bool bits_few(const struct sluice_dims *dims);

// A source of random numbers for a variant.
struct stimulus bits_numbers(const struct sluice_dims *dims, uint64_t seed);

// Draws a random register set that passes the check and has a lossless class.
void bits_passing_set(struct stimulus *s, int scheme, uint32_t *regs);

// A random port.
uint32_t bits_port(struct stimulus *s);

// Whether the gate of any egress class is closed.
bool bits_any_gate(const struct pair *p);

#endif
