// The page of a sweep. `make check T=report_sweep` repeats it.
#include "tests/program/pages.h"
#include "tests/program/program.h"
#include "tests/suite.h"

static const char over[] =
    "scenario: two.yaml\nover:\n  mmu.scheme: [SIH, DSH]\n  mmu.alpha: [1/16, 0.25]\n  seed: 1..3\n";

static void sweep_of(const char *columns, const char *options) {
  char text[512];
  write_two(200);
  snprintf(text, sizeof text, "%s%s", over, columns);
  new_file("a.yaml", text);
  ck_assert_int_eq(run("sweep %s --quiet --out %s %s", in_dir("a.yaml"), in_dir("o"), options), 0);
}

// The page has the rows of sweep.csv: numbers, texts, and null for a result that a point does not have.
START_TEST(report_of_a_sweep) {
  sweep_of("", "");
  ck_assert_int_eq(run("report %s", in_dir("o")), 0);
  said(1, "o/report.html\n");
  knows("o/report.html",
        "length == 1 and (.[0].sweep | .points == 12 and .completed == 12 and .lost == 0 and .chosen == "
        "false and (.rows | length) == 12)");
  knows(
      "o/report.html",
      ".[0].sweep.keys == [{key: \"mmu.scheme\", values: [\"SIH\", \"DSH\"]}, {key: \"mmu.alpha\", values: [\"1/16\", "
      "\"0.25\"]}, {key: \"seed\", values: [\"1\", \"2\", \"3\"]}]");
  knows("o/report.html", ".[0].sweep.rows[4][0:5] == [5, \"SIH\", 0.25, 2, 0]");
  knows("o/report.html", ".[0].sweep | (.columns | index(\"verdict\")) as $v | .rows | all(.[$v] == \"drained\")");
  ck_assert_int_eq(bash("'%s' report o --json | jq -r '.[0].sweep | .columns, .rows[] | map(. // \"\") | join(\",\")' "
                        "| cut -d, -f1-4 >seen && cut -d, -f1-4 o/sweep.csv | cmp - seen",
                        program),
                   0);
}
END_TEST

// The directory alone is enough: neither the sweep file nor the scenario is read.
START_TEST(report_of_a_moved_sweep) {
  sweep_of("columns: [verdict, flows.g.completion_ns]\n", "");
  ck_assert_int_eq(bash("rm a.yaml two.yaml o/sweep.csv && mv o p && cd p && '%s' report . >/dev/null", program), 0);
  knows("p/report.html",
        ".[0].sweep | .chosen and (.columns | index(\"flows.g.completion_ns\")) == 6 and all(.rows[]; "
        ".[6] > 20000)");
}
END_TEST

// Only some points have run. A sweep without a point has no page.
START_TEST(report_of_a_part) {
  sweep_of("", "--point 3");
  ck_assert_int_eq(run("sweep %s --quiet --out %s --point 8", in_dir("a.yaml"), in_dir("o")), 0);
  ck_assert_int_eq(run("report %s --out %s", in_dir("o"), in_dir("page.html")), 0);
  knows("page.html", ".[0].sweep | .points == 12 and .completed == 2 and (.rows | map(.[0])) == [3, 8]");
  ck_assert_int_eq(bash("rm o/points/*"), 0);
  ck_assert_int_eq(run("report %s", in_dir("o")), 2);
  said(2, "/o: no point of this sweep has run; let sluice sweep --out run some\n");
  said_one_line();
}
END_TEST

static const struct {
  const char *command, *report, *says;
} refused[] = {
    {":", "o o", "/o: a sweep; give it alone, because a page is about runs or about one sweep\n"},
    {":", "run o", "/o: a sweep; give it alone, because a page is about runs or about one sweep\n"},
    {"mkdir empty", "empty",
     "/empty/run.cksum: cannot open: No such file or directory; give a directory that sluice run --out or sluice sweep "
     "wrote\n"},
    {"sed -i s/drained/deadlocked/ o/points/5", "o",
     "/o/points/5:7: the lines above are not those that were written; remove the file, and its point runs again\n"},
    {"echo >o/inputs.txt", "o", "/o/inputs.txt:1: no sweep file; remove the directory, and run the sweep again\n"},
    {"truncate -s 100 o/inputs.txt", "o",
     "/o/inputs.txt:1: no sweep file; remove the directory, and run the sweep again\n"},
    {"echo x >o/report.html", "o", "/o/report.html: the file does not hold a page; give --out another file\n"},
};

START_TEST(refused_directories) {
  char line[TEXT];
  sweep_of("columns: [verdict]\n", "");
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("two.yaml"), in_dir("run")), 0);
  ck_assert_int_eq(bash("%s", refused[_i].command), 0);
  ck_assert_int_eq(bash("for d in %s; do printf '%%s/%%s ' \"$PWD\" $d; done >list", refused[_i].report), 0);
  read_text(in_dir("list"), line);
  ck_assert_int_eq(run("report %s --out %s", line, _i == 6 ? in_dir("o/report.html") : in_dir("page.html")), 2);
  said(2, refused[_i].says);
  said_one_line();
  ck_assert(!exists(in_dir("page.html")));
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("report_sweep");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_test(all, report_of_a_sweep);
  tcase_add_test(all, report_of_a_moved_sweep);
  tcase_add_test(all, report_of_a_part);
  tcase_add_loop_test(all, refused_directories, 0, sizeof refused / sizeof *refused);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
