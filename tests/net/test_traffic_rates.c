// Tests that hosts of different rates send in proportion to their rates. The references are the probabilities, with
// statistical tolerances at fixed seeds. `make check T=traffic_rates` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <math.h>

#include "tb/sim/traffic/arrivals.h"
#include "tests/net/fabric.h"

enum { SENDERS = 6, SUM = 275 };
static const double gbps[SENDERS] = {100, 25, 25, 50, 50, 25};  // that of d from two links

#define NETWORK                                                                                          \
  "name: rates\nclock_mhz: 500\ngbps: 25\nduration_us: 40000\n"                                          \
  "mmu: {scheme: DSH, buffer: 8MB, headroom: 16KB, alpha: 1/8}\nswitches: [{name: A}, {name: B}]\n"      \
  "links: [{name: L, a: A, b: B, gbps: 400}]\n"                                                          \
  "hosts: [{name: a, switch: A, gbps: 100}, {name: b, switch: A}, {name: c, switch: B}, "                \
  "{name: d, links: [{switch: A}, {switch: B}]}, {name: e, switch: B, gbps: 50}, {name: f, switch: B}, " \
  "{name: z, switch: B}]\n"

// Sets the number of flows of each sender; z does not send. Returns their sum.
static int count(const char *traffic, int *flows) {
  char text[2048];
  snprintf(text, sizeof text, NETWORK "traffic: [{name: t, bytes: 10KB, from: [\"[a-f]\"], %s}]\n", traffic);
  write_file("s.yaml", text);
  struct scenario *s = load_seed(0);
  const int all = s->flows;
  memset(flows, 0, SENDERS * sizeof *flows);
  for (int i = 0; i < all; i++) {
    CHECK(s->flow[i].from - s->switches, <, SENDERS);
    flows[s->flow[i].from - s->switches]++;
  }
  scenario_free(s);
  return all;
}

static void expect_share(int sender, int flows, int all, double p) {
  ck_assert_msg(fabs(flows - all * p) < 4 * sqrt(all * p * (1 - p)), "sender %d: %d of %d flows, expected %g", sender,
                flows, all, all * p);
}

START_TEST(senders_by_rate) {
  int flows[SENDERS], all = count(_i == 0 ? "pattern: uniform, load: 0.5" : "pattern: permutation, load: 0.5", flows);
  const double expected = 0.5 * SUM * 1e9 * 40000e-6 / 8e4;
  ck_assert_double_eq_tol(all, expected, 4 * sqrt(expected));
  for (int i = 0; i < SENDERS; i++) expect_share(i, flows[i], all, gbps[i] / SUM);
}
END_TEST

// The second sender of an incast is drawn among the others.
START_TEST(incasts_by_rate) {
  int flows[SENDERS], all = count("pattern: incast, senders: 2, load: 0.5, to: [z]", flows);
  const double expected = 0.5 * SUM * 1e9 * 40000e-6 / 16e4;
  ck_assert_double_eq_tol(all / 2, expected, 4 * sqrt(expected));
  for (int i = 0; i < SENDERS; i++) {
    double p = gbps[i] / SUM;
    for (int k = 0; k < SENDERS; k++)
      if (k != i) p += gbps[k] / SUM * gbps[i] / (SUM - gbps[k]);
    expect_share(i, flows[i], all / 2, p);
  }
}
END_TEST

// All senders, also if the receiver is one of them; a host sends once an incast.
START_TEST(incasts_of_all) {
  int flows[SENDERS], all = count("pattern: incast, load: 0.5, to: [\"[a-f]\"]", flows);
  ck_assert_int_gt(all, 0);
  ck_assert_int_eq(all % (SENDERS - 1), 0);
  for (int i = 0; i < SENDERS; i++) expect_share(i, flows[i], all / (SENDERS - 1), 1 - 1. / SENDERS);
}
END_TEST

// Without a load each sender sends as often as the others.
START_TEST(regular_arrivals_are_even) {
  int flows[SENDERS],
      all = count(_i == 0 ? "pattern: uniform, period_us: 100" : "pattern: incast, period_us: 100, to: [z]", flows);
  for (int i = 0; i < SENDERS; i++) ck_assert_int_eq(flows[i], all / SENDERS);
}
END_TEST

START_TEST(weights_are_exact) {
  static const double weight[] = {0.5, 0, 3, 0.5, 4};
  struct weights w;
  ck_assert_int_eq(weights_new(&w, weight, 5), 0);
  int drawn[5] = {0};
  for (int i = 0; i < 800; i++) drawn[weights_draw(&w, i / 800.)]++;
  for (int k = 0; k < 5; k++) ck_assert_double_eq(drawn[k], 100 * weight[k]);
  weights_set(&w, 4, 0);
  ck_assert_uint_eq(weights_draw(&w, 1 - 0x1p-53), 3);
  ck_assert_uint_eq(weights_draw(&w, 1), 3);  // as if a sum was rounded
  weights_free(&w);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("traffic_rates");
  TCase *t = tcase_create("all");
  tcase_add_loop_test(t, senders_by_rate, 0, 2);
  tcase_add_test(t, incasts_by_rate);
  tcase_add_test(t, incasts_of_all);
  tcase_add_loop_test(t, regular_arrivals_are_even, 0, 2);
  tcase_add_test(t, weights_are_exact);
  return run_suite(suite, t);
}
