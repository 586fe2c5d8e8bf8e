// Tests the exact times of frames on a line and the order of events, against arithmetic and a search of all events.
// `make check T=events` repeats it; the number behind a failed loop test is its seed.
#include <check.h>
#include <stdlib.h>

#include "tb/sim/clocked/events.h"
#include "tb/sim/nodes/pace.h"
#include "tests/suite.h"

// ---- pace ----

START_TEST(thousand_bytes_at_40g_are_50_cycles) {
  struct pace p;
  pace_init(&p, 40000000000, 250000000);
  ck_assert_uint_eq(pace_send(&p, 100, 1000), 150);
  ck_assert_uint_eq(pace_send(&p, 150, 1000), 200);
  ck_assert_uint_eq(pace_send(&p, 300, 1000), 350);
}
END_TEST

// 64 bytes take 3.2 cycles. A frame ends in the cycle in which its last bit leaves. The next frame starts at the exact
// end, not at the end of the cycle.
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

// ---- events ----

enum { EVENTS = 2000 };

static uint64_t random_state;
static uint64_t next_random(void) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return random_state >> 33;
}

// Adds, removes and takes events at random. Each taken event must be the earliest of all.
START_TEST(events_leave_in_order_of_cycles) {
  static struct event e[EVENTS];
  struct events x = {0};
  uint64_t now = 0;
  random_state = (uint64_t)_i;
  for (int i = 0; i < EVENTS; i++) {
    event_init(&e[i], EVENT_KICK, i, 0);
    ck_assert(events_add(&x, &e[i], next_random() % 3000));
  }
  for (int taken = 0; taken < 20 * EVENTS; taken++) {
    uint64_t least = UINT64_MAX;
    for (int i = 0; taken % 97 == 0 && i < EVENTS; i++)
      if (event_pending(&e[i]) && e[i].cycle < least) least = e[i].cycle;
    if (least != UINT64_MAX) ck_assert_uint_eq(events_next(&x), least);
    ck_assert(events_next(&x) >= now);
    now = events_next(&x);
    if (now > 0) ck_assert_ptr_null(events_take(&x, now - 1));
    struct event *first = events_take(&x, now), *other = &e[next_random() % EVENTS];
    ck_assert(!event_pending(first));
    ck_assert_uint_eq(first->cycle, now);
    ck_assert(events_add(&x, first, now + next_random() % 3000));
    if (next_random() % 4 != 0) continue;
    events_remove(&x, other);
    ck_assert(!event_pending(other));
    ck_assert(events_add(&x, other, now + next_random() % 3000));
  }
  ck_assert_uint_eq(x.count, EVENTS);
  events_free(&x);
}
END_TEST

// Events leave in the order of cycle, kind, node, port and sequence, whatever the order of their additions.
START_TEST(simultaneous_events_have_an_order) {
  static struct event e[2 * 3 * 3 * 3 * 2];
  enum { ALL = sizeof e / sizeof e[0] };
  static const enum event_kind kinds[] = {EVENT_STOP, EVENT_ARRIVE, EVENT_CHECK};
  static const int nodes[] = {0, 1, 70000}, ports[] = {0, 5, 63};
  struct events x = {0};
  int place[ALL];
  random_state = (uint64_t)_i;
  for (int i = 0; i < ALL; i++) {
    event_init(&e[i], kinds[i / 18 % 3], nodes[i / 6 % 3], ports[i / 2 % 3]);
    e[i].sequence = (uint32_t)i % 2;
    place[i] = i;
  }
  for (int i = ALL - 1; i > 0; i--) {
    int other = (int)(next_random() % (uint64_t)(i + 1)), was = place[i];
    place[i] = place[other];
    place[other] = was;
  }
  for (int i = 0; i < ALL; i++) ck_assert(events_add(&x, &e[place[i]], 100 + (uint64_t)place[i] / 54));
  for (int i = 0; i < ALL; i++) ck_assert_ptr_eq(events_take(&x, 1000), &e[i]);
  ck_assert_int_eq(event_kind(&e[ALL - 1]), EVENT_CHECK);
  ck_assert_int_eq(event_node(&e[ALL - 1]), 70000);
  ck_assert_int_eq(event_port(&e[ALL - 1]), 63);
  events_free(&x);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("events");
  TCase *parts = tcase_create("parts");
  tcase_set_timeout(parts, 120);
  tcase_add_test(parts, thousand_bytes_at_40g_are_50_cycles);
  tcase_add_test(parts, remainder_is_carried);
  tcase_add_loop_test(parts, rates_do_not_drift, 0, 5);
  tcase_add_loop_test(parts, events_leave_in_order_of_cycles, 0, 4);
  tcase_add_loop_test(parts, simultaneous_events_have_an_order, 0, 16);
  suite_add_tcase(suite, parts);
  return suite_run(suite);
}
