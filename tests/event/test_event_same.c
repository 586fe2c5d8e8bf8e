// Tests the event engine against itself: results, rows and tables are the same bytes for any window length, order of
// places and number of threads. tests/program/processes.sh tests processes. Each scenario uses two of the runs, in
// rotation, and one under the sanitizers; `make event-long` uses all.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/event/event_network.h"
#include "tb/sim/files/yaml_text.h"
#include "tests/event/compare.h"
#include "tests/suite.h"

static const char *const files[] = {"case1",    "case2",       "case3",     "prl5",       "loop_above",
                                    "incast",   "mixed_rates", "link_down", "all_reduce", "dual_homed",
                                    "policies", "gives_up",    "gives_up",  "gives_up",   "permutation",
                                    "combined", "combined",    "combined",  "combined"};
static const char *const mmus[] = {NULL, "dsh", "ttl", "gfc", "gfc_linear", "cbfc"};
enum { FILES = sizeof files / sizeof files[0], MMUS = sizeof mmus / sizeof mmus[0], CASES = 3 };
enum { NUMBERS = CASES * MMUS + FILES - CASES };

// The settings of the last scenarios
static const struct {
  int sets;
  struct yaml_setting set[2];
} settings[] = {{1, {{"flows.g.bytes", "4MB", "set", false}}},  // g completes after f has given up
                {1, {{"flows.f.bytes", "10MB", "set", false}}},
                {2, {{"routing", "spray", "set", false}, {"stop_us", "60", "set", false}}},
                {0},
                {1, {{"mmu.scheme", "DSH", "set", false}}},
                {1, {{"congestion", "dcqcn", "set", false}}},
                {1, {{"congestion", "hpcc", "set", false}}}};
enum { SET = sizeof settings / sizeof settings[0] };

// Loads case 1 to 3 under every scheme, or another scenario with its own registers.
static struct scenario *load(int number) {
  char path[64], mmu[64];
  struct error err;
  const bool own = number >= CASES * MMUS;
  const char *scheme = own ? NULL : mmus[number / CASES];
  const char *file = files[own ? number - CASES * (MMUS - 1) : number % CASES];
  const int set = number - (NUMBERS - SET);
  const bool of_test =
      set >= 3 || strcmp(file, "dual_homed") == 0 || strcmp(file, "policies") == 0 || strcmp(file, "gives_up") == 0;
  snprintf(path, sizeof path, "%s/%s.yaml", of_test ? "tests/event" : "tb/examples/scenarios", file);
  snprintf(mmu, sizeof mmu, "tb/examples/scenarios/mmu_%s.yaml", scheme != NULL ? scheme : "");
  struct scenario *s;
  const struct scenario_source from = {.path = path,
                                       .mmu = scheme != NULL ? mmu : NULL,
                                       .set = set >= 0 ? settings[set].set : NULL,
                                       .sets = set >= 0 ? settings[set].sets : 0};
  ck_assert_msg(scenario_load_from(&from, &s, &err) == 0, "%s", err.text);
  if (set >= 2) ck_assert(s->flow[0].sprays);
  return s;
}

// Runs with the longest window divided by share, in blocks of so many places. Every second window handles the places in
// reverse order.
static char *run(int number, int threads, uint64_t share, int block) {
  struct network_options o = compare_engine(true);
  struct event_network *n;
  struct compared x = {.scenario = load(number)};
  FILE *f[COMPARE_FILES];
  size_t size;
  for (int i = 0; i < COMPARE_FILES; i++) ck_assert_ptr_nonnull(f[i] = open_memstream(&x.text[i], &size));
  o.threads = threads;
  o.seed = x.scenario->seed;
  o.pauses = f[COMPARE_PAUSES];
  o.occupancy = f[COMPARE_OCCUPANCY];
  o.series = f[COMPARE_SERIES];
  o.packets = f[COMPARE_PACKETS];
  if (x.scenario->rates_ns != 0) o.rates = f[COMPARE_RATES];
  ck_assert_int_eq(event_new(&n, x.scenario, &o), NETWORK_OK);
  n->window = n->window / share;
  n->block = block;
  ck_assert_int_eq(event_run(n), NETWORK_OK);
  for (int i = 0; i < COMPARE_FILES; i++) fclose(f[i]);
  x.result = &n->result;
  char *all = compare_all(&x);
  event_free(n);
  scenario_free(x.scenario);
  for (int i = 0; i < COMPARE_FILES; i++) free(x.text[i]);
  return all;
}

static void same(int number, const char *expected, int threads, uint64_t share, int block) {
  char *got = run(number, threads, share, block);
  size_t at = 0;
  while (expected[at] != '\0' && expected[at] == got[at]) at++;
  if (expected[at] != got[at])
    ck_abort_msg("scenario %d, %d threads, window / %d, block %d: byte %zu: expected %.40s, got %.40s", number, threads,
                 (int)share, block, at, expected + at, got + at);
  ck_assert_uint_gt(at, 5000);
  free(got);
}

// The end of a run in ps, without rows.
static uint64_t end_without_rows(int number) {
  struct network_options o = compare_engine(true);
  struct event_network *n;
  struct scenario *s = load(number);
  o.threads = 1;
  o.seed = s->seed;
  ck_assert_int_eq(event_new(&n, s, &o), NETWORK_OK);
  ck_assert_int_eq(event_run(n), NETWORK_OK);
  const uint64_t end = n->result.cycles;
  event_free(n);
  scenario_free(s);
  return end;
}

// Rows add events, and so windows. They must not change the end of the run.
static void rows_do_not_change_the_end(int number, const char *with_rows) {
  const char *end = strstr(with_rows, "\"end_ns\": ");
  ck_assert_ptr_nonnull(end);
  ck_assert_double_eq(strtod(end + strlen("\"end_ns\": "), NULL), (double)end_without_rows(number) / 1e3);
}

static const struct {
  int threads;
  uint64_t share;
  int block;
} runs[] = {{1, 2, 2}, {1, 7, 8}, {1, 100, 1}, {2, 1, 1}, {3, 3, 2}};
enum { RUNS = sizeof runs / sizeof runs[0], EACH = LONG_RUN(4) > 1 ? 2 : 1 };
static int each;  // runs of a scenario

START_TEST(windows_and_threads_give_equal_bytes) {
  char *expected = run(_i, 1, 1, 1);
  rows_do_not_change_the_end(_i, expected);
  for (int i = 0; i < RUNS; i++)
    if ((_i + 2 * i) % RUNS < each) same(_i, expected, runs[i].threads, runs[i].share, runs[i].block);
  free(expected);
}
END_TEST

// What the combined scenarios combine, happens: pauses, headroom of SHP, losses of a link that is down, flows that
// follow others.
START_TEST(the_combination_happens) {
  struct network_options o = compare_engine(true);
  struct event_network *n;
  struct scenario *s = load(NUMBERS - 4 + _i);
  o.threads = 1;
  o.seed = s->seed;
  ck_assert_int_eq(event_new(&n, s, &o), NETWORK_OK);
  ck_assert_int_eq(event_run(n), NETWORK_OK);
  uint64_t pauses = 0, headroom = 0;
  int followed = 0;
  for (int i = 0; i < 2 * s->links; i++) pauses += n->result.link[i / 2][i % 2].pauses;
  for (int i = 0; i < s->switches; i++) headroom += n->result.sw[i].peak_headroom;
  for (int i = 0; i < s->flows; i++) followed += s->flow[i].afters > 0 && n->result.flow[i].packets > 0;
  ck_assert_int_eq(n->result.verdict.kind, VERDICT_DRAINED);
  ck_assert(pauses > 10 && (headroom > 0 || _i == 1) && n->result.dropped > 10 && n->result.lost == 0);
  ck_assert_int_gt(followed, 5);
  ck_assert_int_lt(followed, s->afters);  // one that follows a flow with a loss never starts
  event_free(n);
  scenario_free(s);
}
END_TEST

int main(void) {
  each = suite_number("SLUICE_EVERY", 0, 1, 0) != 0 ? RUNS : EACH;
  Suite *suite = suite_create("event_same");
  TCase *c = tcase_create("same");
  tcase_set_timeout(c, 300);
  tcase_add_loop_test(c, windows_and_threads_give_equal_bytes, 0, NUMBERS);
  tcase_add_loop_test(c, the_combination_happens, 0, 2);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
