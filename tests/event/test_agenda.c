// Tests the agenda of a place against an array of pending events, over random schedules: in order, out of order, far
// away, scheduled again and cancelled. `make check T=agenda` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>

#include "tb/sim/event/agenda.h"
#include "tb/sim/traffic/random.h"
#include "tests/suite.h"

enum { KINDS = 6, PORTS = 20, MOST_PORTS = 500, SEVERAL = KINDS, MOST = 64 };

// The events that are pending, and those of which a port may have several
struct expected {
  uint64_t time[KINDS][PORTS];
  uint64_t several_time[MOST];
  uint32_t several_port[MOST], head, tail;
};

// Removes the first event in the order (time, kind, port). Returns its time.
static uint64_t take(struct expected *x, uint32_t *kind, uint32_t *port) {
  uint64_t least = NEVER;
  for (uint32_t k = 0; k < KINDS; k++)
    for (uint32_t p = 0; p < PORTS; p++)
      if (x->time[k][p] < least || (x->time[k][p] == least && least != NEVER && k < *kind)) {
        least = x->time[k][p];
        *kind = k;
        *port = p;
      }
  if (x->head != x->tail && x->several_time[x->head % MOST] < least) {
    *kind = SEVERAL;
    *port = x->several_port[x->head % MOST];
    return x->several_time[x->head++ % MOST];
  }
  if (least != NEVER) x->time[*kind][*port] = NEVER;
  return least;
}

// Schedules or cancels a random event at a time from `now` on.
static void change(struct agenda *a, struct expected *x, uint64_t now, uint64_t *random) {
  const uint32_t kind = random_below(random, KINDS), port = random_below(random, PORTS);
  uint64_t time = now + 1 + random_below(random, random_below(random, 3) == 0 ? 5000 : 40),
           *pending = &x->time[kind][port];
  switch (random_below(random, 8)) {
    case 0:
      agenda_cancel(a, kind, port);
      *pending = NEVER;
      break;
    case 1:
    case 2:
      agenda_put_earlier(a, kind, port, time);
      if (time < *pending) *pending = time;
      break;
    case 3:
      if (x->tail - x->head == MOST) break;
      time = now + 50;  // in order
      ck_assert(agenda_follow(a, SEVERAL, port, time));
      x->several_time[x->tail % MOST] = time;
      x->several_port[x->tail++ % MOST] = port;
      break;
    default:
      agenda_put(a, kind, port, time);
      *pending = time;
  }
}

START_TEST(takes_all_in_order) {
  uint64_t random = (uint64_t)_i, now = 0, taken = 0;
  struct agenda a = {.key = NULL};
  struct expected x = {.head = 0};
  ck_assert(agenda_init(&a, KINDS, _i % 2 == 0 ? PORTS : MOST_PORTS));
  ck_assert(a.many == (_i % 2 != 0));
  for (int k = 0; k < KINDS * PORTS; k++) x.time[k / PORTS][k % PORTS] = NEVER;
  for (int step = 0; step < 20000; step++) {
    for (uint32_t left = random_below(&random, 4); left > 0; left--) change(&a, &x, now, &random);
    uint32_t kind = 0, port = 0, expected_kind = 0, expected_port = 0;
    struct expected before = x;
    const uint64_t end = now + 1 + random_below(&random, 60), time = take(&x, &expected_kind, &expected_port);
    if (agenda_first(&a) != time) ck_abort_msg("step %d: the first event is not that of the array", step);
    const bool got = agenda_take(&a, end, &now, &kind, &port);
    if (got != (time < end)) ck_abort_msg("step %d: an event was taken, or not", step);
    if (!got) {
      x = before;
      now = end - 1;
      continue;
    }
    if (now != time || kind != expected_kind || port != expected_port)
      ck_abort_msg("step %d: time %d kind %u port %u, expected %d, %u, %u", step, (int)now, kind, port, (int)time,
                   expected_kind, expected_port);
    if (random_below(&random, 2) == 0) change(&a, &x, now, &random);  // with the event in hand
    agenda_done(&a);
    taken++;
  }
  ck_assert_uint_gt(taken, 5000);
  agenda_free(&a);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("agenda");
  TCase *c = tcase_create("all");
  tcase_add_loop_test(c, takes_all_in_order, 0, 20);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
