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

// Runs a scenario file into directory o, and makes the page of this run.
static inline void page_of(const char *file) {
  ck_assert_int_eq(run("run %s --quiet --out %s/o", file, dir), 0);
  ck_assert_int_eq(run("report %s", in_dir("o")), 0);
}

// The same for the text of a scenario.
static inline void page_of_text(const char *scenario) {
  char file[512];
  snprintf(file, sizeof file, "%s/scenario.yaml", dir);
  write_file(file, scenario);
  page_of(file);
}

// Writes the checksums of a directory whose files the test has written.
static inline void write_sums(const char *directory) {
  ck_assert_int_eq(bash("cd %s && cksum *.csv results.json >run.cksum", directory), 0);
}

#endif
