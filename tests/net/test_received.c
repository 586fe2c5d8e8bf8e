// Tests the bytes of a flow that arrive in any order against one flag a byte. `make check T=received` repeats it;
// SLUICE_SEED selects a seed.
#include <check.h>
#include <string.h>

#include "tb/sim/event/received.h"
#include "tb/sim/traffic/random.h"
#include "tests/suite.h"

enum { BYTES = 400, LONGEST = 30 };

// Ranges are apart, in order, and beyond the expected byte.
static void check_ranges(const struct received *x, const bool *arrived) {
  bool in[BYTES] = {false};
  uint64_t from = x->expected;
  memset(in, true, x->expected);
  for (uint32_t i = 0; i < x->ranges; i++) memset(in + x->range[i].from, true, x->range[i].to - x->range[i].from);
  for (int at = 0; at < BYTES; at++)
    if (in[at] != arrived[at]) ck_abort_msg("byte %d: expected %d, got %d", at, arrived[at], in[at]);
  for (uint32_t i = 0; i < x->ranges; i++) {
    ck_assert_uint_lt(from, x->range[i].from);
    ck_assert_uint_lt(x->range[i].from, x->range[i].to);
    from = x->range[i].to;
  }
}

START_TEST(any_order) {
  uint64_t random = random_mix(suite_number("SLUICE_SEED", 0, INT32_MAX, 1) + (uint64_t)_i);
  struct received x = {.expected = 0};
  bool arrived[BYTES] = {false};
  for (int takes = 0; x.expected < BYTES; takes++) {
    ck_assert_int_lt(takes, 100000);
    const uint64_t from = random_next(&random) % BYTES, most = BYTES - from < LONGEST ? BYTES - from : LONGEST,
                   to = from + 1 + random_next(&random) % most;
    bool any = false;
    for (uint64_t at = from; at < to; at++) any |= !arrived[at];
    memset(arrived + from, true, to - from);
    ck_assert_int_eq(received_take(&x, from, to), any);
    check_ranges(&x, arrived);
  }
  ck_assert_uint_eq(x.ranges, 0);
  received_free(&x);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("received");
  TCase *c = tcase_create("received");
  tcase_add_loop_test(c, any_order, 0, 50);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
