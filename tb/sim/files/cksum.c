#define _POSIX_C_SOURCE 200809L
#include "tb/sim/files/cksum.h"

#include <errno.h>
#include <unistd.h>

enum { BLOCK = 1 << 16, STEP = 8 };

// Row k has the remainders of x^(32 + 8 k) to x^(39 + 8 k), divided by the polynomial 0x04c11db7. Row k of the table
// has the remainder of each byte times x^(32 + 8 k): the sum of the remainders of its bits.
#define BYTE(b, x0, x1, x2, x3, x4, x5, x6, x7)                                                                        \
  (((b)&1 ? x0 : 0) ^ ((b)&2 ? x1 : 0) ^ ((b)&4 ? x2 : 0) ^ ((b)&8 ? x3 : 0) ^ ((b)&16 ? x4 : 0) ^ ((b)&32 ? x5 : 0) ^ \
   ((b)&64 ? x6 : 0) ^ ((b)&128 ? x7 : 0))
#define BYTES4(b, ...) \
  BYTE(b, __VA_ARGS__), BYTE((b) + 1, __VA_ARGS__), BYTE((b) + 2, __VA_ARGS__), BYTE((b) + 3, __VA_ARGS__)
#define BYTES16(b, ...) \
  BYTES4(b, __VA_ARGS__), BYTES4((b) + 4, __VA_ARGS__), BYTES4((b) + 8, __VA_ARGS__), BYTES4((b) + 12, __VA_ARGS__)
#define BYTES64(b, ...)                                                                    \
  BYTES16(b, __VA_ARGS__), BYTES16((b) + 16, __VA_ARGS__), BYTES16((b) + 32, __VA_ARGS__), \
      BYTES16((b) + 48, __VA_ARGS__)
#define ROW(...) \
  { BYTES64(0, __VA_ARGS__), BYTES64(64, __VA_ARGS__), BYTES64(128, __VA_ARGS__), BYTES64(192, __VA_ARGS__) }
static const uint32_t table[STEP][256] = {
    ROW(0x04c11db7, 0x09823b6e, 0x130476dc, 0x2608edb8, 0x4c11db70, 0x9823b6e0, 0x34867077, 0x690ce0ee),
    ROW(0xd219c1dc, 0xa0f29e0f, 0x452421a9, 0x8a484352, 0x10519b13, 0x20a33626, 0x41466c4c, 0x828cd898),
    ROW(0x01d8ac87, 0x03b1590e, 0x0762b21c, 0x0ec56438, 0x1d8ac870, 0x3b1590e0, 0x762b21c0, 0xec564380),
    ROW(0xdc6d9ab7, 0xbc1a28d9, 0x7cf54c05, 0xf9ea980a, 0xf7142da3, 0xeae946f1, 0xd1139055, 0xa6e63d1d),
    ROW(0x490d678d, 0x921acf1a, 0x20f48383, 0x41e90706, 0x83d20e0c, 0x036501af, 0x06ca035e, 0x0d9406bc),
    ROW(0x1b280d78, 0x36501af0, 0x6ca035e0, 0xd9406bc0, 0xb641ca37, 0x684289d9, 0xd08513b2, 0xa5cb3ad3),
    ROW(0x4f576811, 0x9eaed022, 0x399cbdf3, 0x73397be6, 0xe672f7cc, 0xc824f22f, 0x9488f9e9, 0x2dd0ee65),
    ROW(0x5ba1dcca, 0xb743b994, 0x6a466e9f, 0xd48cdd3e, 0xadd8a7cb, 0x5f705221, 0xbee0a442, 0x79005533),
};

static inline uint32_t big_endian(const uint8_t *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

// Eight bytes at a time: their remainders do not depend on each other.
static uint32_t add_steps(uint32_t crc, const uint8_t *p, const uint8_t *end) {
  for (; p < end; p += STEP) {
    const uint32_t a = crc ^ big_endian(p), b = big_endian(p + 4);
    crc = table[7][a >> 24] ^ table[6][a >> 16 & 255] ^ table[5][a >> 8 & 255] ^ table[4][a & 255] ^ table[3][b >> 24] ^
          table[2][b >> 16 & 255] ^ table[1][b >> 8 & 255] ^ table[0][b & 255];
  }
  return crc;
}

void cksum_add(struct cksum *c, const void *data, size_t size) {
  const uint8_t *p = data, *end = p + size, *steps = p + size / STEP * STEP;
  c->crc = add_steps(c->crc, p, steps);
  for (p = steps; p < end; p++) c->crc = c->crc << 8 ^ table[0][c->crc >> 24 ^ *p];
  c->size += size;
}

uint32_t cksum_end(const struct cksum *c) {
  struct cksum all = *c;
  for (uint64_t rest = c->size; rest != 0; rest >>= 8) cksum_add(&all, (const uint8_t[]){(uint8_t)rest}, 1);
  return ~all.crc;
}

int cksum_file(struct cksum *c, int fd) {
  uint8_t block[BLOCK];
  off_t at = 0;
  ssize_t n;
  for (; (n = pread(fd, block, sizeof(block), at)) > 0; at += n) cksum_add(c, block, (size_t)n);
  return n == 0 ? 0 : errno;
}
