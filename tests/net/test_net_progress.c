// What engines and searches report of their progress: shares that rise from 0 to 1.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdlib.h>

#include "tb/sim/simulation.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

struct heard {
  int calls, fallen, outside;
  double first, last, done;
};

static void hear(void *arg, double share, double done) {
  struct heard *h = arg;
  if (h->calls++ == 0) h->first = share;
  h->fallen += share < h->last || done < h->done;
  h->outside += share < 0 || share > 1;
  h->last = share;
  h->done = done;
}

// Often enough to be shown while a run lasts, whatever the engine and the number of threads; also of a run whose flows
// have all ended long before the time until which it may last.
START_TEST(of_a_run) {
  static const int threads[] = {1, 1, 2, 3};
  struct heard h = {0};
  struct scenario *s = _i < 4 ? runs_load_case(1) : runs_load("tb/examples/scenarios/incast.yaml");
  struct network_options o = runs_engine(_i % 4 == 0 ? RUNS_MODEL : RUNS_EVENT);
  o.threads = threads[_i % 4];
  o.progress = hear;
  o.progress_arg = &h;
  struct simulation *n = runs_simulate(s, o);
  ck_assert_int_gt(h.calls, 30);
  ck_assert_int_eq(h.fallen + h.outside, 0);
  ck_assert_double_lt(h.first, 0.2);
  ck_assert_double_gt(h.last, 0.9);
  ck_assert_double_le(h.done, (double)simulation_result(n)->cycles * 1e6 / (double)simulation_result(n)->hz + 100);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Acknowledgements are no data that arrive: half of 1,000 packets are there after half of their 81.6 us.
static void hear_half(void *arg, double share, double done) {
  if (done <= 40.8) *(double *)arg = share;
}

START_TEST(of_a_closed_loop) {
  double half = 0;
  struct scenario *s = runs_load_text(
      "name: loop\nduration_us: 1000\ngbps: 100\ndelay_ns: 100\npacket_bytes: 1000\ncongestion: dcqcn\n"
      "mmu: {scheme: SIH, buffer: 4MB, headroom: 100KB, alpha: 1, classes: 2}\nswitches: [{name: S}, {name: T}]\n"
      "links: [{name: l, a: S, b: T}]\nhosts: [{name: a, switch: S}, {name: b, switch: T}]\n"
      "flows: [{name: f, from: a, to: b, bytes: 1MB}]\n");
  struct network_options o = runs_engine(RUNS_EVENT);
  o.progress = hear_half;
  o.progress_arg = &half;
  struct simulation *n = runs_simulate(s, o);
  ck_assert_msg(half > 0.4 && half < 0.6, "%g after half of the time", half);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// A search has one share over all of its runs. Without the runs that find the start, it has as many as it says
// beforehand, or a run less.
START_TEST(of_a_search) {
  struct heard h = {0};
  struct search_result r;
  struct scenario *s = runs_load("tb/examples/scenarios/burst_dsh.yaml");
  struct network_options o = runs_engine(RUNS_EVENT);
  o.progress = hear;
  o.progress_arg = &h;
  if (_i == 0) s->burst_start = 130 * s->clock_hz / 1000000;
  for (int i = 0; _i == 0 && i < s->bursts; i++) s->flow[s->burst[i]].start = s->burst_start;
  ck_assert_int_eq(search_run(s, &o, &r), NETWORK_OK);
  ck_assert_int_le(r.runs, search_runs(s));
  if (_i == 0) ck_assert_int_ge(r.runs, search_runs(s) - 1);
  ck_assert_int_gt(h.calls, r.runs);
  ck_assert_int_eq(h.fallen + h.outside, 0);
  ck_assert_double_gt(h.last, 0.8);
  ck_assert_double_gt(h.done, search_runs(s) - 3);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("progress of runs");
  TCase *all = tcase_create("all");
  tcase_set_timeout(all, 120);
  tcase_add_loop_test(all, of_a_run, 0, 8);
  tcase_add_test(all, of_a_closed_loop);
  tcase_add_loop_test(all, of_a_search, 0, 2);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
