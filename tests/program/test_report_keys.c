// The keys of scenarios in results.json, and runs with equal results. `make check T=report_keys` repeats it.
#include <string.h>

#include "tests/program/pages.h"
#include "tests/suite.h"

// Almost every key with a constant default has an effect here.
static const char scenario[] =
    "name: base\nduration_us: 3000\nstop_us: 1000\n%s"
    "ecn: {kmin: 5KB, kmax: 20KB}\nmmu: {scheme: DSH, buffer: 1MB, headroom: 60KB, alpha: 1/16}\n"
    "switches: [{name: A}, {name: B}]\n"
    "links: [{name: L, a: A, b: B, down_us: 300, up_us: 600}, {name: M, a: A, b: B}]\n"
    "hosts: [{name: a, switch: A}, {name: c, switch: A}, {name: b, switch: B}]\n"
    "flows: [{name: f, from: a, to: b, bytes: 200KB}, {name: g, from: c, to: b}]\n"
    "traffic: [{name: t, pattern: incast, to: [b], senders: 2, bytes: 20KB, period_us: 100, until_us: 500}]\n";

static void write_base(const char *congestion) {
  char text[2048];
  snprintf(text, sizeof text, scenario, congestion);
  write_file(in_dir("base.yaml"), text);
}

// Is a filter of jq true of the results of a directory?
static void has(const char *directory, const char *what) {
  ck_assert_msg(bash("jq -es 'length == 1 and (.[0] | %s)' %s/results.json >/dev/null", what, directory) == 0,
                "not so: %s", what);
}

// results.json has the keys as written, with those of --set, --mmu and --seed.
START_TEST(keys_of_results) {
  write_base("");
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("base.yaml"), in_dir("o")), 0);
  has("o", ".congestion == \"none\" and (.keys | has(\"congestion\") | not)");
  has("o",
      ".keys | .mmu == {scheme: \"DSH\", buffer: \"1MB\", headroom: \"60KB\", alpha: \"1/16\"} and .stop_us == "
      "\"1000\" "
      "and .links[0].down_us == \"300\" and (.flows | length) == 2");
  write_file(in_dir("mmu.yaml"), "mmu: {scheme: SIH, buffer: 2MB, alpha: 1/8}\n");
  ck_assert_int_eq(run("run %s --quiet --mmu %s --seed 7 --set congestion=dcqcn --set mmu.alpha=1/2 --set "
                       "links.*.gbps=100 --set flows.g.congestion=none --out %s",
                       in_dir("base.yaml"), in_dir("mmu.yaml"), in_dir("o")),
                   0);
  has("o", ".congestion == \"dcqcn\" and .senders == \"hpcc_dcqcn\" and .keys.congestion == \"dcqcn\"");
  has("o",
      ".keys | .mmu == {scheme: \"SIH\", buffer: \"2MB\", alpha: \"1/2\"} and .seed == \"7\" and (.links | map(.gbps)) "
      "== [\"100\", \"100\"] and (.flows | map(.congestion)) == [null, \"none\"]");
}
END_TEST

// A very long list is null, and the others remain.
START_TEST(keys_of_many_flows) {
  char path[256];
  write_base("");
  snprintf(path, sizeof path, "%s", in_dir("base.yaml"));
  ck_assert_int_eq(
      bash("sed -i '/^flows/d; s/duration_us: 3000/duration_us: 40000/' base.yaml && { echo flows: && for ((i = "
           "0; i <= 10000; i++)); do echo \"  - {name: f$i, from: a, to: b, bytes: 1KB}\"; done; } >>base.yaml"),
      0);
  ck_assert_int_eq(run("run %s --quiet --out %s", path, in_dir("o")), 0);
  has("o", ".keys | .flows == null and (.hosts | length) == 3 and .stop_us == \"1000\"");
}
END_TEST

static void run_with(const char *set, const char *value, const char *to) {
  ck_assert_int_eq(run("run %s --quiet --set %s=%s --out %s", in_dir("base.yaml"), set, value, in_dir(to)), 0);
}

static bool are_equal(const char *a, const char *b) {
  return bash("'%s' report %s %s --json | jq -e '.[0].sum == .[1].sum' >/dev/null", program, a, b) == 0;
}

// Each default that the page knows is the one of the simulator: a run with this value is equal to one without the key.
START_TEST(defaults) {
  char line[256], key[64], value[64];
  int keys = 0;
  write_base("");
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("base.yaml"), in_dir("none")), 0);
  write_base("congestion: dcqcn\n");
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("base.yaml"), in_dir("o")), 0);
  ck_assert(!are_equal("o", "none"));
  FILE *f = fopen("tb/cli/report/page/keys.js", "r");
  ck_assert_ptr_nonnull(f);
  while (fgets(line, sizeof line, f) != NULL && strncmp(line, "};", 2) != 0) {
    if (sscanf(line, " '%63[^']': '%63[^']'", key, value) != 2) continue;
    run_with(key, value, "p");
    ck_assert_msg(are_equal(strcmp(key, "congestion") == 0 ? "none" : "o", "p"), "%s has another default than %s", key,
                  value);
    keys++;
  }
  fclose(f);
  ck_assert_int_gt(keys, 20);
}
END_TEST

// The checks above see a wrong default.
START_TEST(other_values) {
  static const char *const other[][2] = {{"gbps", "50"},
                                         {"cell_bytes", "256"},
                                         {"packet_bytes", "500"},
                                         {"delay_ns", "900"},
                                         {"overhead_bytes", "0"},
                                         {"processing_ns", "500"},
                                         {"seed", "2"},
                                         {"jitter_ns", "3000"},
                                         {"routing", "ecmp"},
                                         {"reroute_us", "50"},
                                         {"ecn.pmax", "0.1"},
                                         {"senders.frame_bytes", "100"},
                                         {"mmu.pause_time", "1000"},
                                         {"flows.*.class", "1"},
                                         {"traffic.*.class", "1"},
                                         {"traffic.*.start_us", "50"}};
  write_base("congestion: dcqcn\n");
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("base.yaml"), in_dir("o")), 0);
  for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
    run_with(other[i][0], other[i][1], "p");
    ck_assert_msg(!are_equal("o", "p"), "%s has no effect", other[i][0]);
  }
}
END_TEST

// Equal: only the scenario differs. A key without an effect, and zeros that one file leaves out, change nothing.
START_TEST(equal_results) {
  write_base("");
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("base.yaml"), in_dir("o")), 0);
  run_with("name", "other", "p");
  ck_assert(are_equal("o", "p"));
  ck_assert_int_eq(bash("sed -i /^ecn/d base.yaml"), 0);
  run_with("mmu.pause_time", "65535", "p");
  has("o", ".flows[0] | has(\"marked\")");
  has("p", ".flows[0] | has(\"marked\") | not");
  ck_assert(are_equal("o", "p"));
  run_with("stop_us", "1001", "p");
  ck_assert(!are_equal("o", "p"));
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("report_keys");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_test(all, keys_of_results);
  tcase_add_test(all, keys_of_many_flows);
  tcase_add_test(all, defaults);
  tcase_add_test(all, other_values);
  tcase_add_test(all, equal_results);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
