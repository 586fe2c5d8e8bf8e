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

// ---- tables ----

static size_t columns_of(const char *line) {
  size_t n = 0;
  for (bool escape = false; *line != '\0'; line++) {
    if (*line == '\033') escape = true;
    n += !escape && *line != '\r';
    if (escape && strchr("mK", *line) != NULL) escape = false;
  }
  return n;
}

static void fits(const char *what, int stream) {
  for (char *line = strtok(with.text[stream - 1], "\n"); line != NULL; line = strtok(NULL, "\n"))
    ck_assert_msg(columns_of(line) <= 80, "%s: %zu columns: %s", what, columns_of(line), line);
}

// Names of 40 characters, sizes and times of many digits, losses, drops, finite flows and endless ones.
static const char *const schemes[] = {
    "STATIC, xoff: 40KB, xon: 38KB",
    "SIH, alpha: 1/8",
    "DSH, alpha: 1/8, mode: native",
    "TTL, alpha: 1/8, ttl: 8, partitions: [0, 40KB, 40KB, 40KB, 40KB, 40KB, 40KB, 40KB]",
    "GFC, bm: 90KB, b0: 40KB",
    "GFC_LINEAR, bm: 90KB, b0: 40KB"};

#define LONG "_name_of_a_host_that_is_as_long_as_it_c"

static void write_wide(const char *scheme, int hosts) {
  FILE *f = fopen(in_dir("wide.yaml"), "w");
  ck_assert_ptr_nonnull(f);
  fprintf(f,
          "name: a_scenario_with_a_name_of_40_characters_\ngbps: 40\nduration_us: 400\nstop_us: 300\n"
          "mmu: {buffer: 12MB, %s ports: 16, classes: 8, scheme: %s}\nswitches:\n"
          "  - {name: A_name_of_a_switch_that_is_very_long__2}\n  - {name: B_name_of_a_switch_that_is_very_long__3}\n"
          "links: [{name: a_link_with_a_name_that_is_rather_long2, a: A_name_of_a_switch_that_is_very_long__2, "
          "b: B_name_of_a_switch_that_is_very_long__3}]\nhosts:\n",
          strstr(scheme, "GFC") != NULL ? "" : "headroom: 16KB,", scheme);
  for (int i = 0; i < hosts; i++)
    fprintf(f, "  - {name: %c%s, switch: %s}\n", 'a' + i, LONG,
            i % 2 == 0 ? "A_name_of_a_switch_that_is_very_long__2" : "B_name_of_a_switch_that_is_very_long__3");
  fprintf(f, "flows:\n");
  for (int i = 0; i < hosts; i++) {
    static const char *const kinds[] = {", bytes: 900KB, start_us: 1.5", ", ttl: 1", ""};
    fprintf(f, "  - {name: %c_flow_of_a_host_that_is_as_long_as_it_c, from: %c%s, to: %c%s%s", 'a' + i, 'a' + i, LONG,
            i < hosts - 2 ? 'a' + hosts - 1 : 'a', LONG,
            strstr(scheme, "TTL") != NULL && i % 3 == 1 ? "" : kinds[i % 3]);
    if (strstr(scheme, "TTL") == NULL) fprintf(f, ", class: %d", i % 8);  // there hosts send in class 0
    fprintf(f, "}\n");
  }
  fclose(f);
}

START_TEST(tables_fit) {
  const char *scheme = schemes[_i / 2];
  write_wide(scheme, _i % 2 == 0 ? 5 : 26);
  ck_assert_msg(run("run %s", in_dir("wide.yaml")) % 4 == 0, "%s", with.text[1]);  // losses are no error here
  said(1, "flow");
  said(1, "a_flow_");
  said(1, "verdict: ");
  fits(scheme, 1);
  if (_i / 2 > 2) return;
  ck_assert_msg(run("analyze %s", in_dir("wide.yaml")) == 0, "%s", with.text[1]);
  said(1, "Verdict: ");
  fits("analyze", 1);
}
END_TEST

static const char *const plans[] = {
    "--all",
    "--all --cell 256 --private 4KB --alpha 1/2",
    "--all --gbps 400 --cell 4 --buffer 900MB --ports 64 --mtu 9216 --rtt-us 1000",
    "--all --ports 64 --buffer 10KB",
    "--scheme GFC --buffer 900MB --cell 4096",
    "--scheme TTL --partitions 0,1MB,1MB,2MB",
    "--scheme SIH --headroom eq1 --quanta 60",
};

START_TEST(plans_fit) {
  ck_assert_msg(run("plan --ports 32 --classes 8 --gbps 100 --delay-us 1 --buffer 32MiB %s", plans[_i]) == 0, "%s",
                with.text[1]);
  said(1, "ports x 8 classes");
  fits(plans[_i], 1);
}
END_TEST

// ---- colours ----

static const struct {
  const char *line, *coloured;
  int code;
} verdicts[] = {
    {"run tb/examples/scenarios/case1.yaml", "verdict: \033[32mdrained\033[0m\r\n", 0},
    {"run tb/examples/scenarios/case2.yaml",
     "verdict: \033[31mdeadlocked\033[0m since 105.885 us\r\n"
     "cycle of waiting queues: A:L1/0 -> B:L2/0 -> C:L3/0 -> D:L4/0 -> A:L1/0\r\n",
     0},
    {"run tb/examples/scenarios/case1.yaml --set duration_us=100 --set stop_us=100",
     "verdict: \033[33mstill moving\033[0m when the run ended; last movement at ", 0},
    {"run tb/examples/scenarios/case2.yaml --set duration_us=2500",
     "no packet moved for 2390.211 us; for a decision, set stop_us to at least 2522 us\r\nbefore duration_us", 0},
    {"analyze tb/examples/scenarios/case2.yaml", ": \033[31mdeadlock predicted\033[0m\r\n", 0},
    {"analyze tb/examples/scenarios/case1.yaml", ": \033[33mdeadlock possible\033[0m\r\n", 0},
    {"run tb/examples/scenarios/case1.yaml --set mmu.headroom=2000", "\033[33m", 4}};

// On a terminal, unless it is dumb or NO_COLOR says no; nowhere else.
START_TEST(verdicts_are_coloured) {
  ck_assert_int_eq(run_on_terminal(80, "%s", verdicts[_i].line), verdicts[_i].code);
  said(1, verdicts[_i].coloured);
  setenv("TERM", "dumb", 1);
  ck_assert_int_eq(run_on_terminal(80, "%s", verdicts[_i].line), verdicts[_i].code);
  ck_assert_ptr_null(strchr(with.text[0], '\033'));
  setenv("TERM", "xterm", 1);
  setenv("NO_COLOR", "1", 1);
  ck_assert_int_eq(run_on_terminal(80, "%s", verdicts[_i].line), verdicts[_i].code);
  ck_assert_ptr_null(strstr(with.text[0], "\033[3"));
  unsetenv("NO_COLOR");
  ck_assert_int_eq(run("%s", verdicts[_i].line), verdicts[_i].code);
  ck_assert_ptr_null(strchr(with.text[0], '\033'));
  ck_assert_ptr_null(strchr(with.text[1], '\033'));
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("terminal");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, reset, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_loop_test(all, progress_of_a_long_run, 0, sizeof long_ones / sizeof long_ones[0]);
  tcase_add_loop_test(all, no_progress, 0, 2);
  tcase_add_loop_test(all, tables_fit, 0, 2 * sizeof schemes / sizeof schemes[0]);
  tcase_add_loop_test(all, plans_fit, 0, sizeof plans / sizeof plans[0]);
  tcase_add_loop_test(all, verdicts_are_coloured, 0, sizeof verdicts / sizeof verdicts[0]);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
