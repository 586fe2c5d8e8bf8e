// Tests the start of the burst in a search: the queues of the other flows are at their threshold then, or the result
// says that they are not. `make check T=search` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/results/report.h"
#include "tb/sim/simulation.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

// burst_full_switch.yaml with another scheme, alpha and start. Returns the status of the search.
static enum network_status search(const char *mmu, const char *start, const char *duration, int engine,
                                  struct scenario **s, struct search_result *r) {
  char text[2048];
  int n =
      snprintf(text, sizeof text,
               "name: burst\npacket_bytes: 1500\ngbps: 10\nduration_us: %s\n"
               "mmu: {ports: 8, classes: 8, buffer: 1000KB, headroom: 9400, private: 1000, %s}\nswitches: [{name: S}]\n"
               "hosts: [{name: b0, switch: S}, {name: b1, switch: S}, {name: b2, switch: S}, {name: b3, switch: S}, "
               "{name: sink, switch: S}, {name: g0, switch: S}, {name: g1, switch: S}, {name: drain, switch: S}]\n"
               "flows:\n  - {name: back0, from: g0, to: drain}\n  - {name: back1, from: g1, to: drain}\n",
               duration, mmu);
  for (int i = 0; i < 4; i++)
    n += snprintf(text + n, sizeof text - (size_t)n, "  - {name: burst%d, from: b%d, to: sink, class: 1%s}\n", i, i,
                  start);
  snprintf(text + n, sizeof text - (size_t)n,
           "search: {flows: [burst0, burst1, burst2, burst3], bytes_from: 10KB, bytes_to: 1MB}\n");
  *s = runs_load_text(text);
  struct network_options o = runs_engine(engine);
  o.seed = 1;
  return search_run(*s, &o, r);
}

// The share of the bandwidth that a queue gains: two flows of 10 Gb/s leave over one link of 10 Gb/s, so each queue
// grows by 5 Gb/s until its threshold.
static double fills_in_us(double bytes) { return bytes * 8 / 5000; }

static const char *const alphas[] = {"1/16", "1/8", "1/4", "1/2", "1", "2"};
enum { ALPHAS = sizeof alphas / sizeof alphas[0] };

// The burst starts when the other queues hold as much as the closed form says, for small and large alpha.
START_TEST(others_are_at_their_threshold) {
  static const char *const schemes[] = {"SIH", "DSH"};
  for (int engine = 0; engine < RUNS_ENGINES; engine++) {
    if (engine == RUNS_MODEL && strcmp(alphas[_i / 2], "1/2") != 0) continue;  // 30 runs of the model take seconds
    struct scenario *s;
    struct search_result r;
    char mmu[64];
    snprintf(mmu, sizeof mmu, "scheme: %s, alpha: %s", schemes[_i % 2], alphas[_i / 2]);
    ck_assert_int_eq(search(mmu, "", "1000", engine, &s, &r), NETWORK_OK);
    ck_assert_int_eq(r.outside, 0);
    ck_assert_int_eq(r.others, 2);
    ck_assert_int_eq(r.others_below, 0);
    // within the two packets in which the pauses begin
    ck_assert_double_eq_tol(r.others_bytes, r.others_threshold, 3000);
    const double us = (double)r.start * 1e6 / (double)s->clock_hz;
    ck_assert_double_eq_tol(us, fills_in_us(1.0136 * (r.others_threshold + 1000)), 8);
    scenario_free(s);
  }
}
END_TEST

// The burst of DSH against alpha. From 1/4 on it shrinks, because the other queues hold more of the buffer when it
// starts. A burst that starts before they are at their threshold grows instead: 59.7 % for alpha 1 at 300 us.
START_TEST(a_large_alpha_leaves_less) {
  static const struct {
    double alpha, share;
  } cases[] = {{1. / 16, 0.391}, {1. / 8, 0.49}, {1. / 4, 0.502}, {1. / 2, 0.424}, {1, 0.301}, {2, 0.186}};
  for (int i = 0; i < 6; i++) {
    struct scenario *s = runs_load("tb/examples/scenarios/burst_dsh.yaml");
    struct search_result r;
    struct network_options o = runs_engine(RUNS_EVENT);
    o.seed = 1;
    s->sw[0].cfg.alpha = (int)log2(cases[i].alpha);
    ck_assert_int_eq(search_run(s, &o, &r), NETWORK_OK);
    ck_assert_int_eq(r.others_below, 0);
    ck_assert_double_eq_tol((double)r.most / r.buffer, cases[i].share, 0.005);
    scenario_free(s);
  }
}
END_TEST

// A start that the scenario gives is kept. The result says whether the other queues have been paused before it.
START_TEST(a_given_start_is_kept) {
  static const struct {
    const char *start;
    int below;
  } cases[] = {{", start_us: 0", 2}, {", start_us: 100", 2}, {", start_us: 900", 0}};
  for (int i = _i == RUNS_MODEL ? 2 : 0; i < 3; i++) {
    struct scenario *s;
    struct search_result r;
    char *text = NULL, *json = NULL;
    size_t size;
    ck_assert_int_eq(search("scheme: DSH, alpha: 1", cases[i].start, "1200", _i, &s, &r), NETWORK_OK);
    ck_assert_int_eq(r.others_below, cases[i].below);
    ck_assert_double_eq((double)r.start * 1e6 / (double)s->clock_hz, strtod(cases[i].start + 12, NULL));
    if (i == 0) ck_assert_double_eq(r.others_bytes, 0);
    if (i == 1) ck_assert_double_eq_tol(fills_in_us(1.0136 * (r.others_bytes + 1000)), 97, 3);
    FILE *to = open_memstream(&text, &size);
    report_search(s, &r, to);
    fclose(to);
    ck_assert_int_eq(strstr(text, "\nnot at the threshold: 2 of 2 others, ") != NULL, cases[i].below == 2);
    to = open_memstream(&json, &size);
    ck_assert_int_eq(results_search_json(s, &r, 1, "", to), 0);
    fclose(to);
    char key[64];
    snprintf(key, sizeof key, "\"others_bytes\": %.0f, ", r.others_bytes);
    ck_assert_ptr_nonnull(strstr(json, key));
    snprintf(key, sizeof key, "\"start_ns\": %s000.0, ", cases[i].start + 12);
    ck_assert_ptr_nonnull(strstr(json, i == 0 ? "\"start_ns\": 0.0, " : key));
    snprintf(key, sizeof key, "\"others_below\": %d}", cases[i].below);
    ck_assert_ptr_nonnull(strstr(json, key));
    free(text);
    free(json);
    scenario_free(s);
  }
}
END_TEST

// A search whose other queues never reach their threshold, or whose run is too short for the burst, has no result.
START_TEST(a_short_run_has_no_result) {
  struct scenario *s;
  struct search_result r;
  ck_assert_int_eq(search("scheme: DSH, alpha: 1", "", "200", _i, &s, &r), NETWORK_BELOW_THRESHOLD);
  scenario_free(s);
  ck_assert_int_eq(search("scheme: DSH, alpha: 1", ", start_us: 195", "200", _i, &s, &r), NETWORK_BURST_CUT);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("search");
  TCase *all = tcase_create("all");
  tcase_set_timeout(all, 300);
  tcase_add_loop_test(all, others_are_at_their_threshold, 0, 2 * ALPHAS);
  tcase_add_test(all, a_large_alpha_leaves_less);
  tcase_add_loop_test(all, a_given_start_is_kept, 0, RUNS_ENGINES);
  tcase_add_loop_test(all, a_short_run_has_no_result, 0, RUNS_ENGINES);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
