// What the tests of single bits share: each drives RTL and model in lock-step where one bit of a wide word decides,
// which random runs seldom draw alone. Without RTL the model alone.
#ifndef BITS_H
#define BITS_H

#include "tests/mmu/pair.h"
#include "tests/mmu/stimulus.h"

// Whether a variant has few enough queues.
bool bits_few(const struct sluice_dims *dims);

// A source of random numbers for a variant.
struct stimulus bits_numbers(const struct sluice_dims *dims, uint64_t seed);

// A random register set that passes the check, with a lossless class.
void bits_passing_set(struct stimulus *s, int scheme, uint32_t *regs);

// A random port.
uint32_t bits_port(struct stimulus *s);

// Whether any egress class is held.
bool bits_any_gate(const struct pair *p);

#endif
