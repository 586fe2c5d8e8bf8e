// Checks of the pages of sluice report: what a page holds, taken from it by jq.
#ifndef TESTS_PAGES_H
#define TESTS_PAGES_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/program/program.h"

// Is a filter of jq true of what the page in this directory knows?
static inline void knows(const char *page, const char *what) {
  char line[2048];
  snprintf(line, sizeof line,
           "sed -n 's|.*<script type=\"application/json\" id=\"runs\">\\(.*\\)</script>$|\\1|p' %s/%s | jq -es 'length "
           "== 1 and (.[0] | "
           "%s)' >/dev/null",
           dir, page, what);
  ck_assert_msg(system(line) == 0, "not so: %s", what);
}

// Writes the checksums of a directory whose files the test has written.
static inline void write_sums(const char *directory) {
  ck_assert_int_eq(bash("cd %s && cksum *.csv results.json >run.cksum", directory), 0);
}

#endif
