// ECN marks on the pages of sluice report. `make check T=report_marks` repeats it.
#include "tests/program/pages.h"
#include "tests/suite.h"

// The page has the egress queues that marked packets, with the numbers of queues.csv, and the marks of each flow.
START_TEST(report_of_marks) {
  page_of("tb/examples/scenarios/congestion.yaml");
  knows("o/report.html", ".[0].marked | length == 2 and all(.side == \"egress\" and .marked_bytes == 1000 * .marked)");
  knows(
      "o/report.html",
      "(.[0].marked | map(.marked) | add) >= (.[0].results.flows | map(.marked) | add) and .[0].marked[0].marked > 0");
  ck_assert_int_eq(
      bash("sum=$(awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == \"marked\") c = i} {n += $c} END "
           "{print n}' %s/o/queues.csv) && sluice=$(jq '[.queues[].marked // 0] | add' %s/o/results.json) && "
           "[ \"$sum\" = \"$sluice\" ] && [ \"$sum\" -gt 0 ]",
           dir, dir),
      0);
}
END_TEST

// The rows `marked` of series.csv: the last value of each queue is the number of its marks, as in the results. The
// queue without marks is left out.
START_TEST(marks_over_time) {
  page_of_text(
      "name: marks\ngbps: 40\nduration_us: 300\nstop_us: 200\n"
      "mmu: {scheme: STATIC, classes: 1, buffer: 1MB, headroom: 30KB, xoff: 100KB}\n"
      "ecn_capable: true\necn: {kmin: 5KB, kmax: 20KB}\n"
      "switches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B}]\n"
      "hosts: [{name: a, switch: A}, {name: c, switch: A}, {name: b, switch: B, gbps: 10}]\n"
      "flows: [{name: f, from: a, to: b}, {name: g, from: c, to: b}]\n"
      "trace: {series: [{queues: ['A:a/0', 'A:L/0', 'B:b/0'], what: [marked]}]}\n");
  knows("o/report.html", ".[0].marks | .total == 2 and (.shown | map(.queue) | sort == [\"A:L/0\", \"B:b/0\"])");
  knows("o/report.html",
        ".[0] | .marked as $all | .marks.shown | all(.queue as $q | .packets[0] == 0 and (.packets | . == sort) and "
        ".packets[-1] == ($all | map(select(\"\\(.switch):\\(.link)/\\(.class)\" == $q))[0].marked))");
}
END_TEST

// Without ECN there is no list, and so no table and no column.
START_TEST(no_marks_without_ecn) {
  page_of("tb/examples/scenarios/case2.yaml");
  knows("o/report.html",
        ".[0] | has(\"marked\") == false and has(\"marks\") == false and (.results.flows | all(.marked // 0 == 0))");
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("report_marks");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_test(all, report_of_marks);
  tcase_add_test(all, marks_over_time);
  tcase_add_test(all, no_marks_without_ecn);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
