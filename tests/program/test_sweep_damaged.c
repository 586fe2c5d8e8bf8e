// Tests that a sweep refuses each damaged file of a point by its name and line, and that the point runs again after the
// file is removed. `make check T=sweep_damaged` repeats it.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/program/program.h"
#include "tests/suite.h"

#define DAMAGED "; remove the file, and its point runs again"

// Commands in o/points; the file of each point has 7 lines.
static const struct {
  const char *command, *says;
} damages[] = {
    {": >5", "5:1: the file ends here" DAMAGED},
    {"printf poi >4; mv 4 5", "5:1: the file ends here" DAMAGED},
    {"head -n 3 4 >5", "5:1: the line is of another point or sweep" DAMAGED},
    {"head -n 1 5 >x; mv x 5", "5:2: the file ends here" DAMAGED},
    {"head -n 5 5 >x; mv x 5", "5:5: the file ends here, without its line 'end'" DAMAGED},
    {"truncate -s -1 5", "5:7: the file ends here, without its line 'end'" DAMAGED},
    {"head -n -1 5 >x; echo end >>x; mv x 5", "5:7: the file ends here, without its line 'end'" DAMAGED},
    {"sed -i 5d 5", "5:6: the file has 5 lines above, 6 were written" DAMAGED},
    {"sed -i 5p 5", "5:8: the file has 7 lines above, 6 were written" DAMAGED},
    {"sed -i 6s/drained/deadlocked/ 5", "5:7: the lines above are not those that were written" DAMAGED},
    {"sed -i 6s/drained/deadlocked/ 11", "11:7: the lines above are not those that were written" DAMAGED},
    {"sed -i 's/,drained/\\x00drained/' 5", "5:6: a zero byte" DAMAGED},
    {"cp 4 5", "5:1: the line is of another point or sweep" DAMAGED},
    {"sed 1s/4/5/ 4 >5", "5:4: the line is of another point or sweep" DAMAGED},
    {"cp ../../other/points/5 5", "5:7: the point was run with other inputs than those of inputs.txt" DAMAGED},
    {"cat 4 >>5", "5:14: the file has 13 lines above, 6 were written" DAMAGED},
    {"rm 5; mkfifo 5", "5: cannot read: not a regular file, and it is read more than once" DAMAGED},
    {"rm 5; mkdir 5", "5: cannot read: Is a directory" DAMAGED},
};

static void in(const char *where, const char *command) { ck_assert_int_eq(bash("cd %s && %s", where, command), 0); }

static void same_as_before(void) { in("o", "cmp sweep.csv ../first.csv"); }

START_TEST(damaged_point) {
  static const char *const tasks[] = {"--jobs 2", "--missing", "--collect", "--point %d"};
  const char *says = damages[_i].says;
  char expected[512], task[32];
  write_two(200);
  const char *sweep = new_file("a.yaml",
                               "scenario: two.yaml\nover:\n  mmu.scheme: [SIH, DSH]\n  mmu.alpha: [1/16, 0.25]\n"
                               "  seed: 1..3\ncolumns: [verdict]\n");
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 0);
  in("o", "cp sweep.csv ../first.csv");
  in("o", "sed -i s/100KB/90KB/ ../two.yaml");
  ck_assert_int_eq(run("sweep %s --out %s --point 5", sweep, in_dir("other")), 0);
  in("o", "sed -i s/90KB/100KB/ ../two.yaml");
  in("o/points", damages[_i].command);
  snprintf(expected, sizeof expected, "%s/o/points/%s\n", dir, says);
  for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
    snprintf(task, sizeof task, tasks[i], atoi(says));
    ck_assert_int_eq(run("sweep %s --out %s %s", sweep, in_dir("o"), task), 2);
    ck_assert_str_eq(with.text[1], expected);
  }
  same_as_before();
  in("o/points", atoi(says) == 5 ? "rm -r 5; test -e 4 || echo >4; rm 4" : "rm 11");
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 0);
  same_as_before();
}
END_TEST

// A point without a file runs, and no other one.
START_TEST(missing_point) {
  write_two(200);
  const char *sweep = new_file("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..4\n");
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 0);
  in("o", "cp sweep.csv ../first.csv && rm points/2");
  ck_assert_int_eq(run("sweep %s --out %s --missing", sweep, in_dir("o")), 0);
  ck_assert_str_eq(with.text[0], "2\n");
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 0);
  said(1, "4 of 4 points, 1 of them run now");
  same_as_before();
}
END_TEST

// A message about other inputs shows no text of inputs.txt, which may be a link to another file.
START_TEST(foreign_inputs) {
  static const char *const commands[] = {"echo secret >../s; ln -sf ../s inputs.txt",
                                         "sed -i 's/^=== two.yaml/=== secret/' inputs.txt",
                                         "sed -i 's/=== sluice, .*/=== sluice, secret/' inputs.txt"};
  static const char *const names[] = {"sluice", "two.yaml", "sluice"};
  char expected[256];
  write_two(200);
  const char *sweep = new_file("a.yaml", "scenario: two.yaml\nover:\n  seed: 1..2\n");
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 0);
  in("o", commands[_i]);
  ck_assert_int_eq(run("sweep %s --out %s", sweep, in_dir("o")), 2);
  snprintf(expected, sizeof expected,
           "%s: its points were run with another %s; remove the directory, or give another --out\n", in_dir("o"),
           names[_i]);
  ck_assert_str_eq(with.text[1], expected);
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("sweep, damaged");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_loop_test(all, damaged_point, 0, sizeof damages / sizeof damages[0]);
  tcase_add_test(all, missing_point);
  tcase_add_loop_test(all, foreign_inputs, 0, 3);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
