// The line of progress and colours, in a process whose terminal is the test's.
#define _GNU_SOURCE
#include <check.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tb/cli/terminal/progress.h"
#include "tb/sim/results/terminal.h"
#include "tests/suite.h"

static char seen[1 << 14];

// What a function writes to a terminal of that width.
static void on_terminal(int columns, const char *kind, void (*call)(void)) {
  int fd;
  size_t n = 0;
  fflush(NULL);
  pid_t child = forkpty(&fd, NULL, NULL, &(struct winsize){.ws_row = 24, .ws_col = (unsigned short)columns});
  if (child == 0) {
    unsetenv("COLUMNS");
    setenv("TERM", kind, 1);
    call();
    fflush(NULL);
    _exit(0);
  }
  for (ssize_t got; (got = read(fd, seen + n, sizeof seen - 1 - n)) > 0;) n += (size_t)got;
  seen[n] = '\0';
  close(fd);
  ck_assert_int_eq(waitpid(child, NULL, 0), child);
}

static void after(double seconds, double share, struct progress *p) {
  nanosleep(&(struct timespec){(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)}, NULL);
  progress_show(p, share, 100 * share);
}

static void half(void) {
  struct progress p;
  if (!progress_wanted(false)) return;
  progress_begin(&p, "us", 1);
  progress_show(&p, 0.25, 250);  // a task that has only begun shows nothing
  after(1.1, 0.5, &p);
  progress_show(&p, 0.75, 750);  // too soon after the last one
  progress_hide(&p);
  printf("results\n");
}

// Bar, share, rate and time left, less of them on a narrow terminal; nothing is left of it before the results.
START_TEST(line) {
  static const struct {
    int columns;
    const char *begin, *after;
  } lines[] = {{80, "\r[####################                    ]  50 %  ", " us/s  0:02 left\033[K\r\033[Kresults"},
               {40, "\r[####", " left\033[K\r\033[Kresults"},
               {22, "\r[######       ]  50 %\033[K\r\033[Kresults", ""},
               {9, "\r\033[Kresults", ""}};
  on_terminal(lines[_i].columns, "xterm", half);
  ck_assert_msg(strncmp(seen, lines[_i].begin, strlen(lines[_i].begin)) == 0, "%s", seen);
  ck_assert_ptr_nonnull(strstr(seen, lines[_i].after));
  ck_assert_ptr_null(strstr(seen, "25 %"));
  ck_assert_ptr_null(strstr(seen, "75 %"));
  const char *end = strstr(seen, "\033[K");
  if (end != NULL) ck_assert_int_lt(end - seen, lines[_i].columns + 1);
}
END_TEST

static void minutes(void) {
  struct progress p;
  progress_begin(&p, "points", 60);
  after(1.1, 0.0001, &p);
  progress_hide(&p);
}

START_TEST(long_task) {
  on_terminal(80, "xterm", minutes);
  ck_assert_ptr_nonnull(strstr(seen, "]   0 %  0."));
  ck_assert_ptr_nonnull(strstr(seen, " points/min  3:"));
}
END_TEST

static void quiet(void) { printf("%d\n", progress_wanted(true)); }
static void loud(void) { printf("%d\n", progress_wanted(false)); }

START_TEST(wanted) {
  on_terminal(80, "xterm", loud);
  ck_assert_str_eq(seen, "1\r\n");
  on_terminal(80, "xterm", quiet);
  ck_assert_str_eq(seen, "0\r\n");
  on_terminal(80, "dumb", loud);
  ck_assert_str_eq(seen, "0\r\n");
}
END_TEST

static void coloured(void) {
  terminal_print(stdout, TERMINAL_GREEN, "%s", "drained");
  terminal_print(stdout, TERMINAL_PLAIN, " %d", 1);
}

static void without(void) {
  setenv("NO_COLOR", "1", 1);
  coloured();
}

START_TEST(colours) {
  unsetenv("NO_COLOR");
  on_terminal(80, "xterm", coloured);
  ck_assert_str_eq(seen, "\033[32mdrained\033[0m 1");
  on_terminal(80, "dumb", coloured);
  ck_assert_str_eq(seen, "drained 1");
  on_terminal(80, "xterm", without);
  ck_assert_str_eq(seen, "drained 1");
}
END_TEST

int main(void) {
  Suite *suite = suite_create("progress");
  TCase *all = tcase_create("all");
  tcase_set_timeout(all, 60);
  tcase_add_loop_test(all, line, 0, 4);
  tcase_add_test(all, long_task);
  tcase_add_test(all, wanted);
  tcase_add_test(all, colours);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
