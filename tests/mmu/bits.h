// Shared by the tests test_bits_*. Each drives RTL and model in lock-step with values in which a single bit of a wide
// word decides. Random runs seldom draw such values. Without RTL the tests run the model alone.
#ifndef BITS_H
#define BITS_H

#include "tests/mmu/pair.h"
#include "tests/mmu/stimulus.h"

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
