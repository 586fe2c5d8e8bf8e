// SplitMix64 (Steele, Lea, Flood, 2014), and distributions from it: only whole numbers and the four operations of IEEE
// doubles, so that a seed gives the same values on every machine.
#ifndef NET_RANDOM_H
#define NET_RANDOM_H

#include <stdint.h>

#define RANDOM_STEP UINT64_C(0x9e3779b97f4a7c15)

// A hash: the first number of the sequence with seed x.
static inline uint64_t random_mix(uint64_t x) {
  x += RANDOM_STEP;
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

static inline uint64_t random_next(uint64_t *state) {
  uint64_t x = random_mix(*state);
  *state += RANDOM_STEP;
  return x;
}

// A number from 0 to n - 1, all equally likely: products that would favour some numbers are drawn again (Lemire, 2019).
static inline uint32_t random_below(uint64_t *state, uint32_t n) {
  uint64_t m = (random_next(state) >> 32) * n;
  if ((uint32_t)m < n)
    for (uint32_t least = (0 - n) % n; (uint32_t)m < least;) m = (random_next(state) >> 32) * n;
  return (uint32_t)(m >> 32);
}

// A number from 0 to below 1, in steps of 2^-53.
static inline double random_unit(uint64_t *state) { return (double)(random_next(state) >> 11) * 0x1p-53; }

// Exponential distribution, mean 1, with comparisons only (von Neumann, 1951): the last bit of a logarithm differs
// between libraries. The first number of a falling run of n numbers is used if n is odd.
static inline double random_exponential(uint64_t *state) {
  for (double whole = 0;; whole++) {
    double first = random_unit(state), last = first, next;
    unsigned n = 1;
    for (; (next = random_unit(state)) < last; n++) last = next;
    if (n % 2 != 0) return whole + first;
  }
}

#endif
