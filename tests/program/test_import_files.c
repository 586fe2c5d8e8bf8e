// Tests sluice import as users run it: one command writes a directory, sluice run reads it, and an error leaves
// nothing. `make check T=import_files` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/program/program.h"
#include "tests/suite.h"

static const char star[] = "4 1 3\n3\n0 3 40Gbps 1us 0\n1 3 40Gbps 1us 0\n2 3 40Gbps 1us 0\n";
static const char pair[] = "2\n0 2 3 100 200000 2\n1 2 3 100 200000 2\n";

static void write_inputs(void) {
  write_file(in_dir("star.txt"), star);
  write_file(in_dir("flow.txt"), pair);
}

// Two flows of 200,000 B share a link of 40 Gb/s: 400 packets of 1,020 B with preamble and gap need 81.6 us.
START_TEST(imported_network_runs) {
  write_inputs();
  ck_assert_int_eq(bash("'%s' import hpcc star.txt flow.txt >said 2>&1", program), 0);
  ck_assert_int_eq(bash("grep -qx 'star/scenario.yaml: 3 hosts, 1 switches, 3 links, 2 flows' said"), 0);
  ck_assert_int_eq(count_files(in_dir("star")), 2);
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("star/scenario.yaml"), in_dir("o")), 0);
  ck_assert_int_eq(bash("jq -e '.verdict == \"drained\" and .completed == 2 and .completion_ns.max > 81600 and "
                        ".completion_ns.max < 85000 and ([.switches[].lost] | add) == 0' o/results.json"),
                   0);
}
END_TEST

// The topologies of SimAI have no ending, so the default directory has another name than the file.
START_TEST(topology_without_ending) {
  write_inputs();
  ck_assert_int_eq(bash("mv star.txt star && '%s' import hpcc ./star flow.txt 2>/dev/null >said", program), 0);
  ck_assert_int_eq(bash("grep -q '^star.import/scenario.yaml: 3 hosts' said && cmp <(ls star.import) <(printf "
                        "'flows.csv\nscenario.yaml\n')"),
                   0);
}
END_TEST

// A topology whose name gives `.` or `..` needs --out; others that begin so give a name that a scenario may have.
START_TEST(topologies_named_by_dots) {
  static const struct {
    const char *file, *dir, *name;
  } t[] = {{"...txt", NULL, "_."},
           {"..txt", NULL, "_"},
           {"-x.txt", "-x", "_x"},
           {".x.txt", ".x", "_x"},
           {".x", ".x.import", "_x"}};
  write_inputs();
  ck_assert_int_eq(bash("mkdir in && mv star.txt in/%s && touch before && find . | sort >before", t[_i].file), 0);
  if (t[_i].dir == NULL) {
    ck_assert_int_eq(bash("cd in && '%s' import hpcc ./%s ../flow.txt >../said 2>&1", program, t[_i].file), 2);
    ck_assert_int_eq(
        bash("[ \"$(cat said)\" = './%s: its name gives directory %s; give --out a new directory, or rename "
             "the file' ] && rm said && find . | sort | diff before -",
             t[_i].file, _i == 0 ? ".." : "."),
        0);
  }
  const char *to = t[_i].dir != NULL ? t[_i].dir : "new";
  ck_assert_int_eq(bash("cd in && '%s' import hpcc ./%s ../flow.txt %s >/dev/null 2>&1", program, t[_i].file,
                        t[_i].dir != NULL ? "" : "--out new"),
                   0);
  ck_assert_int_eq(bash("grep -qx 'name: %s' ./in/%s/scenario.yaml", t[_i].name, to), 0);
  ck_assert_int_eq(bash("'%s' run ./in/%s/scenario.yaml --quiet", program, to), 0);
}
END_TEST

// What a scenario does not have is one line each on standard error, and a comment of the scenario.
START_TEST(notes_are_said) {
  write_inputs();
  write_file(in_dir("config.txt"), "CC_MODE 7\nKMAX_MAP 1 25000000000 400\n");
  ck_assert_int_eq(
      run("import hpcc %s %s %s --out %s", in_dir("star.txt"), in_dir("flow.txt"), in_dir("config.txt"), in_dir("x/y")),
      0);
  said(2, "CC_MODE 7, TIMELY, is not known; give 1, 3 or 10\n");
  said(2, "hosts have no congestion control; no effect of KMAX_MAP\n");
  said(1, "/x/y/scenario.yaml: 3 hosts, 1 switches, 3 links, 2 flows\n");
  ck_assert_int_eq(bash("grep '^# .*no effect of KMAX_MAP$' x/y/scenario.yaml && test -s x/y/flows.csv"), 0);
}
END_TEST

// HPCC's default settings: five flows to one host. With DCQCN, marks above Kmin, 400 KB or 32 us, hold the queue near
// it; without control it has 13 MB. HPCC and HPCC-PINT have no queue after their first round trips.
START_TEST(imported_congestion_control_holds_the_queue) {
  static const struct {
    int mode;
    const char *holds;
  } of[] = {{1, ".latency_ns.p99 > 30000 and .latency_ns.p99 < 50000 and .marked > 200"},
            {3, ".latency_ns.p99 < 3000"},
            {10, ".latency_ns.p99 < 3000"}};
  char config[1024];
  snprintf(config, sizeof config,
           "ENABLE_QCN 1\nCC_MODE %d\nPACKET_PAYLOAD_SIZE 1000\nALPHA_RESUME_INTERVAL 1\nRATE_DECREASE_INTERVAL 4\n"
           "CLAMP_TARGET_RATE 0\nRP_TIMER 300\nEWMA_GAIN 0.00390625\nFAST_RECOVERY_TIMES 1\nRATE_AI 20Mb/s\n"
           "RATE_HAI 200Mb/s\nMIN_RATE 1000Mb/s\nL2_ACK_INTERVAL 1\nKMAX_MAP 1 100000000000 1600\n"
           "KMIN_MAP 1 100000000000 400\nPMAX_MAP 1 100000000000 0.2\nBUFFER_SIZE 32\nSIMULATOR_STOP_TIME 4.00\n",
           of[_i].mode);
  write_file(in_dir("config.txt"), config);
  write_file(in_dir("net.txt"),
             "7 1 6\n0\n0 1 100Gbps 0.001ms 0\n0 2 100Gbps 0.001ms 0\n0 3 100Gbps 0.001ms 0\n"
             "0 4 100Gbps 0.001ms 0\n0 5 100Gbps 0.001ms 0\n0 6 100Gbps 0.001ms 0\n");
  write_file(in_dir("flow.txt"),
             "5\n2 1 3 100 200000000 2\n3 1 3 100 200000000 2\n4 1 3 100 150000000 2\n5 1 3 100 5000000 2\n"
             "6 1 3 100 5000000 2\n");
  ck_assert_int_eq(bash("'%s' import hpcc net.txt flow.txt config.txt --out n 2>/dev/null", program), 0);
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("n/scenario.yaml"), in_dir("o")), 0);
  ck_assert_int_eq(bash("jq -e '.verdict == \"drained\" and .completed == 5 and ([.switches[].lost] | add) == 0 and "
                        "(.flows[:2] | all(%s))' o/results.json",
                        of[_i].holds),
                   0);
}
END_TEST

// 20,000 packets of 1,000 B of each of two flows share a link of 40 Gb/s.
START_TEST(flows_of_ns3_rdma) {
  write_file(in_dir("net.txt"), "4 1 3\n0\n0 1 40Gbps 0.001ms 0\n0 2 40Gbps 0.001ms 0\n0 3 40Gbps 0.001ms 0\n");
  write_file(in_dir("flow.txt"), "2\n2 1 3 20000 2.0 9.5\n3 1 3 20000 2.0 9.5\n");
  ck_assert_int_eq(run("import hpcc %s %s --out %s", in_dir("net.txt"), in_dir("flow.txt"), in_dir("n")), 0);
  said(2, "flows of ns3-rdma, in packets of 1000 B\n");
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("n/scenario.yaml"), in_dir("o")), 0);
  ck_assert_int_eq(bash("jq -e '.completed == 2 and (.flows | all(.start_ns == 0 and .received_packets == 20000)) and "
                        ".completion_ns.max > 8160000 and .completion_ns.max < 8200000' o/results.json"),
                   0);
}
END_TEST

// Two switches with a host each, and two routes between them
static const char two_routes[] =
    "6 4 6\n2 3 4 5\n0 2 40Gbps 1us 0\n1 3 40Gbps 1us 0\n2 4 40Gbps 1us 0\n2 5 40Gbps 1us 0\n3 4 40Gbps 1us 0\n"
    "3 5 40Gbps 1us 0\n";

static const struct {
  const char *net, *flows;
  bool routing, scheduler;
} acting[] = {{star, pair, false, false},
              {star, "2\n0 2 3 100 200000 2\n2 1 3 100 200000 2\n", false, true},
              {two_routes, "1\n0 1 3 100 200000 2\n", true, false},
              {two_routes, "2\n0 1 3 100 200000 2\n1 0 3 100 200000 2\n", true, true}};

// The scenario has ECMP only if a flow has a choice, and priority of acknowledgements only if they meet data.
START_TEST(keys_that_act) {
  write_file(in_dir("net.txt"), acting[_i].net);
  write_file(in_dir("flow.txt"), acting[_i].flows);
  write_file(in_dir("config.txt"),
             "CC_MODE 1\nKMIN_MAP 1 40000000000 400\nKMAX_MAP 1 40000000000 1600\n"
             "PMAX_MAP 1 40000000000 0.2\n");
  ck_assert_int_eq(bash("'%s' import hpcc net.txt flow.txt config.txt --out n 2>/dev/null", program), 0);
  ck_assert_int_eq(bash("grep -q '^routing: ecmp$' n/scenario.yaml") == 0, acting[_i].routing);
  ck_assert_int_eq(bash("grep -q '^scheduler: {strict: .1.}$' n/scenario.yaml") == 0, acting[_i].scheduler);
  ck_assert_int_eq(bash("'%s' run n/scenario.yaml --quiet 2>&1 | grep 'no effect'", program), 1);
}
END_TEST

static const struct {
  const char *arguments;
  int code;
  const char *says;
  rlim_t largest;
} errors[] = {
    {"%s/star.txt %1$s/bad.txt --out %1$s/x/y", 2, "/bad.txt:1: the file ends after 0 of 5 flows; complete it\n", 0},
    {"%s/star.txt %1$s/flow.txt --out %1$s/x/y", 1, "/x/y/scenario.yaml: cannot write: File too large", 200},
    {"%s/star.txt %1$s/many.txt --out %1$s/x/y", 1, "/x/y/flows.csv: cannot write: File too large", 200},
    {"%s/star.txt %1$s/flow.txt --out /proc/x", 1, "/proc/x: cannot write: ", 0},
    {"%s/star.txt %1$s/flows.csv --out %1$s", 2, "/flows.csv: the file is read; give --out another directory\n", 0},
    {"%s/star.txt %1$s/flow.txt --out \xff", 2, "the command is not UTF-8, which JSON and YAML require", 0},
};

START_TEST(error_leaves_nothing) {
  char line[512];
  write_inputs();
  write_file(in_dir("bad.txt"), "5\n");
  char many[2048] = "40\n";
  for (int i = 0; i < 40; i++) strcat(many, "0 2 3 100 200000 2\n");
  write_file(in_dir("many.txt"), many);
  write_file(in_dir("flows.csv"), pair);
  ck_assert_int_eq(run("--version"), 0);  // creates the files of the program's output
  int files = count_files(dir);
  snprintf(line, sizeof line, errors[_i].arguments, dir);
  with.largest = errors[_i].largest;
  ck_assert_int_eq(run("import hpcc %s", line), errors[_i].code);
  with.largest = 0;
  said(2, errors[_i].says);
  said_one_line();
  ck_assert_int_eq(count_files(dir), files);
  ck_assert_int_eq(bash("printf '%s' | cmp flows.csv", "2\\n0 2 3 100 200000 2\\n1 2 3 100 200000 2\\n"), 0);
}
END_TEST

// A flow that starts when another has ended: the written scenario runs, and the second flow follows the first one.
START_TEST(flow_after_another) {
  write_file(in_dir("net.topo"),
             "Nodes 4\nTiers 2\nPodsize 4\nTier 0\nDownlink_speed_Gbps 10\nRadix_Down 2\nRadix_Up 1\n"
             "Downlink_Latency_ns 1000\nTier 1\nDownlink_speed_Gbps 10\nRadix_Down 2\nDownlink_Latency_ns 1000\n");
  write_file(in_dir("a.cm"),
             "0->3 id 1 start 0 size 10000 recv_done_trigger 1\n1->3 trigger 1 size 10000\n"
             "Trigger id 1 oneshot\n");
  ck_assert_int_eq(run("import htsim %s %s --out %s", in_dir("net.topo"), in_dir("a.cm"), in_dir("o")), 0);
  ck_assert_int_eq(run("run %s", in_dir("o/scenario.yaml")), 0);
  said(1, "completed: 2 of 2 finite flows");
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  TCase *t = tcase_create("all");
  tcase_add_checked_fixture(t, make_dir, remove_dir);
  tcase_set_timeout(t, 60);
  tcase_add_test(t, imported_network_runs);
  tcase_add_test(t, topology_without_ending);
  tcase_add_loop_test(t, topologies_named_by_dots, 0, 5);
  tcase_add_test(t, notes_are_said);
  tcase_add_loop_test(t, imported_congestion_control_holds_the_queue, 0, 3);
  tcase_add_test(t, flows_of_ns3_rdma);
  tcase_add_loop_test(t, keys_that_act, 0, sizeof(acting) / sizeof(*acting));
  tcase_add_loop_test(t, error_leaves_nothing, 0, sizeof errors / sizeof errors[0]);
  tcase_add_test(t, flow_after_another);
  Suite *s = suite_create("import files");
  suite_add_tcase(s, t);
  return suite_run(s);
}
