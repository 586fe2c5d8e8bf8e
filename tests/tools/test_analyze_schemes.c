// Tests the analysis against runs of the event engine: all schemes, loops, flows with an end, sprayed packets, links of
// different rates, hosts that pause. `make check T=analyze_schemes` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <string.h>

#include "tb/sim/results/report.h"
#include "tests/suite.h"
#include "tests/tools/analyses.h"

#define HEAD "name: test\ngbps: 40\nduration_us: 30000\nstop_us: 2000\n"
#define GFC_BYTES "buffer: 12MB, bm: 72KB, b0: 8KB"
#define TTL "scheme: TTL, buffer: 12MB, headroom: 16KB, alpha: 1/64"
#define DSH "scheme: DSH, buffer: 12MB, headroom: 16KB, alpha: 1/128"
#define SIH "scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1/128"

// A ring of three links; each flow passes two of them. more: keys of every flow, host: of host a, link: of L2.
#define RING(more, host, link)                                                                                   \
  "switches: [{name: A}, {name: B}, {name: C}]\n"                                                                \
  "links: [{name: L0, a: A, b: B}, {name: L1, a: B, b: C}, {name: L2, a: C, b: A" link                           \
  "}]\n"                                                                                                         \
  "hosts: [{name: a, switch: A" host                                                                             \
  "}, {name: b, switch: B}, {name: c, switch: C}]\n"                                                             \
  "flows: [{name: f, from: a, to: c, route: [A, B, C]" more "}, {name: g, from: b, to: a, route: [B, C, A]" more \
  "}, "                                                                                                          \
  "{name: h, from: c, to: b, route: [C, A, B]" more "}]\n"

// A loop of two switches: a packet of TTL 16 passes A to B 8 times.
#define LOOP(keys)                                                     \
  "switches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B}]\n" \
  "hosts: [{name: x, switch: A}, {name: y, switch: B}]\n"              \
  "flows: [{name: stray, from: x, to: y, route: [A, B], loop: true, " keys "}]\n"

#define BOTH_WAYS "}, {name: f, class: 1, from: x, to: y, bytes: 3MB}, {name: g, class: 1, from: y, to: x, bytes: 3MB"

// A ring of four switches with three flows from each to the opposite one, whose packets go both ways round.
#define OPPOSITE(n)                                                                                              \
  "{name: f" n ", from: a" n ", to: c" n "}, {name: g" n ", from: b" n ", to: d" n "}, {name: h" n ", from: c" n \
  ", to: a" n "}, {name: i" n ", from: d" n ", to: b" n "}"
#define CORNERS(n) \
  "{name: a" n ", switch: A}, {name: b" n ", switch: B}, {name: c" n ", switch: C}, {name: d" n ", switch: D}"
#define SPRAY(keys) \
  "routing: spray\n" keys                                                                                             \
  "switches: [{name: A}, {name: B}, {name: C}, {name: D}]\n"                                                          \
  "links: [{name: L0, a: A, b: B}, {name: L1, a: B, b: C}, {name: L2, a: C, b: D}, {name: L3, a: D, b: A}]\n"         \
  "hosts: [" CORNERS("0") ", " CORNERS("1") ", " CORNERS("2") "]\n"                                                   \
  "flows: [" OPPOSITE("0") ", " OPPOSITE("1") ", " OPPOSITE("2") "]\n"

// Three leaves in a row, with spines between them: packets from a to c go up again at B.
#define TREE                                                                                                  \
  "switches: [{name: A}, {name: S}, {name: B}, {name: T}, {name: C}]\n"                                       \
  "links: [{name: L0, a: A, b: S}, {name: L1, a: S, b: B}, {name: L2, a: B, b: T}, {name: L3, a: T, b: C}]\n" \
  "hosts: [{name: a, switch: A}, {name: b, switch: B}, {name: c, switch: C}]\n"                               \
  "flows: [{name: f, from: a, to: c}, {name: g, from: c, to: a}, {name: h, from: a, to: b}, "                 \
  "{name: i, from: b, to: c}]\n"

#define SAFE ANALYSIS_NO_DEADLOCK
#define POSSIBLE ANALYSIS_POSSIBLE
#define PREDICTED ANALYSIS_PREDICTED
#define DRAINS VERDICT_DRAINED
#define DEADLOCKS VERDICT_DEADLOCKED
#define ENDS "In the algorithm flows with an end send for ever"

// note: a text that the report has; NULL: none of its notes
static const struct {
  const char *mmu, *text;
  enum analysis_verdict analysis;
  enum verdict_kind run;
  const char *note;
} cases[] = {
    {STATIC, RING("", "", ""), PREDICTED, DEADLOCKS, NULL},
    {STATIC, RING("", "", ", gbps: 10"), PREDICTED, DEADLOCKS, NULL},
    {TTL, RING("", "", ", gbps: 10"), SAFE, DRAINS, NULL},
    {"scheme: GFC, " GFC_BYTES, RING("", "", ""), SAFE, DRAINS, "Under GFC no queue stops its sender"},
    {"scheme: GFC_LINEAR, " GFC_BYTES, RING("", "", ""), POSSIBLE, DEADLOCKS, "a queue at Bm stops its sender"},
    {"scheme: GFC_LINEAR, " GFC_BYTES, RING(", bytes: 4KB", "", ""), POSSIBLE, DRAINS,
     "a queue at Bm stops its sender"},
    // TTL 16: 8 passes of 40 Gb/s
    {STATIC, LOOP("ttl: 16, gbps: 6"), PREDICTED, DEADLOCKS, "more packets enter its loop than end in it"},
    {SIH, LOOP("ttl: 16, gbps: 6"), PREDICTED, DEADLOCKS, "more packets enter its loop than end in it"},
    {STATIC, LOOP("ttl: 16, gbps: 4.9"), POSSIBLE, DRAINS, NULL},
    // 200 bytes and 50 of preamble and gap: 1.25 times 4.4 Gb/s are more, and 1.25 times 3.9 Gb/s less than 5
    {STATIC, "overhead_bytes: 50\n" LOOP("ttl: 16, packet_bytes: 200, gbps: 4.4"), PREDICTED, DEADLOCKS,
     "more packets enter its loop than end in it"},
    {STATIC, "overhead_bytes: 50\n" LOOP("ttl: 16, packet_bytes: 200, gbps: 3.9"), POSSIBLE, DRAINS, NULL},
    {STATIC, LOOP("ttl: 16, gbps: 6, bytes: 5KB"), SAFE, DRAINS, "3 links pause nothing"},
    {DSH, LOOP("ttl: 16, gbps: 6, bytes: 5KB"), SAFE, DRAINS, "3 links pause nothing"},
    {DSH, LOOP("ttl: 16, gbps: 4, bytes: 2KB" BOTH_WAYS), POSSIBLE, DRAINS, ENDS},  // whole ports pause
    {SIH, LOOP("ttl: 16, gbps: 4, bytes: 2KB" BOTH_WAYS), SAFE, DRAINS, "3 links pause nothing"},
    {STATIC, LOOP("ttl: 3, gbps: 40"), SAFE, DRAINS, NULL},  // dropped when it comes back
    {STATIC ", lossless: [1]", LOOP("ttl: 16, gbps: 40"), SAFE, DRAINS, NULL},
    {TTL, LOOP("gbps: 40"), SAFE, DRAINS, NULL},
    {TTL, TREE, SAFE, DRAINS, NULL},
    {TTL ", tree_levels: 2", TREE, SAFE, DRAINS, "flow f end at switch T, which drops them. 1 more flow ends before"},
    {STATIC, RING(", ttl: 2", "", ""), SAFE, DRAINS, "flow f end at switch B, which drops them. 2 more flows end"},
    // two flows pass each link
    {STATIC, RING(", bytes: 20KB", "", ""), SAFE, DRAINS, "6 links pause nothing"},
    {STATIC, RING(", bytes: 20001", "", ""), POSSIBLE, DRAINS, ENDS},
    {STATIC, RING(", bytes: 1MB", "", ""), PREDICTED, DEADLOCKS, ENDS},
    // data are lossy, acknowledgements are not, and go round the other way
    {STATIC ", lossless: [7]", RING("", "", ""), SAFE, DRAINS, NULL},
    {STATIC ", lossless: [7]", "congestion: dcqcn\n" RING("", "", ""), POSSIBLE, DRAINS,
     "back to the senders, in class 7"},
    {STATIC ", lossless: [7]", "congestion: dcqcn\n" SPRAY(""), POSSIBLE, DRAINS, "packets of flow f0 are sprayed"},
    {STATIC ", lossless: [7]", "congestion: dcqcn\n" SPRAY("paths: up_down\n"), SAFE, DRAINS,
     "packets of flow f0 are sprayed"},
    {STATIC, SPRAY(""), POSSIBLE, DEADLOCKS, "packets of flow f0 are sprayed"},
    {STATIC, SPRAY("paths: up_down\n"), SAFE, DRAINS, "packets of flow f0 are sprayed"},
    {TTL, SPRAY(""), SAFE, DRAINS, "packets of flow f0 are sprayed"},
    {STATIC, RING(", class: 1, bytes: 10KB", ", pause: [{class: 1, from_us: 0}]", ""), POSSIBLE, DEADLOCKS,
     "Host a pauses class 1 until the end"},
    {STATIC, RING(", class: 1, bytes: 10KB", ", pause: [{class: 1, from_us: 0, to_us: 2500}]", ""), SAFE, DRAINS, ENDS},
    {STATIC, RING(", class: 1, bytes: 10KB", ", pause: [{class: 2, from_us: 0}]", ""), SAFE, DRAINS, ENDS},
};

// The end of the report: cycles, notes and verdict.
static void has_notes(const struct analysis *a, const char *note) {
  char *text = report_of(a), line[512];
  char *cycle = strstr(text, "yclic buffer dependenc");
  ck_assert_ptr_nonnull(cycle);
  for (char *c = cycle; *c != '\0'; c++)
    if (*c == '\n' && c[1] != '\n') *c = ' ';
  ck_assert_msg(note == NULL || strstr(cycle, note) != NULL, "expected '%s' in: %s", note, cycle);
  ck_assert_msg(analysis_note(a, 0, line, sizeof line) == (note != NULL), "unexpected: %s", line);
  free(text);
}

// Case 2 with a limit at the first switch of each flow: without an overloaded link the cycle remains, so a deadlock
// stays possible; above, it is predicted.
START_TEST(ingress_limits_are_capacities) {
  struct analysis *a = analyse("tb/examples/scenarios/case2_limited.yaml", &analysis_default);
  ck_assert_int_eq(analysis_verdict(a), POSSIBLE);
  ck_assert_int_eq(a->outcome, ANALYSIS_STOPS);
  for (int i = 0; i < a->channels; i++) ck_assert_double_eq(a->channel[i].pause, 0);
  has_notes(a, "The algorithm takes the ingress limit of link src1, and of others, as the capacity of the link");
  analysis_free(a);
  for (int i = 0; i < 2 * scenario->links; i++) {
    uint64_t *bps = &scenario->link[i / 2].end[i % 2].ingress;
    if (*bps != 0) *bps = UINT64_C(25000000000);
  }
  ck_assert_int_eq(analysis_new(&a, scenario, &analysis_default), 0);
  ck_assert_int_eq(analysis_verdict(a), PREDICTED);
  forget(a);
}
END_TEST

START_TEST(verdicts_hold) {
  char mmu[512];
  const bool plain = strstr(cases[_i].text, "overhead_bytes") == NULL;
  snprintf(mmu, sizeof mmu, HEAD "%smmu: {%s}\n", plain ? "overhead_bytes: 0\n" : "", cases[_i].mmu);
  struct analysis *a = analyse_parts(mmu, cases[_i].text);
  ck_assert_str_eq(analysis_verdict_text(analysis_verdict(a)), analysis_verdict_text(cases[_i].analysis));
  has_notes(a, cases[_i].note);
  struct simulation *n = simulate(scenario, 1);
  ck_assert_int_eq(simulation_result(n)->verdict.kind, cases[_i].run);
  simulation_free(n);
  forget(a);
}
END_TEST

// A host of 100 Gb/s sends to one of 25 Gb/s, and one of 40 Gb/s sends over a link of 25 Gb/s to one of 100 Gb/s.
#define RATES                                                                                       \
  "switches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B, gbps: 25}]\n"                    \
  "hosts: [{name: x, switch: A, gbps: 100}, {name: y, switch: A}, {name: z, switch: A, gbps: 25}, " \
  "{name: v, switch: B, gbps: 100}]\n"                                                              \
  "flows: [{name: x, from: x, to: z}, {name: y, from: y, to: v}]\n"

// The run pauses as P says. A gate opens some cycles after its pause has ended, and pauses are short: 0.03 less.
START_TEST(pauses_of_different_rates) {
  static const double p[] = {1 - 25 / 100., 1 - 25 / 40., 0};
  struct analysis *a = analyse_parts(HEAD "overhead_bytes: 0\nmmu: {" STATIC "}\n", RATES);
  ck_assert_int_eq(analysis_verdict(a), ANALYSIS_NO_DEADLOCK);
  struct simulation *n = simulate(scenario, 1);
  for (int i = 0; i < 3; i++) {
    const char *link = i < 2 ? scenario->flow[i].name : "L";
    const struct analysis_channel *c = &a->channel[analysis_find(a, link, i < 2 ? scenario->flow[i].from : 0, 0)];
    const double paused = report_paused(simulation_result(n), c->link, c->side);
    ck_assert_msg(fabs(c->pause - p[i]) < 1e-9, "%s: P %g", link, c->pause);
    ck_assert_msg(fabs(c->pause - paused) < 0.05, "%s: P %g, paused %g", link, c->pause, paused);
  }
  simulation_free(n);
  forget(a);
}
END_TEST

// ---- random networks with short flows ----

static const char *const short_flows[] = {
    "scheme: STATIC, classes: 8, buffer: 12MB, headroom: 16KB, xoff: 40KB, xon: 38KB",
    "scheme: STATIC, classes: 8, buffer: 3MB, headroom: 16KB, private: 4KB, xoff: 12KB, xon: 10KB",
    "scheme: STATIC, classes: 8, buffer: 3MB, headroom: 16KB, shared: 40KB, xoff: 60KB, xon: 38KB",
    "scheme: SIH, classes: 8, ports: 12, buffer: 2200KB, headroom: 16KB, delta_q: 2KB, alpha: 1/16",
    "scheme: SIH, classes: 8, buffer: 3MB, shared: 50KB, headroom: 16KB, delta_q: 2KB, alpha: 1/2",
    "scheme: DSH, classes: 8, buffer: 3MB, shared: 60KB, headroom: 16KB, delta_q: 2KB, alpha: 1",
    "scheme: DSH, classes: 8, ports: 12, buffer: 520KB, headroom: 16KB, delta_q: 2KB, alpha: 1/8",
    "scheme: SHP, classes: 8, ports: 12, buffer: 600KB, headroom_pool: 200KB, headroom: 16KB, delta_q: 2KB, alpha: 1/8",
};

// What the analysis says to pause nothing, pauses nothing.
START_TEST(short_flows_pause_nothing) {
  int quiet = 0, paused = 0;
  for (uint64_t seed = 1; seed <= 40; seed += STRIDE(2)) {
    const struct generate_options o = {.topologies = GENERATE_TOPOLOGIES,
                                       .switches = 8,
                                       .hops = 7,
                                       .stop_us = 40,
                                       .duration_us = 31000,
                                       .bytes = 4000 * (1 + seed % 15),
                                       .mmu = short_flows[_i]};
    struct analysis *a = analyse_generated(seed, &o);
    struct simulation *n = simulate(scenario, seed);
    for (int i = 0; i < a->channels; i++) {
      const struct analysis_channel *c = &a->channel[i];
      const uint64_t pauses = simulation_result(n)->link[c->link][c->side].pauses;
      ck_assert_msg(!a->quiet[i] || pauses == 0, "seed %d, %s: paused", (int)seed, scenario->link[c->link].name);
      quiet += a->quiet[i];
      paused += pauses != 0;
    }
    simulation_free(n);
    forget(a);
  }
  ck_assert_int_gt(quiet, 0);
  ck_assert_int_gt(paused, 0);
}
END_TEST

// Eight flows of 20 KB each. Their sum lowers the threshold: 200 KB / 8 would be enough for each of them.
START_TEST(all_flows_lower_the_threshold) {
  static const struct {
    const char *shared;
    int quiet;
  } t[] = {{"200KB", 1}, {"319KB", 1}, {"321KB", 9}};  // one: that of the receiver, which sends 100 bytes
  char mmu[256], hosts[1024] = "", flows[1024] = "";
  snprintf(mmu, sizeof mmu,
           HEAD "overhead_bytes: 0\nmmu: {scheme: SIH, buffer: 3MB, headroom: 16KB, alpha: 1/8, shared: %s}\n",
           t[_i].shared);
  for (int i = 0; i < 8; i++) {
    snprintf(hosts + strlen(hosts), 100, "{name: h%d, switch: A}, ", i);
    snprintf(flows + strlen(flows), 100, "{name: f%d, from: h%d, to: z, bytes: 20KB}, ", i, i);
  }
  char text[3000];
  snprintf(
      text, sizeof text,
      "switches: [{name: A}]\nhosts: [%s{name: z, switch: A}]\nflows: [%s{name: g, from: z, to: h0, bytes: 100}]\n",
      hosts, flows);
  struct analysis *a = analyse_parts(mmu, text);
  ck_assert_int_eq(a->quiets, t[_i].quiet);
  struct simulation *n = simulate(scenario, 1);
  uint64_t pauses = 0;
  for (int i = 0; i < scenario->links; i++) pauses += simulation_result(n)->link[i][1].pauses;
  ck_assert(_i == 0 ? pauses > 0 : _i == 2 ? pauses == 0 : true);
  simulation_free(n);
  forget(a);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("analyze_schemes");
  TCase *t = tcase_create("all");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, ingress_limits_are_capacities);
  tcase_add_loop_test(t, verdicts_hold, 0, sizeof cases / sizeof cases[0]);
  tcase_add_test(t, pauses_of_different_rates);
  tcase_add_loop_test(t, all_flows_lower_the_threshold, 0, 3);
  tcase_add_loop_test(t, short_flows_pause_nothing, 0, sizeof short_flows / sizeof short_flows[0]);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
