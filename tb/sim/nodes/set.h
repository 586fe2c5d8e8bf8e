// A set of numbers below a fixed size, as a tree of bits: a bit of a level represents a word of the level below that is
// not empty. Adding, removing and finding the next number take one word per factor of 64.
#ifndef NET_SET_H
#define NET_SET_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { SET_LEVELS = 4, SET_MOST = 1 << 24 };  // 64^4

struct set {
  uint64_t *word[SET_LEVELS];  // level 0: the members; the last level is one word
  uint32_t words[SET_LEVELS];
  int levels;
};

// Creates a set for numbers below size, 1 to SET_MOST. Returns 0, or -1: out of memory.
static inline int set_init(struct set *s, uint32_t size) {
  size_t all = 0;
  *s = (struct set){0};
  do {
    size = (size + 63) / 64;
    all += s->words[s->levels++] = size;
  } while (size > 1);
  uint64_t *word = calloc(all, sizeof(*word));
  for (int l = 0; word != NULL && l < s->levels; word += s->words[l++]) s->word[l] = word;
  return s->word[0] != NULL ? 0 : -1;
}

static inline void set_free(struct set *s) { free(s->word[0]); }

static inline bool set_empty(const struct set *s) { return s->levels == 0 || s->word[s->levels - 1][0] == 0; }

static inline void set_add(struct set *s, uint32_t k) {
  for (int l = 0; l < s->levels; l++, k /= 64) s->word[l][k / 64] |= UINT64_C(1) << k % 64;
}

static inline void set_remove(struct set *s, uint32_t k) {
  for (int l = 0; l < s->levels; l++, k /= 64)
    if ((s->word[l][k / 64] &= ~(UINT64_C(1) << k % 64)) != 0) return;
}

// The smallest member that is not below k; -1: none.
static inline int64_t set_from(const struct set *s, uint32_t k) {
  for (int l = 0; l < s->levels && k / 64 < s->words[l]; k = k / 64 + 1, l++) {
    uint64_t bits = s->word[l][k / 64] & (UINT64_MAX << k % 64);
    if (bits == 0) continue;
    k = k / 64 * 64 + (uint32_t)__builtin_ctzll(bits);
    while (l-- > 0) k = k * 64 + (uint32_t)__builtin_ctzll(s->word[l][k]);
    return k;
  }
  return -1;
}

#endif
