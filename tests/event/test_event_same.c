// Tests the event engine against itself: results, rows and tables are the same bytes for any window length, order of
// places and number of threads. tests/program/processes.sh tests processes. `make check T=event_same` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/event/event_network.h"
#include "tb/sim/files/yaml_text.h"
#include "tests/event/compare.h"
#include "tests/suite.h"

static const char *const files[] = {"case1",  "case2",       "case3",     "prl5",       "loop_above",
                                    "incast", "mixed_rates", "link_down", "all_reduce", "permutation"};
static const char *const mmus[] = {NULL, "dsh", "ttl", "gfc", "gfc_linear"};
enum { FILES = sizeof files / sizeof files[0], MMUS = sizeof mmus / sizeof mmus[0], CASES = 3 };
enum { NUMBERS = CASES * MMUS + FILES - CASES };

// Loads case 1 to 3 under every scheme, or another scenario with its own registers. Packets of the last one are
// sprayed.
static struct scenario *load(int number) {
  char path[64], mmu[64];
  struct error err;
  const bool own = number >= CASES * MMUS;
  const char *scheme = own ? NULL : mmus[number / CASES];
  snprintf(path, sizeof path, "tb/examples/scenarios/%s.yaml",
           files[own ? number - CASES * (MMUS - 1) : number % CASES]);
  snprintf(mmu, sizeof mmu, "tb/examples/scenarios/mmu_%s.yaml", scheme != NULL ? scheme : "");
  struct scenario *s;
  const struct yaml_setting set[] = {{"routing", "spray", "set", false}, {"stop_us", "60", "set", false}};
  const struct scenario_source from = {
      .path = path, .mmu = scheme != NULL ? mmu : NULL, .set = set, .sets = number == NUMBERS - 1 ? 2 : 0};
  ck_assert_msg(scenario_load_from(&from, &s, &err) == 0, "%s", err.text);
  if (number == NUMBERS - 1) ck_assert(s->flow[0].sprays);
  return s;
}

// Runs with the longest window divided by share. Every second window handles the places in reverse order.
static char *run(int number, int threads, uint64_t share) {
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
  ck_assert_int_eq(event_new(&n, x.scenario, &o), NETWORK_OK);
  n->window = n->window / share;
  ck_assert_int_eq(event_run(n), NETWORK_OK);
  for (int i = 0; i < COMPARE_FILES; i++) fclose(f[i]);
  x.result = &n->result;
  char *all = compare_all(&x);
  event_free(n);
  scenario_free(x.scenario);
  for (int i = 0; i < COMPARE_FILES; i++) free(x.text[i]);
  return all;
}

static void same(int number, const char *expected, int threads, uint64_t share) {
  char *got = run(number, threads, share);
  size_t at = 0;
  while (expected[at] != '\0' && expected[at] == got[at]) at++;
  if (expected[at] != got[at])
    ck_abort_msg("scenario %d, %d threads, window / %d: byte %zu: expected %.40s, got %.40s", number, threads,
                 (int)share, at, expected + at, got + at);
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
START_TEST(rows_do_not_change_the_end) {
  const double expected = (double)end_without_rows(_i) / 1e3;
  char *all = run(_i, 1, 1);
  const char *end = strstr(all, "\"end_ns\": ");
  ck_assert_ptr_nonnull(end);
  ck_assert_double_eq(strtod(end + strlen("\"end_ns\": "), NULL), expected);
  free(all);
}
END_TEST

// Under the sanitizers each scenario uses one of these runs, in rotation.
static const struct {
  int threads;
  uint64_t share;
} runs[] = {{1, 2}, {1, 7}, {1, 100}, {2, 1}, {3, 3}};
enum { RUNS = sizeof runs / sizeof runs[0] };

START_TEST(windows_and_threads_give_equal_bytes) {
  char *expected = run(_i, 1, 1);
  for (int i = 0; i < RUNS; i++)
    if (LONG_RUN(RUNS) == RUNS || (_i + i) % RUNS == 0) same(_i, expected, runs[i].threads, runs[i].share);
  free(expected);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("event_same");
  TCase *c = tcase_create("same");
  tcase_set_timeout(c, 300);
  tcase_add_loop_test(c, windows_and_threads_give_equal_bytes, 0, NUMBERS);
  tcase_add_loop_test(c, rows_do_not_change_the_end, 0, NUMBERS);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
