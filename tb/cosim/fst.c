#include "tb/cosim/fst.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

// The file is a sequence of blocks: a type, a length (big-endian, including itself) and data. The first block is the
// header. A block that is being written has another type.
enum { HEADER, VALUES, GEOMETRY = 3, HIERARCHY, VALUES_2, HIERARCHY_2, HIERARCHY_3, VALUES_3, TYPES };
enum { AT_END_TIME = 17, AT_SECTIONS = 65, HEADER_SIZE = 330 };

static uint64_t number(const unsigned char *b) {
  uint64_t n = 0;
  for (int i = 0; i < 8; i++) n = n << 8 | b[i];
  return n;
}

static bool is_complete(FILE *f, uint64_t end) {
  unsigned char header[HEADER_SIZE];
  uint64_t count[TYPES] = {0}, at = 0;
  if (fread(header, 1, sizeof(header), f) != sizeof(header) || fseek(f, 0, SEEK_END) != 0) return false;
  uint64_t size = (uint64_t)ftell(f);
  while (at < size) {
    unsigned char block[9];
    if (fseek(f, (long)at, SEEK_SET) != 0 || fread(block, 1, sizeof(block), f) != sizeof(block)) return false;
    if (block[0] >= TYPES || number(block + 1) < 8 || number(block + 1) >= size - at) return false;
    count[block[0]]++;
    at += 1 + number(block + 1);
  }
  uint64_t values = count[VALUES] + count[VALUES_2] + count[VALUES_3];
  uint64_t names = count[HIERARCHY] + count[HIERARCHY_2] + count[HIERARCHY_3];
  return at == size && header[0] == HEADER && count[HEADER] == 1 && count[GEOMETRY] == 1 && names == 1 &&
         values == number(header + AT_SECTIONS) && number(header + AT_END_TIME) == end;
}

// Finds out why the file is incomplete, by writing more bytes. The first error is lost, but a full disk is usually
// still full, although the writer has removed its other file.
static int reason(const char *path) {
  int fd = open(path, O_WRONLY);
  if (fd < 0) return errno;
  off_t size = lseek(fd, 0, SEEK_END);
  int error = posix_fallocate(fd, size > 0 ? size : 0, 1 << 26);
  close(fd);
  return error != 0 ? error : EIO;
}

int fst_check(const char *path, uint64_t end) {
  FILE *f = fopen(path, "rb");
  if (f == NULL) return errno;
  bool good = is_complete(f, end);
  fclose(f);
  return good ? 0 : reason(path);
}
