// Tests sluice sweep --keep flows: the pooled percentiles and their intervals equal those of the flows of single runs,
// and the file has the same bytes after an interruption. `make check T=sweep_flows` repeats it.
#define _GNU_SOURCE
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/program/program.h"
#include "tests/suite.h"

enum { SEEDS = 3, MOST = 4096 };

static const char scenario[] =
    "name: k\nduration_us: 3000\nstop_us: 400\ngbps: 100\n"
    "mmu: {scheme: DSH, buffer: 4MB, headroom: 32KB, alpha: 1/8}\nswitches: [{name: S}]\n"
    "hosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}]\n"
    "traffic: [{name: w, pattern: uniform, sizes: alistorage2019, load: 0.7}]\n"
    "flows: [{name: endless, from: a, to: b, gbps: 1}]\n";
static const char sweep[] =
    "scenario: k_s.yaml\nover:\n  seed: 1..3\n  mmu.alpha: [1/64, 1/4]\n  mmu.headroom: [32KB, 40KiB]\n";

static void write_inputs(void) {
  new_file("k_s.yaml", scenario);
  new_file("k.yaml", sweep);
}

// ---- the flows of single runs ----

static double value[SEEDS][MOST];  // completion times
static int flows[SEEDS], left_out;

static void run_seed(int seed) {
  ck_assert_int_eq(bash("'%s' run k_s.yaml --seed %d --set mmu.alpha=1/4 --set mmu.headroom=40KiB --quiet --out o%d && "
                        "awk -F, 'NR > 1 && $5 != \"\" { printf \"%%.3f\\n\", $7 }' o%d/flows.csv >times",
                        program, seed + 1, seed, seed),
                   0);
  FILE *f = fopen(in_dir("times"), "r");
  for (double x; fscanf(f, "%lf", &x) == 1;) {
    ck_assert_int_lt(flows[seed], MOST);
    if (x > 0)
      value[seed][flows[seed]++] = x;
    else
      left_out++;
  }
  fclose(f);
}

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The mean of a function over all flows, and half of its interval: Student's t for three seeds is 4.303.
static double interval(double (*of)(double value, double limit), double limit, double *half) {
  double sum = 0, n = 0, squares = 0;
  for (int s = 0; s < SEEDS; s++)
    for (int i = 0; i < flows[s]; i++, n++) sum += of(value[s][i], limit);
  for (int s = 0; s < SEEDS; s++) {
    double deviation = 0;
    for (int i = 0; i < flows[s]; i++) deviation += of(value[s][i], limit) - sum / n;
    squares += deviation * deviation;
  }
  *half = 4.303 * sqrt(squares * SEEDS / (SEEDS - 1)) / n;
  return sum / n;
}

static double same_value(double x, double limit) {
  (void)limit;
  return x;
}
static double at_most(double x, double limit) { return x <= limit ? 1 : 0; }

// ---- the pooled file ----

// The field of a column in a row; row 0 is the heading. It stays valid until the next call.
static char *column(const char *text, const char *name, int row) {
  static char heading[TEXT], line[TEXT];
  int at = 0;
  snprintf(heading, sizeof heading, "%.*s", (int)strcspn(text, "\n"), text);
  for (; row > 0; row--) text = strchr(text, '\n') + 1;
  snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
  char *rest = heading, *field;
  while ((field = strsep(&rest, ",")) != NULL && strcmp(field, name) != 0) at++;
  ck_assert_msg(field != NULL, "no column %s", name);
  for (rest = line; at > 0; at--) strsep(&rest, ",");
  return strsep(&rest, ",");
}

static void is(const char *text, const char *name, double expected) {
  const double got = atof(column(text, name, 4));
  ck_assert_msg(fabs(got - expected) <= 1e-6 * fabs(expected) + 1e-9, "%s is %.12g, not %.12g", name, got, expected);
}

START_TEST(pooled_as_computed) {
  static char text[TEXT];
  static double all[SEEDS * MOST];
  int n = 0;
  double half;
  write_inputs();
  ck_assert_int_eq(run("sweep %s --keep flows --quiet --out %s", in_dir("k.yaml"), in_dir("k")), 0);
  read_text(in_dir("k/flows.csv"), text);
  for (int s = 0; s < SEEDS; s++) {
    run_seed(s);
    memcpy(&all[n], value[s], (size_t)flows[s] * sizeof *all);
    n += flows[s];
  }
  qsort(all, (size_t)n, sizeof *all, by_value);
  ck_assert_int_gt(n, 300);
  ck_assert_str_eq(column(text, "mmu.alpha", 4), "0.25");
  ck_assert_str_eq(column(text, "mmu.headroom", 4), "40960");
  ck_assert_str_eq(column(text, "mmu.alpha", 1), "0.015625");
  ck_assert_str_eq(column(text, "mmu.headroom", 1), "32000");
  is(text, "seeds", SEEDS);
  is(text, "flows", n);
  is(text, "left_out", left_out);
  const double mean = interval(same_value, 0, &half);
  is(text, "completion_ns.mean", mean);
  is(text, "completion_ns.mean.low", mean - half);
  is(text, "completion_ns.mean.high", mean + half);
  is(text, "completion_ns.min", all[0]);
  is(text, "completion_ns.max", all[n - 1]);
  static const struct {
    const char *name;
    double share;
  } percentiles[] = {{"p5", 0.05}, {"p50", 0.5}, {"p99", 0.99}};
  for (int i = 0; i < 3; i++) {
    char name[64];
    const double p = percentiles[i].share, q = all[(int)ceil(p * n - 1e-9) - 1];
    interval(at_most, q, &half);
    const double low = ceil((p - half) * n), high = ceil((p + half) * n);
    snprintf(name, sizeof name, "completion_ns.%s", percentiles[i].name);
    is(text, name, q);
    snprintf(name, sizeof name, "completion_ns.%s.low", percentiles[i].name);
    is(text, name, all[low < 1 ? 0 : (int)low - 1]);
    snprintf(name, sizeof name, "completion_ns.%s.high", percentiles[i].name);
    is(text, name, all[high > n ? n - 1 : (int)high - 1]);
  }
}
END_TEST

// The file does not depend on jobs and interruptions, and sweep.csv not on --keep.
START_TEST(same_bytes) {
  write_inputs();
  ck_assert_int_eq(run("sweep %s --keep flows --quiet --jobs 1 --out %s", in_dir("k.yaml"), in_dir("k")), 0);
  ck_assert_int_eq(bash("for i in 3 1 12; do '%s' sweep k.yaml --keep flows --quiet --out l --point $i; done", program),
                   0);
  ck_assert_int_eq(run("sweep %s --keep flows --quiet --jobs 3 --out %s", in_dir("k.yaml"), in_dir("l")), 0);
  ck_assert_int_eq(run("sweep %s --quiet --out %s", in_dir("k.yaml"), in_dir("m")), 0);
  ck_assert_int_eq(bash("cmp k/flows.csv l/flows.csv && cmp k/sweep.csv l/sweep.csv && cmp k/sweep.csv m/sweep.csv"),
                   0);
  ck_assert(!exists(in_dir("m/flows.csv")));
  ck_assert_int_eq(bash("[ $(wc -l <k/flows.csv) = 5 ]"), 0);
}
END_TEST

// The points of a directory all have flows, or none has.
START_TEST(other_keep_is_refused) {
  write_inputs();
  ck_assert_int_eq(run("sweep %s --quiet --out %s", in_dir("k.yaml"), in_dir("k")), 0);
  ck_assert_int_eq(run("sweep %s --quiet --keep flows --out %s", in_dir("k.yaml"), in_dir("k")), 2);
  said(2, "its points were run with another keep; remove the directory, or give another --out\n");
  ck_assert_int_eq(run("sweep tb/examples/sweeps/absorption.yaml --keep flows --out %s", in_dir("s")), 2);
  said(2, "absorption.yaml: the scenario has a search, whose flows are not kept; leave out --keep\n");
  ck_assert(!exists(in_dir("s")));
  ck_assert_int_eq(run("sweep %s --keep flow", in_dir("k.yaml")), 2);
  said(2, "unknown keep 'flow', did you mean 'flows'?\n");
}
END_TEST

// One seed has no interval, and no flow has no percentile.
START_TEST(few_flows) {
  static char text[TEXT];
  new_file("k_s.yaml", scenario);
  new_file("k.yaml", "scenario: k_s.yaml\nover:\n  traffic.w.load: [0.5, 0.000001]\n");
  ck_assert_int_eq(run("sweep %s --keep flows --quiet --out %s", in_dir("k.yaml"), in_dir("k")), 0);
  read_text(in_dir("k/flows.csv"), text);
  ck_assert_str_eq(column(text, "seeds", 1), "1");
  ck_assert_str_ne(column(text, "slowdown.p99", 1), "");
  ck_assert_str_eq(column(text, "slowdown.p99.low", 1), "");
  ck_assert_str_eq(column(text, "flows", 2), "0");
  ck_assert_str_eq(column(text, "slowdown.mean", 2), "");
  ck_assert_int_eq(bash("awk -F, '{ if (NR > 1 && NF != n) exit 1; n = NF }' k/flows.csv"), 0);
}
END_TEST

// Of several groups of flows each has a row, and default columns of sweep.csv: the numbers of a run.
START_TEST(groups_of_flows) {
  static char text[TEXT];
  char name[64], value[64];
  static const char *const groups[] = {"flows", "w", "i"};
  new_file("k_s.yaml",
           "name: k\nduration_us: 900\nstop_us: 400\ngbps: 100\nmmu: {scheme: DSH, buffer: 4MB, headroom: 32KB}\n"
           "switches: [{name: S}]\nhosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}]\n"
           "flows: [{name: one, from: a, to: b, bytes: 9KB}, {name: late, from: a, to: b, bytes: 9MB}]\ntraffic:\n"
           "  - {name: w, pattern: uniform, sizes: alistorage2019, load: 0.7}\n"
           "  - {name: i, pattern: incast, senders: 2, bytes: 8KB, period_us: 40}\n");
  new_file("k.yaml", "scenario: k_s.yaml\nover:\n  mmu.alpha: [1/4]\n");
  ck_assert_int_eq(run("sweep %s --keep flows --quiet --out %s", in_dir("k.yaml"), in_dir("k")), 0);
  ck_assert_int_eq(run("run %s --set mmu.alpha=1/4 --quiet --out %s", in_dir("k_s.yaml"), in_dir("o")), 0);
  for (int i = 0; i < 3; i++) {
    ck_assert_int_eq(bash("jq -r '.traffic[%d] | .flows, .left_out, .slowdown_p99' o/results.json >v", i), 0);
    FILE *f = fopen(in_dir("v"), "r");
    for (int k = 0; k < 3; k++) {
      ck_assert_int_eq(fscanf(f, "%63s", value), 1);
      read_text(in_dir("k/flows.csv"), text);
      ck_assert_str_eq(column(text, "traffic", i + 2), groups[i]);
      static const char *const pooled[] = {"flows", "left_out", "slowdown.p99"}, *const key[] = {"flows", "left_out",
                                                                                                 "slowdown_p99"};
      ck_assert_double_eq_tol(atof(column(text, pooled[k], i + 2)), atof(value), 1e-6);
      snprintf(name, sizeof name, "traffic.%s.%s", groups[i], key[k]);
      read_text(in_dir("k/sweep.csv"), text);
      ck_assert_double_eq_tol(atof(column(text, name, 1)), atof(value), 1e-6);
    }
    fclose(f);
  }
  read_text(in_dir("k/flows.csv"), text);
  ck_assert_str_eq(column(text, "traffic", 1), "");
  ck_assert_int_eq(
      bash("[ $(jq .completed o/results.json) = %s -a $(wc -l <k/flows.csv) = 5 ]", column(text, "flows", 1)), 0);
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  TCase *t = tcase_create("all");
  tcase_add_checked_fixture(t, make_dir, remove_dir);
  tcase_set_timeout(t, 120);
  tcase_add_test(t, pooled_as_computed);
  tcase_add_test(t, same_bytes);
  tcase_add_test(t, other_keep_is_refused);
  tcase_add_test(t, few_flows);
  tcase_add_test(t, groups_of_flows);
  Suite *s = suite_create("flows of a sweep");
  suite_add_tcase(s, t);
  return suite_run(s);
}
