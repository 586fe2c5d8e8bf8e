// Tests the life of packets: routes, routing loops, TTL drops and loss. Each case names the switch that must drop the
// packets. `make check T=net_life` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/net/runs.h"
#include "tests/suite.h"

// ---- life of a packet ----

static const char constant[] = "scheme: STATIC, buffer: 12MB, headroom: 16KB, xoff: 40KB";

// A packet has TTL ttl0 - i at switch i. With TTL 4 it passes three switches, and the fourth drops it.
static const struct life {
  const char *mmu, *flow;
  int switches;
  int dropped_at;  // -1: all packets arrive
} lives[] = {
    {constant, "bytes: 100KB", 4, -1},
    {constant, "bytes: 100KB, ttl: 5", 4, -1},
    {constant, "bytes: 100KB, ttl: 4", 4, 3},
    {constant, "bytes: 100KB, ttl: 1", 4, 0},
    {"scheme: TTL, buffer: 12MB, headroom: 16KB, alpha: 1/8, ttl: 5", "bytes: 100KB", 4, -1},
    {"scheme: TTL, buffer: 12MB, headroom: 16KB, alpha: 1/8, ttl: 6",
     "bytes: 100KB, route: [S0, S1, S2, S3, S2, S1], loop: true", 4, 1},  // the sixth switch
    {constant, "bytes: 100KB, ttl: 6, route: [S0, S1], loop: true", 4, 1},
    {constant, "bytes: 100KB, ttl: 7, route: [S0, S1], loop: true", 4, 0},
    {"scheme: TTL, buffer: 12MB, headroom: 16KB, alpha: 1/8, ttl: 6, drop_bounced: true",
     "bytes: 100KB, route: [S0, S1], loop: true", 4, 1},  // S1 would send the packet back to S0
    // a tree of three levels: classes 0 and 1 at its leaves, 1 in the middle
    {"scheme: TTL, buffer: 12MB, headroom: 16KB, alpha: 1/8, classes: 2, every_second_class: true", "bytes: 100KB", 3,
     -1},
    {"scheme: GFC, buffer: 12MB, bm: 90KB, b0: 40KB", "bytes: 100KB, ttl: 4", 4, 3},
};

START_TEST(lives_end) {
  const struct life *l = &lives[_i / RUNS_ENGINES];
  struct scenario *s = runs_load_row(l->mmu, l->switches, l->flow);
  struct simulation *n = runs_simulate(s, runs_engine(_i % RUNS_ENGINES));
  const struct network_result *r = simulation_result(n);
  uint64_t dropped = l->dropped_at >= 0 ? 100 : 0;
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_eq(r->lost, 0);
  ck_assert_uint_eq(r->flow[0].lost, 0);
  ck_assert_uint_eq(r->flow[0].packets, 100 - dropped);
  ck_assert_uint_eq(r->flow[0].dropped, dropped);
  ck_assert_uint_eq(r->dropped, dropped);
  for (int i = 0; i < l->switches; i++) ck_assert_uint_eq(r->sw[i].dropped, i == l->dropped_at ? dropped : 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// In loop_above, more than n * B / TTL enters a loop of two switches. The loop fills, and its queues wait for each
// other. Under TTL a class waits for the next class only.
static const struct loop {
  const char *file;
  enum verdict_kind verdict;
  const char *cycle;
} loops[] = {
    {"loop_below", VERDICT_DRAINED, NULL},
    {"loop_above", VERDICT_DEADLOCKED, "A:L1/0 waits for B:L1/0 waits for A:L1/0"},
    {"loop_ttl", VERDICT_DRAINED, NULL},
};

START_TEST(routing_loops) {
  char path[64];
  snprintf(path, sizeof path, "tb/examples/scenarios/%s.yaml", loops[_i / RUNS_ENGINES].file);
  struct scenario *s = runs_load(path);
  struct written w;
  runs_record(&w, s, runs_engine(_i % RUNS_ENGINES));
  ck_assert_int_eq(w.result.verdict.kind, loops[_i / RUNS_ENGINES].verdict);
  ck_assert_uint_gt(w.result.dropped, 1000);
  ck_assert_uint_eq(w.result.lost, 0);
  if (loops[_i / RUNS_ENGINES].cycle != NULL)
    ck_assert_str_eq(w.cycle, loops[_i / RUNS_ENGINES].cycle);
  else
    ck_assert_ptr_null(w.cycle);
  runs_forget(&w);
  scenario_free(s);
}
END_TEST

// ---- loss ----

// 1000 bytes of headroom, but 10 KB are in flight when the pause is sent.
START_TEST(too_little_headroom_is_a_loss) {
  struct scenario *s = runs_load_case(1);
  for (int i = 0; i < s->switches; i++) s->sw[i].cfg.limits.eta = 1000;
  struct simulation *n = runs_simulate(s, runs_engine(_i));
  const struct network_result *r = simulation_result(n);
  ck_assert_uint_gt(r->lost, 0);
  ck_assert_uint_eq(r->lost, r->sw[0].lost + r->sw[1].lost + r->sw[2].lost + r->sw[3].lost);
  ck_assert_uint_eq(r->lost, r->flow[0].lost + r->flow[1].lost);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// The last packet of a flow may have fewer bytes than the line sends in a cycle. It is a whole frame on the line.
START_TEST(short_rest_is_a_frame) {
  struct scenario *s = runs_load_text(
      "name: rest\nclock_mhz: 100\ngbps: 40\ndelay_ns: 0\nduration_us: 100\nmmu: {scheme: STATIC, buffer: 1MB, "
      "headroom: 16KB, xoff: 9KB}\nswitches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
      "flows: [{name: f, from: x, to: y, bytes: 10001}, {name: g, from: x, to: y, bytes: 10001}]\n");
  struct written a;
  runs_record(&a, s, runs_engine(_i));
  ck_assert_ptr_nonnull(strstr(a.text[0], "\"received_packets\": 11, \"received_bytes\": 10001"));
  ck_assert_int_eq(a.result.verdict.kind, VERDICT_DRAINED);
  runs_forget(&a);
  scenario_free(s);
}
END_TEST

// The host has sent its packet after 1020 bytes at 40 Gb/s, and the run ends while the packet is on the wire.
START_TEST(last_movement_is_the_end_of_a_packet) {
  struct scenario *s = runs_load_text(
      "name: wire\nduration_us: 1\ndelay_ns: 1000\nmmu: {scheme: STATIC, buffer: 1MB, headroom: 16KB, xoff: 9KB}\n"
      "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
      "flows: [{name: f, from: x, to: y, bytes: 1000}]\n");
  struct written a;
  runs_record(&a, s, runs_engine(_i));
  ck_assert_int_eq(a.result.verdict.kind, VERDICT_MOVING);
  ck_assert_msg(strstr(a.text[0], "\"last_movement_ns\": 204.0") != NULL, "%s", strstr(a.text[0], "\"last_movement"));
  runs_forget(&a);
  scenario_free(s);
}
END_TEST

// A quantum is 512 bits at 40 Gb/s, 3.2 cycles of 4 ns. The prescaler of the MMU runs freely from the first cycle on,
// also while the switch is idle: a pause is repeated 6 + 3.2 k cycles after it, rounded down, whenever the flow starts.
START_TEST(quanta_are_counted_while_idle) {
  char yaml[512];
  snprintf(yaml, sizeof yaml,
           "name: quanta\nduration_us: 900\nmmu: {scheme: STATIC, buffer: 1MB, headroom: 16KB, xoff: 9KB}\n"
           "switches: [{name: S, limit: [{link: y, gbps: 0.001}]}]\n"
           "hosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows: [{name: f, from: x, to: y, start_us: %.3f}]\n",
           20 + 0.004 * _i);
  struct scenario *s = runs_load_text(yaml);
  struct written a;
  runs_record(&a, s, runs_engine(RUNS_MODEL));
  int refreshes = 0;
  for (const char *line = a.text[1]; line != NULL; line = strchr(line + 1, '\n')) {
    const char *event = strstr(line, ",refresh,");
    if (event == NULL) break;
    if (memchr(line + 1, '\n', (size_t)(event - line)) != NULL) continue;
    unsigned long ns = strtoul(line + 1, NULL, 10), phase = (ns / 4 + 10) % 16;
    ck_assert_msg(phase % 3 == 0 && phase != 15, "refresh at %lu ns", ns);
    refreshes++;
  }
  ck_assert_int_eq(refreshes, 2);
  runs_forget(&a);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("net_life");
  TCase *runs = tcase_create("runs");
  tcase_set_timeout(runs, 300);
  tcase_add_loop_test(runs, lives_end, 0, RUNS_ENGINES * sizeof lives / sizeof lives[0]);
  tcase_add_loop_test(runs, routing_loops, 0, RUNS_ENGINES * sizeof loops / sizeof loops[0]);
  tcase_add_loop_test(runs, too_little_headroom_is_a_loss, 0, RUNS_ENGINES);
  tcase_add_loop_test(runs, short_rest_is_a_frame, 0, RUNS_ENGINES);
  tcase_add_loop_test(runs, last_movement_is_the_end_of_a_packet, 0, RUNS_ENGINES);
  tcase_add_loop_test(runs, quanta_are_counted_while_idle, 0, 16);
  suite_add_tcase(suite, runs);
  return suite_run(suite);
}
