// The main of a test program: runs its suite.
#ifndef SLUICE_TESTS_SUITE_H
#define SLUICE_TESTS_SUITE_H

#include <check.h>
#include <stdlib.h>

// Clocks of a long run: under the sanitizers, which look for other mistakes than the rules', a quarter.
#ifdef __SANITIZE_ADDRESS__
#define LONG_RUN(clocks) ((clocks) / 4)
#else
#define LONG_RUN(clocks) (clocks)
#endif

// How loud it is CK_VERBOSITY says. The program's exit status; the suite is freed.
static inline int suite_run(Suite *suite) {
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
