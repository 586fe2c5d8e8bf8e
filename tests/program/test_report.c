// sluice report: what a page holds, taken from it by jq. What a browser makes of it: tests/program/report.sh.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/program/pages.h"
#include "tests/suite.h"

#define CASE "tb/examples/scenarios/case2.yaml"

START_TEST(report_of_a_deadlock) {
  ck_assert_int_eq(run("run " CASE " --quiet --out %s", in_dir("o")), 0);
  ck_assert_int_eq(run("report %s", in_dir("o")), 0);
  ck_assert_int_eq(strncmp(with.text[0], in_dir("o/report.html"), strlen(in_dir("o/report.html"))), 0);
  knows("o/report.html", "length == 1 and .[0].results.verdict == \"deadlocked\"");
  knows("o/report.html", ".[0].results.files[0].text | startswith(\"# Case 2\")");
  // As many pauses as the links counted, and the seven that end with the run lead to it.
  knows("o/report.html",
        "(.[0].pauses.shown | map(.pauses) | add) == (.[0].results.links | map(.pauses_in_all) | add)");
  knows("o/report.html", ".[0] as $r | [.[0].pauses.shown[].bars[] | select(.[1] == $r.results.end_ns)] | length == 7");
  knows("o/report.html",
        ".[0] as $r | .[0].pauses.shown | all(.bars as $b | range(1; $b | length) | $b[.][0] >= $b[. - 1][1])");
  knows("o/report.html",
        "[.[0].occupancy.shown[] | select(.queue | endswith(\"/0\")).bytes | max] == [52000, 52000, 46000, 52000]");
}
END_TEST

START_TEST(report_of_many_runs) {
  ck_assert_int_eq(run("run " CASE " --quiet --out %s", in_dir("a")), 0);
  ck_assert_int_eq(run("run " CASE " --quiet --mmu tb/examples/scenarios/mmu_gfc.yaml --out %s", in_dir("b")), 0);
  ck_assert_int_eq(run("report %s %s --out %s", in_dir("a"), in_dir("b"), in_dir("both.html")), 0);
  knows("both.html", "map(.results.verdict) == [\"deadlocked\", \"drained\"]");
  knows("both.html", "map(.results.files | length) == [1, 2]");
  ck_assert_int_eq(run("report %s %s --json", in_dir("a"), in_dir("b")), 0);
  ck_assert_int_eq(strncmp(with.text[0], "[{\"dir\":\"", 9), 0);
  ck_assert_int_eq(run("report %s --out %s", in_dir("a"), in_dir("both.html")), 0);  // a page may be replaced
  ck_assert_int_eq(run("report %s --out %s", in_dir("a"), in_dir("a/results.json")), 2);
  said(2, "a/results.json: the file does not hold a page; give --out another file");
  ck_assert_int_eq(run("report %s --out /dev/null", in_dir("a")), 2);
  ck_assert_int_eq(run("report %s --json --out x", in_dir("a")), 2);
  said(2, "--json writes no page; remove --out");
  ck_assert_int_eq(run("report %s --out %s", in_dir("a"), in_dir("no/x.html")), 1);
  said(2, "no/x.html: cannot write: No such file or directory");
}
END_TEST

// A pause that nobody refreshes ends by itself: 100 quanta of 512 bits at 40 Gb/s are 1,280 ns.
START_TEST(report_of_pauses) {
  mkdir(in_dir("o"), 0777);
  write_file(in_dir("o/results.json"),
             "{\"scenario\": \"</script>\", \"command\": \"x\", \"registers\": {}, \"end_ns\": 5000,\n"
             "\"links\": [{\"name\": \"L\", \"gbps\": 40}]}\n");
  write_file(in_dir("o/pauses.csv"),
             "time_ns,link,direction,class,event,level\n100,L,A>B,0,pause,100\n600,L,A>B,0,refresh,100\n"
             "3000,L,A>B,0,pause,100\n3500,L,A>B,0,resume,0\n4000,L,A>B,port,pause,100\n4900,L,A>B,0,pause,65535\n");
  write_file(in_dir("o/occupancy.csv"),
             "time_ns,switch,link,class,bytes,xoff\n0,A,L,0,0,10\n1,A,L,0,7,10\n2,A,L,0,7,10\n");
  write_sums("o");
  ck_assert_int_eq(run("report %s", in_dir("o")), 0);
  knows("o/report.html", ".[0].results.scenario == \"</script>\"");
  knows(
      "o/report.html",
      ".[0].pauses.shown == [{link: \"L\", direction: \"A>B\", class: \"0\", pauses: 3, paused_ns: 2380, merged_ns: 0, "
      "bars: [[100, 1880, 100, 1], [3000, 3500, 100, 1], [4900, 5000, 65535, 1]]}, {link: \"L\", direction: \"A>B\", "
      "class: \"port\", pauses: 1, paused_ns: 1000, merged_ns: 0, bars: [[4000, 5000, 100, 1]]}]");
  knows("o/report.html",
        ".[0].occupancy.shown == [{queue: \"A:L/0\", t: [0, 1, 2], bytes: [0, 7, 7], xoff: [10, 10, 10]}]");
}
END_TEST

// A bar for each of the 43 pauses, the instant, the thresholds of four queues in the plots for a paper.
START_TEST(plots_of_a_deadlock) {
  char line[8192];
  ck_assert_int_eq(run("run " CASE " --quiet --out %s", in_dir("o")), 0);
  snprintf(line, sizeof line,
           "SLUICE='%s' tb/studies/plots/plot.sh %s/o && test \"$(grep -c '<polygon' %s/o/pauses.svg)\" = 43 && "
           "grep -q 'deadlocked since 105.9 us' %s/o/pauses.svg && test \"$(grep -c 'rgb(179,   0,  27)' "
           "%s/o/occupancy.svg)\" = 12 "
           "&& test \"$(grep -c 'rgb( 27, 127,  75)' %s/o/occupancy.svg)\" = 8 && test -s %s/o/occupancy.png",
           program, dir, dir, dir, dir, dir, dir);
  ck_assert_int_eq(system(line), 0);
  ck_assert_int_eq(count_files(in_dir("o")), RUN_FILES + 4);
}
END_TEST

static const struct {
  const char *file, *text, *says;
} damaged[] = {
    {"o/results.json", "{\n\"scenario\": 1,,\n}", "o/results.json:2: not JSON"},
    {"o/results.json", "{\"scenario\": \"x\"}", "o/results.json:1: there is no \"command\""},
    {"o/pauses.csv", "", "o/pauses.csv:1: there is no line of column names"},
    {"o/pauses.csv", "time_ns,link\n", "o/pauses.csv:1: there is no column direction"},
    {"o/pauses.csv", "time_ns,link,direction,class,event,level\n1,L9,A>B,0,pause,1\n",
     "o/pauses.csv:2: results.json has no link L9"},
    {"o/pauses.csv", "time_ns,link,direction,class,event,level\n1,L1,A>B,0,pause\n",
     "o/pauses.csv:2: 5 fields, but 6 columns"},
    {"o/pauses.csv", "time_ns,link,direction,class,event,level\n1,L1,A>B,0,paused,1\n",
     "o/pauses.csv:2: there is no event 'paused'"},
    {"o/pauses.csv", "time_ns,link,direction,class,event,level\n1,L1,A>B,0,pause,65", "o/pauses.csv:2: the file ends"},
    {"o/occupancy.csv", "time_ns,switch,bytes\n1,A,many\n", "o/occupancy.csv:2: bytes 'many' is not a number"},
    {"o/occupancy.csv", "time_ns,switch,bytes\n1,A,1e999\n", "o/occupancy.csv:2: bytes '1e999' is not a number"},
    {"o/occupancy.csv", "time_ns,switch,bytes\n2,A,1\n1,A,2\n",
     "o/occupancy.csv:3: time_ns 1 is before that of the line above"},
    {"o/occupancy.csv", "time_ns,switch,by", "o/occupancy.csv:1: the file ends"},
};

START_TEST(report_of_damaged_files) {
  ck_assert_int_eq(run("run " CASE " --quiet --out %s", in_dir("o")), 0);
  write_file(in_dir(damaged[_i].file), damaged[_i].text);
  ck_assert_int_eq(run("report %s", in_dir("o")), 2);
  said(2, damaged[_i].file);
  said(2, ": the file is damaged or of another run, see line ");
  write_sums("o");
  ck_assert_int_eq(run("report %s", in_dir("o")), 2);
  said(2, damaged[_i].says);
  ck_assert_int_eq(count_files(in_dir("o")), RUN_FILES);  // no page
}
END_TEST

static const struct {
  const char *command, *says;
} mixed[] = {
    {"rm run.cksum",
     "o/run.cksum: cannot open: No such file or directory; give a directory that sluice run --out or sluice sweep "
     "wrote"},
    {"rm links.csv", "o/links.csv: cannot open: No such file or directory; let sluice run --out write"},
    {"rm links.csv; mkfifo links.csv", "o/links.csv: cannot open: not a regular file"},
    {"mv queues.csv x; ln -s x queues.csv; echo >>x", "o/queues.csv: the file is damaged or of another run"},
    {"sed -i 5d pauses.csv", "o/pauses.csv: the file is damaged or of another run, see line 1 of run.cksum; "},
    {"tail -1 pauses.csv >>pauses.csv", "o/pauses.csv: the file is damaged or of another run"},
    {"sed -i '/ flows.csv/d' run.cksum", "o/flows.csv: the file is of another run, run.cksum does not list it"},
    {"cp links.csv queues.csv", "o/queues.csv: the file is damaged or of another run"},
    {"sed -i s/deadlocked/drained/ results.json", "o/results.json: the file is damaged or of another run"},
};

// The checksums of files of several blocks are those of the command cksum.
START_TEST(sums_of_large_files) {
  write_file(
      in_dir("s.yaml"),
      "name: s\nduration_us: 100\ngbps: 40\nmmu: {scheme: DSH, buffer: 1MB, headroom: 16KB, alpha: 1/8, ports: 4}\n"
      "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows: [{name: f, from: x, to: y}]\n"
      "trace: {series: [{queues: [all], what: [ingress], every_ns: 100}]}\n");
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("s.yaml"), in_dir("o")), 0);
  ck_assert_int_eq(bash("cd o; test $(wc -c <series.csv) -gt 200000 && cksum *.csv results.json | sort -k 3 | cmp - "
                        "<(sort -k 3 run.cksum)"),
                   0);
  ck_assert_int_eq(run("report %s", in_dir("o")), 0);
}
END_TEST

// Files of two runs, or files that another program has changed
START_TEST(report_of_a_mixture) {
  ck_assert_int_eq(run("run " CASE " --quiet --out %s", in_dir("o")), 0);
  ck_assert_int_eq(bash("cd o && %s", mixed[_i].command), 0);
  ck_assert_int_eq(run("report %s", in_dir("o")), 2);
  said(2, mixed[_i].says);
  said_one_line();
  ck_assert(!exists(in_dir("o/report.html")));
}
END_TEST

// Thresholds that move: those of series.csv in each sample, private cells and DELTA_Q in bytes.
START_TEST(report_of_thresholds) {
  mkdir(in_dir("o"), 0777);
  write_file(
      in_dir("o/results.json"),
      "{\"scenario\": \"x\", \"command\": \"x\", \"cell_bytes\": 64, \"links\": [], \"flows\": [], \"end_ns\": 9, "
      "\"registers\": {\"A\": {\"scheme\": \"DSH\", \"PRIVATE\": 10, \"DELTA_Q\": 3}}}");
  write_file(in_dir("o/occupancy.csv"),
             "time_ns,switch,link,class,bytes\n1,A,L,0,64\n1,B,L,0,64\n2,A,L,0,64\n3,A,L,0,64\n4,A,L,0,64\n");
  write_file(in_dir("o/series.csv"),
             "time_ns,switch,link,class,what,value\n2,A,,,threshold,6400\n2,A,,,port_threshold,1\n3,A,L,0,state,1\n"
             "4,A,,,threshold,128\n");
  write_sums("o");
  ck_assert_int_eq(run("report %s", in_dir("o")), 0);
  knows("o/report.html", ".[0].occupancy.shown[0] | .t == [1, 2, 4] and .bytes == [64, 64, 64]");
  knows("o/report.html",
        ".[0].occupancy.shown[0] | .xoff_bytes == [null, 7040, 768] and .xon_bytes == [null, 6848, 640]");
  knows("o/report.html", ".[0].occupancy.shown[1] | .xoff_bytes == [null]");
  write_file(in_dir("o/series.csv"), "time_ns,switch,link,class,what,value\n2,A,,,threshold,much\n");
  write_sums("o");
  ck_assert_int_eq(run("report %s", in_dir("o")), 2);
  said(2, "o/series.csv:2: value 'much' is not a number");
}
END_TEST

// The shared buffer: its own rows as they are, else from thresholds, T = alpha (Bs - S): under SIH Xqoff = T, under DSH
// Xqoff = T - eta. STATIC has constant thresholds, which say nothing.
START_TEST(report_of_shared_buffers) {
  mkdir(in_dir("o"), 0777);
  write_file(
      in_dir("o/results.json"),
      "{\"scenario\": \"x\", \"command\": \"x\", \"cell_bytes\": 10, \"links\": [], \"flows\": [], \"end_ns\": 9, "
      "\"registers\": {\"A\": {\"scheme\": \"DSH\", \"SHARED\": 100, \"HEADROOM\": 5, \"ALPHA\": -1}, \"B\": "
      "{\"scheme\": \"SIH\", \"SHARED\": 100, \"HEADROOM\": 5, \"ALPHA\": -1}, \"C\": {\"scheme\": \"STATIC\"}, \"D\": "
      "{\"scheme\": \"DSH\", \"SHARED\": 100, \"HEADROOM\": 5, \"ALPHA\": -1}}}");
  write_file(in_dir("o/series.csv"),
             "time_ns,switch,link,class,what,value\n0,A,,,threshold,450\n0,B,,,threshold,500\n0,C,,,threshold,40\n"
             "0,D,,,shared,0\n0,D,,,threshold,450\n5,A,,,threshold,350\n5,B,,,threshold,100\n5,D,,,shared,70\n"
             "5,D,,,threshold,400\n");
  write_sums("o");
  ck_assert_int_eq(run("report %s", in_dir("o")), 0);
  knows("o/report.html",
        ".[0].shared == {total: 3, thinned: 0, shown: [{switch: \"B\", t: [0, 5], bytes: [0, 800], derived: true}, "
        "{switch: \"A\", t: [0, 5], bytes: [0, 200], derived: true}, {switch: \"D\", t: [0, 5], bytes: [0, 70], "
        "derived: false}]}");
}
END_TEST

// Classes that hold packets and are not traced are named, so that nobody takes class 0 for the port. With the
// scenario's own trace none is missing.
START_TEST(report_of_classes_that_are_not_traced) {
  static const char *const missing[] = {"[\"A:L4/3\", \"B:L1/2\", \"B:L1/4\"]", "[]"};
  ck_assert_int_eq(run("run " CASE " --quiet --mmu tb/examples/scenarios/mmu_ttl.yaml %s --out %s",
                       _i == 0 ? "--set trace.queues=[A:L4/0,B:L1/0]" : "", in_dir("o")),
                   0);
  ck_assert_int_eq(run("report %s", in_dir("o")), 0);
  char what[128];
  snprintf(what, sizeof what, ".[0].occupancy.missing == %s", missing[_i]);
  knows("o/report.html", what);
}
END_TEST

// More than a picture holds: what is left says how many there were, and keeps the highest.
START_TEST(report_of_much) {
  mkdir(in_dir("o"), 0777);
  write_file(
      in_dir("o/results.json"),
      "{\"scenario\": \"x\", \"command\": \"x\", \"registers\": {}, \"end_ns\": 1e6, \"links\": [{\"name\": \"L\", "
      "\"gbps\": 1}], \"flows\": [");
  FILE *f = fopen(in_dir("o/results.json"), "a");
  for (int i = 0; i < 3000; i++)
    fprintf(f, "%s{\"name\": \"f%d\", \"completion_ns\": %d}", i > 0 ? "," : "", i, 1 + i * 7 % 3000);
  fprintf(f, "]}\n");
  fclose(f);
  f = fopen(in_dir("o/occupancy.csv"), "w");
  fprintf(f, "time_ns,switch,link,class,bytes\n");
  for (int q = 2; q < 40; q++) fprintf(f, "0,A,L,%d,%d\n", q, q);
  for (int t = 0; t < 50000; t++)
    for (int q = 0; q < 2; q++) fprintf(f, "%d,A,L,%d,%d\n", t, q, t == 12345 ? 999 : t * 31 % 100);
  fclose(f);
  f = fopen(in_dir("o/pauses.csv"), "w");
  fprintf(f, "time_ns,link,direction,class,event,level\n");
  for (int i = 0; i < 20000; i++)
    fprintf(f, "%d,L,A>B,0,%s,%d\n", i * 40 + (i % 20 == 19) * 20, i % 2 == 0 ? "pause" : "resume",
            i % 2 == 0 ? 65535 : 0);
  fclose(f);
  write_sums("o");
  ck_assert_int_eq(run("report %s", in_dir("o")), 0);
  knows("o/report.html", ".[0].flows == 3000 and (.[0].results.flows | length) == 200");
  knows("o/report.html",
        ".[0].completion_ns | .count == 3000 and .mean == 1500.5 and (.values | length) == 1000 and .values[0] == 1 "
        "and .values[-1] == 3000");
  knows("o/report.html", "[.[0].results.flows[].completion_ns] | min == 2801 and max == 3000");
  knows("o/report.html", ".[0].occupancy | .total == 40 and .thinned == 2 and (.shown | length) == 24");
  knows("o/report.html",
        ".[0].occupancy.shown[0] | .queue == \"A:L/0\" and (.bytes | length) <= 4000 and (.bytes | max) == 999 and "
        "(.bytes | index(999)) as $i | .t[$i] == 12345");
  knows("o/report.html", ".[0].occupancy.shown[0] | .t == (.t | sort) and .t[-1] >= 49990");
  knows("o/report.html",
        ".[0].pauses.shown[0] | .pauses == 10000 and (.bars | length) <= 2000 and ([.bars[][3]] | add) == 10000 and "
        ".merged_ns > 0 and .paused_ns == 420000");
}
END_TEST

// Above 2,000 pauses the closest ones become one bar, and no more of them than needed. Pause i lasts 10 ns, and the gap
// after it is 5,000 - i ns, so the last n - 1,999 pauses are one bar; the longest of their gaps is 5,000 - 1,999.
START_TEST(merged_pauses) {
  static const int pauses[] = {2000, 2001, 2005};
  const int n = pauses[_i], last = n - 1999;
  char expected[256];
  long t = 0, from = 0;
  mkdir(in_dir("o"), 0777);
  write_file(in_dir("o/results.json"),
             "{\"scenario\": \"x\", \"command\": \"x\", \"registers\": {}, \"end_ns\": 1e8, \"links\": [{\"name\": "
             "\"L\", \"gbps\": 1}], \"flows\": []}\n");
  write_file(in_dir("o/occupancy.csv"), "time_ns,switch,link,class,bytes\n0,A,L,0,1\n");
  FILE *f = fopen(in_dir("o/pauses.csv"), "w");
  ck_assert_ptr_nonnull(f);
  fprintf(f, "time_ns,link,direction,class,event,level\n");
  for (int i = 0; i < n; i++) {
    if (i == 1999) from = t;
    fprintf(f, "%ld,L,A>B,0,pause,65535\n%ld,L,A>B,0,resume,0\n", t, t + 10);
    t += 10 + 5000 - i;
  }
  fclose(f);
  write_sums("o");
  ck_assert_int_eq(run("report %s", in_dir("o")), 0);
  snprintf(
      expected, sizeof expected,
      ".[0].pauses.shown[0] | .pauses == %d and .paused_ns == %d and .merged_ns == %d and (.bars | length) == 2000 "
      "and .bars[1998][3] == 1 and .bars[1999] == [%ld, %ld, 65535, %d]",
      n, 10 * n, last > 1 ? 5000 - 1999 : 0, from, t - (5000 - (n - 1)), last);
  knows("o/report.html", expected);
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("report");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_test(all, report_of_a_deadlock);
  tcase_add_test(all, report_of_many_runs);
  tcase_add_test(all, report_of_pauses);
  tcase_add_test(all, plots_of_a_deadlock);
  tcase_add_test(all, report_of_thresholds);
  tcase_add_test(all, report_of_shared_buffers);
  tcase_add_loop_test(all, report_of_classes_that_are_not_traced, 0, 2);
  tcase_add_test(all, sums_of_large_files);
  tcase_add_loop_test(all, report_of_a_mixture, 0, sizeof mixed / sizeof mixed[0]);
  tcase_add_loop_test(all, report_of_damaged_files, 0, sizeof damaged / sizeof damaged[0]);
  tcase_add_test(all, report_of_much);
  tcase_add_loop_test(all, merged_pauses, 0, 3);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
