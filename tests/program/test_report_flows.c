// The flows on the pages of sluice report: sizes, completion times, those that several runs have. `make check
// T=report_flows` repeats it.
#include <string.h>
#include <sys/stat.h>

#include "tests/program/pages.h"
#include "tests/suite.h"

// Of more flows than results.json lists flows.csv has the values. 40 flows of 100 bytes and 40 of 2,000: two bins, two
// size classes; every tenth did not complete.
static void write_flows(const char *name, int slower, int missing) {
  FILE *f = fopen(in_dir(name), "a");
  fprintf(f, "flow,from,to,class,bytes,start_ns,completion_ns,ideal_ns,slowdown,gbps,latency_mean_ns\n");
  for (int i = 0; i < 80; i++) {
    int bytes = i % 2 == 0 ? 100 : 2000;
    if (i % 10 == missing)
      fprintf(f, "f%d,h1,h2,0,%d,%d.000,,,,1.5,\n", i, bytes, i);
    else
      fprintf(f, "f%d,h1,h2,0,%d,%d.000,%d,%d,%d,1.5,7\n", i, bytes, i, 100 * (slower + i), 100, slower + i);
  }
  fclose(f);
}

static void make_large(const char *directory, int slower, int missing) {
  char name[64];
  mkdir(in_dir(directory), 0777);
  snprintf(name, sizeof name, "%s/results.json", directory);
  write_file(in_dir(name),
             "{\"scenario\": \"x\", \"command\": \"x\", \"registers\": {}, \"end_ns\": 1e6, \"flows\": null}");
  snprintf(name, sizeof name, "%s/flows.csv", directory);
  write_flows(name, slower, missing);
  write_sums(directory);
}

START_TEST(report_of_flows_by_size) {
  make_large("o", 1, 9);
  ck_assert_int_eq(run("report %s", in_dir("o")), 0);
  knows("o/report.html",
        ".[0] | .flows == 80 and .finite == 80 and .completed == 72 and (.results.flows | length) == 80");
  knows("o/report.html",
        ".[0].results.flows[9] == {name: \"f9\", from: \"h1\", to: \"h2\", class: 0, bytes: 2000, start_ns: 9, "
        "completion_ns: null, ideal_ns: null, slowdown: null, gbps: 1.5}");
  knows("o/report.html",
        ".[0].slowdown | .count == 72 and .max == 79 and .p99 == 79 and .p50 == 39 and .values[0] == 1");
  knows(
      "o/report.html",
      ".[0].sizes | map([.bytes_above, .bytes_to, .flows, .completed]) == [[10, 100, 40, 40], [1000, 10000, 40, 32]]");
  knows("o/report.html",
        ".[0].sizes[0].completion_ns == {count: 40, mean: 4000, p50: 3900, p99: 7900, p999: 7900, max: 7900}");
  knows("o/report.html",
        ".[0].bins | map([.from, .to, .bytes, .flows, .p50]) == [[100, 100, 100, 40, 39], [2000, 2000, "
        "2000, 32, 38]]");
  knows("o/report.html", ".[0].dots | length == 72 and .[0] == [100, 1] and .[-1] == [2000, 78]");
}
END_TEST

// A comparison is of the flows that completed in all runs, by name, ends and size.
START_TEST(report_of_common_flows) {
  make_large("a", 1, 9);
  make_large("b", 11, 8);
  ck_assert_int_eq(run("report %s %s --out %s", in_dir("a"), in_dir("b"), in_dir("both.html")), 0);
  knows("both.html", "map(.common.flows) == [64, 64] and map(.completed) == [72, 72]");
  knows("both.html", "map(.common.slowdown.max) == [78, 88] and map(.common.slowdown.count) == [64, 64]");
  knows("both.html",
        "map(.common.sizes | map(.flows)) == [[32, 32], [32, 32]] and map(.common | has(\"dots\")) == [false, "
        "false]");
  write_file(in_dir("b/flows.csv"),
             "flow,from,to,bytes,start_ns,completion_ns,slowdown,gbps\nf1,h1,h3,2000,1,5,1,2\nf2,h1,h2,101,1,5,1,2\n");
  write_sums("b");
  ck_assert_int_eq(run("report %s %s --out %s", in_dir("a"), in_dir("b"), in_dir("both.html")), 0);
  knows("both.html", "map(.common.flows) == [0, 0]");
  write_file(in_dir("b/flows.csv"), "flow,from,to,bytes,start_ns,completion_ns,slowdown,gbps\nf1,h1,h3,many,1,5,1,2\n");
  write_sums("b");
  ck_assert_int_eq(run("report %s", in_dir("b")), 2);
  said(2, "b/flows.csv:2: bytes 'many' is not a number");
}
END_TEST

// Endless flows, each with its own host, whose rates and starts depend on the run; `without` is missing.
static void run_endless(const char *name, int flows, int without, int seed) {
  char file[64];
  snprintf(file, sizeof file, "%s.yaml", name);
  FILE *f = fopen(in_dir(file), "w");
  fprintf(f,
          "{name: many, gbps: 100, duration_us: 60, stop_us: 40, jitter_ns: 20000, seed: %d,\n"
          "mmu: {scheme: STATIC, ports: 5, buffer: 8MB, headroom: 60KB, xoff: 40KB}, switches: [{name: S}],\n"
          "hosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}, {name: d, switch: S}], flows: [\n",
          seed);
  for (int i = 0; i < flows; i++)
    if (i != without) fprintf(f, "{name: f%d, from: %c, to: d, gbps: %d},\n", i, 'a' + i % 3, 1 + (i * seed) % 7);
  fprintf(f, "]}\n");
  fclose(f);
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir(file), in_dir(name)), 0);
}

// A comparison has the same flows of all runs, those with the largest difference, and their sum is of all flows. Each
// run alone lists other flows. A flow that a run does not have is counted, and has no rate there.
START_TEST(report_of_the_same_flows) {
  run_endless("a", 250, -1, 2);
  run_endless("b", 250, 7, 3);
  ck_assert_int_eq(run("report %s %s --out %s", in_dir("a"), in_dir("b"), in_dir("both.html")), 0);
  knows("both.html", "map(.flows) == [250, 249] and (map(.results.flows | map(.name)) | .[0] != .[1])");
  knows("both.html", "map(.rates | map(.[0]) - [\"f7\"]) | .[0] == .[1] and (.[0] | length) == 100");
  knows("both.html", "map(.rates | map(select(.[0] == \"f7\")) | length) == [1, 0]");
  knows("both.html", "map(.rates_of | [.all, .partly]) == [[250, 1], [250, 1]]");
  knows("both.html", ".[0].rates as $r | .[0].rates | all(.[1] as $from | [\"a\", \"b\", \"c\"] | index($from))");
  char line[512];
  snprintf(line, sizeof line, "jq -es 'map(.flows | map(.gbps) | add | round)' %s %s >%s", in_dir("a/results.json"),
           in_dir("b/results.json"), in_dir("sums"));
  ck_assert_int_eq(system(line), 0);
  snprintf(
      line, sizeof line,
      "sed -n 's|.*id=\"runs\">\\(.*\\)</script>$|\\1|p' %s | jq -e --slurpfile s %s 'map(.gbps | round) == $s[0]'",
      in_dir("both.html"), in_dir("sums"));
  ck_assert_int_eq(system(line), 0);
  // Without the flow, the largest difference is that of all flows.
  snprintf(line, sizeof line,
           "jq -es 'map(.flows | map({(.name): .gbps}) | add) | . as $f | $f[1] | keys | map(select($f[0][.] != null "
           "and $f[1][.] != null) | [., ($f[0][.] - $f[1][.] | fabs)]) | max_by(.[1])[1]' %s %s >%s",
           in_dir("a/results.json"), in_dir("b/results.json"), in_dir("most"));
  ck_assert_int_eq(system(line), 0);
  snprintf(line, sizeof line,
           "sed -n 's|.*id=\"runs\">\\(.*\\)</script>$|\\1|p' %s | jq -e --slurpfile m %s '[.[0].rates[0][3], "
           ".[1].rates[0][3]] | (.[0] - .[1] | fabs) - $m[0] | fabs < 1e-6'",
           in_dir("both.html"), in_dir("most"));
  ck_assert_int_eq(system(line), 0);
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("report_flows");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_test(all, report_of_flows_by_size);
  tcase_add_test(all, report_of_common_flows);
  tcase_add_test(all, report_of_the_same_flows);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
