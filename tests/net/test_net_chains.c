// Tests flows that start after other flows, and collective operations, in the event engine. The references are closed
// forms. `make check T=net_chains` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

// One switch at 250 MHz, or two, with hosts at 100 Gb/s; a bit takes 10 ps.
#define HEAD                                                                        \
  "name: chains\ngbps: 100\ndelay_ns: 200\nduration_us: 2000\npacket_bytes: 1000\n" \
  "mmu: {scheme: SIH, classes: 2, buffer: 8MB, headroom: 100KB, alpha: 1/8}\n"

static char text[4096];
static size_t size;
#define PUT(...) size += (size_t)snprintf(text + size, sizeof text - size, __VA_ARGS__)

static void put_star(int hosts) {
  size = 0;
  PUT(HEAD "switches: [{name: S}]\nhosts:\n");
  for (int i = 0; i < hosts; i++) PUT("  - {name: h%d, switch: S}\n", i);
}

// The time of a flow of full packets over one switch that nothing delays: all packets pass the first line, the last one
// passes the second line, too. It may leave the switch six cycles of 4 ns after its arrival.
static uint64_t alone_ps(uint64_t packets) { return (packets + 1) * 1020 * 80 + 2 * 200000 + 6 * 4000; }

// In each step every host sends one part and receives one, at the rate of its line, so that nothing waits. In step r of
// all-to-all, host i sends to host i + r.
START_TEST(steps_follow_each_other) {
  static const struct {
    const char *pattern;
    int hosts, steps;
  } t[] = {{"ring_all_reduce", 2, 2}, {"ring_all_reduce", 3, 4}, {"ring_all_reduce", 8, 14},
           {"all_to_all", 2, 1},      {"all_to_all", 3, 2},      {"all_to_all", 8, 7}};
  const int hosts = t[_i].hosts;
  struct scenario *s;
  put_star(hosts);
  PUT("traffic: [{name: job, pattern: %s, bytes: %d, start_us: 5}]\n", t[_i].pattern, 20000 * hosts);
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  ck_assert_int_eq(s->flows, t[_i].steps * hosts);
  for (int i = 0; i < s->flows; i++) {
    const int step = i / hosts, from = i % hosts, far = strcmp(t[_i].pattern, "all_to_all") == 0 ? step + 1 : 1;
    ck_assert_int_eq(s->flow[i].from, s->switches + from);
    ck_assert_int_eq(s->flow[i].to, s->switches + (from + far) % hosts);
    const int before = (step - 1) * hosts + (from + hosts - (far > 1 ? far - 1 : 1)) % hosts;
    ck_assert_uint_eq(r->flow[i].start, step == 0 ? 5000000 : r->flow[before].last);
    // packets of all hosts arrive at once, and the MMU takes one per cycle
    const uint64_t took = r->flow[i].last - r->flow[i].start;
    ck_assert_uint_ge(took, alone_ps(20));
    ck_assert_uint_le(took, alone_ps(20) + 4000 * (uint64_t)hosts);
    ck_assert_uint_eq(r->flow[i].bytes, 20000);
  }
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// The news goes from host y at switch B to host x at switch A: three links with a delay of 200 ns. A detour over D is
// shorter than link L.
START_TEST(news_takes_the_least_delay) {
  static const struct {
    const char *flow;
    uint64_t after;  // ps from the end of the first flow
  } t[] = {{"from: x, to: y", 2 * 200000 + 170000},
           {"from: x, to: w, start_us: 7", 2 * 200000 + 170000 + 7000000},
           {"from: y, to: w", 0},
           {"from: z, to: w", 2 * 200000},
           {"from: x, to: y, after_delay_ns: 0", 0},
           {"from: z, to: w, after_delay_ns: 2.5, start_us: 1", 1002500},
           {"from: y, to: w, after_delay_ns: 3000", 3000000}};
  struct scenario *s;
  size = 0;
  PUT(HEAD "switches: [{name: A}, {name: B}, {name: D}]\nlinks: [{name: L, a: A, b: B}, ");
  PUT("{name: M, a: A, b: D, delay_ns: 90}, {name: N, a: D, b: B, delay_ns: 80}]\n");
  PUT("hosts: [{name: w, switch: A}, {name: x, switch: A}, {name: y, switch: B}, {name: z, switch: B}]\n");
  PUT("flows:\n  - {name: second, %s, bytes: 3000, after: [first]}\n", t[_i].flow);
  PUT("  - {name: first, from: w, to: y, bytes: 50000, start_us: 3}\n");
  PUT("  - {name: third, from: y, to: x, bytes: 1000, after: [second]}\n");
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  ck_assert_uint_eq(r->flow[1].start, 3000000);
  ck_assert_uint_eq(r->flow[0].start, r->flow[1].last + t[_i].after);
  ck_assert_uint_eq(r->flow[0].bytes, 3000);
  ck_assert_uint_ge(r->flow[2].start, r->flow[0].last);
  ck_assert_uint_eq(r->flow[2].bytes, 1000);
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// A start must not arrive at a place that has run ahead: hosts have two links, no link joins the switches, and another
// flow ends much later. Rows of each place are in the order of time.
START_TEST(starts_cross_the_links_of_a_host) {
  struct error err;
  struct scenario *s;
  ck_assert_msg(scenario_load("tests/event/dual_homed.yaml", &s, &err) == 0, "%s", err.text);
  struct simulation *n = runs_simulate(s, runs_engine(RUNS_EVENT));
  const struct flow_result *r = simulation_result(n)->flow;
  ck_assert_uint_eq(r[1].start, r[0].last);
  // 100 packets on each line and one more on the second, two delays of 25 ns, six cycles; a cycle for a second packet
  const uint64_t alone = 101 * 1020 * 80 + 2 * 25000 + 6 * 4000;
  ck_assert_uint_ge(r[1].last - r[1].start, alone);
  ck_assert_uint_le(r[1].last - r[1].start, alone + 100000);
  ck_assert_uint_eq(r[4].start, r[0].last);
  ck_assert_uint_eq(r[5].start, r[1].last + 500);
  for (int i = 0; i < s->flows; i++) ck_assert_uint_eq(r[i].bytes, s->flow[i].bytes);
  ck_assert_uint_eq(simulation_result(n)->lost, 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// A flow starts after the last of several flows, in the order of a CSV file or against it.
START_TEST(barrier_waits_for_all) {
  char path[] = "/tmp/test_net_chains.XXXXXX";
  static const char *const rows[] = {"h0,h1,30000,,", "h2,h1,90000,,", "h1,h3,1000,2,csv-2 csv-3", "h3,h0,1000,,csv-4"};
  const bool backwards = _i == 1;
  FILE *f = fdopen(mkstemp(path), "w");
  fputs("source,destination,bytes,start_us,after\n", f);
  for (int i = 0; i < 4; i++) {
    char row[64];
    snprintf(row, sizeof row, "%s", rows[backwards ? 3 - i : i]);
    for (char *c = strstr(row, "csv-"); backwards && c != NULL; c = strstr(c + 1, "csv-"))
      c[4] = (char)('0' + 7 - (c[4] - '0'));
    fprintf(f, "%s\n", row);
  }
  fclose(f);
  struct scenario *s;
  put_star(4);
  PUT("flows_csv: %s\n", path);
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct flow_result *r = simulation_result(n)->flow;
  const int at[] = {backwards ? 3 : 0, backwards ? 2 : 1, backwards ? 1 : 2, backwards ? 0 : 3};
  ck_assert_uint_gt(r[at[1]].last, r[at[0]].last);
  ck_assert_uint_eq(r[at[2]].start, r[at[1]].last + 2000000);  // both end at its host
  ck_assert_uint_eq(r[at[3]].start, r[at[2]].last);
  ck_assert_uint_eq(r[at[3]].bytes, 1000);
  simulation_free(n);
  scenario_free(s);
  remove(path);
}
END_TEST

// A flow whose predecessor does not complete does not start: the table shows the stop of the sources, and no rate.
START_TEST(nothing_follows_an_incomplete_flow) {
  struct scenario *s;
  put_star(3);
  PUT("flows:\n  - {name: long, from: h0, to: h1, bytes: 100MB}\n  - {name: f, from: h2, to: h1, bytes: 1000, "
      "after: [long]}\n");
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  ck_assert_uint_eq(r->flow[1].sent, 0);
  ck_assert_uint_eq(r->flow[1].start, r->stop);
  ck_assert_uint_eq(r->stop, UINT64_C(2000000000));
  simulation_free(n);
  scenario_free(s);
}
END_TEST

static const struct refused {
  const char *traffic, *wrong;
} refused[] = {
    {"flows: [{name: f, from: h0, to: h1, bytes: 1, after: [g]}]\n", ":11: there is no flow g; name one of flows"},
    {"flows: [{name: f, from: h0, to: h1, bytes: 1, after: [f]}]\n",
     ":11: flow f would start after itself, or after such a flow; leave an after of the circle out"},
    {"flows: [{name: f, from: h0, to: h1, bytes: 1, after: [g]}, {name: g, from: h0, to: h1, bytes: 1, after: [f]}]\n",
     ":11: flow f would start after itself, or after such a flow; leave an after of the circle out"},
    {"flows: [{name: f, from: h0, to: h1, bytes: 1, after: [g]}, {name: g, from: h0, to: h1}]\n",
     ":11: flow g is endless, so nothing starts after it; give it bytes"},
    {"flows: [{name: f, from: h0, to: h1, bytes: 1, after_delay_ns: 5}]\n",
     ":11: flow f has after_delay_ns without after; give after"},
    {"traffic: [{name: t, pattern: permutation, bytes: 1MB, after_delay_ns: 5}]\n",
     ":11: only a collective operation has flows after others; leave it out"},
    {"traffic: [{name: t, pattern: all_to_all}]\n", ":11: t has no bytes; add bytes, the data of a host"},
    {"traffic: [{name: t, pattern: all_to_all, bytes: 1MB, load: 0.5}]\n",
     ":11: a collective operation happens once, from start_us on; leave this key out"},
    {"traffic:\n- {name: t, pattern: all_to_all, bytes: 1MB,\n   period_us: 5,\n   until_us: 9}\n",
     ":13: a collective operation happens once, from start_us on; leave this key out"},
    {"traffic:\n- {name: t, pattern: all_to_all, bytes: 1MB,\n   start_us: 1,\n   until_us: 9}\n",
     ":14: a collective operation happens once, from start_us on; leave this key out"},
    {"traffic: [{name: t, pattern: all_to_all, bytes: 1MB, to: [h1]}]\n",
     ":11: a collective operation goes among the hosts of from; leave to out"},
    {"traffic: [{name: t, pattern: ring_all_reduce, bytes: 1MB, from: [h1]}]\n",
     ":11: t would send to itself; name more hosts"},
};
enum { REFUSED = sizeof refused / sizeof refused[0] };

START_TEST(wrong_chains_are_refused) {
  put_star(2);
  PUT("%s", refused[_i].traffic);
  runs_refuse_text(text, refused[_i].wrong);
}
END_TEST

START_TEST(clocked_engines_refuse_chains) {
  struct error err;
  put_star(2);
  PUT("traffic: [{name: t, pattern: ring_all_reduce, bytes: 1MB}]\n");
  struct scenario *s = runs_load_text(text);
  ck_assert_int_ne(clocked_fit_check(s, &err), 0);
  ck_assert_msg(strstr(err.text,
                       ": flow t-2 starts after another, which a clocked engine cannot; leave after out, or "
                       "use --engine event") != NULL,
                "%s", err.text);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("net_chains");
  TCase *tcase = tcase_create("net_chains");
  tcase_add_loop_test(tcase, steps_follow_each_other, 0, 6);
  tcase_add_loop_test(tcase, news_takes_the_least_delay, 0, 7);
  tcase_add_test(tcase, starts_cross_the_links_of_a_host);
  tcase_add_loop_test(tcase, barrier_waits_for_all, 0, 2);
  tcase_add_test(tcase, nothing_follows_an_incomplete_flow);
  tcase_add_loop_test(tcase, wrong_chains_are_refused, 0, REFUSED);
  tcase_add_test(tcase, clocked_engines_refuse_chains);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
