// Tests congestion control by flow and by entry of traffic, the class of acknowledgements, and marks in every class
// [spec 14]. `make check T=policies` repeats it.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/scenario/marker.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

enum { TEXT = 4096 };
static char text[TEXT];
static struct scenario *s;

#define STAR                                                                                                    \
  "switches: [{name: S}]\nhosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}, {name: r, " \
  "switch: S}]\n"

static double gbps(const struct network_result *r, int flow) {
  return (double)r->flow[flow].window_bytes * 8e3 / (double)r->stop;
}

static double mean_queue(const struct network_result *r, int cls) {
  const int port = s->link[s->host[3].link].end[0].port;
  return r->sw[0].queue[SIDE_EGRESS][port * s->dims.classes + cls].total / (double)r->stop;
}

// ---- classes ----

// Two endless flows to one host, data in the highest class, alone or with all other classes: marks keep the queue near
// Kmin, as in a network with a class for acknowledgements.
START_TEST(data_in_every_class_are_marked) {
  static const struct { int classes, of_a, of_b; } t[] = {{1, 0, 0}, {2, 1, 1}, {2, 0, 1}, {8, 7, 7}, {8, 0, 0}};
  snprintf(text, TEXT,
           "name: classes\nduration_us: 4000\ngbps: 100\npacket_bytes: 1000\ncongestion: dcqcn\n"
           "mmu: {scheme: SIH, buffer: 16MB, headroom: 40KB, alpha: 1/8, classes: %d}\n" STAR
           "flows: [{name: f, from: a, to: r, class: %d}, {name: g, from: b, to: r, class: %d}]\n",
           t[_i].classes, t[_i].of_a, t[_i].of_b);
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  double queue = mean_queue(r, t[_i].of_a);
  for (int i = 0; i < 2; i++) ck_assert_uint_gt(r->flow[i].marked, 100);
  if (t[_i].of_a != t[_i].of_b) queue += mean_queue(r, t[_i].of_b);
  ck_assert_msg(queue < 800e3, "%g bytes", queue);  // without marks 1.7 MB
  simulation_free(n);
  scenario_free(s);
}
END_TEST

START_TEST(acknowledgements_have_a_class_without_data) {
  static const struct {
    const char *keys, *flow_class;
    int cls;
  } t[] = {{"classes: 8", "0", 7}, {"classes: 8", "7", 6}, {"classes: 2", "1", 0},
           {"classes: 1", "0", 0}, {"classes: 3", "2", 1}, {"classes: 8}\nsenders: {class: 7", "7", 7}};
  snprintf(text, TEXT,
           "name: acks\nduration_us: 4\ncongestion: dcqcn\n"
           "mmu: {scheme: SIH, buffer: 16MB, headroom: 40KB, alpha: 1/8, %s}\n" STAR
           "flows: [{name: f, from: a, to: r, class: %s}]\n",
           t[_i].keys, t[_i].flow_class);
  s = runs_load_text(text);
  ck_assert_int_eq(s->senders.cls, t[_i].cls);
  scenario_free(s);
}
END_TEST

// Where the class is the number of switches passed, a host sends data and acknowledgements in class 0, and both fill
// the buffer of class 1: neither takes the credits, or misses the pauses, of another class.
START_TEST(acknowledgements_share_the_class_of_data) {
  static const char *const schemes[] = {"CBFC, buffer: 320KB", "TTL, alpha: 1/8, buffer: 300KB"};
  snprintf(text, TEXT,
           "name: hops\nduration_us: 3000\ndelay_ns: 120\ngbps: 100\ncongestion: dcqcn\n"
           "senders: {frame_bytes: 100}\nmmu: {classes: 4, ttl: 4, scheme: %s}\n" STAR
           "flows: [{name: f, from: a, to: r, bytes: 200KB}, {name: g, from: b, to: r, bytes: 200KB},\n"
           "        {name: k, from: c, to: r, bytes: 200KB},\n"
           "        {name: h, from: r, to: a, bytes: 200KB}, {name: i, from: r, to: b, bytes: 200KB}]\n",
           schemes[_i]);
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  ck_assert_int_eq(s->senders.cls, 0);
  ck_assert_uint_eq(r->lost, 0);
  for (int i = 0; i < 5; i++) ck_assert_uint_eq(r->flow[i].bytes, 200000);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Under TTL data are in class 2 behind the second switch, and are marked there too.
START_TEST(marks_of_the_last_hop_under_ttl) {
  snprintf(text, TEXT,
           "name: ttl\nduration_us: 2000\ngbps: 100\npacket_bytes: 1000\ncongestion: dcqcn\n"
           "mmu: {scheme: TTL, buffer: 16MB, alpha: 1/8, classes: 3}\n"
           "switches: [{name: A}, {name: B}]\nlinks: [{name: l, a: A, b: B, gbps: 400}]\n"
           "hosts: [{name: a, switch: A}, {name: b, switch: A}, {name: r, switch: B}]\n"
           "flows: [{name: f, from: a, to: r}, {name: g, from: b, to: r}]\n");
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  ck_assert_uint_gt(simulation_result(n)->flow[0].marked, 10);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// ---- policies ----

// Flows of RoCE in class 3 and a flow without control in class 0 share a link by equal quanta: the plain flow has its
// half and more, and is neither marked nor resent. With DCQCN for all flows it goes back to each gap.
START_TEST(plain_background_beside_roce) {
  snprintf(text, TEXT,
           "name: cumulus\nduration_us: 20000\nstop_us: 15000\ngbps: 100\ndelay_ns: 500\npacket_bytes: 1088\n"
           "cell_bytes: 64\ncongestion: dcqcn\nsenders: {class: 6}\n"
           "ecn: {kmin: 153600, kmax: 1536000, pmax: 1, classes: [0, 3]}\n"
           "scheduler: {strict: [6], quanta: [8KB, 1600, 1600, 8KB, 1600, 1600, 1600, 1600]}\n"
           "mmu: {scheme: SIH, buffer: 32MB, alpha: 1/4, classes: 8, lossless: [3]}\n" STAR
           "flows:\n  - {name: roce1, from: a, to: r, class: 3}\n  - {name: roce2, from: b, to: r, class: 3}\n"
           "  - {name: tcp, from: c, to: r, class: 0%s}\n",
           _i == 0 ? ", congestion: none" : "");
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  const double background = gbps(r, 2), roce = gbps(r, 0) + gbps(r, 1);
  ck_assert_msg(roce > 40 && roce < 50, "RoCE has %g Gb/s", roce);
  ck_assert_uint_gt(r->flow[0].marked, 0);
  if (_i == 0) {
    ck_assert_msg(background > 48 && background < 53, "background has %g Gb/s", background);
    ck_assert_uint_eq(r->flow[2].marked + r->flow[2].resent, 0);
  } else {
    ck_assert_uint_gt(r->flow[2].marked, 0);
  }
  simulation_free(n);
  scenario_free(s);
}
END_TEST

START_TEST(an_entry_of_traffic_has_its_own_control) {
  snprintf(text, TEXT,
           "name: traffic\nduration_us: 400\ngbps: 100\n%s"
           "mmu: {scheme: SIH, buffer: 16MB, headroom: 40KB, alpha: 1/8, classes: 2}\n" STAR
           "traffic:\n  - {name: x, pattern: permutation, bytes: 100KB, congestion: hpcc, control: {stage_limit: 5}}\n"
           "  - {name: y, pattern: permutation, bytes: 100KB, control: {rto_us: 7}}\n"
           "  - {name: z, pattern: permutation, bytes: 100KB, congestion: none}\n",
           "congestion: dcqcn\nsenders: {gain: 0.5}\n");
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  static const struct {
    const char *set;
    uint64_t rto_us;
    bool capable;
  } expected[] = {{"hpcc", 4000, true}, {"hpcc_dcqcn", 7, true}, {NULL, 0, false}};
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_policy *p = scenario_policy_of(s, i);
    const struct congestion_parameters x = scenario_parameters(p, 100e9);
    ck_assert_pstr_eq(p->set, expected[i / 4].set);
    ck_assert_uint_eq(x.rto, expected[i / 4].rto_us * 1000000);
    ck_assert_int_eq(p->ecn_capable, expected[i / 4].capable);
    ck_assert_uint_eq(r->flow[i].bytes, 100000);
  }
  ck_assert_uint_eq(scenario_parameters(scenario_policy_of(s, 0), 100e9).stage_limit, 5);
  ck_assert_double_eq(scenario_parameters(scenario_policy_of(s, 4), 100e9).gain, 0.5);
  ck_assert_int_eq(s->policies, 4);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// A policy changes only its own flows: a flow that shares no link has the same times under any control of the other.
START_TEST(policies_do_not_mix) {
  static const char *const others[] = {"none", "dcqcn", "ns3_rdma", "powertcp", "hpcc"};
  struct flow_result alone = {.last = 0};
  for (int k = 0; k < 5; k++) {
    snprintf(text, TEXT,
             "name: two\nduration_us: 400\ngbps: 100\n"
             "mmu: {scheme: SIH, buffer: 16MB, headroom: 40KB, alpha: 1/8, classes: 2}\n" STAR
             "flows: [{name: f, from: a, to: b, bytes: 300KB, congestion: %s},"
             " {name: g, from: c, to: r, bytes: 300KB, congestion: %s}]\n",
             others[_i], others[k]);
    struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
    const struct flow_result *r = simulation_result(n)->flow;
    if (k == 0) alone = r[0];
    // the MMU takes one packet a cycle
    ck_assert_msg(r[0].last + 100000 >= alone.last && r[0].last <= alone.last + 100000, "%s beside %s: %g, alone %g us",
                  others[_i], others[k], (double)r[0].last / 1e6, (double)alone.last / 1e6);
    ck_assert_uint_eq(r[1].bytes, 300000);
    simulation_free(n);
    scenario_free(s);
  }
}
END_TEST

// ---- lines ----

static const struct {
  const char *keys, *flow, *line;
} said[] = {
    {"congestion: hpcc\nsenders: {gain: 0.1}\n", "", ": gain has no effect with hpcc; leave it out"},
    {"congestion: dcqcn\nsenders: {stage_limit: 1}\n", "", ": stage_limit has no effect with hpcc_dcqcn; leave it out"},
    {"congestion: ns3_rdma\nsenders: {decrease_interval_us: 1}\n", "",
     ": decrease_interval_us has no effect with ns3_rdma and its other values; leave it out"},
    {"congestion: dcqcn\nsenders: {variable_window: true}\n", "",
     ": variable_window has no effect with hpcc_dcqcn and its other values; leave it out"},
    {"", ", congestion: hpcc, control: {gamma: 0.5}", ": gamma has no effect with hpcc; leave it out"},
    {"ecn: {kmin: 1KB, kmax: 2KB}\n", "",
     ": ecn has no effect, because no flow is ECN-capable; give congestion or ecn_capable: true"},
    {"congestion: dcqcn\necn: {kmin: 1KB, kmax: 2KB, classes: [1]}\n", "",
     ": no switch can mark packets of flow f (1 of 1 flows), whose sender reacts to marks only; check ecn.classes, "
     "kmin, ecn_capable"},
    {"congestion: dcqcn\necn: {kmin: 17MB, kmax: 18MB}\n", "", ": no switch can mark packets of flow f"},
    {"congestion: dcqcn\n", ", ecn_capable: false", ": no switch can mark packets of flow f"},
    {"congestion: dcqcn\n", "", NULL},
    {"ecn: {kmin: 1KB, kmax: 2KB}\n", ", ecn_capable: true", NULL},
};
enum { SAID = sizeof said / sizeof said[0] };

START_TEST(what_has_no_effect_is_said) {
  snprintf(text, TEXT,
           "name: lines\nduration_us: 4\n%s"
           "mmu: {scheme: SIH, buffer: 16MB, headroom: 40KB, alpha: 1/8, classes: 2}\n" STAR
           "flows: [{name: f, from: a, to: r%s}]\n",
           said[_i].keys, said[_i].flow);
  s = runs_load_text(text);
  if (said[_i].line == NULL) {
    ck_assert_int_eq(s->warnings, 0);
  } else {
    ck_assert_int_eq(s->warnings, 1);
    ck_assert_msg(strstr(s->warning[0], said[_i].line) != NULL, "%s", s->warning[0]);
  }
  scenario_free(s);
}
END_TEST

static const struct {
  const char *keys, *flow, *wrong;
} refused[] = {
    {"", ", control: {gain: 0.1}", ":8: control needs congestion; give dcqcn, powertcp or hpcc"},
    {"senders: {class: 1}\n", "", "senders needs congestion; give dcqcn, powertcp or hpcc"},
    {"congestion: dcqcn\n", ", control: {gain: 3}", ":9: gain is 3; it must be 1e-06 to 1"},
    {"", ", congestion: hpcc, control: {set: ns3_rdma}", ":8: set ns3_rdma is not one of congestion hpcc; give hpcc"},
    {"", ", congestion: dcqcn, loop: true, route: [S, S]", ""},
};
enum { REFUSED = sizeof refused / sizeof refused[0] };

START_TEST(wrong_policies_are_refused) {
  snprintf(text, TEXT,
           "name: lines\nduration_us: 4\n%s"
           "mmu: {scheme: SIH, buffer: 16MB, headroom: 40KB, alpha: 1/8, classes: 2}\n" STAR
           "\n\nflows: [{name: f, from: a, to: r%s}]\n",
           refused[_i].keys, refused[_i].flow);
  runs_refuse_text(text, refused[_i].wrong);
}
END_TEST

// A packet with the mark of another switch is not counted again.
START_TEST(a_marked_packet_gets_no_second_mark) {
  struct marker m = {.rule = {.kmin = 10, .kmax = 20}, .classes = 2};
  struct marks marks = {0};
  ck_assert(!marker_marks(&m, 1, 21, 1000, true, &marks));
  ck_assert_uint_eq(marks.packets, 0);
  ck_assert(marker_marks(&m, 1, 21, 1000, false, &marks));
  ck_assert(!marker_marks(&m, 0, 21, 1000, false, &marks));  // a class without marks
  ck_assert(!marker_marks(&m, 1, 10, 1000, false, &marks));  // at Kmin
  ck_assert_uint_eq(marks.packets, 1);
  ck_assert_uint_eq(marks.bytes, 1000);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("policies");
  TCase *c = tcase_create("policies");
  tcase_set_timeout(c, 60);
  tcase_add_loop_test(c, data_in_every_class_are_marked, 0, 5);
  tcase_add_loop_test(c, acknowledgements_have_a_class_without_data, 0, 6);
  tcase_add_loop_test(c, acknowledgements_share_the_class_of_data, 0, 2);
  tcase_add_test(c, marks_of_the_last_hop_under_ttl);
  tcase_add_loop_test(c, plain_background_beside_roce, 0, 2);
  tcase_add_test(c, an_entry_of_traffic_has_its_own_control);
  tcase_add_loop_test(c, policies_do_not_mix, 0, 5);
  tcase_add_loop_test(c, what_has_no_effect_is_said, 0, SAID);
  tcase_add_loop_test(c, wrong_policies_are_refused, 0, REFUSED);
  tcase_add_test(c, a_marked_packet_gets_no_second_mark);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
