// The frames of a switch under test.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/switch/bench.h"

uint64_t bench_random(struct bench *b, uint64_t below) {
  static const uint64_t multiplier = 0x2545f4914f6cdd1d;
  b->seed ^= b->seed >> 12;
  b->seed ^= b->seed << 25;
  b->seed ^= b->seed >> 27;
  return (b->seed * multiplier >> 32) % below;
}

struct frame *bench_frame(struct bench *b, int in, int egress, int cls, int length) {
  struct frame *f = calloc(1, sizeof *f);
  ck_assert_ptr_nonnull(f);
  f->sent = malloc((size_t)length + 64);
  f->expected = malloc((size_t)length + 64);
  ck_assert(f->sent != NULL && f->expected != NULL);
  f->in = in;
  f->egress = egress;
  f->cls = cls;
  f->length = length;
  for (int i = 0; i < length + 64; i++) f->sent[i] = (uint8_t)bench_random(b, 256);
  const uint8_t header[18] = {2, 0, 0,           0,    0, (uint8_t)egress,     2, 0,    0,
                              0, 1, (uint8_t)in, 0x81, 0, (uint8_t)(cls << 5), 1, 0x88, 0xb5};
  memcpy(f->sent, header, sizeof header);
  memcpy(f->expected, f->sent, (size_t)length);
  return f;
}
