// Exact serialisation, and the timing wheel.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/clocked/wheel.h"
#include "tb/sim/nodes/pace.h"
#include "tests/suite.h"

// ---- pace ----

START_TEST(thousand_bytes_at_40g_are_50_clocks) {
  struct pace p;
  pace_init(&p, 40000000000, 250000000);
  ck_assert_uint_eq(pace_send(&p, 100, 1000), 150);
  ck_assert_uint_eq(pace_send(&p, 150, 1000), 200);
  ck_assert_uint_eq(pace_send(&p, 300, 1000), 350);
}
END_TEST

// 64 bytes are 3.2 clocks: a frame ends in the clock in which its last bit is out, the next begins where it ended.
START_TEST(remainder_is_carried) {
  struct pace p;
  pace_init(&p, 40000000000, 250000000);
  static const uint64_t ends[] = {4, 7, 10, 13, 16, 20};
  uint64_t now = 0;
  for (int i = 0; i < 6; i++) ck_assert_uint_eq(now = pace_send(&p, now, 64), ends[i]);
}
END_TEST

START_TEST(rates_do_not_drift) {
  static const uint64_t rates[] = {40000000000, 100000000000, 10000000000, 1234567890, 25000000001};
  uint64_t hz = 312500000, now = 0, bits = 0;
  struct pace p;
  pace_init(&p, rates[_i], hz);
  for (int i = 0; i < 1000000; i++) {
    uint32_t bytes = 64 + (uint32_t)i * 7919u % 1437;
    bits += 8 * bytes;
    now = pace_send(&p, now, bytes);
  }
  uint64_t whole = bits / rates[_i] * hz + (bits % rates[_i] * hz + rates[_i] - 1) / rates[_i];
  ck_assert_uint_eq(now, whole);
}
END_TEST

// ---- wheel ----

enum { EVENTS = 2000 };

static uint64_t random_state;
static uint64_t next_random(void) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return random_state >> 33;
}

static uint64_t random_ahead(void) {
  static const unsigned bits[] = {2, 8, 11, 19, 28};
  return next_random() % (UINT64_C(1) << bits[next_random() % 5]);
}

// Adds, removes and takes at random; whatever comes out is due, and nothing earlier is left.
START_TEST(wheel_keeps_every_clock) {
  static struct wheel w;
  static struct event e[EVENTS];
  wheel_init(&w);
  memset(e, 0, sizeof e);
  random_state = (uint64_t)_i;
  uint64_t taken = 0;
  for (int i = 0; i < EVENTS; i++) wheel_add(&w, &e[i], random_ahead());
  while (taken < 100 * EVENTS) {
    uint64_t peek = wheel_peek(&w), was = w.now, least = UINT64_MAX;
    if (taken % 97 == 0)
      for (int i = 0; i < EVENTS; i++)
        if (event_pending(&e[i]) && e[i].clock < least) least = e[i].clock;
    bool found = wheel_advance(&w, was + 1000000);
    if (found && w.now > was) ck_assert_uint_ge(w.now, peek);
    if (found && least != UINT64_MAX) ck_assert_uint_eq(w.now, least);
    for (struct event *x; (x = wheel_take(&w)) != NULL; taken++) {
      if (x->clock != w.now) ck_abort_msg("event of clock %lu at %lu", x->clock, w.now);
      wheel_add(&w, x, w.now + 1 + random_ahead());
      struct event *other = &e[next_random() % EVENTS];
      if (next_random() % 4 == 0 && event_pending(other) && other->clock > w.now) {
        wheel_remove(&w, other);
        wheel_add(&w, other, w.now + 1 + random_ahead());
      }
    }
  }
  ck_assert_uint_eq(w.count, EVENTS);
}
END_TEST

// Events of one clock come in the same order whether the wheel jumps to it or turns clock by clock.
START_TEST(wheel_order_does_not_depend_on_steps) {
  static struct wheel w[2];
  static struct event e[2][64];
  memset(e, 0, sizeof e);
  int order[2][64];
  for (int k = 0; k < 2; k++) {
    wheel_init(&w[k]);
    for (int i = 0; i < 32; i++) wheel_add(&w[k], &e[k][i], 70000);
    while (w[k].now < 69500) wheel_advance(&w[k], k == 0 ? 69500 : w[k].now + 1);
    for (int i = 32; i < 64; i++) wheel_add(&w[k], &e[k][i], 70000);
    while (w[k].now < 70000) wheel_advance(&w[k], k == 0 ? 70000 : w[k].now + 1);
    for (int i = 0; i < 64; i++) order[k][i] = (int)(wheel_take(&w[k]) - e[k]);
  }
  ck_assert_mem_eq(order[0], order[1], sizeof order[0]);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("wheel");
  TCase *parts = tcase_create("parts");
  tcase_set_timeout(parts, 120);
  tcase_add_test(parts, thousand_bytes_at_40g_are_50_clocks);
  tcase_add_test(parts, remainder_is_carried);
  tcase_add_loop_test(parts, rates_do_not_drift, 0, 5);
  tcase_add_loop_test(parts, wheel_keeps_every_clock, 0, 4);
  tcase_add_test(parts, wheel_order_does_not_depend_on_steps);
  suite_add_tcase(suite, parts);
  return suite_run(suite);
}
