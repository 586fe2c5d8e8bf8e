#define _POSIX_C_SOURCE 200809L
#include "tests/tools/analyses.h"

#include "tb/cli/analyze/analyze_report.h"

char *report_of(const struct analysis *a) {
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  ck_assert_int_eq(analysis_report(a, to), 0);
  fclose(to);
  return text;
}
