// Tests the analysis of pause-regulated links: rates, pause shares, cycles and verdicts. The references are the paper's
// tables, the cases of the study, and max-min shares worked out by hand. `make check T=analyze` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/analyze/analyze_report.h"
#include "tests/suite.h"
#include "tests/tools/analyses.h"

static void expect(double value, double expected, const char *what, int stage) {
  ck_assert_msg(fabs(value - expected) < 1e-9, "%s, stage %d: expected %g, got %g", what, stage, expected, value);
}

// ---- the paper's tables ----

// A row of a table. Columns that the paper omits are not compared.
struct row {
  int iteration, stage;
  double f[4], g[4], b[2];  // f on l5 l1 l2 l3, g on l6 l3 l4 l1, b on l7 l2
  double c[7], p[7];        // l1 to l7
};

static const struct row scenario4[] = {
    {0, 0, {1, 1, 1, 1}, {1, 1, 1, 1}, {0}, {1, 1, 1, 1, 1, 1}, {0}},
    {1, 1, {1, .5, .5, .5}, {1, .5, .5, .5}, {0}, {1, 1, 1, 1, 1, 1}, {0}},
    {1, 2, {.5, .5, .5, .5}, {.5, .5, .5, .5}, {0}, {1, 1, 1, 1, 1, 1}, {0, .5, 0, .5, .5, .5}},
    {1, 3, {.5, .5, .5, .5}, {.5, .5, .5, .5}, {0}, {1, .5, 1, .5, .5, .5}, {0, .5, 0, .5, .5, .5}},
};

#define HALF .5, .5, .5, .5
#define QUARTER .25, .25, .25, .25
#define P1 \
  { .5, .5, 0, .5, .5, .5, .5 }
#define P2 \
  { .75, .75, .5, .75, .75, .75, .75 }
static const struct row scenario5[] = {
    {0, 0, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1}, {1, 1, 1, 1, 1, 1, 1}, {0}},
    {1, 1, {1, .5, .5, .5}, {1, .5, .5, .5}, {1, .5}, {1, 1, 1, 1, 1, 1, 1}, {0}},
    {1, 2, {HALF}, {HALF}, {.5, .5}, {1, 1, 1, 1, 1, 1, 1}, P1},
    {1, 3, {HALF}, {HALF}, {.5, .5}, {.5, .5, 1, .5, .5, .5, .5}, P1},
    {2, 1, {.5, .25, .25, .25}, {.5, .5, .5, .25}, {.5, .25}, {.5, .5, 1, .5, .5, .5, .5}, P1},
    {2, 2, {QUARTER}, {QUARTER}, {.25, .25}, {.5, .5, 1, .5, .5, .5, .5}, P2},
    {2, 3, {QUARTER}, {QUARTER}, {.25, .25}, {.25, .25, .5, .25, .25, .25, .25}, P2},
};

static void compare(const struct analysis *a, const struct row *row, int stage, int flows) {
  static const int link_from[] = {0, 1, 2, 3};  // l1 leaves A, l2 leaves B, and so on
  const struct analysis_stage *s = &a->stage[stage];
  const double *rates[] = {row->f, row->g, row->b};
  ck_assert_int_eq(s->iteration, row->iteration);
  ck_assert_int_eq(s->stage, row->stage);
  for (int f = 0; f < flows; f++)
    for (int k = 0; k < (f < 2 ? 4 : 2); k++) expect(s->rate[a->first[f] + k], rates[f][k], "rate", stage);
  for (int l = 0; l < 4 + flows; l++) {
    char name[8];
    snprintf(name, sizeof name, "l%d", l + 1);
    int c = analysis_find(a, name, l < 4 ? link_from[l] : scenario->flow[l - 4].from, 0);
    ck_assert_int_ge(c, 0);
    expect(s->effective[c], row->c[l], name, stage);
    expect(s->pause[c], row->p[l], name, stage);
  }
}

START_TEST(tables_of_scenario_4) {
  struct analysis *a = analyse("tb/examples/scenarios/prl4.yaml", &analysis_default);
  ck_assert_int_eq(a->stages, 4);
  for (int i = 0; i < 4; i++) compare(a, &scenario4[i], i, 2);
  ck_assert_int_eq(a->outcome, ANALYSIS_STOPS);
  ck_assert_int_eq(a->iterations, 1);
  forget(a);
}
END_TEST

START_TEST(tables_of_scenario_5) {
  struct analysis *a = analyse("tb/examples/scenarios/prl5.yaml", &analysis_default);
  ck_assert_int_ge(a->stages, 7);
  for (int i = 0; i < 7; i++) compare(a, &scenario5[i], i, 3);
  ck_assert_int_eq(a->outcome, ANALYSIS_TO_ZERO);
  ck_assert_int_eq(a->iterations, 20);  // 2^-20 is the first rate below 1e-6
  forget(a);
}
END_TEST

// Link l4 of scenario 5 pauses for two reasons: first it shares l1 with l5, then l1 carries less of flow g.
START_TEST(reasons_of_scenario_5) {
  struct analysis *a = analyse("tb/examples/scenarios/prl5.yaml", &analysis_default);
  int l1 = analysis_find(a, "l1", 0, 0), l4 = analysis_find(a, "l4", 3, 0);
  int l5 = analysis_find(a, "l5", scenario->flow[0].from, 0);
  int found = 0;
  for (int i = 0; i < a->reasons; i++) {
    const struct analysis_reason *r = &a->reason[i];
    if (r->channel != l4) continue;
    ck_assert_int_eq(r->by, l1);
    ck_assert_int_eq(r->iteration, r->active ? 2 : 1);
    ck_assert_int_eq(r->active ? r->flow : r->with, r->active ? 1 : l5);
    found += r->active ? 1 : 2;
  }
  ck_assert_int_eq(found, 3);
  forget(a);
}
END_TEST

START_TEST(cases_of_the_study) {
  static const enum analysis_outcome outcomes[] = {ANALYSIS_STOPS, ANALYSIS_TO_ZERO, ANALYSIS_STOPS};
  static const enum analysis_verdict verdicts[] = {ANALYSIS_POSSIBLE, ANALYSIS_PREDICTED, ANALYSIS_POSSIBLE};
  static const int iterations[] = {1, 20, 2};
  char path[64];
  snprintf(path, sizeof path, "tb/examples/scenarios/case%d.yaml", _i + 1);
  struct analysis *a = analyse(path, &analysis_default);
  ck_assert_int_eq(a->outcome, outcomes[_i]);
  ck_assert_int_eq(analysis_verdict(a), verdicts[_i]);
  ck_assert_int_eq(a->iterations, iterations[_i]);
  ck_assert_int_eq(a->cycles, 1);
  ck_assert_int_eq(a->cycle[0].length, 4);
  if (_i == 2) {  // all four links pause, and the iteration stops
    for (int k = 0; k < 4; k++) ck_assert(a->channel[a->cycle[0].channel[k]].pause > 0);
    for (int f = 0; f < 4; f++) expect(a->hop[a->first[f]].rate, .25, "rate", f);
    expect(a->channel[analysis_find(a, "dst3", 1, 0)].capacity, .25, "limit", 0);
  }
  forget(a);
}
END_TEST

// ---- shares ----

#define TWO "switches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B}]\n"
#define HOSTS "hosts: [{name: x, switch: A}, {name: y, switch: A}, {name: z, switch: A}, {name: d, switch: B}]\n"

// The rates 0.1 and 0.3 fit. The third flow gets the rest.
START_TEST(fair_share_is_max_min) {
  struct analysis *a = analyse_text(TWO HOSTS
                                    "flows: [{name: f, from: x, to: d, gbps: 4}, {name: g, from: y, to: d, gbps: 12}, "
                                    "{name: h, from: z, to: d}]\n");
  expect(a->hop[a->first[0]].rate, .1, "f", 0);
  expect(a->hop[a->first[1]].rate, .3, "g", 0);
  expect(a->hop[a->first[2]].rate, .6, "h", 0);
  expect(a->channel[analysis_find(a, "z", scenario->flow[2].from, 0)].pause, .4, "P", 0);
  ck_assert_int_eq(a->iterations, 1);
  ck_assert(!a->cyclic);
  forget(a);
}
END_TEST

// The slowest link on its path limits flow f. The other flows share the rest, whatever the order of the flows.
START_TEST(several_bottlenecks) {
  static const char *const flows[] = {
      "flows: [{name: f, from: x, to: e}, {name: g, from: y, to: d}, {name: h, from: z, to: d}]\n",
      "flows: [{name: g, from: y, to: d}, {name: h, from: z, to: d}, {name: f, from: x, to: e}]\n"};
  char text[1024];
  snprintf(text, sizeof text, "%s%s",
           "switches: [{name: A, limit: [{link: L, gbps: 30}]}, {name: B, limit: [{link: e, gbps: 4}]}]\n"
           "links: [{name: L, a: A, b: B}]\n"
           "hosts: [{name: x, switch: A}, {name: y, switch: A}, {name: z, switch: A}, {name: d, switch: B}, "
           "{name: e, switch: B}]\n",
           flows[_i]);
  struct analysis *a = analyse_text(text);
  int f = _i == 0 ? 0 : 2;
  const struct analysis_stage *s = &a->stage[1];
  expect(s->rate[a->first[f] + 1], .25, "f on L", 1);
  expect(s->rate[a->first[f] + 2], .1, "f on e", 1);
  for (int i = 0; i < 3; i++)
    if (i != f) expect(s->rate[a->first[i] + 1], .25, "on L", 1);
  ck_assert_int_eq(a->outcome, ANALYSIS_STOPS);
  expect(a->channel[analysis_find(a, "L", 0, 0)].pause, .6, "P of L", 3);
  forget(a);
}
END_TEST

START_TEST(no_iteration_without_bottleneck) {
  struct analysis *a = analyse_text(TWO HOSTS "flows: [{name: f, from: x, to: d}]\n");
  ck_assert_int_eq(a->iterations, 0);
  ck_assert_int_eq(a->outcome, ANALYSIS_STOPS);
  ck_assert_int_eq(a->reasons, 0);
  forget(a);
}
END_TEST

// Two classes share a link. A pause of one class does not pause the other.
START_TEST(classes_pause_alone) {
  struct analysis *a = analyse_text(
      "switches: [{name: A}, {name: B, limit: [{link: e, gbps: 10}]}]\nlinks: [{name: L, a: A, b: B}]\n"
      "hosts: [{name: x, switch: A}, {name: y, switch: A}, {name: d, switch: B}, {name: e, switch: B}]\n"
      "flows: [{name: f, from: x, to: e, class: 1}, {name: g, from: y, to: d, class: 2}]\n");
  int one = analysis_find(a, "L", 0, 1), two = analysis_find(a, "L", 0, 2);
  ck_assert_int_ge(one, 0);
  ck_assert_int_ge(two, 0);
  expect(a->stage[1].rate[a->first[0] + 1], .5, "f on L", 1);
  expect(a->stage[1].rate[a->first[1] + 1], .5, "g on L", 1);
  expect(a->channel[one].pause, .5, "P of class 1", 3);
  expect(a->channel[two].pause, 0, "P of class 2", 3);
  forget(a);
}
END_TEST

// A lossy class pauses nothing: its flow keeps its rate before the bottleneck, and no link is pause-regulated.
START_TEST(lossy_classes_pause_nothing) {
  struct analysis *a = analyse_mmu(STATIC ", lossless: [2]", TWO HOSTS
                                   "flows: [{name: f, from: x, to: d, class: 1}, {name: g, from: y, to: d, class: 1}, "
                                   "{name: h, from: z, to: d, class: 2, gbps: 4}]\n");
  ck_assert_int_eq(analysis_verdict(a), ANALYSIS_NO_DEADLOCK);
  for (int f = 0; f < 2; f++) expect(a->hop[a->first[f]].rate, 1, "access link", f);
  expect(a->channel[analysis_find(a, "x", scenario->flow[0].from, 1)].pause, 0, "P", 0);
  forget(a);
}
END_TEST

// ---- cycles, limits, report ----

// Two cycles with links in common: a triangle and a ring of four links.
START_TEST(elementary_cycles) {
  static const char text[] =
      "switches: [{name: A}, {name: B}, {name: C}, {name: D}]\n"
      "links: [{name: AB, a: A, b: B}, {name: BC, a: B, b: C}, {name: CA, a: C, b: A}, {name: CD, a: C, b: D}, "
      "{name: DA, a: D, b: A}]\n"
      "hosts: [{name: a, switch: A}, {name: a2, switch: A}, {name: b, switch: B}, {name: b2, switch: B}, "
      "{name: c, switch: C}, {name: d, switch: D}]\n"
      "flows: [{name: f, from: a, to: a2, route: [A, B, C, A]}, {name: g, from: b, to: b2, route: [B, C, A, B]}, "
      "{name: h, from: c, to: b, route: [C, D, A, B]}, {name: i, from: b, to: d, route: [B, C, D]}]\n";
  struct analysis *a = analyse_text(text);
  ck_assert(a->cyclic && a->all_cycles);
  ck_assert_int_eq(a->cycles, 2);
  ck_assert_int_eq(a->cycle[0].length + a->cycle[1].length, 7);
  forget(a);
}
END_TEST

START_TEST(limits_hold) {
  struct analysis_limits l = {.iterations = 3, .stages = 0, .cycles = 0};
  struct analysis *a = analyse("tb/examples/scenarios/prl5.yaml", &l);
  ck_assert_int_eq(a->outcome, ANALYSIS_OPEN);
  ck_assert_int_eq(a->iterations, 3);
  ck_assert_int_eq(a->stages, 1);
  ck_assert_int_eq(a->cycles, 0);
  ck_assert(a->cyclic && !a->all_cycles);
  forget(a);
}
END_TEST

// Every flow passes three switches of a ring. All links form one cycle, and no flow loads a link fully. An algorithm
// that is quadratic in the network would take minutes.
START_TEST(thousands_of_switches) {
  enum { SWITCHES = 4000 };
  char *text;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  fprintf(to, "switches:\n");
  for (int i = 0; i < SWITCHES; i++) fprintf(to, "- {name: S%d}\n", i);
  fprintf(to, "links:\n");
  for (int i = 0; i < SWITCHES; i++) fprintf(to, "- {name: L%d, a: S%d, b: S%d}\n", i, i, (i + 1) % SWITCHES);
  fprintf(to, "hosts:\n");
  for (int i = 0; i < SWITCHES; i++) fprintf(to, "- {name: h%d, switch: S%d}\n", i, i);
  fprintf(to, "flows:\n");
  for (int i = 0; i < SWITCHES; i++)
    fprintf(to, "- {name: f%d, from: h%d, to: h%d, gbps: 19}\n", i, i, (i + 2) % SWITCHES);
  fclose(to);
  struct analysis *a = analyse_text(text);
  free(text);
  ck_assert_int_eq(a->channels, 3 * SWITCHES);
  ck_assert_int_eq(a->outcome, ANALYSIS_STOPS);
  ck_assert_int_eq(a->iterations, 0);
  ck_assert_int_eq(a->cycles, 1);
  ck_assert(a->all_cycles);
  ck_assert_int_eq(a->cycle[0].length, SWITCHES);
  FILE *nowhere = fopen("/dev/null", "w");
  ck_assert_int_eq(analysis_report(a, nowhere), 0);
  fclose(nowhere);
  forget(a);
}
END_TEST

START_TEST(report_is_complete) {
  static const char *const words[] = {
      "2, stage 2 ",
      "0.5(0.75)",
      "1     active: l1 takes less of flow f\n",
      "1     passive: shares l3 with l6\n",
      "  l1 -> l2 -> l3 -> l4 -> l1: all pause-regulated\n",
      "Algorithm: driven to zero after 20 iterations\nVerdict: deadlock predicted\n",
  };
  struct analysis *a = analyse("tb/examples/scenarios/prl5.yaml", &analysis_default);
  char *text = report_of(a);
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    ck_assert_msg(strstr(text, words[i]) != NULL, "expected '%s' in:\n%s", words[i], text);
  free(text);
  forget(a);
}
END_TEST

// A flow uses the links of its packets' path, and the report names ECMP's hash and seed.
START_TEST(routes_of_ecmp) {
  unsigned spines = 0;
  struct analysis *a = analyse("tb/examples/scenarios/permutation.yaml", &analysis_default);
  for (int i = 0; i < scenario->flows; i++) {
    const struct scenario_flow *f = &scenario->flow[i];
    ck_assert_int_eq(a->first[i + 1] - a->first[i], f->hops + 1);
    for (int k = 0; k < f->hops; k++) {
      const struct analysis_channel *c = &a->channel[a->hop[a->first[i] + 1 + k].channel];
      ck_assert_int_eq(scenario->link[c->link].end[c->side].node, f->route[k]);
      ck_assert_int_eq(scenario->link[c->link].end[c->side].port, f->egress[k]);
    }
    if (f->hops == 3) spines |= 1u << f->route[1];
  }
  ck_assert_uint_eq(spines, 15);  // all four spine switches
  char *text = report_of(a);
  ck_assert_ptr_nonnull(strstr(text, "Flows of traffic and CSV files exist all at once"));
  ck_assert_ptr_nonnull(strstr(text, "follow ECMP's hash with seed 1, as in a run"));
  free(text);
  forget(a);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("analyze");
  TCase *t = tcase_create("all");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, tables_of_scenario_4);
  tcase_add_test(t, tables_of_scenario_5);
  tcase_add_test(t, reasons_of_scenario_5);
  tcase_add_loop_test(t, cases_of_the_study, 0, 3);
  tcase_add_test(t, fair_share_is_max_min);
  tcase_add_loop_test(t, several_bottlenecks, 0, 2);
  tcase_add_test(t, no_iteration_without_bottleneck);
  tcase_add_test(t, classes_pause_alone);
  tcase_add_test(t, lossy_classes_pause_nothing);
  tcase_add_test(t, elementary_cycles);
  tcase_add_test(t, limits_hold);
  tcase_add_test(t, thousands_of_switches);
  tcase_add_test(t, report_is_complete);
  tcase_add_test(t, routes_of_ecmp);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
