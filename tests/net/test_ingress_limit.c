// Tests limits of ingress ports: exact rates and times, what they do not slow down, and case 2 with limits. `make check
// T=ingress_limit` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tb/sim/results/report.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

// Two hosts at S send to a third one; packets from x enter the egress queues at 10 of 40 Gb/s.
#define HEAD                                                                                     \
  "name: limit\ngbps: 40\ndelay_ns: 1000\noverhead_bytes: 0\nduration_us: 3000\nstop_us: 1000\n" \
  "mmu: {scheme: STATIC, buffer: 2MB, headroom: 16KB, xoff: 40KB}\n"                             \
  "hosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: S%s}]\n"                \
  "switches: [{name: S, ingress_limit: [{link: x, gbps: 10}]}]\n"

static struct simulation *run(const char *of_z, const char *flows, struct scenario **s) {
  char text[2048];
  const int length = snprintf(text, sizeof text, HEAD, of_z);
  snprintf(text + length, sizeof text - (size_t)length, "%s", flows);
  return runs_of_text(text, s, RUNS_EVENT);
}

// 30 packets of 1000 bytes: 200 ns at the host, 800 ns each at the limit. The first is out after the host, two wires,
// the admission of 6 cycles and the port; the others follow at the limit. The queue stays below XOFF.
START_TEST(packets_follow_at_the_limit) {
  struct scenario *s;
  struct simulation *n = run("", "flows: [{name: f, from: x, to: z, bytes: 30KB}]\n", &s);
  const struct flow_result *f = &simulation_result(n)->flow[0];
  const uint64_t ns = 200 + 1000 + SLUICE_ADMIT_LATENCY * 4 + 29 * 800 + 200 + 1000;
  ck_assert_uint_eq(f->last, ns * 1000);
  ck_assert_uint_eq(f->ideal, f->last);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// 10 Gb/s, whatever the size of the packets; the host offers 40.
START_TEST(rate_is_that_of_the_limit) {
  struct scenario *s;
  struct simulation *n = run("", "flows: [{name: f, from: x, to: z}]\n", &s);
  const struct network_result *r = simulation_result(n);
  ck_assert_double_eq_tol(report_gbps(s, r, 0), 10, 0.05);
  ck_assert_uint_eq(r->lost, 0);
  ck_assert_uint_eq(r->flow[0].packets, r->flow[0].sent);
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_gt(r->link[0][1].pauses, 10);  // packets that wait are in the ingress queue
  simulation_free(n);
  scenario_free(s);

  n = run("", "flows: [{name: f, from: x, to: z, packet_bytes: 300}]\n", &s);
  ck_assert_double_eq_tol(report_gbps(s, simulation_result(n), 0), 10, 0.05);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Packets that wait are in no egress queue: those of the other host pass them, and fill the rest of the link. At the
// stop, 1 % of the packets of f are behind the 40 KB of g.
START_TEST(other_ports_are_not_slower) {
  struct scenario *s;
  struct simulation *n = run("", "flows: [{name: f, from: x, to: z}, {name: g, from: y, to: z}]\n", &s);
  const struct network_result *r = simulation_result(n);
  ck_assert_double_eq_tol(report_gbps(s, r, 0), 9.9, 0.05);
  ck_assert_double_eq_tol(report_gbps(s, r, 1), 30, 0.3);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// The port to z goes down while packets wait: these are dropped, and the buffer becomes empty. No packet waits for the
// 30 us until the port is up.
START_TEST(waiting_packets_for_a_port_that_is_down_are_dropped) {
  struct scenario *s;
  struct simulation *n =
      run(", down_us: 10, up_us: 40", "flows: [{name: f, from: x, to: z, bytes: 100KB, gbps: 12}]\n", &s);
  const struct network_result *r = simulation_result(n);
  const int queue = s->link[0].end[0].port * s->dims.classes;
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_eq(r->flow[0].sent, 100);
  ck_assert_uint_gt(r->flow[0].dropped, 20);
  ck_assert_uint_gt(r->flow[0].packets, 20);
  ck_assert_uint_eq(r->flow[0].packets + r->flow[0].dropped, 100);
  ck_assert_uint_lt(r->flow[0].latency_max, UINT64_C(20000000));  // ps
  ck_assert_uint_eq(r->sw[0].dropped, r->flow[0].dropped);
  ck_assert_uint_eq(r->sw[0].queue[SIDE_INGRESS][queue].cells, 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

static const struct {
  const char *limit, *message;
} refusals[] = {
    {"{link: y, gbps: 41}", "gbps is 41, above the link's 40; give less"},
    {"{link: w, gbps: 4}", "w"},
    {"{link: L, gbps: 4}", "link L does not end at switch S; name one that does"},
    {"{link: y}", "gbps is missing"},
    {"{link: y, gbps: 0}", "gbps is 0"},
};

START_TEST(wrong_limits_are_refused) {
  char text[1024];
  snprintf(text, sizeof text,
           "name: limit\nduration_us: 10\nmmu: {scheme: STATIC, buffer: 2MB, xoff: 40KB}\nswitches: [{name: S, "
           "ingress_limit: [%s]}, {name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B}]\n"
           "hosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows: [{name: f, from: x, to: y}]\n",
           refusals[_i].limit);
  runs_refuse_text(text, refusals[_i].message);
}
END_TEST

static struct scenario *limited(void) { return runs_load("tb/examples/scenarios/case2_limited.yaml"); }

START_TEST(clocked_engines_refuse_it) {
  struct scenario *s = limited();
  struct error err;
  ck_assert_int_ne(clocked_fit_check(s, &err), 0);
  ck_assert_ptr_nonnull(strstr(err.text, "link src1 has an ingress_limit, which a clocked engine does not"));
  scenario_free(s);
}
END_TEST

// Case 2 for 10 ms, Gb/s of the limits of flows 1 and 2, and of flow 3; 0: none
static const struct {
  double ring, third;
  enum verdict_kind verdict;
} cases[] = {
    {0, 0, VERDICT_DEADLOCKED}, {25, 25, VERDICT_DEADLOCKED}, {20, 20, VERDICT_DRAINED},
    {10, 10, VERDICT_DRAINED},  {0, 4, VERDICT_DEADLOCKED},  // flow 3 alone: no cure
    {18, 18, VERDICT_DRAINED},
};
enum { CASES = sizeof cases / sizeof cases[0], SEEDS = 3 };

START_TEST(limits_cure_case_2) {
  struct scenario *s = limited();
  const double ring = cases[_i / SEEDS].ring, third = cases[_i / SEEDS].third;
  for (int l = 0; l < s->links; l++) {
    const bool of_third = strcmp(s->link[l].name, "src3") == 0;
    for (int d = 0; d < 2; d++)
      if (s->link[l].end[d].ingress != 0) s->link[l].end[d].ingress = (uint64_t)((of_third ? third : ring) * 1e9);
  }
  s->stop = s->clock_hz / 100;
  s->duration = s->clock_hz / 50;
  s->jitter = 3 * s->clock_hz / 1000000;
  for (int f = 0; f < s->flows; f++) s->flow[f].stop = s->stop;
  struct network_options o = runs_engine(RUNS_EVENT);
  o.seed = (uint64_t)(_i % SEEDS) + 1;
  struct simulation *n = runs_simulate(s, o);
  const struct network_result *r = simulation_result(n);
  ck_assert_int_eq(r->verdict.kind, cases[_i / SEEDS].verdict);
  ck_assert_uint_eq(r->lost, 0);
  for (int f = 0; f < s->flows && r->verdict.kind == VERDICT_DRAINED; f++)
    ck_assert_double_eq_tol(report_gbps(s, r, f), f < 2 ? ring : third, 0.2);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("ingress_limit");
  TCase *t = tcase_create("limits");
  tcase_set_timeout(t, 120);
  tcase_add_test(t, packets_follow_at_the_limit);
  tcase_add_test(t, rate_is_that_of_the_limit);
  tcase_add_test(t, other_ports_are_not_slower);
  tcase_add_test(t, waiting_packets_for_a_port_that_is_down_are_dropped);
  tcase_add_loop_test(t, wrong_limits_are_refused, 0, sizeof refusals / sizeof refusals[0]);
  tcase_add_test(t, clocked_engines_refuse_it);
  tcase_add_loop_test(t, limits_cure_case_2, 0, CASES * SEEDS);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
