// The program on a terminal of 24 x 80: what it shows there and nowhere else.
#define _GNU_SOURCE
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/program/program.h"
#include "tests/suite.h"

#define STOPPED "sluice: stopped by a signal, no unfinished file is left"

static void reset(void) {
  make_dir();
  setenv("TERM", "xterm", 1);
  unsetenv("NO_COLOR");
}

// ---- progress ----

#define HOSTS "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: S}]\n"
#define MMU "mmu: {scheme: STATIC, buffer: 1MB, headroom: 16KB, xoff: 9KB, ports: 4}\n"

// They last until they are told to end.
static const struct {
  const char *line, *unit;
} long_ones[] = {{"run %s/endless.yaml", " us/s  "},
                 {"run %s/endless.yaml --threads 2", " us/s  "},
                 {"run %s/endless.yaml --engine model --out %s/o", " us/s  "},
                 {"run %s/search.yaml", " runs/min  "},
                 {"sweep %s/sweep.yaml --out %s/o", " points/min  "}};

static void write_long_ones(void) {
  write_file(in_dir("endless.yaml"),
             "name: endless\ngbps: 40\nduration_us: 900000000\n" MMU HOSTS "flows: [{name: f, from: x, to: y}]\n");
  write_file(in_dir("search.yaml"), "name: search\ngbps: 40\nduration_us: 900000000\n" MMU HOSTS
                                    "flows: [{name: f, from: x, to: y, bytes: 1KB}, {name: e, from: z, to: y}]\n"
                                    "search: {flows: [f], bytes_from: 1KB, bytes_to: 100KB}\n");
  write_file(in_dir("sweep.yaml"), "scenario: endless.yaml\nover:\n  seed: [1, 2]\n");
}

START_TEST(progress_of_a_long_run) {
  char line[512];
  write_long_ones();
  snprintf(line, sizeof line, long_ones[_i].line, dir, dir);
  ck_assert_int_eq(stop_on_terminal(80, line, " left"), 128 + SIGINT);
  const char *bar = strstr(with.text[0], "\r[");
  ck_assert_msg(bar != NULL, "%s", with.text[0]);
  said(1, long_ones[_i].unit);
  ck_assert_ptr_null(memchr(bar, '\n', (size_t)(strstr(bar, " left") - bar)));
  // The line is gone before the next one.
  ck_assert_msg(strstr(with.text[0], "\033[K\r\033[K" STOPPED "\r\n") != NULL, "%s", with.text[0]);
}
END_TEST

// Neither with --quiet nor where standard error is no terminal, in a time in which another run shows it.
START_TEST(no_progress) {
  char line[2][512];
  write_long_ones();
  snprintf(line[0], sizeof line[0], "run %s/endless.yaml%s", dir, _i == 0 ? "" : " --quiet");
  snprintf(line[1], sizeof line[1], "run %s/endless.yaml", dir);
  int fd = -1;
  pid_t child = _i == 0 ? start(line[0]) : start_on_terminal(80, line[0], &fd);
  ck_assert_int_eq(stop_on_terminal(80, line[1], " left"), 128 + SIGINT);
  kill(child, SIGINT);
  if (_i == 0) ck_assert_int_eq(finish(child), 128 + SIGINT);
  if (_i == 1) ck_assert_int_eq(finish_on_terminal(child, fd, NULL), 128 + SIGINT);
  ck_assert_str_eq(with.text[_i == 0], _i == 0 ? STOPPED "\n" : STOPPED "\r\n");
}
END_TEST

int main(void) {
  if (program_find("--version") != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("terminal");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, reset, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_loop_test(all, progress_of_a_long_run, 0, sizeof long_ones / sizeof long_ones[0]);
  tcase_add_loop_test(all, no_progress, 0, 2);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
