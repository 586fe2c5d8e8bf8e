// sluice sweep, as its users meet it: the same bytes whatever the number of jobs and however often it was interrupted,
// results that are those of sluice run, and refusals that name the line.
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

#include "program.h"

// ---- files ----

// The last four paths are kept.
static const char *new_file(const char *name, const char *text) {
  static char path[4][256];
  static int turn;
  turn = (turn + 1) % 4;
  snprintf(path[turn], sizeof path[turn], "%s", in_dir(name));
  FILE *f = fopen(path[turn], "w");
  ck_assert_ptr_nonnull(f);
  fputs(text, f);
  ck_assert_int_eq(fclose(f), 0);
  return path[turn];
}

static bool same(const char *a, const char *b) {
  static char text[2][TEXT];
  read_text(a, text[0]);
  read_text(b, text[1]);
  return text[0][0] != '\0' && strcmp(text[0], text[1]) == 0;
}

// Two flows through one port, with jitter; how long a run takes is a parameter.
static void write_scenario(int duration_us) {
  char text[1024];
  snprintf(text, sizeof text,
           "name: two\nduration_us: %d\nstop_us: %d\njitter_ns: 5000\ngbps: 40\n"
           "mmu:\n  scheme: DSH\n  ports: 4\n  buffer: 800KB\n  headroom: 16KB\n  alpha: 1/16\n"
           "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: S}]\n"
           "flows:\n  - {name: f, from: x, to: z}\n  - {name: g, from: y, to: z, bytes: 100KB}\n",
           duration_us, duration_us / 2);
  new_file("two.yaml", text);
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

// Cut twice, after some points, and run to the end with other jobs: as if nothing had been.
START_TEST(interrupted_is_as_uninterrupted) {
  char line[512];
  write_scenario(5000);
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

// A point whose file is not whole, as after a power cut, is none.
START_TEST(damaged_point_runs_again) {
  char text[TEXT];
  write_scenario(200);
  const char *sweep = new_file("a.yaml", plain);
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("whole")), 0);
  ck_assert_int_eq(rename(in_dir("whole/sweep.csv"), in_dir("first.csv")), 0);
  read_text(in_dir("whole/points/5"), text);
  text[strlen(text) / 2] = '\0';
  new_file("whole/points/5", text);
  new_file("whole/points/7", "");
  ck_assert_int_eq(run("sweep %s --out %s --missing", sweep, in_dir("whole")), 0);
  ck_assert_str_eq(with.text[0], "5\n7\n");
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("whole")), 0);
  said(1, "2 of them run now");
  ck_assert(same(in_dir("whole/sweep.csv"), in_dir("first.csv")));
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

// A process that dies is an error, and its point is missing; what is complete stays.
START_TEST(a_point_dies) {
  char line[512];
  write_scenario(1000000);
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
  write_scenario(100000000);
  const char *sweep = new_file("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..3\n");
  snprintf(line, sizeof line, "sweep %s --out %s --jobs 1", sweep, in_dir("o"));
  pid_t first = start(line);
  wait_for(in_dir("o/inputs.txt"));
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 1);
  said(2, "o: another sweep runs there");
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

// One point against sluice run with the same keys set by hand.
START_TEST(a_point_is_a_run) {
  static const char *const queries[] = {".verdict",
                                        ".flows[] | select(.name == \"g\") | .gbps",
                                        "[.flows[].gbps] | add / length * 1e9 | round / 1e9",
                                        "[.links[].pauses] | add",
                                        "[.links[].frames] | sort | .[(length + 1) / 2 - 1 | floor]",
                                        "[.flows[].completion_ns | numbers] | length",
                                        "[.switches[].peak_shared_bytes] | max"};
  char text[TEXT], value[TEXT];
  write_scenario(400);
  const char *sweep = new_file("a.yaml",
                               "scenario: two.yaml\n"
                               "over:\n  seed: 1..2\n  mmu.alpha: [1/32, 1/8]\n  flows.*.gbps: [30, 20.5]\n"
                               "columns: [verdict, flows.g.gbps, flows.gbps.mean, links.pauses.sum, links.frames.p50,\n"
                               "  flows.completion_ns.count, switches.peak_shared_bytes.max]\n");
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 0);
  ck_assert_str_eq(with.text[1], "");
  read_text(in_dir("o/sweep.csv"), text);
  char *row = strstr(text, "\n6,2,1/32,20.5,0,");
  ck_assert_msg(row != NULL, "%s", text);
  ck_assert_int_eq(strncmp(text, "point,seed,mmu.alpha,flows.*.gbps,exit,verdict,flows.g.gbps,", 59), 0);
  row += strlen("\n6,2,1/32,20.5,0,");
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

// Columns that only some points have; registers from files; keys and mappings that the scenario does not have.
START_TEST(columns_of_some_points) {
  char text[TEXT];
  new_file("dsh.yaml", "mmu: {scheme: DSH, ports: 4, buffer: 12MB, headroom: 16KB, alpha: 1/128}\n");
  new_file("ttl.yaml", "mmu: {scheme: TTL, ports: 4, buffer: 12MB, headroom: 16KB, alpha: 1/16}\n");
  char cwd[4096], sweep[8192];
  ck_assert_ptr_nonnull(getcwd(cwd, sizeof cwd));
  snprintf(sweep, sizeof sweep,
           "scenario: %s/tb/scenarios/case2.yaml\nover:\n  mmu: [ttl.yaml, dsh.yaml]\n  mmu.delta_q: [2KB, 3KB]\n"
           "  switches.A.limit: [[], [{link: src1, gbps: 39}]]\n",
           cwd);
  const char *path = new_file("a.yaml", sweep);
  ck_assert_int_eq(run("sweep %s --out %s", path, in_dir("o")), 0);
  read_text(in_dir("o/sweep.csv"), text);
  ck_assert_msg(strstr(text, "point,mmu,mmu.delta_q,switches.A.limit,exit,") == text, "%s", text);
  ck_assert_msg(strstr(text, ",stop_ns,end_ns,packet_hops,verdict,deadlocked_since_ns,cycle,flows.gbps.mean,") != NULL,
                "%s", text);
  ck_assert_ptr_nonnull(strstr(text, "\n1,ttl.yaml,2KB,[],0,"));
  ck_assert_ptr_nonnull(strstr(text, ",drained,,,"));
  ck_assert_ptr_nonnull(strstr(text, ",deadlocked,321400.000,A:L1/0 waits for "));
  ck_assert_ptr_nonnull(strstr(text, "\n8,dsh.yaml,3KB,\"[{link: src1, gbps: 39}]\",0,"));
}
END_TEST

// Lost packets are a result, with the exit status of the run.
START_TEST(loss) {
  char text[TEXT];
  write_scenario(200);
  const char *sweep = new_file("a.yaml",
                               "scenario: two.yaml\n"
                               "over:\n  mmu.scheme: [STATIC]\n  mmu.xoff: [20KB]\n  mmu.headroom: [16KB, 1100]\n"
                               "columns: [switches.lost.sum]\n");
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 4);
    said(2, "packets of lossless classes were lost at 1 points; their `exit` in sweep.csv is 4");
  }
  read_text(in_dir("o/sweep.csv"), text);
  ck_assert_ptr_nonnull(strstr(text, "\n1,STATIC,20KB,16KB,0,0\n2,STATIC,20KB,1100,4,"));
}
END_TEST

// ---- one point at a time ----

START_TEST(points_on_their_own) {
  write_scenario(200);
  const char *sweep = new_file("a.yaml", plain);
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("whole")), 0);
  ck_assert_int_eq(run("sweep %s --count", sweep), 0);
  ck_assert_str_eq(with.text[0], "12\n");
  ck_assert_int_eq(run("sweep %s --points", sweep), 0);
  said(1, "point,mmu.scheme,mmu.alpha,seed\n1,SIH,1/16,1\n2,SIH,1/16,2\n");
  said(1, "\n12,DSH,0.25,3\n");
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

// Those that the documents speak of.
static const struct {
  const char *file, *count;
} ready[] = {{"tb/sweeps/alpha.yaml", "70\n"}, {"tb/sweeps/onset.yaml", "400\n"}};

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

// ---- refusals ----

START_TEST(changed_files) {
  static const char *const names[] = {"a.yaml", "two.yaml", "m.yaml"};
  char text[TEXT], line[128];
  write_scenario(100);
  new_file("m.yaml", "mmu: {scheme: STATIC, xoff: 20KB, buffer: 800KB, headroom: 16KB, ports: 4}\n");
  const char *sweep = new_file("a.yaml", "scenario: two.yaml\nover:\n  mmu: [m.yaml]\n  seed: 1..2\n");
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 0);
  read_text(in_dir(names[_i]), text);
  size_t length = strlen(text);
  strcpy(text + length, "# one more\n");
  new_file(names[_i], text);
  ck_assert_int_eq(run("sweep %s --out %s --point 1", sweep, in_dir("o")), 2);
  snprintf(line, sizeof line, "o: begun with another %s; remove that directory, or give another with --out\n",
           names[_i]);
  said(2, line);
  text[length] = '\0';
  new_file(names[_i], text);
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 0);
  said(1, "0 of them run now");
}
END_TEST

// %D: the directory
static const struct {
  const char *sweep, *says;
} bad[] = {
    {"", "a.yaml:1: the file is empty; start from one of the ready sweeps"},
    {"over: {seed: 1..2}\n", "a.yaml:1: scenario is missing in the sweep; add scenario"},
    {"scenario: two.yaml\n", "a.yaml:1: over is missing in the sweep; add over"},
    {"scenario: two.yaml\nover: {seed: 1..2}\nx: 1\n",
     "a.yaml:3: unknown key 'x' in the sweep; known are scenario, over, columns"},
    {"scenario: two.yaml\nover: 1..2\n", "a.yaml:2: over must have keys; write them as mmu.alpha: [1/8, 1/2]"},
    {"scenario: two.yaml\nover: {}\n", "a.yaml:2: over must have keys"},
    {"scenario: two.yaml\nover:\n  seed: 1\n", "a.yaml:3: seed must be values; write a list such as"},
    {"scenario: two.yaml\nover:\n  seed: []\n", "a.yaml:3: seed is empty; list at least one value"},
    {"scenario: two.yaml\nover:\n  seed: 9..1\n", "a.yaml:3: seed is '9..1'; give a range such as 1..10"},
    {"scenario: two.yaml\nover:\n  seed: [1,\n   2, 1]\n", "a.yaml:4: seed is 1 twice; keep one"},
    {"scenario: two.yaml\nover:\n  seed: [1]\n  seed: [2]\n", "a.yaml:4: seed is given twice in over; keep one"},
    {"scenario: two.yaml\nover:\n  seed: 1..5000\n  mmu.xon: 1..5000\n", "a.yaml:4: over has more than 1000000"},
    {"scenario: no.yaml\nover:\n  seed: [1]\n",
     "a.yaml:2: point 1 (seed: 1): %D/no.yaml:1: cannot open: No such file or directory"},
    {"scenario: two.yaml\nover:\n  mmu: [no.yaml]\n", "a.yaml:2: point 1 (mmu: no.yaml): %D/no.yaml:1: cannot open"},
    {"scenario: two.yaml\nover:\n  seed: 1..2\n  mmu.alpha: [1/8,\n    1/2, 3]\n",
     "a.yaml:5: alpha is '3'; give a power of two from 1/128 to 8, such as 1/16 or 0.0625"},
    {"scenario: two.yaml\nover:\n  mmu.alhpa: [1/8]\n", "a.yaml:3: unknown key 'alhpa' in mmu; known are ports"},
    {"scenario: two.yaml\nover:\n  flows.h.gbps: [1]\n", "a.yaml:3: flows.h.gbps: the list has no element 'h'"},
    {"scenario: two.yaml\nover:\n  name.x: [1]\n", "a.yaml:3: name.x: what 'x' is to be part of is a single value"},
    {"scenario: two.yaml\nover:\n  flows.f.gbps: [1, 50]\n", "a.yaml:3: gbps is 50, above the 40 of host x"},
    {"scenario: two.yaml\nover:\n  mmu.buffer: [1MB,\n  20KB]\n", "a.yaml:4: switch S: pools exceed the buffer by "},
    {"scenario: two.yaml\nover:\n  seed: [1]\ncolumns: [a..b]\n", "a.yaml:4: 'a..b' is no column"},
    {"scenario: two.yaml\nover:\n  seed: [1]\ncolumns:\n- verdict\n- flows.gbps\n",
     "a.yaml:6: column flows.gbps has more than one value; add .sum"},
};

START_TEST(bad_sweep) {
  char expected[512] = "";
  write_scenario(100);
  const char *sweep = new_file("a.yaml", bad[_i].sweep), *at = strstr(bad[_i].says, "%D");
  if (at != NULL)
    snprintf(expected, sizeof expected, "%s/%.*s%s%s", dir, (int)(at - bad[_i].says), bad[_i].says, dir, at + 2);
  else
    snprintf(expected, sizeof expected, "%s/%s", dir, bad[_i].says);
  ck_assert_int_eq(run("sweep %s --jobs 1 --out %s", sweep, in_dir("o")), 2);
  ck_assert_msg(strncmp(with.text[1], expected, strlen(expected)) == 0, "expected %s, got %s", expected, with.text[1]);
  ck_assert_ptr_eq(strchr(with.text[1], '\n'), with.text[1] + strlen(with.text[1]) - 1);
  ck_assert(!exists(in_dir("o/sweep.csv")));
}
END_TEST

static const struct {
  const char *set, *says;
} settings[] = {
    {"mmu.alpha", "'mmu.alpha' sets nothing; give KEY=VALUE such as mmu.alpha=1/8"},
    {"mmu.alpha=3", "--set mmu.alpha=3: alpha is '3'; give a power of two"},
    {"mmu..alpha=3", "--set mmu..alpha=3: mmu..alpha: a name is missing at a dot; give a path such as mmu.alpha"},
    {"seed=[1", "--set seed=[1: seed: its value is not YAML"},
    {"seed=", "--set seed=: seed: its value is not YAML"},
    {"mmu=1", "--set mmu=1: mmu must have keys"},
    {"switches.S.mmu.xof=1KB", "--set switches.S.mmu.xof=1KB: unknown key 'xof' in mmu"},
};

START_TEST(bad_setting) {
  write_scenario(100);
  ck_assert_int_eq(run("run %s --quiet --set %s", in_dir("two.yaml"), settings[_i].set), 2);
  said(2, settings[_i].says);
}
END_TEST

// A column that the results do not know is told once, and empty.
START_TEST(unknown_column) {
  char text[TEXT];
  write_scenario(100);
  const char *sweep =
      new_file("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..3\ncolumns: [flows.gpbs.mean, verdict]\n");
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 0);
  said(2, "a.yaml:4: column flows.gpbs.mean is not in the results of this point");
  ck_assert_ptr_eq(strchr(with.text[1], '\n'), with.text[1] + strlen(with.text[1]) - 1);
  read_text(in_dir("o/sweep.csv"), text);
  ck_assert_str_eq(text, "point,seed,exit,flows.gpbs.mean,verdict\n1,1,0,,drained\n2,2,0,,drained\n3,3,0,,drained\n");
}
END_TEST

// The limit is met by the file of a point, not by what its process hands on.
START_TEST(full_disk) {
  write_scenario(100);
  const char *sweep =
      new_file("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..2\n  mmu.alpha: [1/8]\ncolumns: [verdict]\n");
  ck_assert_int_eq(run("sweep %s --out %s --missing", sweep, in_dir("o")), 0);
  with.largest = 50;
  ck_assert_int_eq(run("sweep %s --jobs 1 --out %s", sweep, in_dir("o")), 1);
  with.largest = 0;
  said(2, "o/points/1: cannot write");
  ck_assert_int_eq(count_files(in_dir("o/points")), 0);
}
END_TEST

int main(void) {
  if (program_find("--version") != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("sweep");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_loop_test(all, interrupted_is_as_uninterrupted, 0, sizeof cuts / sizeof cuts[0]);
  tcase_add_test(all, damaged_point_runs_again);
  tcase_add_test(all, a_point_dies);
  tcase_add_test(all, one_sweep_in_a_directory);
  tcase_add_test(all, a_point_is_a_run);
  tcase_add_test(all, columns_of_some_points);
  tcase_add_test(all, loss);
  tcase_add_test(all, points_on_their_own);
  tcase_add_loop_test(all, ready_sweeps, 0, sizeof ready / sizeof ready[0]);
  tcase_add_loop_test(all, changed_files, 0, 3);
  tcase_add_loop_test(all, bad_sweep, 0, sizeof bad / sizeof bad[0]);
  tcase_add_loop_test(all, bad_setting, 0, sizeof settings / sizeof settings[0]);
  tcase_add_test(all, unknown_column);
  tcase_add_test(all, full_disk);
  suite_add_tcase(suite, all);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
