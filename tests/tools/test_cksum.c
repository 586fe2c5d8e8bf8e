// Tests the checksum of files against its definition, bit by bit. `make check T=cksum` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>

#include "tb/sim/files/cksum.h"
#include "tests/suite.h"

enum { LONGEST = 64, ALIGNMENTS = 16 };

// POSIX: the bits of the data, then of the length from its lowest byte on, divided by the polynomial.
static uint32_t bit_by_bit(uint32_t crc, uint8_t byte) {
  for (int i = 7; i >= 0; i--) {
    const bool one = crc >> 31 ^ (byte >> i & 1);
    crc = crc << 1 ^ (one ? UINT32_C(0x04c11db7) : 0);
  }
  return crc;
}

static uint32_t defined(const uint8_t *data, size_t size) {
  uint32_t crc = 0;
  for (size_t i = 0; i < size; i++) crc = bit_by_bit(crc, data[i]);
  for (size_t rest = size; rest != 0; rest >>= 8) crc = bit_by_bit(crc, (uint8_t)rest);
  return ~crc;
}

static void fill(uint8_t *data, size_t size) {
  uint64_t x = UINT64_C(88172645463325252);
  for (size_t i = 0; i < size; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    data[i] = (uint8_t)(x >> 32);
  }
}

static uint32_t whole(const uint8_t *data, size_t size) {
  struct cksum c = {0};
  cksum_add(&c, data, size);
  return cksum_end(&c);
}

START_TEST(all_lengths_and_alignments) {
  _Alignas(ALIGNMENTS) uint8_t data[LONGEST + ALIGNMENTS];
  fill(data, sizeof data);
  for (size_t from = 0; from < ALIGNMENTS; from++)
    for (size_t size = 0; size <= LONGEST; size++)
      ck_assert_msg(whole(data + from, size) == defined(data + from, size), "%zu bytes from %zu on", size, from);
}
END_TEST

// Every value of a byte at every place of a step
START_TEST(all_bytes) {
  uint8_t data[32];
  for (size_t at = 0; at < sizeof data; at++)
    for (unsigned value = 0; value < 256; value++) {
      memset(data, 0, sizeof data);
      data[at] = (uint8_t)value;
      ck_assert_msg(whole(data, sizeof data) == defined(data, sizeof data), "%u at %zu", value, at);
    }
}
END_TEST

START_TEST(in_two_parts) {
  uint8_t data[3 * LONGEST];
  fill(data, sizeof data);
  for (size_t first = 0; first <= sizeof data; first++) {
    struct cksum c = {0};
    cksum_add(&c, data, first);
    cksum_add(&c, data + first, sizeof data - first);
    ck_assert_uint_eq(c.size, sizeof data);
    ck_assert_uint_eq(cksum_end(&c), defined(data, sizeof data));
  }
}
END_TEST

// A file that is longer than a block. The place in the file where reading begins does not matter.
START_TEST(of_a_file) {
  enum { SIZE = 200003 };
  static uint8_t data[SIZE];
  fill(data, SIZE);
  FILE *file = tmpfile();
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(data, 1, SIZE, file), SIZE);
  ck_assert_int_eq(fflush(file), 0);
  struct cksum c = {0};
  ck_assert_int_eq(cksum_file(&c, fileno(file)), 0);
  ck_assert_uint_eq(c.size, SIZE);
  ck_assert_uint_eq(cksum_end(&c), defined(data, SIZE));
  fclose(file);
}
END_TEST

// The values that the command cksum prints.
START_TEST(known_values) {
  ck_assert_uint_eq(whole((const uint8_t *)"", 0), 4294967295U);
  ck_assert_uint_eq(whole((const uint8_t *)"123456789", 9), 930766865U);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("cksum");
  TCase *all = tcase_create("all");
  tcase_add_test(all, all_lengths_and_alignments);
  tcase_add_test(all, all_bytes);
  tcase_add_test(all, in_two_parts);
  tcase_add_test(all, of_a_file);
  tcase_add_test(all, known_values);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
