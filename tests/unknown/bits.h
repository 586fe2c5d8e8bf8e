// A line of test vectors: fields of bits, printed in hexadecimal.
#ifndef UNKNOWN_BITS_H
#define UNKNOWN_BITS_H

#include <stdint.h>
#include <stdio.h>

enum { MOST_BITS = 1 << 16 };

struct bits {
  int count;
  char bit[MOST_BITS];
};

static inline void put(struct bits *b, uint64_t value, int width) {
  for (int i = width - 1; i >= 0; i--) b->bit[b->count++] = value >> i & 1;
}

static inline void print(const struct bits *b) {
  int digit = 0;
  for (int i = 0; i < b->count; i++) {
    digit = 2 * digit + b->bit[i];
    if ((b->count - i - 1) % 4 != 0) continue;
    putchar("0123456789abcdef"[digit]);
    digit = 0;
  }
}

#endif
