// Tests sluice sweep as users run it: equal bytes for any number of jobs and interruptions, and the same results as
// sluice run. `make check T=sweep` repeats it.
#define _GNU_SOURCE
#include <check.h>
#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/program/program.h"
#include "tests/suite.h"

static bool same(const char *a, const char *b) {
  static char text[2][TEXT];
  read_text(a, text[0]);
  read_text(b, text[1]);
  return text[0][0] != '\0' && strcmp(text[0], text[1]) == 0;
}

static const char plain[] =
    "scenario: two.yaml\n"
    "over:\n"
    "  mmu.scheme: [SIH, DSH]\n"
    "  mmu.alpha: [1/16, 0.25]\n"
    "  seed: 1..3\n";
enum { POINTS = 12 };

static int points_in(const char *name) {
  char path[256];
  snprintf(path, sizeof path, "%s/points", in_dir(name));
  int count = 0;
  DIR *d = opendir(path);
  for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;)
    count += isdigit((unsigned char)e->d_name[0]) && strchr(e->d_name, '.') == NULL;
  if (d != NULL) closedir(d);
  return count;
}

// ---- interruptions ----

static const struct { int signal, jobs; } cuts[] = {{SIGKILL, 1}, {SIGKILL, 3}, {SIGINT, 2}};

// Interrupts a sweep twice after some points, and completes it with another number of jobs. The files must equal those
// of an uninterrupted sweep.
START_TEST(interrupted_is_as_uninterrupted) {
  char line[512];
  write_two(5000);
  const char *sweep = new_file("a.yaml", plain);
  ck_assert_int_eq(run("sweep %s --out %s --jobs %d", sweep, in_dir("whole"), 1 + _i % 3), 0);
  said(1, "whole/sweep.csv: 12 of 12 points, 12 of them run now\n");
  snprintf(line, sizeof line, "sweep %s --out %s --jobs %d --quiet", sweep, in_dir("cut"), cuts[_i].jobs);
  int there = 0;
  for (int i = 0; i < 2; i++) {
    pid_t child = start(line);
    while (points_in("cut") <= there) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    kill(child, cuts[_i].signal);
    ck_assert_int_eq(finish(child), 128 + cuts[_i].signal);
    there = points_in("cut");
    ck_assert_msg(there > 0 && there < POINTS, "interrupted at %d points: nothing to see", there);
    ck_assert(!exists(in_dir("cut/sweep.csv")));
  }
  if (cuts[_i].signal != SIGKILL) ck_assert_int_eq(count_files(in_dir("cut/points")), there);
  ck_assert_int_eq(run("sweep %s --out %s --jobs 2", sweep, in_dir("cut")), 0);
  snprintf(line, sizeof line, "12 of 12 points, %d of them run now\n", POINTS - there);
  said(1, line);
  ck_assert(same(in_dir("cut/sweep.csv"), in_dir("whole/sweep.csv")));
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("cut")), 0);
  said(1, "12 of 12 points, 0 of them run now\n");
  ck_assert(same(in_dir("cut/sweep.csv"), in_dir("whole/sweep.csv")));
}
END_TEST

static pid_t child_of(pid_t parent) {
  char path[64], text[TEXT];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", parent, parent);
  for (int i = 0; i < 2000; i++) {
    read_text(path, text);
    if (text[0] != '\0') return atoi(text);
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  return -1;
}

// A killed process is an error and its point is missing. Complete points stay.
START_TEST(a_point_dies) {
  char line[512];
  write_two(1000000);
  const char *sweep = new_file("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..3\n");
  snprintf(line, sizeof line, "sweep %s --out %s --jobs 1", sweep, in_dir("o"));
  pid_t parent = start(line), child = child_of(parent);
  ck_assert_int_gt(child, 0);
  kill(child, SIGKILL);
  ck_assert_int_eq(finish(parent), 1);
  said(2, "a.yaml: point 1 was ended by signal 9 (Killed)");
  ck_assert_int_eq(count_files(in_dir("o/points")), 0);
  ck_assert(!exists(in_dir("o/sweep.csv")));
}
END_TEST

START_TEST(one_sweep_in_a_directory) {
  char line[512];
  write_two(100000000);
  const char *sweep = new_file("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..3\n");
  snprintf(line, sizeof line, "sweep %s --out %s --jobs 1", sweep, in_dir("o"));
  pid_t first = start(line);
  wait_for(in_dir("o/inputs.txt"));
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 1);
  said(2, "o: another sweep uses this directory");
  kill(first, SIGKILL);
  ck_assert_int_eq(finish(first), 128 + SIGKILL);
}
END_TEST

// ---- results ----

static void jq(const char *query, const char *file, char *result) {
  char line[1024];
  snprintf(line, sizeof line, "jq -r '%s' %s >%s", query, file, in_dir("jq"));
  ck_assert_int_eq(system(line), 0);
  read_text(in_dir("jq"), result);
  result[strcspn(result, "\n")] = '\0';
}

// A point must equal sluice run with the same keys.
START_TEST(a_point_is_a_run) {
  static const char *const queries[] = {".verdict",
                                        ".flows[] | select(.name == \"g\") | .gbps",
                                        "[.flows[].gbps] | add / length * 1e9 | round / 1e9",
                                        "[.links[].pauses] | add",
                                        "[.links[].frames] | sort | .[(length + 1) / 2 - 1 | floor]",
                                        "[.flows[].completion_ns | numbers] | length",
                                        "[.switches[].peak_shared_bytes] | max"};
  char text[TEXT], value[TEXT];
  write_two(400);
  const char *sweep = new_file("a.yaml",
                               "scenario: two.yaml\n"
                               "over:\n  seed: 1..2\n  mmu.alpha: [1/32, 1/8]\n  flows.*.gbps: [30, 20.5]\n"
                               "columns: [verdict, flows.g.gbps, flows.gbps.mean, links.pauses.sum, links.frames.p50,\n"
                               "  flows.completion_ns.count, switches.peak_shared_bytes.max]\n");
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 0);
  ck_assert_str_eq(with.text[1], "");
  read_text(in_dir("o/sweep.csv"), text);
  char *row = strstr(text, "\n6,2,0.03125,20.5,0,");
  ck_assert_msg(row != NULL, "%s", text);
  ck_assert_int_eq(strncmp(text, "point,seed,mmu.alpha,flows.*.gbps,exit,verdict,flows.g.gbps,", 59), 0);
  row += strlen("\n6,2,0.03125,20.5,0,");
  row[strcspn(row, "\n")] = '\0';
  ck_assert_int_eq(
      run("run %s --quiet --seed 2 --set mmu.alpha=1/32 --set flows.f.gbps=20.5 --set flows.1.gbps=20.5 --out %s",
          in_dir("two.yaml"), in_dir("r")),
      0);
  for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
    char *cell = strsep(&row, ",");
    jq(queries[i], in_dir("r/results.json"), value);
    ck_assert_msg(cell != NULL, "no column %zu", i);
    bool equal = i == 0 ? strcmp(cell, value) == 0 : atof(cell) == atof(value);
    ck_assert_msg(equal, "%s: expected %s, got %s", queries[i], value, cell);
  }
  ck_assert_ptr_null(row);
}
END_TEST

// Statistics of the flows of an entry of traffic, and of the elements whose names match a pattern.
START_TEST(columns_of_groups_and_patterns) {
  static const char *const queries[] = {
      "[.flows[] | select(.name | startswith(\"web-\")) | .completion_ns] | add / length * 1000 | round / 1000",
      "[.flows[] | select(.name | startswith(\"web-\")) | .completion_ns] | sort | .[(length * 0.99 | ceil) - 1]",
      "[.flows[] | select(.name | startswith(\"incast-\")) | .slowdown] | max",
      "[.flows[] | select(.name | startswith(\"incast-\"))] | length",
      "[.links[] | select(.name | startswith(\"L0\")) | .frames] | add",
      "[.flows[] | select(.name | test(\"^web-.$\")) | .sent_packets] | add"};
  char text[TEXT], value[TEXT], cwd[4096], sweep[8192];
  ck_assert_ptr_nonnull(getcwd(cwd, sizeof cwd));
  snprintf(sweep, sizeof sweep,
           "scenario: %s/tb/examples/scenarios/websearch.yaml\nover:\n  traffic.*.until_us: [900]\ncolumns: "
           "[traffic.web.completion_mean_ns, traffic.web.completion_p99_ns, traffic.incast.slowdown_p99,\n"
           "  traffic.incast.flows, links.L0*.frames.sum, flows.web-?.sent_packets.sum]\n",
           cwd);
  ck_assert_int_eq(run("sweep %s --out %s", new_file("a.yaml", sweep), in_dir("o")), 0);
  read_text(in_dir("o/sweep.csv"), text);
  char *row = strstr(text, "\n1,900,0,");
  ck_assert_msg(row != NULL, "%s", text);
  row += strlen("\n1,900,0,");
  ck_assert_int_eq(run("run %s/tb/examples/scenarios/websearch.yaml --quiet --set traffic.*.until_us=900 --out %s", cwd,
                       in_dir("r")),
                   0);
  for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
    char *cell = strsep(&row, ",\n");
    jq(queries[i], in_dir("r/results.json"), value);
    ck_assert_msg(cell != NULL && atof(cell) > 0 && atof(cell) == atof(value), "%s: expected %s, got %s", queries[i],
                  value, cell);
  }
}
END_TEST

// Columns that only some points have, registers from files, and keys and mappings that the scenario does not have.
START_TEST(columns_of_some_points) {
  char text[TEXT];
  new_file("dsh.yaml", "mmu: {scheme: DSH, ports: 4, buffer: 12MB, headroom: 16KB, alpha: 1/128}\n");
  new_file("ttl.yaml", "mmu: {scheme: TTL, ports: 4, buffer: 12MB, headroom: 16KB, alpha: 1/16}\n");
  char cwd[4096], sweep[8192];
  ck_assert_ptr_nonnull(getcwd(cwd, sizeof cwd));
  snprintf(
      sweep, sizeof sweep,
      "scenario: %s/tb/examples/scenarios/case2.yaml\nover:\n  mmu: [ttl.yaml, dsh.yaml]\n  mmu.delta_q: [2KB, 3KB]\n"
      "  switches.A.limit: [[], [{link: src1, gbps: 39}]]\n",
      cwd);
  const char *path = new_file("a.yaml", sweep);
  ck_assert_int_eq(run("sweep %s --out %s", path, in_dir("o")), 0);
  read_text(in_dir("o/sweep.csv"), text);
  ck_assert_msg(strstr(text, "point,mmu,mmu.delta_q,switches.A.limit,exit,") == text, "%s", text);
  ck_assert_msg(strstr(text, ",stop_ns,end_ns,packet_hops,verdict,deadlocked_since_ns,cycle,flows.gbps.mean,") != NULL,
                "%s", text);
  ck_assert_ptr_nonnull(strstr(text, "\n1,ttl.yaml,2000,[],0,"));
  ck_assert_ptr_nonnull(strstr(text, ",drained,,,"));
  ck_assert_ptr_nonnull(strstr(text, ",deadlocked,"));
  ck_assert_ptr_nonnull(strstr(text, ",A:L1/0 waits for "));
  ck_assert_ptr_nonnull(strstr(text, "\n8,dsh.yaml,3000,\"[{link: src1, gbps: 39}]\",0,"));
}
END_TEST

// Lost packets are a result. The exit status is that of the run.
START_TEST(loss) {
  char text[TEXT];
  write_two(200);
  const char *sweep = new_file("a.yaml",
                               "scenario: two.yaml\n"
                               "over:\n  mmu.scheme: [STATIC]\n  mmu.xoff: [20KB]\n  mmu.headroom: [16KB, 1100]\n"
                               "columns: [switches.lost.sum]\n");
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 4);
    said(2, "packets of lossless classes were lost at 1 points; their `exit` in sweep.csv is 4");
  }
  read_text(in_dir("o/sweep.csv"), text);
  ck_assert_ptr_nonnull(strstr(text, "\n1,STATIC,20000,16000,0,0\n2,STATIC,20000,1100,4,"));
}
END_TEST

// ---- one point at a time ----

START_TEST(points_on_their_own) {
  write_two(200);
  const char *sweep = new_file("a.yaml", plain);
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("whole")), 0);
  ck_assert_int_eq(run("sweep %s --count", sweep), 0);
  ck_assert_str_eq(with.text[0], "12\n");
  ck_assert_int_eq(run("sweep %s --points", sweep), 0);
  said(1, "point,mmu.scheme,mmu.alpha,seed\n1,SIH,1/16,1\n2,SIH,1/16,2\n");
  said(1, "\n12,DSH,0.25,3\n");
  ck_assert_int_eq(run("sweep %s --out %s --missing", sweep, in_dir("o")), 0);
  said(1, "1\n2\n3\n");
  ck_assert_int_eq(run("sweep %s --out %s --collect", sweep, in_dir("o")), 2);
  said(2, "o: No such file or directory; give --out the directory of the points");
  ck_assert_int_ne(access(in_dir("o"), F_OK), 0);  // a query must not create a directory
  for (int i = POINTS; i > 0; i--) {
    ck_assert_int_eq(run("sweep %s --out %s --point %d", sweep, in_dir("o"), i), 0);
    ck_assert_str_eq(with.text[0], "");
    if (i != 4) continue;
    ck_assert_int_eq(run("sweep %s --out %s --missing", sweep, in_dir("o")), 0);
    ck_assert_str_eq(with.text[0], "1\n2\n3\n");
    ck_assert_int_eq(run("sweep %s --out %s --collect", sweep, in_dir("o")), 1);
    said(1, "o/sweep.csv: 9 of 12 points\n");
    said(2, "3 points have not run; --missing lists them");
  }
  ck_assert_int_eq(run("sweep %s --out %s --collect", sweep, in_dir("o")), 0);
  said(1, "o/sweep.csv: 12 of 12 points\n");
  ck_assert(same(in_dir("o/sweep.csv"), in_dir("whole/sweep.csv")));
  ck_assert_int_eq(run("sweep %s --point 13", sweep), 2);
  said(2, "a.yaml:2: there is no point 13; use 1 to 12");
}
END_TEST

// The sweeps that the pages describe.
static const struct {
  const char *file, *count;
} ready[] = {{"tb/examples/sweeps/alpha.yaml", "70\n"}, {"tb/examples/sweeps/onset.yaml", "400\n"}};

START_TEST(ready_sweeps) {
  char text[TEXT];
  ck_assert_int_eq(run("sweep %s --count", ready[_i].file), 0);
  ck_assert_str_eq(with.text[0], ready[_i].count);
  ck_assert_int_eq(run("sweep %s --out %s --point 1", ready[_i].file, in_dir("o")), 0);
  ck_assert_str_eq(with.text[1], "");
  read_text(in_dir("o/points/1"), text);
  ck_assert_ptr_nonnull(strstr(text, "\nverdict,drained\n"));
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("sweep");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_loop_test(all, interrupted_is_as_uninterrupted, 0, sizeof cuts / sizeof cuts[0]);
  tcase_add_test(all, a_point_dies);
  tcase_add_test(all, one_sweep_in_a_directory);
  tcase_add_test(all, a_point_is_a_run);
  tcase_add_test(all, columns_of_groups_and_patterns);
  tcase_add_test(all, columns_of_some_points);
  tcase_add_test(all, loss);
  tcase_add_test(all, points_on_their_own);
  tcase_add_loop_test(all, ready_sweeps, 0, sizeof ready / sizeof ready[0]);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
