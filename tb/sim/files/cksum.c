#define _POSIX_C_SOURCE 200809L
#include "tb/sim/files/cksum.h"

#include <errno.h>
#include <unistd.h>

enum { BLOCK = 1 << 16 };

// The CRC of four bits, highest bit first; polynomial 0x04c11db7
static const uint32_t four[16] = {0x00000000, 0x04c11db7, 0x09823b6e, 0x0d4326d9, 0x130476dc, 0x17c56b6b,
                                  0x1a864db2, 0x1e475005, 0x2608edb8, 0x22c9f00f, 0x2f8ad6d6, 0x2b4bcb61,
                                  0x350c9b64, 0x31cd86d3, 0x3c8ea00a, 0x384fbdbd};

void cksum_add(struct cksum *c, const void *data, size_t size) {
  for (const uint8_t *p = data, *end = p + size; p < end; p++) {
    c->crc = c->crc << 4 ^ four[c->crc >> 28 ^ *p >> 4];
    c->crc = c->crc << 4 ^ four[c->crc >> 28 ^ (*p & 15)];
  }
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
