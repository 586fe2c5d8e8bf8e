// The main of a test program: runs its suite.
#ifndef SLUICE_TESTS_SUITE_H
#define SLUICE_TESTS_SUITE_H

#include <check.h>
#include <stdlib.h>

// Cycles of a long run: under the sanitizers, which look for other mistakes than the rules', a quarter.
// STRIDE: the step of a loop over all of many cases.
#ifdef __SANITIZE_ADDRESS__
#define LONG_RUN(cycles) ((cycles) / 4)
#define STRIDE(n) (n)
#else
#define LONG_RUN(cycles) (cycles)
#define STRIDE(n) 1
#endif

// CK_VERBOSITY sets the verbosity, CK_RUN_CASE chooses one test case. Returns the program's exit status, a failure
// where no test has run. The suite is freed.
static inline int suite_run(Suite *suite) {
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int run = srunner_ntests_run(runner), failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return run > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
