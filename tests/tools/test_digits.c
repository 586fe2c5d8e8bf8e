// Tests numbers as text against snprintf(). `make check T=digits` repeats it.
#include <math.h>

#include "tb/sim/files/row_text.h"
#include "tests/suite.h"

enum { RANDOM = 300000 };

static uint64_t next_random(uint64_t *x) {
  *x ^= *x << 13;
  *x ^= *x >> 7;
  *x ^= *x << 17;
  return *x * UINT64_C(2685821657736338717);
}

// Random values of all lengths
static uint64_t next_value(uint64_t *x) { return next_random(x) >> next_random(x) % 64; }

// The text must be as expected and as long as allowed, and nothing behind it may change but for a zero byte.
static void check(const char *text, const char *end, const char *expected, size_t longest) {
  const size_t length = (size_t)(end - text);
  ck_assert_uint_le(length, longest);
  if (strlen(expected) != length || memcmp(text, expected, length) != 0 || (*end != '#' && *end != '\0'))
    ck_abort_msg("%.*s instead of %s", (int)length + 1, text, expected);
}

static void check_whole(uint64_t value) {
  char text[DIGITS_WHOLE + 1], expected[DIGITS_WHOLE + 1];
  memset(text, '#', sizeof text);
  snprintf(expected, sizeof expected, "%" PRIu64, value);
  check(text, digits_whole(text, value), expected, DIGITS_WHOLE);
}

static void check_thousandths(uint64_t value) {
  char text[DIGITS_THOUSANDTHS + 1], expected[DIGITS_THOUSANDTHS + 1];
  memset(text, '#', sizeof text);
  snprintf(expected, sizeof expected, "%" PRIu64 ".%03u", value / 1000, (unsigned)(value % 1000));
  check(text, digits_thousandths(text, value), expected, DIGITS_THOUSANDTHS);
}

static void check_fixed(double value) {
  char text[DIGITS_FIXED + 1], expected[DIGITS_FIXED + 1];
  for (int places = 1; places <= DIGITS_PLACES; places++) {
    memset(text, '#', sizeof text);
    snprintf(expected, sizeof expected, "%.*f", places, value);
    check(text, digits_fixed(text, value, places), expected, DIGITS_FIXED);
  }
}

START_TEST(whole_numbers) {
  uint64_t x = 1, ten = 1;
  for (uint64_t value = 0; value < 20000; value++) {
    check_whole(value);
    check_thousandths(value);
  }
  for (int i = 0; i < 20; i++, ten *= 10)
    for (uint64_t value = ten - 2; value != ten + 3; value++) {
      check_whole(value);
      check_thousandths(value);
    }
  for (int i = 0; i < 64; i++)
    for (uint64_t one = UINT64_C(1) << i, value = one - 2; value != one + 3; value++) {
      check_whole(value);
      check_thousandths(value);
    }
  for (int i = 0; i < RANDOM / STRIDE(10); i++) {
    const uint64_t value = next_value(&x);
    check_whole(value);
    check_thousandths(value);
  }
}
END_TEST

// Sixteenths of the last digit: with odd multiples of 8 sixteenths printf() goes to the even neighbour.
START_TEST(halves) {
  for (int places = 0; places <= 6; places++)
    for (int i = 0; i < 3000; i++) check_fixed(i / 16.0 / pow(10, places));
  for (int shift = 1; shift < 60; shift++)
    for (int i = 1; i < 400; i++) check_fixed(ldexp(i, -shift));
}
END_TEST

START_TEST(edges_of_decimals) {
  static const double edge[] = {0,
                                -0.0,
                                1,
                                -1,
                                0.0005,
                                0.0015,
                                0.0025,
                                0.9995,
                                0.9999995,
                                0.99999949999,
                                999.9995,
                                0.5,
                                1e-300,
                                5e-324,
                                2.2250738585072014e-308,
                                1e15,
                                1e16,
                                1e19,
                                1e22,
                                1e300,
                                1.7976931348623157e308,
                                8796093022208.0 /* 2^43 */,
                                8796093022207.9995,
                                4503599627370496.0,
                                NAN,
                                INFINITY,
                                -INFINITY};
  for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++) {
    check_fixed(edge[i]);
    check_fixed(-edge[i]);
    check_fixed(nextafter(edge[i], INFINITY));
    check_fixed(nextafter(edge[i], -INFINITY));
  }
}
END_TEST

START_TEST(random_decimals) {
  uint64_t x = 2;
  for (int i = 0; i < RANDOM / STRIDE(10); i++) {
    double any;
    const uint64_t bits = next_random(&x);
    memcpy(&any, &bits, sizeof any);
    if (i % 64 == 0) check_fixed(any);
    check_fixed((double)next_value(&x) / (double)(1 + next_value(&x) % 100000));  // as rates
    check_fixed((double)next_value(&x) / 1000);                                   // as times
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("digits");
  TCase *all = tcase_create("all");
  tcase_set_timeout(all, 120);
  tcase_add_test(all, whole_numbers);
  tcase_add_test(all, halves);
  tcase_add_test(all, edges_of_decimals);
  tcase_add_test(all, random_decimals);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
