// Tests the verdicts of the analysis against runs: where it says "no deadlock", no run deadlocks. `make check
// T=analyze_verdicts` repeats it; `make agreement` compares more networks.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/sim/simulation.h"
#include "tests/suite.h"
#include "tests/tools/analyses.h"

static enum verdict_kind run(const struct scenario *s, uint64_t seed) {
  struct simulation *n = simulate(s, seed);
  enum verdict_kind kind = simulation_result(n)->verdict.kind;
  simulation_free(n);
  return kind;
}

// ---- rings ----

// A ring of three links, L0 to L2. Flow f passes L0 and L1, flow g L1 and L2, flow h L2 and L0, each in its class.
static const char *ring(int f, int g, int h) {
  static char text[1024];
  snprintf(text, sizeof text,
           "switches: [{name: A}, {name: B}, {name: C}]\n"
           "links: [{name: L0, a: A, b: B}, {name: L1, a: B, b: C}, {name: L2, a: C, b: A}]\n"
           "hosts: [{name: a, switch: A}, {name: b, switch: B}, {name: c, switch: C}]\n"
           "flows: [{name: f, class: %d, from: a, to: c, route: [A, B, C]}, "
           "{name: g, class: %d, from: b, to: a, route: [B, C, A]}, "
           "{name: h, class: %d, from: c, to: b, route: [C, A, B]}]\n",
           f, g, h);
  return text;
}

// The classes and ports that pause together decide whether the ring is a cycle. A flow of another class ends it,
// unless DSH pauses whole ports; a lossy class pauses nothing.
static const struct {
  const char *mmu;
  int cls[3];
  enum analysis_verdict verdict;
} rings[] = {
    {STATIC, {1, 1, 1}, ANALYSIS_PREDICTED},
    {STATIC, {1, 1, 2}, ANALYSIS_NO_DEADLOCK},
    {STATIC ", lossless: [0, 2]", {1, 1, 1}, ANALYSIS_NO_DEADLOCK},
    {STATIC ", lossless: [0, 1]", {1, 1, 1}, ANALYSIS_PREDICTED},
    {"scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1/8", {1, 1, 2}, ANALYSIS_NO_DEADLOCK},
    {"scheme: DSH, buffer: 12MB, headroom: 16KB, alpha: 1/8", {1, 1, 2}, ANALYSIS_POSSIBLE},
    {"scheme: DSH, buffer: 12MB, headroom: 16KB, alpha: 1/8, lossless: [0, 1]", {1, 1, 2}, ANALYSIS_NO_DEADLOCK},
};

START_TEST(classes_and_ports_of_a_ring) {
  const int *cls = rings[_i].cls;
  struct analysis *a = analyse_mmu(rings[_i].mmu, ring(cls[0], cls[1], cls[2]));
  ck_assert_int_eq(analysis_verdict(a), rings[_i].verdict);
  forget(a);
}
END_TEST

// ---- two ToR switches ----

// T1 has an uplink to U and one to L, which are connected to XU and XL. Flow f reaches U over L and T1, and flow g
// reaches L over U and T1, so both uplinks carry them in both directions: a cycle. Bursts into the hosts of the flows
// fill the queues. cls: the class of g; f and the bursts have class 3.
static struct analysis *two_tors(const char *scheme, int cls) {
  enum { BURSTS = 50 };
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  fprintf(
      to,
      "switches: [{name: T1}, {name: U}, {name: L}, {name: XU}, {name: XL}]\n"
      "links: [{name: TU, a: T1, b: U}, {name: TL, a: T1, b: L}, {name: UX, a: U, b: XU}, {name: LX, a: L, b: XL}]\n"
      "hosts: [{name: f, switch: T1}, {name: g, switch: T1}, {name: u, switch: XU}, {name: l, switch: XL}");
  for (int i = 0; i < BURSTS; i++) fprintf(to, ", {name: u%d, switch: XU}, {name: l%d, switch: XL}", i, i);
  fprintf(to,
          "]\nflows:\n- {name: f, from: f, to: u, class: 3, route: [T1, L, T1, U, XU]}\n"
          "- {name: g, from: g, to: l, class: %d, route: [T1, U, T1, L, XL]}\n",
          cls);
  for (int i = 0; i < BURSTS; i++)
    fprintf(to,
            "- {name: u%d, from: u%d, to: u, class: 3, bytes: 1MB, start_us: 300}\n"
            "- {name: l%d, from: l%d, to: l, class: 3, bytes: 1MB, start_us: 300}\n",
            i, i, i, i);
  fclose(to);
  char head[512];
  snprintf(head, sizeof head,
           "name: two_tors\nclock_mhz: 1000\ngbps: 100\ndelay_ns: 500\n"
           "duration_us: 40000\nstop_us: 8000\njitter_ns: 20000\n"
           "mmu: {%s, ports: 52, classes: 8, headroom: 50KB, lossless: [3, 4]}\n",
           scheme);
  struct analysis *a = analyse_parts(head, text);
  free(text);
  return a;
}

#define TOR_STATIC "scheme: STATIC, buffer: 64MB, xoff: 20KB"
#define TOR_SIH "scheme: SIH, buffer: 24MB, shared: 3200KB, alpha: 1/128, delta_q: 2KB"

enum { STARTS = 12 };  // seeds of the jitter

static int deadlocks(const struct scenario *s) {
  int count = 0;
  for (uint64_t seed = 1; seed <= STARTS; seed++) count += run(s, seed) == VERDICT_DEADLOCKED;
  return count;
}

// The algorithm stops after one iteration, but the cycle is a risk, and runs deadlock.
START_TEST(a_cycle_of_two_tors_is_a_risk) {
  struct analysis *a = two_tors(_i == 0 ? TOR_STATIC : TOR_SIH, 3);
  ck_assert_int_eq(a->outcome, ANALYSIS_STOPS);
  ck_assert_int_eq(a->iterations, 1);
  ck_assert_int_eq(analysis_verdict(a), ANALYSIS_POSSIBLE);
  ck_assert_int_eq(a->cycles, 1);
  ck_assert(analysis_all_regulated(a, &a->cycle[0]));
  ck_assert_int_ge(deadlocks(a->s), STARTS / 3);
  char *text = report_of(a);
  ck_assert_ptr_nonnull(strstr(text,
                               "  TL:T1 -> TL:L -> TU:T1 -> TU:U -> TL:T1: all pause-regulated\n\n"
                               "In the algorithm flows with an end send for ever, and all at once.\n\n"
                               "Algorithm: stops after 1 iteration\nVerdict: deadlock possible\n"));
  free(text);
  forget(a);
}
END_TEST

// Flow g in its own class is the published cure.
START_TEST(two_tors_with_two_classes_have_no_risk) {
  struct analysis *a = two_tors(_i == 0 ? TOR_STATIC : TOR_SIH, 4);
  ck_assert_int_eq(analysis_verdict(a), ANALYSIS_NO_DEADLOCK);
  ck_assert(!a->cyclic);
  ck_assert_int_eq(deadlocks(a->s), 0);
  forget(a);
}
END_TEST

// ---- random networks ----

// The last two have little memory, so that ports pause under DSH. classes: as in struct generate_options
static const struct {
  const char *mmu;
  int classes;
} random_networks[] = {
    {"scheme: STATIC, classes: 8, buffer: 12MB, headroom: 16KB, xoff: 40KB, xon: 38KB", 0},
    {"scheme: STATIC, classes: 8, buffer: 12MB, headroom: 16KB, xoff: 40KB, xon: 38KB", 4},
    {"scheme: SIH, ports: 32, classes: 8, buffer: 5400KB, headroom: 16KB, delta_q: 2KB, alpha: 1/16", 2},
    {"scheme: SIH, ports: 12, classes: 8, buffer: 2200KB, headroom: 16KB, delta_q: 2KB, alpha: 8", 4},
    {"scheme: DSH, ports: 32, classes: 8, buffer: 600KB, headroom: 16KB, delta_q: 2KB, alpha: 8", 4},
};

START_TEST(no_deadlock_where_none_is_said_to_be_possible) {
  struct generate_options o = {.topologies = GENERATE_TOPOLOGIES,
                               .switches = 8,
                               .hops = 7,
                               .stop_us = 1000,
                               .duration_us = 31000,
                               .classes = random_networks[_i].classes,
                               .mmu = random_networks[_i].mmu};
  int found = 0, safe = 0;
  for (uint64_t seed = 1; seed <= 200; seed += STRIDE(4)) {
    struct analysis *a = analyse_generated(seed, &o);
    bool deadlocked = run(a->s, seed) == VERDICT_DEADLOCKED, none = analysis_verdict(a) == ANALYSIS_NO_DEADLOCK;
    ck_assert_msg(!deadlocked || !none, "seed %d deadlocked: %s", (int)seed, random_networks[_i].mmu);
    found += deadlocked;
    safe += none;
    forget(a);
  }
  ck_assert_int_gt(found, 0);
  ck_assert_int_gt(safe, 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("analyze_verdicts");
  TCase *t = tcase_create("all");
  tcase_set_timeout(t, 120);
  tcase_add_loop_test(t, classes_and_ports_of_a_ring, 0, sizeof rings / sizeof rings[0]);
  tcase_add_loop_test(t, a_cycle_of_two_tors_is_a_risk, 0, 2);
  tcase_add_loop_test(t, two_tors_with_two_classes_have_no_risk, 0, 2);
  tcase_add_loop_test(t, no_deadlock_where_none_is_said_to_be_possible, 0,
                      sizeof random_networks / sizeof random_networks[0]);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
