// Tests plans as files: sluice run and sluice topology read what sluice plan writes. `make check T=planned` repeats it.
#define _GNU_SOURCE
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/program/program.h"
#include "tests/suite.h"

#define PLAN "plan --ports 8 --classes 2 --gbps 10 --length-m 40 --buffer 1MiB --cell 64 --min-packet 512"

// The scenario, its section, and the scenario as a source of a section describe the same run.
START_TEST(run_reads_plans) {
  static const char *const mmu[] = {"", " --mmu %s/m.yaml", " --mmu %s/p.yaml"};
  char first[TEXT], line[256];
  ck_assert_int_eq(run(PLAN " --out %1$s/p.yaml --mmu %1$s/m.yaml", dir), 0);
  for (size_t i = 0; i < sizeof mmu / sizeof *mmu; i++) {
    snprintf(line, sizeof line, mmu[i], dir);
    ck_assert_int_eq(run("run %1$s/p.yaml%2$s --out %1$s/o%3$zu", dir, line, i), 0);
    said(1, "verdict: drained");
    ck_assert_ptr_null(strstr(with.text[1], ".yaml:"));  // no warning
    if (i == 0) strcpy(first, with.text[0]);
    ck_assert_int_eq(bash("cmp o0/flows.csv o%zu/flows.csv && cmp o0/links.csv o%zu/links.csv", i, i), 0);
  }
  ck_assert_ptr_nonnull(strstr(first, "drained"));
}
END_TEST

// The section of a plan replaces another one: with STATIC the same network has other pauses.
START_TEST(section_replaces_that_of_the_scenario) {
  ck_assert_int_eq(run(PLAN " --out %1$s/p.yaml", dir), 0);
  ck_assert_int_eq(bash("sed 's/alpha: 1.16/alpha: 1/' p.yaml >q.yaml && ! cmp -s p.yaml q.yaml"), 0);
  ck_assert_int_eq(run("run %1$s/p.yaml --out %1$s/p", dir), 0);
  ck_assert_int_eq(run("run %1$s/p.yaml --mmu %1$s/q.yaml --out %1$s/pq", dir), 0);
  ck_assert_int_eq(run("run %1$s/q.yaml --out %1$s/q", dir), 0);
  ck_assert_int_eq(bash("cmp pq/links.csv q/links.csv && ! cmp -s p/links.csv q/links.csv"), 0);
}
END_TEST

// A topology with the section of a plan has its registers, and runs.
START_TEST(topology_reads_plans) {
  static const char *const files[] = {"m.yaml", "p.yaml"};
  ck_assert_int_eq(run(PLAN " --out %1$s/p.yaml --mmu %1$s/m.yaml", dir), 0);
  for (size_t i = 0; i < 2; i++) {
    ck_assert_int_eq(run("topology leaf-spine --leaves 2 --spines 2 --hosts 2 --gbps 10 --cell 64 --mmu %1$s/%2$s "
                         "--duration-us 50 --out %1$s/t%3$zu.yaml",
                         dir, files[i], i),
                     0);
    ck_assert_int_eq(bash("sed -n '/^mmu:/,/^switches:/p' t%zu.yaml | grep -v ^switches | cmp - m.yaml", i), 0);
    ck_assert_int_eq(run("run %s/t%zu.yaml", dir, i), 0);
    ck_assert_ptr_null(strstr(with.text[1], ".yaml:"));  // no warning
  }
}
END_TEST

static const struct {
  const char *line, *says;
} bad[] = {
    {"run %1$s/p.yaml --mmu %1$s/typo.yaml", "typo.yaml:2: unknown key 'switch'"},
    {"run %1$s/p.yaml --mmu %1$s/empty.yaml", "empty.yaml"},
    {"topology fat-tree --ports 4 --mmu %s/none.yaml", "none.yaml: the file has no section mmu"},
    {"topology fat-tree --ports 4 --mmu %s/flow.yaml", "flow.yaml: section mmu shares its line"},
    {"topology fat-tree --ports 4 --mmu %s/absent.yaml", "absent.yaml: cannot open"},
    {"topology fat-tree --ports 4 --mmu %s/p.yaml --scheme SIH",
     "leave --classes, --lossless, --scheme, --buffer and --alpha out"},
};

START_TEST(refused) {
  ck_assert_int_eq(run(PLAN " --out %1$s/p.yaml", dir), 0);
  write_file(in_dir("typo.yaml"), "mmu: {scheme: SIH, buffer: 1MB, headroom: 1KB, alpha: 1}\nswitch: 1\n");
  write_file(in_dir("none.yaml"), "name: x\n");
  write_file(in_dir("empty.yaml"), "");
  write_file(in_dir("flow.yaml"), "{name: x, mmu: {scheme: SIH}, seed: 1}\n");
  ck_assert_int_eq(run(bad[_i].line, dir), 2);
  said(2, bad[_i].says);
  said_one_line();
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("planned");
  TCase *t = tcase_create("planned");
  tcase_set_timeout(t, 300);
  tcase_add_checked_fixture(t, make_dir, remove_dir);
  tcase_add_test(t, run_reads_plans);
  tcase_add_test(t, section_replaces_that_of_the_scenario);
  tcase_add_test(t, topology_reads_plans);
  tcase_add_loop_test(t, refused, 0, sizeof bad / sizeof *bad);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
