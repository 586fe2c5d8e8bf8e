// Tests the results of flows: completion, rates, warnings of a slow clock, preamble and gap. The expected values follow
// from the rates of the lines. `make check T=net_flows` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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
  for (int f = 0; f < 4; f++) ck_assert_double_le(report_gbps(s, r, f), 100);
  ck_assert_double_ge(report_gbps(s, r, 1), 95);  // window of 100 us, of which the first 2.1 us are empty
  ck_assert_uint_gt(r->flow[1].bytes, r->flow[1].window_bytes);
  ck_assert_uint_eq(r->flow[1].bytes, r->flow[1].sent_bytes);
  ck_assert(!report_complete(s, r, 1) && !report_complete(s, r, 4));
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// The window of flow late is shorter than the 2 us of its wires, and so is the whole run for flow last. Flow queued
// waits behind other packets until its window has ended. Flow loop never arrives, although its window is long.
START_TEST(a_rate_needs_a_window) {
  static const char *const flows[] = {"late", "last", "queued", "loop"};
  struct scenario *s = runs_load_text(
      "name: windows\ngbps: 100\nclock_mhz: 400\nduration_us: 101\nstop_us: 100\noverhead_bytes: 0\n"
      "mmu: {scheme: STATIC, buffer: 12MB, headroom: 80KB, xoff: 600KB}\nswitches: [{name: S}, {name: T}]\n"
      "links: [{name: L, a: S, b: T}]\nhosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}, "
      "{name: d, switch: S}, {name: y, switch: S}, {name: z, switch: S}]\n"
      "flows:\n  - {name: late, from: a, to: y, start_us: 98.5}\n  - {name: last, from: a, to: y, start_us: 99.9}\n"
      "  - {name: queued, from: b, to: z, start_us: 30, stop_us: 35}\n"
      "  - {name: loop, from: d, to: y, route: [S, T], loop: true, stop_us: 90, gbps: 1}\n"
      "  - {name: f, from: c, to: z, stop_us: 30}\n  - {name: g, from: a, to: z, stop_us: 30}\n");
  char *csv = NULL;
  size_t size;
  FILE *to = open_memstream(&csv, &size);
  struct written w;
  runs_record(&w, s, runs_engine(_i));
  struct simulation *n = runs_simulate(s, runs_engine(_i));
  const struct network_result *r = simulation_result(n);
  csv_flows(s, r, to);
  fclose(to);
  for (int f = 0; f < 4; f++) {
    char row[128];
    ck_assert_uint_gt(r->flow[f].sent_bytes, 0);
    ck_assert_uint_eq(r->flow[f].window_bytes, 0);
    ck_assert_int_eq(r->flow[f].bytes > 0, f == 0 || f == 2);
    ck_assert_int_eq(isnan(report_gbps(s, r, f)) != 0, f < 3);
    snprintf(row, sizeof row, "\n    {\"name\": \"%s\"", flows[f]);
    const char *json = strstr(w.text[0], row);
    ck_assert_ptr_nonnull(json);
    ck_assert_int_eq(strncmp(strstr(json, "\"gbps\": ") + 8, f < 3 ? "null" : "0.0", f < 3 ? 4 : 3), 0);
    const char *line = csv;
    for (int i = 0; i < f; i++) line = strchr(line, '\n') + 1;
    for (int i = 0; i < 9; i++) line = strchr(line, ',') + 1;
    ck_assert_int_eq(strncmp(line, f < 3 ? "," : "0.000000,", f < 3 ? 1 : 9), 0);
  }
  free(csv);
  runs_forget(&w);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Eight flows of a lossy class fill the buffer and lose packets. The sources have sent everything after 80 us, and the
// port to z drains the buffer long after that. Together the flows are not faster than this port.
START_TEST(rates_of_flows_with_losses) {
  struct scenario *s;
  struct simulation *n = runs_of_text(
      "name: lossy\nclock_mhz: 400\ngbps: 100\nduration_us: 5000\noverhead_bytes: 0\n"
      "mmu: {scheme: STATIC, buffer: 5MB, headroom: 10KB, shared: 4280KB, xoff: 200KB, lossless: [1], max_packet: "
      "1000}\n"
      "switches: [{name: S}]\nhosts: [{name: h0, switch: S}, {name: h1, switch: S}, {name: h2, switch: S}, {name: h3, "
      "switch: S}, {name: h4, switch: S}, {name: h5, switch: S}, {name: h6, switch: S}, {name: h7, switch: S}, {name: "
      "z, "
      "switch: S}]\ntraffic: [{name: t, pattern: incast, senders: 8, bytes: 1MB, to: [z]}]\n",
      &s, _i);
  const struct network_result *r = simulation_result(n);
  double sum = 0, bytes = 0;
  for (int f = 0; f < 8; f++) {
    ck_assert(!report_complete(s, r, f));
    sum += report_gbps(s, r, f);
    bytes += (double)r->flow[f].bytes;
  }
  ck_assert_double_eq_tol((double)r->stop / (double)r->hz, 80e-6, 1e-6);
  ck_assert_double_le(sum, 100);
  ck_assert_double_eq_tol(sum, bytes * 8e-9 * (double)r->hz / (double)r->cycles, 1e-9);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// The source sends its only packet at once and stops. The packet leaves the switch later, so the share of time in which
// the link to y was sending is unknown. No frame ever leaves y, so the other direction was idle.
START_TEST(a_share_needs_a_window) {
  struct scenario *s;
  struct simulation *n = runs_of_text("name: packet\nduration_us: 300\n" ONE_SWITCH
                                      "flows: [{name: f, from: a, to: b, bytes: 1000, start_us: 1}]\n",
                                      &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  char *csv = NULL;
  size_t size;
  FILE *to = open_memstream(&csv, &size);
  csv_links(s, r, to);
  fclose(to);
  ck_assert_uint_eq(r->link[1][0].frames, 1);
  ck_assert(isnan(report_busy(s, r, 1, 0)));
  ck_assert_double_eq(report_busy(s, r, 1, 1), 0);
  ck_assert_double_eq(report_paused(r, 1, 0), 0);
  ck_assert_ptr_nonnull(strstr(csv, "\nb,S,b,40,0,0,,0,0,0,0.000000,0.000\n"));
  free(csv);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// At time 0 no share of a run has passed.
START_TEST(no_share_of_no_time) {
  struct scenario *s;
  struct simulation *n =
      runs_of_text("name: packet\nduration_us: 300\n" ONE_SWITCH "flows: [{name: f, from: a, to: b, bytes: 1000}]\n",
                   &s, RUNS_MODEL);
  const struct network_result *r = simulation_result(n);
  ck_assert_uint_eq(r->stop, 0);
  ck_assert(isnan(report_busy(s, r, 0, 1)) && isnan(report_paused(r, 0, 1)));
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Percentiles leave out the finite flows that did not complete: of 40 flows of 2 KB and 6 of 40 MB, which need 3.2 ms,
// the long ones are cut. The endless flow is none of them. The numbers are in the table and in the JSON text too.
START_TEST(cut_flows_are_counted) {
  struct scenario *s = runs_load_text(
      "name: cut\nclock_mhz: 400\ngbps: 100\nduration_us: 2000\n" ONE_SWITCH
      "flows: [{name: e, from: i, to: h}]\ntraffic:\n"
      "  - {name: short, pattern: incast, senders: 4, bytes: 2KB, period_us: 1, until_us: 9.5, to: [z]}\n"
      "  - {name: long, pattern: incast, senders: 6, bytes: 40MB, to: [z], class: 1}\n");
  struct written w;
  runs_record(&w, s, runs_engine(_i));
  struct simulation *n = runs_simulate(s, runs_engine(_i));
  const struct network_result *r = simulation_result(n);
  const struct summary *y = &r->summary;
  char *table = NULL;
  size_t size;
  FILE *to = open_memstream(&table, &size);
  ck_assert_int_eq(report_table(s, r, to), 0);
  fclose(to);
  ck_assert_int_eq(s->flows, 47);
  ck_assert_uint_eq(y->slowdown.count, 40);
  ck_assert_uint_eq(y->slowdown.left_out, 6);
  ck_assert_uint_eq(y->completion.left_out, 6);
  ck_assert_uint_eq(y->by_size[3].count, 40);  // above 1 KB, to 10 KB
  ck_assert_uint_eq(y->by_size[3].left_out, 0);
  ck_assert_uint_eq(y->by_size[7].count, 0);
  ck_assert_uint_eq(y->by_size[7].left_out, 6);
  ck_assert_ptr_nonnull(strstr(w.text[0], "\"finite_flows\": 46,\n  \"completed\": 40,\n"));
  ck_assert_ptr_nonnull(strstr(w.text[0], "\"slowdown\": {\"flows\": 40, \"left_out\": 6, \"mean\": "));
  ck_assert_ptr_nonnull(strstr(w.text[0], "\"completion_ns\": {\"flows\": 40, \"left_out\": 6, \"mean\": "));
  ck_assert_ptr_nonnull(strstr(w.text[0],
                               "\"bytes_to\": 100000000, \"slowdown\": {\"flows\": 0, \"left_out\": 6, "
                               "\"mean\": null, "));
  ck_assert_ptr_nonnull(strstr(table, "\ncompleted: 40 of 46 finite flows; slowdowns leave the others out\n"));
  ck_assert_ptr_nonnull(strstr(table, "\nslowdown, by bytes  flows  incomplete "));
  ck_assert_ptr_nonnull(strstr(table, "\nlong                    0           6      - "));
  free(table);
  runs_forget(&w);
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
  tcase_add_loop_test(runs, a_rate_needs_a_window, 0, RUNS_ENGINES);
  tcase_add_loop_test(runs, rates_of_flows_with_losses, 0, RUNS_ENGINES);
  tcase_add_loop_test(runs, cut_flows_are_counted, 0, RUNS_ENGINES);
  tcase_add_test(runs, a_share_needs_a_window);
  tcase_add_test(runs, no_share_of_no_time);
  tcase_add_loop_test(runs, slow_clock_draws_a_warning, 0, RUNS_ENGINES * sizeof clock_cases / sizeof clock_cases[0]);
  tcase_add_loop_test(runs, preamble_and_gap_are_on_the_wire, 0, RUNS_ENGINES * sizeof wires / sizeof wires[0]);
  tcase_add_loop_test(runs, a_limit_counts_the_wire, 0, RUNS_ENGINES * sizeof wires / sizeof wires[0]);
  suite_add_tcase(suite, runs);
  return suite_run(suite);
}
