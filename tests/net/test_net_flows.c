// Tests the results of flows: completion, rates, warnings of a slow clock, preamble and gap. The expected values follow
// from the rates of the lines. `make check T=net_flows` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/results/report.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

#define ONE_SWITCH                                                                                   \
  "mmu: {scheme: STATIC, buffer: 12MB, headroom: 80KB, xoff: 200KB}\nswitches: [{name: S}]\n"        \
  "hosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}, {name: d, switch: S}, " \
  "{name: e, switch: S}, {name: g, switch: S}, {name: h, switch: S}, {name: i, switch: S}, {name: z, switch: S}]\n"

// Eight flows of 1 MB to one host share its port. All bytes arrive in the time that the port needs for 8 MB. The last
// packets arrive long after the sources have stopped.
START_TEST(finite_flows_complete) {
  struct scenario *s;
  struct simulation *n = runs_of_text(
      "name: incast\nclock_mhz: 400\ngbps: 100\nduration_us: 5000\npacket_bytes: 1000\noverhead_bytes: 0\n" ONE_SWITCH
      "flows:\n  - {name: f0, from: a, to: z, bytes: 1MB}\n  - {name: f1, from: b, to: z, bytes: 1MB}\n"
      "  - {name: f2, from: c, to: z, bytes: 1MB}\n  - {name: f3, from: d, to: z, bytes: 1MB}\n"
      "  - {name: f4, from: e, to: z, bytes: 1MB}\n  - {name: f5, from: g, to: z, bytes: 1MB}\n"
      "  - {name: f6, from: h, to: z, bytes: 1MB}\n  - {name: f7, from: i, to: z, bytes: 1MB, start_us: 2}\n",
      &s, _i);
  const struct network_result *r = simulation_result(n);
  uint64_t last = 0;
  for (int f = 0; f < 8; f++) {
    ck_assert_uint_eq(r->flow[f].sent, 1000);
    ck_assert_uint_eq(r->flow[f].sent_bytes, 1000000);
    ck_assert_uint_eq(r->flow[f].bytes, 1000000);
    ck_assert(report_complete(s, r, f));
    ck_assert_uint_eq(r->flow[f].start, f == 7 ? report_ticks(s, r, 800) : 0);
    double seconds = (double)report_completion(r, f) / (double)r->hz;
    ck_assert_double_eq_tol(report_gbps(s, r, f), 8e-3 / seconds, 1e-9);
    if (r->flow[f].last > last) last = r->flow[f].last;
  }
  // 640 us for 8 MB at 100 Gb/s, and the path of the first packet: 80 ns on the line, 2 us of wires, and the MMU
  ck_assert_double_ge((double)last / (double)r->hz, 642.07e-6);
  ck_assert_double_le((double)last / (double)r->hz, 643e-6);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Flow small has the line alone and sends 3,001 bytes in four frames, the last of 64 bytes. Its source stops before the
// first packet arrives. Flow stopped fills its port until its own stop. Bytes that arrive later are outside its window.
START_TEST(no_rate_is_above_the_line) {
  struct scenario *s;
  struct simulation *n = runs_of_text(
      "name: short\nclock_mhz: 400\ngbps: 100\nduration_us: 300\nstop_us: 200\npacket_bytes: 1000\n"
      "overhead_bytes: 0\njitter_ns: 3000\n" ONE_SWITCH
      "flows:\n  - {name: small, from: a, to: b, bytes: 3001}\n  - {name: stopped, from: c, to: d, stop_us: 100}\n"
      "  - {name: half, from: e, to: z}\n  - {name: other, from: g, to: z, stop_us: 150}\n"
      "  - {name: never, from: h, to: i, bytes: 1GB, start_us: 199.9}\n",
      &s, _i);
  const struct network_result *r = simulation_result(n);
  ck_assert_uint_eq(r->flow[0].bytes, 3001);
  ck_assert(report_complete(s, r, 0));
  // 3,064 bytes at 100 Gb/s, another 1,000 bytes through the switch, and 2 us of wires
  ck_assert_double_ge((double)report_completion(r, 0) / (double)r->hz, 2.25e-6);
  ck_assert_double_le((double)report_completion(r, 0) / (double)r->hz, 2.4e-6);
  for (int f = 0; f < s->flows; f++) ck_assert_double_le(report_gbps(s, r, f), 100);
  ck_assert_double_ge(report_gbps(s, r, 1), 95);  // window of 100 us, of which the first 2.1 us are empty
  ck_assert_uint_gt(r->flow[1].bytes, r->flow[1].window_bytes);
  ck_assert_uint_eq(r->flow[1].bytes, r->flow[1].sent_bytes);
  ck_assert(!report_complete(s, r, 1) && !report_complete(s, r, 4));
  ck_assert_uint_eq(r->flow[4].window_bytes, 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Eight ports of 15 Gb/s bring 14.7 million packets of 1000 bytes or 35.7 million packets of 400 bytes per second. If
// the MMU cannot take them, the loader warns and names a sufficient clock, and the run reports late events.
static const struct clock_case {
  const char *mhz, *flow;
  bool slow;
} clock_cases[] = {{"250", "", false},
                   {"36", ", packet_bytes: 400", false},
                   {"30", ", packet_bytes: 400", true},
                   {"30", ", packet_bytes: 400, gbps: 10", false}};

START_TEST(slow_clock_draws_a_warning) {
  const struct clock_case *k = &clock_cases[_i / RUNS_ENGINES];
  char text[1024];
  snprintf(text, sizeof text,
           "name: clock\nclock_mhz: %s\ngbps: 15\nduration_us: 1500\nstop_us: 500\npacket_bytes: 1000\n"
           "mmu: {scheme: STATIC, buffer: 12MB, headroom: 80KB, xoff: 200KB}\nswitches: [{name: S}]\n"
           "hosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}, {name: d, switch: S},\n"
           "  {name: e, switch: S}, {name: f, switch: S}, {name: g, switch: S}, {name: h, switch: S}]\nflows:\n"
           "  - {name: f0, from: a, to: b%s}\n  - {name: f1, from: b, to: c%s}\n  - {name: f2, from: c, to: d%s}\n"
           "  - {name: f3, from: d, to: e%s}\n  - {name: f4, from: e, to: f%s}\n  - {name: f5, from: f, to: g%s}\n"
           "  - {name: f6, from: g, to: h%s}\n  - {name: f7, from: h, to: a%s}\n",
           k->mhz, k->flow, k->flow, k->flow, k->flow, k->flow, k->flow, k->flow, k->flow);
  struct scenario *s;
  struct simulation *n = runs_of_text(text, &s, _i % RUNS_ENGINES);
  const struct network_result *r = simulation_result(n);
  ck_assert_int_eq(s->warnings, k->slow);
  ck_assert_int_eq(report_late(s, r, 0), k->slow);
  if (k->slow) ck_assert_ptr_nonnull(strstr(s->warning[0], "35.71 million packets per second"));
  if (k->slow) ck_assert_ptr_nonnull(strstr(s->warning[0], "give clock_mhz 36,"));
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// A full line carries frames and 20 bytes with each frame: 10 Gb/s are 9.8 Gb/s of 1000-byte packets or 7.6 Gb/s of
// 64-byte packets. Keys overhead_bytes of the scenario and of a link change the 20 bytes; the papers' scenarios set 0.
static const struct wire {
  const char *network, *link;
  int packet;
  double share;  // share of packets in the line rate
} wires[] = {{"", "", 1000, 1000 / 1020.0},
             {"", "", 64, 64 / 84.0},
             {"overhead_bytes: 0\n", "", 64, 1},
             {"overhead_bytes: 0\n", ", overhead_bytes: 20", 64, 64 / 84.0},
             {"", ", overhead_bytes: 12", 500, 500 / 512.0}};

START_TEST(preamble_and_gap_are_on_the_wire) {
  const struct wire *w = &wires[_i / RUNS_ENGINES];
  char text[1024];
  snprintf(text, sizeof text,
           "name: wire\nclock_mhz: 250\ngbps: 10\nduration_us: 400\nstop_us: 200\npacket_bytes: %d\n%s"
           "mmu: {scheme: STATIC, buffer: 1MB, headroom: 16KB, xoff: 9KB}\nswitches: [{name: S}]\n"
           "hosts: [{name: x, switch: S%s}, {name: y, switch: S%s}]\nflows: [{name: f, from: x, to: y}]\n",
           w->packet, w->network, w->link, w->link);
  struct scenario *s = runs_load_text(text);
  struct simulation *n = runs_simulate(s, runs_engine(_i % RUNS_ENGINES));
  const struct network_result *r = simulation_result(n);
  double late = 2 * 1000.0 / 200000;  // the delay to y
  ck_assert_double_le(report_gbps(s, r, 0), 10 * w->share);
  ck_assert_double_ge(report_gbps(s, r, 0), 10 * w->share * (1 - late) - 0.1);
  ck_assert_double_le(report_busy(s, r, 0, 1), 1.001);
  ck_assert_double_ge(report_busy(s, r, 0, 1), 0.999);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// A limit counts the same bits as the rate of a link. A port limited to a tenth of its line starts a frame of 84 bytes
// on the wire every 840 byte times of the line.
START_TEST(a_limit_counts_the_wire) {
  const struct wire *w = &wires[_i / RUNS_ENGINES];
  char text[1024];
  snprintf(
      text, sizeof text,
      "name: limit\nclock_mhz: 250\ngbps: 100\nduration_us: 2000\nstop_us: 1000\npacket_bytes: %d\n%s"
      "mmu: {scheme: STATIC, buffer: 4MB, headroom: 64KB, xoff: 30KB}\nswitches: [{name: S, limit: [{link: y, gbps: "
      "10}]}]\nhosts: [{name: x, switch: S%s}, {name: y, switch: S%s}]\nflows: [{name: f, from: x, to: y}]\n",
      w->packet, w->network, w->link, w->link);
  struct scenario *s = runs_load_text(text);
  struct simulation *n = runs_simulate(s, runs_engine(_i % RUNS_ENGINES));
  const struct network_result *r = simulation_result(n);
  ck_assert_double_eq_tol(report_busy(s, r, 1, 0), 0.1, 0.001);  // S>y; without its first 2 us, 0.2 %
  ck_assert_double_eq_tol(report_gbps(s, r, 0), 10 * w->share, 10 * w->share * 0.004);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("net_flows");
  TCase *runs = tcase_create("runs");
  tcase_set_timeout(runs, 300);
  tcase_add_loop_test(runs, finite_flows_complete, 0, RUNS_ENGINES);
  tcase_add_loop_test(runs, no_rate_is_above_the_line, 0, RUNS_ENGINES);
  tcase_add_loop_test(runs, slow_clock_draws_a_warning, 0, RUNS_ENGINES * sizeof clock_cases / sizeof clock_cases[0]);
  tcase_add_loop_test(runs, preamble_and_gap_are_on_the_wire, 0, RUNS_ENGINES * sizeof wires / sizeof wires[0]);
  tcase_add_loop_test(runs, a_limit_counts_the_wire, 0, RUNS_ENGINES * sizeof wires / sizeof wires[0]);
  suite_add_tcase(suite, runs);
  return suite_run(suite);
}
