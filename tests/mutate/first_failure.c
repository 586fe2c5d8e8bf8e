// Ends a test program at its first failure, in place of libcheck, which would run the next test. Used by the tests of
// mutants, which are linked with --wrap=_ck_assert_failed.
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void __wrap__ck_assert_failed(const char *file, int line, const char *expression, const char *message, ...);
void __wrap__ck_assert_failed(const char *file, int line, const char *expression, const char *message, ...) {
  va_list values;
  va_start(values, message);
  fprintf(stderr, "%s:%d: ", file, line);
  vfprintf(stderr, message != NULL ? message : expression, values);
  fputc('\n', stderr);
  va_end(values);
  _exit(1);
}
