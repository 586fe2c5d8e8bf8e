// Runs the suite of a test program, scales long tests, and reads the variables that select runs.
#ifndef SLUICE_TESTS_SUITE_H
#define SLUICE_TESTS_SUITE_H

#include <check.h>
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// LONG_RUN: cycles of a long run, a quarter of them under the sanitizers. STRIDE: step of a loop over many cases, 1
// without the sanitizers. The run under the sanitizers looks for errors of the C code rather than of the rules.
#ifdef __SANITIZE_ADDRESS__
#define LONG_RUN(cycles) ((cycles) / 4)
#define STRIDE(n) (n)
#else
#define LONG_RUN(cycles) (cycles)
#define STRIDE(n) 1
#endif

// Whether this build of a test has RTL. The Makefile decides it, not a run: if no RTL runs, a test with RTL must fail.
#ifdef SLUICE_NO_RTL
enum { BUILD_HAS_RTL = 0 };
#else
enum { BUILD_HAS_RTL = 1 };
#endif

// A test that does not apply to a value of its loop ends with SUITE_SKIP. It must apply to one value of its loop at
// least. libcheck forks, so the names of the skipped tests are in a file that the processes share.
enum { SUITE_LOOPS = 64 };
static struct {
  const char *name;
  int runs;
} suite_loop[SUITE_LOOPS];
static int suite_loops;
static FILE *suite_skipped;
#define SUITE_SKIP             \
  do {                         \
    suite_note_skip(__func__); \
    return;                    \
  } while (0)
static inline void suite_note_skip(const char *function) {
  char line[128];
  int n = snprintf(line, sizeof line, "%s\n", function);
  if (n >= (int)sizeof line || write(fileno(suite_skipped), line, (size_t)n) != n) abort();
}

// Prints a line for each test that was skipped for each value of its loop. tests/run.sh takes the line as a failure. A
// program with one variant, as the mutants have, may skip a test.
static inline void suite_print_idle(void) {
  char line[128];
  for (int i = 0; i < suite_loops; i++) {
    int skipped = 0;
    size_t length = strlen(suite_loop[i].name);
    rewind(suite_skipped);
    while (fgets(line, sizeof line, suite_skipped) != NULL)
      skipped += strncmp(line, suite_loop[i].name, length) == 0 && strcmp(line + length, "_fn\n") == 0;
    if (skipped >= suite_loop[i].runs)
      printf("no run: %s applies to none of the %d values of its loop\n", suite_loop[i].name, suite_loop[i].runs);
  }
}

// Adds the test for each value of a range. An empty range ends the program, because a test without runs would pass.
static inline void suite_add_loop(TCase *tcase, const TTest *test, int from, int to) {
  if (from >= to) {
    fprintf(stderr, "%s:%d: %s has no runs: its loop is from %d to %d\n", test->file, test->line, test->name, from, to);
    exit(EXIT_FAILURE);
  }
  _tcase_add_test(tcase, test, 0, 0, from, to);
  if (suite_loops == SUITE_LOOPS || (suite_skipped == NULL && (suite_skipped = tmpfile()) == NULL)) abort();
  suite_loop[suite_loops].name = test->name;
  suite_loop[suite_loops++].runs = to - from;
}
#undef tcase_add_loop_test
#define tcase_add_loop_test suite_add_loop

// Returns the number in an environment variable, or `otherwise` if there is none. Another text ends the program.
static inline uint64_t suite_number(const char *variable, uint64_t least, uint64_t most, uint64_t otherwise) {
  const char *text = getenv(variable);
  if (text == NULL) return otherwise;
  char *end;
  errno = 0;
  uint64_t number = strtoull(text, &end, 0);
  if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && number >= least && number <= most) return number;
  fprintf(stderr, "%s=%s: expected a number from %" PRIu64 " to %" PRIu64 "\n", variable, text, least, most);
  exit(EXIT_FAILURE);
}

// CK_VERBOSITY sets the verbosity, CK_RUN_CASE selects one test case. Returns the exit status of the program, which is
// a failure if no test ran. Frees the suite.
static inline int suite_run(Suite *suite) {
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int run = srunner_ntests_run(runner), failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  suite_print_idle();
  return run > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
