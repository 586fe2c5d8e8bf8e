// Tests histograms against the sorted list of the added values. `make check T=histogram` repeats it; a failure names
// the seed.
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tb/sim/results/histogram.h"
#include "tests/net/measured.h"
#include "tests/suite.h"

// Adds values of very different magnitudes, some repeated, to two histograms and merges them.
START_TEST(histogram_is_within_its_error) {
  enum { COUNT = 20000 };
  static const unsigned permille[] = {1, 10, 500, 900, 990, 999, 1000};
  static uint64_t value[COUNT];
  random_seed((uint64_t)_i + 1);
  struct histogram h = {.count = NULL}, other = {.count = NULL};
  int count = 1 + (int)random_below(COUNT), n = 0;
  while (n < count) {
    uint64_t v = random_next() >> (_i % 2 == 0 ? random_below(64) : 40 + random_below(4)), times = 1 + random_below(3);
    ck_assert_int_eq(histogram_add(random_below(2) ? &h : &other, v, times), 0);
    for (; times > 0 && n < count; times--) value[n++] = v;
    if (times > 0) ck_assert_int_eq(histogram_add(&h, v, -times), 0);  // drop the values that exceed the list
  }
  ck_assert_int_eq(histogram_merge(&h, &other), 0);
  qsort(value, (size_t)n, sizeof *value, ascending);
  uint64_t got[sizeof permille / sizeof *permille];
  histogram_permilles(&h, permille, got, sizeof permille / sizeof *permille);
  for (size_t i = 0; i < sizeof permille / sizeof *permille; i++) {
    uint64_t exact = value[((uint64_t)n * permille[i] + 999) / 1000 - 1];
    uint64_t error = got[i] > exact ? got[i] - exact : exact - got[i];
    ck_assert_msg(error <= exact / 256, "seed %d: %u permille of %d: expected %" PRIu64 ", got %" PRIu64, _i + 1,
                  permille[i], n, exact, got[i]);
  }
  histogram_free(&h);
  histogram_free(&other);
}
END_TEST

// A compact histogram has the same rule of percentiles, and its counts in a histogram are at the middle of its buckets.
START_TEST(compact_histogram_is_within_its_error) {
  enum { COUNT = 2000 };
  static const unsigned permille[] = {1, 500, 990, 1000};
  static uint64_t value[COUNT];
  random_seed((uint64_t)_i + 1);
  struct compact_histogram h = {.count = NULL};
  struct histogram wide = {.count = NULL};
  for (int n = 0; n < COUNT; n++) {
    value[n] = random_next() >> random_below(64);
    ck_assert(compact_add(&h, value[n], 1));
  }
  ck_assert_int_eq(histogram_merge_compact(&wide, &h), 0);
  qsort(value, COUNT, sizeof *value, ascending);
  uint64_t got[4], merged[4];
  compact_permilles(&h, permille, got, 4);
  histogram_permilles(&wide, permille, merged, 4);
  for (int i = 0; i < 4; i++) {
    uint64_t exact = value[((uint64_t)COUNT * permille[i] + 999) / 1000 - 1];
    uint64_t error = got[i] > exact ? got[i] - exact : exact - got[i];
    uint64_t moved = merged[i] > got[i] ? merged[i] - got[i] : got[i] - merged[i];
    ck_assert_msg(error <= exact / 32 && moved <= got[i] / 256,
                  "seed %d: %u permille: expected %" PRIu64 ", got %" PRIu64 " and %" PRIu64, _i + 1, permille[i],
                  exact, got[i], merged[i]);
  }
  compact_free(&h);
  histogram_free(&wide);
}
END_TEST

START_TEST(empty_histogram) {
  static const unsigned permille[] = {500, 999};
  uint64_t value[2] = {1, 1};
  struct histogram h = {.count = NULL};
  histogram_permilles(&h, permille, value, 2);
  ck_assert(value[0] == 0 && value[1] == 0);
  ck_assert_int_eq(histogram_add(&h, UINT64_MAX, 1), 0);
  histogram_permilles(&h, permille, value, 2);
  ck_assert_uint_ge(value[0], UINT64_MAX - UINT64_MAX / 256);
  ck_assert_uint_le(h.buckets, 1 << HISTOGRAM_BITS);
  histogram_free(&h);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("histogram");
  TCase *histograms = tcase_create("histograms");
  tcase_add_loop_test(histograms, histogram_is_within_its_error, 0, 40);
  tcase_add_loop_test(histograms, compact_histogram_is_within_its_error, 0, 10);
  tcase_add_test(histograms, empty_histogram);
  suite_add_tcase(suite, histograms);
  return suite_run(suite);
}
