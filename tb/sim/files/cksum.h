// The checksum of POSIX's command cksum: it detects damage, copies and mixtures of files, but no forgery.
#ifndef CKSUM_H
#define CKSUM_H

#include <stddef.h>
#include <stdint.h>

// Begins as {0}. `crc` is without the length, which only cksum_end() adds.
struct cksum {
  uint32_t crc;
  uint64_t size;
};

void cksum_add(struct cksum *c, const void *data, size_t size);
uint32_t cksum_end(const struct cksum *c);

// Adds a whole file, from its first byte on. Returns 0 or an errno.
int cksum_file(struct cksum *c, int fd);

#endif
