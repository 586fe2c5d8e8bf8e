// Tests the waves of sluice run: they are complete or an error, have one owner, and no planted file is followed.
// `make test T=waves` repeats it.
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/program/program.h"
#include "tests/suite.h"

#define CASE "tb/examples/scenarios/case2.yaml"

START_TEST(waves_are_whole_or_an_error) {
  static const rlim_t limits[] = {1024, 8192, 20000, 65536, 1000000, 0};
  with.largest = limits[_i];
  int code = run("run " CASE " --engine rtl --quiet --waves %s --waves-us 100", in_dir("w.fst"));
  with.largest = 0;
  ck_assert_int_eq(code, limits[_i] != 0);
  if (limits[_i] != 0) said(2, "w.fst: cannot write the waves: File too large");
  ck_assert_int_eq(exists(in_dir("w.fst")), limits[_i] == 0);
  ck_assert_int_eq(count_files(dir), limits[_i] == 0 ? 3 : 2);
}
END_TEST

// A link or FIFO with the name of an unfinished file is replaced, and not followed.
START_TEST(waves_beside_planted_files) {
  static const char *const plants[] = {"ln -s victim", "ln victim", "ln -s nothing", "mkfifo"};
  ck_assert_int_eq(bash("echo precious >victim; %s w.fst.part; %s w.fst.part.hier", plants[_i], plants[_i]), 0);
  ck_assert_int_eq(run("run " CASE " --engine rtl --quiet --waves %s --waves-us 100", in_dir("w.fst")), 0);
  ck_assert_int_eq(bash("test $(cat victim) = precious && test ! -e nothing && test ! -e w.fst.part.hier"), 0);
  ck_assert_int_eq(count_files(dir), 4);
}
END_TEST

START_TEST(waves_have_one_owner) {
  char line[512];
  write_two(900000000);
  snprintf(line, sizeof line, "run %s --quiet --engine rtl --waves %s", in_dir("two.yaml"), in_dir("w.fst"));
  pid_t first = start(line);
  wait_for(in_dir("w.fst.part.hier"));
  ck_assert_int_eq(bash("until test -s w.fst.part.hier; do sleep 0.1; done"), 0);  // the writer of the file is at work
  ck_assert_int_eq(run("run " CASE " --quiet --engine rtl --waves %s", in_dir("w.fst")), 2);
  said(2, "w.fst: another run writes these waves; give --waves another file\n");
  ck_assert(exists(in_dir("w.fst.part")));
  kill(first, SIGINT);
  ck_assert_int_eq(finish(first), 128 + SIGINT);
  ck_assert(!exists(in_dir("w.fst.part")));
}
END_TEST

START_TEST(waves_that_cannot_be) {
  ck_assert_int_eq(run("run " CASE " --engine rtl --waves /dev/full"), 2);
  said(2, "/dev/full: the file does not hold waves; give --waves another file");
  ck_assert_int_eq(run("run " CASE " --engine rtl --waves " CASE), 2);
  said(2, "the file does not hold waves");
  ck_assert_int_eq(run("run " CASE " --engine rtl --waves %s", in_dir("no/w.fst")), 1);
  said(2, "no/w.fst: cannot write the waves: No such file or directory");
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("waves");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_loop_test(all, waves_are_whole_or_an_error, 0, 6);
  tcase_add_test(all, waves_that_cannot_be);
  tcase_add_loop_test(all, waves_beside_planted_files, 0, 4);
  tcase_add_test(all, waves_have_one_owner);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
