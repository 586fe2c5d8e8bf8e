// Runs the suite of a test program, and scales long tests.
#ifndef SLUICE_TESTS_SUITE_H
#define SLUICE_TESTS_SUITE_H

#include <check.h>
#include <stdlib.h>

// LONG_RUN: cycles of a long run, a quarter of them under the sanitizers. STRIDE: step of a loop over many cases, 1
// without the sanitizers. The run under the sanitizers looks for errors of the C code rather than of the rules.
#ifdef __SANITIZE_ADDRESS__
#define LONG_RUN(cycles) ((cycles) / 4)
#define STRIDE(n) (n)
#else
#define LONG_RUN(cycles) (cycles)
#define STRIDE(n) 1
#endif

// CK_VERBOSITY sets the verbosity, CK_RUN_CASE selects one test case. Returns the exit status of the program, which is
// a failure if no test ran. Frees the suite.
static inline int suite_run(Suite *suite) {
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int run = srunner_ntests_run(runner), failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return run > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
