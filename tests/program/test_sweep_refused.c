// Tests the errors of sluice sweep: each message names the file, the line and a valid value, and no file is
// half-written. `make check T=sweep_refused` repeats it.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/program/program.h"
#include "tests/suite.h"

START_TEST(changed_files) {
  static const char *const names[] = {"a.yaml", "two.yaml", "m.yaml"};
  char text[TEXT], line[128];
  write_two(100);
  new_file("m.yaml", "mmu: {scheme: STATIC, xoff: 20KB, buffer: 800KB, headroom: 16KB, ports: 4}\n");
  const char *sweep = new_file("a.yaml", "scenario: two.yaml\nover:\n  mmu: [m.yaml]\n  seed: 1..2\n");
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 0);
  read_text(in_dir(names[_i]), text);
  size_t length = strlen(text);
  strcpy(text + length, "# one more\n");
  new_file(names[_i], text);
  ck_assert_int_eq(run("sweep %s --out %s --point 1", sweep, in_dir("o")), 2);
  snprintf(line, sizeof line, "o: its points were run with another %s; remove the directory, or give another --out\n",
           names[_i]);
  said(2, line);
  text[length] = '\0';
  new_file(names[_i], text);
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 0);
  said(1, "0 of them run now");
}
END_TEST

// Files named by a value, and files named by the scenario.
START_TEST(changed_data) {
  static const char *const heading = "source,destination,class,bytes,start_us\n";
  char text[TEXT], row[TEXT];
  write_two(100);
  read_text(in_dir("two.yaml"), text);
  strcat(text, "flows_csv: one.csv\n");
  new_file("two.yaml", text);
  snprintf(text, sizeof text, "%sx,z,0,1000,1\n", heading);
  snprintf(row, sizeof row, "%sx,z,0,2000,1\n", heading);
  new_file("one.csv", text);
  new_file("more.csv", text);
  const char *sweep = new_file("a.yaml", _i == 0 ? "scenario: two.yaml\nover:\n  seed: 1..2\n"
                                                 : "scenario: two.yaml\nover:\n  flows_csv: [one.csv, more.csv]\n");
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 0);
  new_file(_i == 0 ? "one.csv" : "more.csv", row);
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 2);
  said(2, _i == 0 ? "o: its points were run with another one.csv; " : "o: its points were run with another more.csv; ");
}
END_TEST

START_TEST(own_input) {
  char text[TEXT];
  write_two(100);
  read_text(in_dir("two.yaml"), text);
  strcat(text, "flows_csv: sweep.csv\n");
  new_file("two.yaml", text);
  new_file("sweep.csv", "source,destination,class,bytes,start_us\nx,z,0,1000,1\n");
  const char *sweep = new_file("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..2\n");
  ck_assert_int_eq(run("sweep %s --out %s", sweep, dir), 2);
  said(2, "/sweep.csv: this sweep reads the file; give --out another directory\n");
  ck_assert(!exists(in_dir("points")));
}
END_TEST

// %D: the test's directory
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
     "a.yaml:1: cannot open %D/no.yaml: No such file or directory; name a file"},
    {"scenario: two.yaml\nover:\n  mmu: [no.yaml]\n",
     "a.yaml:3: cannot open %D/no.yaml: No such file or directory; name a file"},
    {"scenario: two.yaml\nover:\n  seed: 1..2\n  mmu.alpha: [1/8,\n    1/2, 3]\n",
     "a.yaml:5: alpha is '3'; give a power of two from 1/256 to 128, such as 1/16 or 0.0625"},
    {"scenario: two.yaml\nover:\n  mmu.alhpa: [1/8]\n", "a.yaml:3: unknown key 'alhpa' in mmu, did you mean 'alpha'?"},
    {"scenario: two.yaml\nover:\n  flows.h.gbps: [1]\n", "a.yaml:3: flows.h.gbps: the list has no element 'h'"},
    {"scenario: two.yaml\nover:\n  name.x: [1]\n", "a.yaml:3: name.x: the key before 'x' has a single value"},
    {"scenario: two.yaml\nover:\n  flows.f.gbps: [1, 50]\n", "a.yaml:3: gbps is 50, above the 40 of host x"},
    {"scenario: two.yaml\nover:\n  mmu.buffer: [1MB,\n  20KB]\n", "a.yaml:4: switch S: pools exceed the buffer by "},
    {"scenario: two.yaml\nover:\n  seed: [1]\ncolumns: [a..b]\n", "a.yaml:4: 'a..b' is not a column"},
    {"scenario: two.yaml\nover:\n  seed: [1]\ncolumns: [switches.late_ns.max]\n",
     "a.yaml:4: 'switches.late_ns.max' has a new name; write input_delay_ns for late_ns"},
    {"scenario: two.yaml\nover:\n  seed: [1]\ncolumns:\n- verdict\n- flows.gbps\n",
     "a.yaml:6: column flows.gbps has more than one value; add .sum"},
};

START_TEST(bad_sweep) {
  char expected[512] = "";
  write_two(100);
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
    {"mmu.alpha", "'mmu.alpha' has no value; give KEY=VALUE such as mmu.alpha=1/8"},
    {"mmu.alpha=3", "--set mmu.alpha=3: alpha is '3'; give a power of two"},
    {"mmu..alpha=3", "--set mmu..alpha=3: a name is missing at a dot; give a path such as mmu.alpha"},
    {"seed=[1", "--set seed=[1: its value is not YAML"},
    {"seed=", "--set seed=: its value is not YAML"},
    {"mmu=1", "--set mmu=1: mmu must have keys"},
    {"name.x=1", "--set name.x=1: the key before 'x' has a single value"},
    {"flows.h.gbps=1", "--set flows.h.gbps=1: the list has no element 'h'"},
    {"switch.S.mmu.xoff=1KB",
     "--set switch.S.mmu.xoff=1KB: unknown key 'switch' in the scenario, did you mean 'switches'?"},
    {"mmu.scheme=dsh", "--set mmu.scheme=dsh: scheme is 'dsh', did you mean 'DSH'?"},
    {"flows.*.from=xyz", "--set flows.*.from=xyz: there is no host xyz; name one of hosts"},
    {"switches.S.mmu.xof=1KB", "--set switches.S.mmu.xof=1KB: unknown key 'xof' in mmu, did you mean 'xoff'?"},
};

START_TEST(bad_setting) {
  write_two(100);
  ck_assert_int_eq(run("run %s --quiet --set %s", in_dir("two.yaml"), settings[_i].set), 2);
  said(2, settings[_i].says);
}
END_TEST

// An unknown column is refused before the first run, also for a single point: nothing is written. The lists `queues`,
// `sizes` and `latency_by_class` have elements only after a run.
static const struct {
  const char *column, *says;
} unknown[] = {
    {"flows.gpbs.mean", "flows.gpbs.mean is not in the results, did you mean 'flows.gbps.mean'?"},
    {"verdcit", "verdcit is not in the results, did you mean 'verdict'?"},
    {"queues.max_byte.max", "queues.max_byte.max is not in the results, did you mean 'queues.max_bytes.max'?"},
    {"sizes.byte_to.max", "sizes.byte_to.max is not in the results, did you mean 'sizes.bytes_to.max'?"},
    {"slowdown.p98", "slowdown.p98 is not in the results, did you mean 'slowdown.p99'?"},
    {"flows.k.gbps", "flows.k.gbps is not in the results"},
    {"links.feedback_mean.max", "links.feedback_mean.max is not in the results"},
};

START_TEST(unknown_column) {
  char text[256], line[512];
  write_two(100);
  snprintf(text, sizeof text, "scenario: two.yaml\nover:\n  seed: 1..3\ncolumns: [verdict, %s]\n", unknown[_i].column);
  const char *sweep = new_file("a.yaml", text);
  snprintf(line, sizeof line, "%s/a.yaml:4: column %s", dir, unknown[_i].says);
  for (int point = 0; point < 2; point++) {
    ck_assert_int_eq(run("sweep %s --out %s %s", sweep, in_dir("o"), point ? "--point 2" : ""), 2);
    ck_assert_msg(strncmp(with.text[1], line, strlen(line)) == 0, "expected %s, got %s", line, with.text[1]);
    ck_assert_ptr_eq(strchr(with.text[1], '\n'), with.text[1] + strlen(with.text[1]) - 1);
    ck_assert(!exists(in_dir("o")));
  }
}
END_TEST

// A column that only one of the points has, or only a run that deadlocks or ends early, is known.
START_TEST(column_of_one_point) {
  write_two(100);
  const char *sweep = new_file("a.yaml",
                               "scenario: two.yaml\nover:\n  mmu: [static.yaml, gfc.yaml]\n"
                               "columns: [cycle, deadlocked_since_ns, last_movement_ns, latency_by_class.class.max,\n"
                               "  links.feedback_mean.max, flows.f.gbps, links.gbps.min, queues.mean_bytes.max]\n");
  new_file("static.yaml", "mmu: {scheme: STATIC, ports: 4, buffer: 800KB, xoff: 20KB, headroom: 16KB}\n");
  new_file("gfc.yaml", "mmu: {scheme: GFC, ports: 4, buffer: 12MB, bm: 72KB, b0: 7KB}\n");
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 0);
  ck_assert(exists(in_dir("o/sweep.csv")));
}
END_TEST

// The limit applies to the file of a point, not to the data from its process.
START_TEST(full_disk) {
  write_two(100);
  const char *sweep =
      new_file("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..2\n  mmu.alpha: [1/8]\ncolumns: [verdict]\n");
  ck_assert_int_eq(run("sweep %s --out %s --point 2", sweep, in_dir("o")), 0);
  with.largest = 50;
  ck_assert_int_eq(run("sweep %s --jobs 1 --out %s", sweep, in_dir("o")), 1);
  with.largest = 0;
  said(2, "o/points/1: cannot write");
  ck_assert_int_eq(count_files(in_dir("o/points")), 1);
}
END_TEST

// The names that leave no directory of their own, by task. --count needs no directory.
START_TEST(default_directory_is_a_new_one) {
  static const char *const files[] = {"...yaml", "..yaml", "..yml"}, *const tasks[] = {"", "--point 1", "--collect"};
  const char *file = files[_i];
  write_two(100);
  new_file(file, "scenario: two.yaml\nover:\n  seed: 1..2\n");
  ck_assert_int_eq(bash("mkdir in && cp two.yaml %s in && touch before && find . | sort >before", file), 0);
  for (int i = 0; i < 3; i++) {
    ck_assert_int_eq(bash("cd in && '%s' sweep %s %s >../said 2>&1", program, file, tasks[i]), 2);
    ck_assert_int_eq(bash("[ \"$(cat said)\" = '%s: its name gives directory %s; give --out a new directory, or rename "
                          "the file' ] && rm said && find . | sort | diff before -",
                          file, _i == 0 ? ".." : "."),
                     0);
  }
  ck_assert_int_eq(bash("cd in && [ \"$('%s' sweep %s --count)\" = 2 ]", program, file), 0);
  ck_assert_int_eq(bash("cd in && '%s' sweep %s --out new >/dev/null 2>&1 && test -s new/sweep.csv", program, file), 0);
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("sweep, refused");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_loop_test(all, changed_files, 0, 3);
  tcase_add_loop_test(all, changed_data, 0, 2);
  tcase_add_test(all, own_input);
  tcase_add_loop_test(all, bad_sweep, 0, sizeof bad / sizeof bad[0]);
  tcase_add_loop_test(all, bad_setting, 0, sizeof settings / sizeof settings[0]);
  tcase_add_loop_test(all, unknown_column, 0, sizeof unknown / sizeof unknown[0]);
  tcase_add_loop_test(all, default_directory_is_a_new_one, 0, 3);
  tcase_add_test(all, column_of_one_point);
  tcase_add_test(all, full_disk);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
