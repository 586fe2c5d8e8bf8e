// The results of each group of flows: those of results.json equal those that a script computes from flows.csv. `make
// check T=traffic_results` repeats it.
#include <check.h>
#include <unistd.h>

#include "tests/program/pages.h"
#include "tests/suite.h"

// Link ap falls and returns, if `outage` says so.
#define FABRIC(outage)                                                                                                \
  "name: s\ngbps: 100\nduration_us: 3000\nstop_us: 1000\nmmu: {scheme: DSH, buffer: 1MB, headroom: 30KB, alpha: 1/8," \
  " lossless: [0]}\nswitches: [{name: A}, {name: B}, {name: P}, {name: Q}]\n"                                         \
  "links: [{name: ap, a: A, b: P" outage                                                                              \
  "}, {name: aq, a: A, b: Q}, {name: bp, a: B, b: P}, {name: bq, a: B, b: Q}]\n"                                      \
  "hosts: [{name: a0, switch: A}, {name: a1, switch: A}, {name: b0, switch: B}, {name: b1, switch: B}]\n"
#define ONE "{name: one, from: a0, to: b0, bytes: 100KB}, {name: endless, from: a1, to: b1, gbps: 1}"
#define CHAINED                                                                                                 \
  ONE ", {name: next, from: b0, to: a0, bytes: 7, after: [one]}, {name: never, from: a1, to: b0, bytes: 40MB, " \
      "start_us: 900}"
#define TRAFFIC                                                                                      \
  "traffic: [{name: web, pattern: uniform, sizes: fb_hadoop, load: 0.6, until_us: 400, class: 1},\n" \
  "  {name: in, pattern: incast, senders: 3, bytes: 20KB, period_us: 50, until_us: 400},\n"          \
  "  {name: all, pattern: permutation}, {name: none, pattern: uniform, bytes: 1MB, load: 0.000001, until_us: 1}"

static const char collectives[] =
    FABRIC(", down_us: 300, up_us: 500") "flows: [" CHAINED "]\n" TRAFFIC
                                         ",\n  {name: ring, pattern: ring_all_reduce, bytes: 90KB}, {name: a2a, "
                                         "pattern: all_to_all, bytes: 90KB}]\n";
static const char both_engines[] = FABRIC("") "flows: [" ONE "]\n" TRAFFIC "]\n";

static const struct {
  const char *scenario, *arguments;  // scenario NULL: websearch.yaml
} runs[] = {{collectives, "--threads 2"},
            {collectives, "--set routing=spray"},
            {collectives, "--set routing=ecmp --set reroute_us=20"},
            {collectives, "--set congestion=dcqcn --set ecn.kmin=10KB --set ecn.kmax=90KB"},
            {collectives, "--set mmu.buffer=200KB --set traffic.web.load=0.95"},
            {both_engines, "--engine model"},
            {both_engines, "--engine event"},
            {NULL, "--set duration_us=4000 --set stop_us=3900 --set traffic.*.until_us=3900"},
            {NULL, "--set mmu.scheme=SIH"}};

static const char *root(void) {
  static char path[4096];
  return getcwd(path, sizeof path);
}

START_TEST(as_computed_from_flows_csv) {
  const char *file = runs[_i].scenario != NULL ? in_dir("s.yaml") : "tb/examples/scenarios/websearch.yaml";
  if (runs[_i].scenario != NULL) write_file(file, runs[_i].scenario);
  const int status = run("run %s %s --out %s", file, runs[_i].arguments, in_dir("o"));
  ck_assert_msg(status == 0 || status == 4, "%s", with.text[1]);
  ck_assert_int_eq(bash("'%s/tests/program/traffic_results.py' o web in none incast >&2", root()), 0);
  if (runs[_i].scenario == NULL) return;
  said(1, "\nFCT us ");
  said(1, "\nflows ");
  said(1, "\nin ");
  said(1, "\nall ");  // all groups; the permutation has no finite flow
  if (runs[_i].scenario == collectives) said(1, "\nmakespan of ring: ");
}
END_TEST

START_TEST(quiet_and_few_flows) {
  write_file(in_dir("s.yaml"), FABRIC("") "flows: [" ONE "]\n");
  ck_assert_int_eq(run("run %s --out %s", in_dir("s.yaml"), in_dir("o")), 0);
  ck_assert_ptr_null(strstr(with.text[0], "FCT us  flows"));
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("s.yaml"), in_dir("o")), 0);
  ck_assert_str_eq(with.text[0], "");
  ck_assert_int_eq(bash("'%s/tests/program/traffic_results.py' o", root()), 0);
}
END_TEST

// The page has the numbers of results.json for each group, and those of common flows in a comparison.
START_TEST(on_the_page) {
  write_file(in_dir("s.yaml"), collectives);
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("s.yaml"), in_dir("a")), 0);
  ck_assert_int_eq(run("run %s --quiet --out %s --set mmu.buffer=200KB --set traffic.web.until_us=350",
                       in_dir("s.yaml"), in_dir("b")),
                   0);
  ck_assert_int_eq(run("report %s", in_dir("a")), 0);
  knows("a/report.html",
        ".[0] | (.results.traffic | map(select(.flows + .left_out > 0) | [.name, .flows, .left_out, .slowdown_p99 // 0,"
        " .completion_p999_ns // 0])) == (.traffic | map([.name, .completed, .flows - .completed, .slowdown.p99, "
        ".completion_ns.p999]))");
  knows("a/report.html", ".[0].traffic | map(.name) == [\"flows\", \"web\", \"in\", \"ring\", \"a2a\"]");
  knows("a/report.html",
        ".[0] | [.traffic[] | .sizes[] | [.bytes_to, .completed, .slowdown.p50]] == [.results.traffic[] | .sizes[] | "
        "[.bytes_to, .flows, .slowdown_p50 // 0]]");
  ck_assert_int_eq(run("report %s %s --out %s", in_dir("a"), in_dir("b"), in_dir("ab.html")), 0);
  knows("ab.html", "map(.common.traffic | map([.name, .flows])) | .[0] == .[1]");
  knows("ab.html", "map(.common | .flows == (.traffic | map(.flows) | add)) | all");
  knows("ab.html", "map(.common.traffic[0].name) == [\"flows\", \"flows\"] and .[0].common.traffic[0].flows == 2");
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("traffic_results");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_loop_test(all, as_computed_from_flows_csv, 0, sizeof runs / sizeof runs[0]);
  tcase_add_test(all, quiet_and_few_flows);
  tcase_add_test(all, on_the_page);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
