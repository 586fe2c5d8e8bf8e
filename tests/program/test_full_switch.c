// Tests sluice run --engine switch: verdicts and rates of full RTL switches against those of the model, and refused
// scenarios. `make test T=full_switch` repeats it.
#define _GNU_SOURCE
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/program/program.h"
#include "tests/suite.h"

// Short pauses show a deadlock early.
#define CASES " --set stop_us=300 --set duration_us=600 --set mmu.pause_time=2000"

// Reads the rate of a flow in Gb/s from the table.
static double rate_of(const char *text, const char *flow) {
  char line[64];
  snprintf(line, sizeof line, "\n%s ", flow);
  const char *at = strstr(text, line);
  ck_assert_msg(at != NULL, "no flow %s in:\n%s", flow, text);
  return strtod(at + strlen(line), NULL);
}

static const struct {
  const char *file, *scheme, *says;
  int flows;  // number of flows with equal rates; under a deadlock, rates depend on its time
} verdicts[] = {
    {"case1", "static", "drained", 2},
    {"case2", "static", "deadlocked", 0},
    {"case2", "gfc", "drained", 3},
    {"case2", "ttl", "drained", 3},
};

START_TEST(verdicts_are_those_of_the_model) {
  double rate[2][3];
  for (int whole = 0; whole < 2; whole++) {
    ck_assert_int_eq(run("run tb/examples/scenarios/%s.yaml --mmu tb/examples/scenarios/mmu_%s.yaml" CASES "%s",
                         verdicts[_i].file, verdicts[_i].scheme,
                         whole ? " --engine switch" : " --set cell_bytes=256 --set clock_mhz=315 --set mmu.width=17"),
                     0);
    said(1, verdicts[_i].says);
    if (strcmp(verdicts[_i].says, "deadlocked") == 0)
      said(1, "\ncycle of waiting queues: A:L1/0 -> B:L2/0 -> C:L3/0 -> D:L4/0 -> A:L1/0\n");
    for (int f = 0; f < verdicts[_i].flows; f++)
      rate[whole][f] = rate_of(with.text[0], (const char *[]){"flow1", "flow2", "flow3"}[f]);
  }
  for (int f = 0; f < verdicts[_i].flows; f++)
    ck_assert_msg(rate[1][f] > 0.95 * rate[0][f] && rate[1][f] < 1.05 * rate[0][f], "flow %d: %g Gb/s, model %g", f + 1,
                  rate[1][f], rate[0][f]);
}
END_TEST

// A limit counts preamble and gap: 100 of 120 bytes are the packet's. The first packet arrives after 3.4 us.
START_TEST(a_limit_counts_the_wire) {
  write_file(
      in_dir("l.yaml"),
      "name: l\ngbps: 10\npacket_bytes: 100\nduration_us: 300\nstop_us: 200\nswitches: [{name: S, limit: [{link: y, "
      "gbps: 5}]}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows: [{name: f, from: x, to: y}]\n"
      "mmu: {scheme: STATIC, buffer: 1MB, headroom: 16KB, xoff: 40KB, ports: 4}\n");
  ck_assert_int_eq(run("run %s --engine switch", in_dir("l.yaml")), 0);
  ck_assert_double_eq_tol(rate_of(with.text[0], "f"), 5 * 100 / 120.0 * (1 - 3.4 / 200), 0.03);
}
END_TEST

// A burst that overflows the buffer. The program must report the lost packets and end.
START_TEST(losses_are_told) {
  ck_assert_int_eq(run("run tb/examples/scenarios/case2.yaml --engine switch --set stop_us=100 --set duration_us=200 "
                       "--set mmu.headroom=2KB"),
                   4);
  said(2, "packets of lossless classes were refused");
}
END_TEST

#define NETWORK                                                                                               \
  "name: n\nduration_us: 20\nstop_us: 10\nswitches: [{name: S}, {name: T}]\nlinks: [{name: L, a: S, b: T}]\n" \
  "hosts: [{name: x, switch: S}, {name: y, switch: T}]\n"
#define MMU "mmu: {scheme: STATIC, buffer: 1MB, headroom: 16KB, xoff: 40KB, ports: 4%s}\n"

static const struct {
  const char *mmu, *flow, *more, *says;
} bad[] = {
    {", classes: 7", "", "", "n.yaml:7: no full switch of this program has 4 ports and 7 classes"},
    {"", "", "processing_ns: 5\n", "processing_ns: a full switch has its own processing time; leave it out"},
    {"", ", packet_bytes: 12000", "", "takes frames of up to 9216 bytes; give packets of at most 9220"},
    {"", ", ttl: 2", "", "flow f: a full switch ends the life of a packet under TTL only"},
    {"", ", route: [S, T], loop: true", "", "flow f: a full switch ends the life of a packet under TTL only"},
};

START_TEST(bad_scenario) {
  char text[1024];
  snprintf(text, sizeof text, NETWORK MMU "flows: [{name: f, from: x, to: y%s}]\n%s", bad[_i].mmu, bad[_i].flow,
           bad[_i].more);
  write_file(in_dir("n.yaml"), text);
  ck_assert_int_eq(run("run %s --engine switch --out %s", in_dir("n.yaml"), in_dir("o")), 2);
  said(2, bad[_i].says);
  ck_assert_str_eq(with.text[0], "");
  ck_assert_ptr_eq(strchr(with.text[1], '\n'), with.text[1] + strlen(with.text[1]) - 1);
  ck_assert(!exists(in_dir("o")));
}
END_TEST

START_TEST(bad_command) {
  ck_assert_int_eq(run("run tb/examples/scenarios/case1.yaml --engine switches"), 2);
  said(2, "unknown engine 'switches', did you mean 'switch'?");
  ck_assert_int_eq(run("run tb/examples/scenarios/case1.yaml --engine switch --waves %s", in_dir("w.fst")), 2);
  said(2, "--waves needs the RTL of an MMU; add --engine rtl or --engine both");
  ck_assert_int_eq(run("run tb/examples/scenarios/incast.yaml --engine switch"), 2);
  said(2, "incast.yaml:");
  said(2, BUILD_HAS_RTL ? "no full switch of this program has 32 ports and 7 classes" : "this program has no RTL");
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("whole");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 200);
  if (BUILD_HAS_RTL) {
    tcase_add_loop_test(all, verdicts_are_those_of_the_model, 0, sizeof verdicts / sizeof verdicts[0]);
    tcase_add_test(all, a_limit_counts_the_wire);
    tcase_add_test(all, losses_are_told);
    tcase_add_loop_test(all, bad_scenario, 0, sizeof bad / sizeof bad[0]);
  }
  tcase_add_test(all, bad_command);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
