// Draws random numbers from the generator of a stimulus.
#ifndef DRAW_H
#define DRAW_H

#include "tests/mmu/stimulus.h"

static inline uint64_t draw_bits(struct stimulus *s) {
  s->rng += UINT64_C(0x9e3779b97f4a7c15);  // splitmix64
  uint64_t z = s->rng;
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

static inline bool chance(struct stimulus *s, uint32_t of_1024) { return stimulus_pick(s, 1024) < of_1024; }

static inline uint32_t up_to(struct stimulus *s, uint32_t most) { return stimulus_pick(s, most + 1); }

// One of the n values.
static inline uint32_t one_of(struct stimulus *s, const uint32_t *values, uint32_t n) {
  return values[stimulus_pick(s, n)];
}
#define ONE_OF(s, ...) one_of(s, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4)

static inline uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

#endif
