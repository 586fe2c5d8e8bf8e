// Tests why flows are incomplete, and the detail of the verdict. Losses follow from the scenario: how many packets a
// full buffer, a short TTL, a link that is down or a watchdog takes. `make check T=incomplete` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/results/incomplete.h"
#include "tb/sim/results/report.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

enum { TEXT = 4096 };

#define HEAD "name: x\ngbps: 100\ndelay_ns: 500\nduration_us: 3000\n"
#define TWO "switches: [{name: A}, {name: B}]\n"
#define HOSTS "hosts: [{name: a, switch: A}, {name: b, switch: A}, {name: c, switch: B}]\n"
#define LINK "links: [{name: L, a: A, b: B}]\n"
#define DOWN "links: [{name: L, a: A, b: B, down_us: 20, up_us: 3000}]\n"
#define SLOW "switches: [{name: A, limit: [{link: L, gbps: 10}]}, {name: B}]\nlinks: [{name: L, a: A, b: B}]\n"
#define SIH \
  "mmu: {scheme: SIH, ports: 4, classes: 2, lossless: [0], buffer: 1MB, headroom: 40KB, shared: 600KB, alpha: 1/8}\n"
#define STATIC "mmu: {scheme: STATIC, ports: 4, classes: 1, buffer: 1MB, headroom: 2KB, xoff: 20KB}\n"
#define CREDITS                                                                                           \
  "mmu: {scheme: CBFC, classes: 1, buffer: 1MB, private: 100KB, credits: {kind: ultra_ethernet, amount: " \
  "6400, frame_loss: 0.3, freed_period_us: 20, consumed_period_us: 20}}\n"
#define DROP                                                                                          \
  "watchdog: {action: drop, detection_rule: stuck, detection_time_us: 20, restoration_time_us: 100, " \
  "poll_interval_us: 5}\n"
#define STORM                                                                                                \
  "hosts: [{name: a, switch: A}, {name: b, switch: A}, {name: c, switch: B, pause: [{class: 0, from_us: 5, " \
  "to_us: 900}]}]\n"
#define RING                                                                                                        \
  "mmu: {scheme: STATIC, ports: 4, classes: 1, buffer: 1MB, headroom: 40KB, xoff: 40KB, pause_time: 800, refresh: " \
  "200}\nswitches: [{name: A}, {name: B}, {name: C}]\n"                                                             \
  "links: [{name: AB, a: A, b: B}, {name: BC, a: B, b: C}, {name: CA, a: C, b: A}]\n"                               \
  "hosts: [{name: a, switch: A}, {name: b, switch: B}, {name: c, switch: C}]\n"
#define ROUND                                                             \
  "flows:\n  - {name: f, from: a, to: c, route: [A, B, C], bytes: 5MB}\n" \
  "  - {name: g, from: b, to: a, route: [B, C, A], bytes: 5MB}\n"         \
  "  - {name: h, from: c, to: b, route: [C, A, B], bytes: 5MB}\n"

// detail: of the verdict; %s: the packets that flow f lost
static const struct {
  const char *scenario, *flows;
  int reason;  // of flow f
  const char *detail;
  bool clocked;  // the clocked model has it too
} cases[] = {
    {HEAD SIH SLOW HOSTS, "flows: [{name: f, from: a, to: c, bytes: 2MB, class: 1}]\n", LOSS_LOSSY,
     "1 of 1 flow incomplete: f lost %s packets of a lossy class", true},
    {HEAD STATIC SLOW HOSTS, "flows: [{name: f, from: a, to: c, bytes: 2MB}]\n", LOSS_LOSSLESS,
     "%s packets of lossless classes lost at A, whose headroom was full; 1 of 1 flow incomplete: f lost %s packets of "
     "a lossless class",
     true},
    {HEAD STATIC TWO LINK HOSTS, "flows: [{name: f, from: a, to: c, bytes: 7000, ttl: 1}, {name: e, from: b, to: c}]\n",
     LOSS_RULE, "1 of 1 finite flow incomplete: f lost %s packets by a rule of TTL", true},
    {HEAD SIH TWO DOWN HOSTS,
     "flows: [{name: f, from: a, to: c, bytes: 2MB}, {name: g, from: b, to: c, bytes: 1000}]\n", LOSS_LINK_DOWN,
     "1 of 2 flows incomplete: f lost %s packets on a link that was down", false},
    {HEAD SIH DROP TWO LINK STORM, "flows: [{name: f, from: a, to: c, bytes: 200KB}]\n", LOSS_WATCHDOG,
     "1 of 1 flow incomplete: f lost %s packets to a watchdog", false},
    {HEAD CREDITS TWO LINK HOSTS, "flows: [{name: f, from: a, to: c, bytes: 200KB}]\n", LOSS_FRAME,
     "1 of 1 flow incomplete: f lost %s packets by frame_loss", false},
    {HEAD SIH TWO DOWN HOSTS,
     "flows: [{name: g, from: a, to: c, bytes: 2MB}, {name: f, from: c, to: a, bytes: 1KB, after: [g]}]\n",
     INCOMPLETE_AFTER,
     "2 of 2 flows incomplete: g lost * packets on a link that was down, f starts after g, which is incomplete", false},
    {HEAD SIH TWO LINK HOSTS,
     "flows: [{name: g, from: a, to: c, bytes: 2MB}, {name: f, from: c, to: a, bytes: 1KB, after: [g], start_us: "
     "2900}]\n",
     INCOMPLETE_LATE, "1 of 2 flows incomplete: f can start only after its source has stopped", false},
    {HEAD SIH SLOW HOSTS, "flows: [{name: f, from: a, to: c, bytes: 2MB, stop_us: 3, gbps: 80}]\n", INCOMPLETE_STOPPED,
     "1 of 1 flow incomplete: f had sent 30,000 of 2,000,000 bytes when its source stopped", true},
    {HEAD "stop_us: 300\n" RING, ROUND, INCOMPLETE_DEADLOCK,
     "3 of 3 flows incomplete: f and 2 others wait in the deadlock", true},
    {"name: x\ngbps: 100\ndelay_ns: 500\nduration_us: 10\n" SIH SLOW HOSTS,
     "flows: [{name: f, from: a, to: c, bytes: 20KB}]\n", INCOMPLETE_MOVING,
     "1 of 1 flow incomplete: f was still under way", true},
};
enum { CASES = sizeof cases / sizeof *cases };

// Whether a text equals a pattern: a star stands for digits and commas.
static bool matches(const char *text, const char *pattern) {
  for (; *pattern != '\0'; pattern++) {
    if (*pattern == '*')
      text += strspn(text, "0123456789,");
    else if (*text++ != *pattern)
      return false;
  }
  return *text == '\0';
}

// A number below a million, with a comma.
static const char *number(uint64_t n, char *to, size_t size) {
  if (n >= 1000)
    snprintf(to, size, "%d,%03d", (int)(n / 1000), (int)(n % 1000));
  else
    snprintf(to, size, "%d", (int)n);
  return to;
}

static void check_case(int engine, int number_of) {
  char text[TEXT], lost[32], expected[512], *detail;
  struct scenario *s;
  snprintf(text, sizeof text, "%s%s", cases[number_of].scenario, cases[number_of].flows);
  struct simulation *n = runs_of_text(text, &s, engine);
  const struct network_result *r = simulation_result(n);
  int f = 0;
  while (strcmp(s->flow[f].name, "f") != 0) f++;
  const struct flow_result *x = &r->flow[f];
  const int why = incomplete_reason(s, r, f);
  ck_assert_int_eq(why, cases[number_of].reason);
  const uint64_t missing = why < LOSSES ? x->losses[why] : 0;
  ck_assert_uint_eq(x->sent, x->packets + x->under_way + missing);
  ck_assert(why >= LOSSES || missing > 0);
  ck_assert_uint_eq(x->under_way > 0, why == INCOMPLETE_DEADLOCK || why == INCOMPLETE_MOVING);
  number(missing, lost, sizeof lost);
  snprintf(expected, sizeof expected, cases[number_of].detail, lost, lost);
  ck_assert_int_eq(incomplete_text(s, r, &detail), 0);
  ck_assert_ptr_nonnull(detail);
  ck_assert_msg(matches(detail, expected), "expected '%s', got '%s'", expected, detail);
  free(detail);
  simulation_free(n);
  scenario_free(s);
}

START_TEST(a_flow_says_why_it_is_incomplete) { check_case(RUNS_EVENT, _i); }
END_TEST

START_TEST(so_does_the_clocked_model) {
  if (cases[_i].clocked) check_case(RUNS_MODEL, _i);
}
END_TEST

// With congestion control a loss that was sent again is no reason, and a flow without a loss may wait.
static const struct {
  struct flow_result flow;
  enum verdict_kind verdict;
  int reason;
} states[] = {
    {{.sent = 10, .sent_bytes = 10000, .bytes = 10000, .packets = 10, .losses[LOSS_LINK_DOWN] = 1}, 0, COMPLETE},
    {{.sent = 8, .sent_bytes = 8000, .bytes = 7000, .losses[LOSS_LINK_DOWN] = 1}, VERDICT_DRAINED, LOSS_LINK_DOWN},
    {{.sent = 9, .sent_bytes = 9000, .resent = 2000, .bytes = 7000, .losses[LOSS_LINK_DOWN] = 2},
     VERDICT_DRAINED,
     INCOMPLETE_STOPPED},
    {{.sent = 9, .sent_bytes = 9000, .resent = 2000, .bytes = 7000, .losses[LOSS_LINK_DOWN] = 2, .waits = true},
     VERDICT_DRAINED,
     INCOMPLETE_WAITS},
    {{.sent = 10, .sent_bytes = 10000, .bytes = 7000, .under_way = 3, .waits = true},
     VERDICT_DEADLOCKED,
     INCOMPLETE_DEADLOCK},
    {{.sent = 10, .sent_bytes = 10000, .bytes = 7000, .under_way = 3, .waits = true},
     VERDICT_MOVING,
     INCOMPLETE_MOVING},
    {{.sent = 9, .sent_bytes = 9000, .bytes = 7000, .under_way = 1, .losses[LOSS_LOSSY] = 1, .waits = true},
     VERDICT_MOVING,
     INCOMPLETE_STOPPED},
    {{.sent = 9, .sent_bytes = 9000, .bytes = 5000, .losses = {1, 0, 2, 0, 1, 0}}, VERDICT_DRAINED, LOSS_LINK_DOWN},
    {{.sent = 0, .start = 100}, VERDICT_DRAINED, INCOMPLETE_LATE},
    {{.sent = 0, .start = 99}, VERDICT_DRAINED, INCOMPLETE_STOPPED}};

START_TEST(recovery_is_known) {
  struct scenario *s =
      runs_load_text(HEAD SIH TWO LINK HOSTS "congestion: hpcc\nflows: [{name: f, from: a, to: c, bytes: 10KB}]\n");
  struct flow_result flow = states[_i].flow;
  const struct network_result r = {.hz = s->clock_hz, .stop = 100, .flow = &flow, .verdict.kind = states[_i].verdict};
  ck_assert_int_eq(incomplete_reason(s, &r, 0), states[_i].reason);
  scenario_free(s);
}
END_TEST

// Flows of each reason are together, and each reason has a text for one flow and for several.
START_TEST(flows_are_counted_by_reason) {
  static const char *const flows[] = {"{name: f, from: a, to: c, bytes: 10KB}, {name: g, from: a, to: c, bytes: 10KB}",
                                      "{name: f, from: a, to: c, bytes: 10KB}, {name: g, from: a, to: c}"};
  char text[TEXT], *detail;
  snprintf(text, sizeof text, "%sflows: [%s, {name: h, from: a, to: b, bytes: 1MB}]\n", HEAD SIH TWO LINK HOSTS,
           flows[_i]);
  struct scenario *s = runs_load_text(text);
  struct flow_result flow[3] = {{.sent = 10, .sent_bytes = 10000, .losses[LOSS_LOSSY] = 1},
                                {.sent = 3010, .sent_bytes = 10000, .losses[LOSS_LOSSY] = 1233999},
                                {.sent = 1, .sent_bytes = 1000}};
  struct switch_result sw[2] = {{.lost = 1}, {.lost = 1233999}};
  const struct network_result r = {
      .hz = s->clock_hz, .stop = 100, .flow = flow, .sw = sw, .lost = _i == 0 ? 1234000 : 0};
  const struct incomplete_flows all = incomplete_count(s, &r);
  ck_assert_uint_eq(all.finite, _i == 0 ? 3 : 2);
  ck_assert_uint_eq(all.flows, all.finite);
  ck_assert_int_eq(incomplete_text(s, &r, &detail), 0);
  ck_assert_str_eq(detail, _i == 0 ? "1,234,000 packets of lossless classes lost at B and 1 other switch, whose "
                                     "headroom was full; 3 of 3 flows incomplete: f and 1 other lost 1,234,000 packets "
                                     "of lossy classes, h had sent 1,000 of 1,000,000 bytes when its source stopped"
                                   : "2 of 2 finite flows incomplete: f lost 1 packet of a lossy class, h had sent "
                                     "1,000 of 1,000,000 bytes when its source stopped");
  free(detail);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("incomplete");
  TCase *c = tcase_create("runs");
  tcase_add_loop_test(c, a_flow_says_why_it_is_incomplete, 0, CASES);
  tcase_add_loop_test(c, so_does_the_clocked_model, 0, CASES);
  suite_add_tcase(suite, c);
  TCase *results = tcase_create("results");
  tcase_add_loop_test(results, recovery_is_known, 0, sizeof states / sizeof *states);
  tcase_add_loop_test(results, flows_are_counted_by_reason, 0, 2);
  suite_add_tcase(suite, results);
  return suite_run(suite);
}
