// Tests ECN and congestion control in the event engine: marks, fairness, retransmission, and that threads change
// nothing. The references are closed forms and rules of the specification. `make check T=net_congestion` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

enum { TEXT = 4096 };

// Hosts a, b and c send to r over a link of 100 Gb/s.
static const char *dumbbell(char *text, const char *keys, const char *flows) {
  const int size =
      snprintf(text, TEXT,
               "name: dumbbell\ngbps: 100\ndelay_ns: 1000\ncell_bytes: 100\n%s"
               "switches: [{name: S}, {name: T}]\nlinks: [{name: L, a: S, b: T}]\nhosts:\n  - {name: a, switch: S}\n"
               "  - {name: b, switch: S}\n  - {name: c, switch: S}\n  - {name: r, switch: T}\nflows:\n%s",
               keys, flows);
  ck_assert_int_lt(size, TEXT);
  return text;
}

#define LOSSLESS "mmu: {scheme: SIH, buffer: 16MB, headroom: 60KB, alpha: 1/16, classes: 2, lossless: [0]}\n"
#define LOSSY "mmu: {scheme: SIH, buffer: 400KB, headroom: 20KB, alpha: 1/2, classes: 2, lossless: [1]}\n"
#define THREE "  - {name: fa, from: a, to: r}\n  - {name: fb, from: b, to: r}\n  - {name: fc, from: c, to: r}\n"

static uint64_t marked_of(const struct network_result *r, const struct scenario *s) {
  uint64_t all = 0;
  for (int i = 0; i < s->switches; i++)
    for (int k = 0; k < scenario_queues(s, i); k++) all += result_marks(&r->sw[i], k).packets;
  return all;
}

// ---- marks ----

// Two flows of 50 packets at the line rate into one link: every second packet waits behind one more than the last one.
// Packet k of the queue, from 1 on, leaves before 1, 2, .. others; the queue falls to 0 at the end. With Kmin = Kmax =
// K packets all packets are marked that leave K + 1 or more behind.
static const struct {
  const char *ecn;
  int least, most;  // marks of 100 packets
} thresholds[] = {
    {"ecn: {kmin: 0, kmax: 0}\n", 98, 99},
    {"ecn: {kmin: 10KB, kmax: 10KB}\n", 77, 80},
    {"ecn: {kmin: 40KB, kmax: 40KB}\n", 17, 20},
    {"ecn: {kmin: 49KB, kmax: 49KB}\n", 0, 1},
    {"ecn: {kmin: 60KB, kmax: 60KB}\n", 0, 0},
    {"ecn: {kmin: 10KB, kmax: 10KB, classes: [1]}\n", 0, 0},
    {"ecn: {kmin: 5KB, kmax: 5KB, at_gbps: 50}\n", 77, 80},
    {"ecn: {kmin: 0, kmax: 100KB, pmax: 0}\n", 0, 0},
    {"ecn: {kmin: 0, kmax: 50KB, pmax: 1}\n", 25, 75},
};
enum { THRESHOLDS = sizeof thresholds / sizeof thresholds[0] };

// Both kinds of engine count a packet in the queue from its admission on, but their admissions may differ by cycles.
START_TEST(packets_above_kmax_are_marked) {
  char text[TEXT], keys[512];
  uint64_t marks[RUNS_ENGINES];
  snprintf(keys, sizeof keys, "duration_us: 100\npacket_bytes: 1000\necn_capable: true\n%s%s", thresholds[_i].ecn,
           "mmu: {scheme: SIH, buffer: 16MB, headroom: 60KB, alpha: 1/16, classes: 2, lossless: [0, 1]}\n");
  dumbbell(text, keys, "  - {name: fa, from: a, to: r, bytes: 50KB}\n  - {name: fb, from: b, to: r, bytes: 50KB}\n");
  for (int e = 0; e < RUNS_ENGINES; e++) {
    struct scenario *s;
    struct simulation *n = runs_of_text(text, &s, e);
    const struct network_result *r = simulation_result(n);
    marks[e] = marked_of(r, s);
    ck_assert_uint_eq(r->flow[0].marked + r->flow[1].marked, marks[e]);
    ck_assert_uint_eq(r->flow[0].packets + r->flow[1].packets, 100);
    simulation_free(n);
    scenario_free(s);
  }
  ck_assert_msg((int)marks[0] >= thresholds[_i].least && (int)marks[0] <= thresholds[_i].most, "%d marks",
                (int)marks[0]);
  ck_assert_msg(marks[RUNS_EVENT] - marks[RUNS_MODEL] + 1 <= 2, "%d marks of the event engine, %d of the model",
                (int)marks[RUNS_EVENT], (int)marks[RUNS_MODEL]);
}
END_TEST

// The last row of a series has the number of marks of the queue, and each row one more than the row before.
START_TEST(a_series_counts_marks) {
  char text[TEXT];
  dumbbell(text,
           "duration_us: 100\necn_capable: true\npacket_bytes: 1000\necn: {kmin: 10KB, kmax: 10KB}\n"
           "trace: {series: [{queues: [\"S:L/0\"], what: [marked]}]}\n"
           "mmu: {scheme: SIH, buffer: 16MB, headroom: 60KB, alpha: 1/16, classes: 2, lossless: [0, 1]}\n",
           "  - {name: fa, from: a, to: r, bytes: 50KB}\n  - {name: fb, from: b, to: r, bytes: 50KB}\n");
  struct scenario *s = runs_load_text(text);
  struct network_options o = runs_engine(_i);
  char *rows;
  size_t size;
  o.series = open_memstream(&rows, &size);
  struct simulation *n = runs_simulate(s, o);
  fclose(o.series);
  const uint64_t marks = marked_of(simulation_result(n), s);
  uint64_t expected = 0;
  for (const char *row = rows; *row != '\0'; row = strchr(row, '\n') + 1, expected++) {
    unsigned long long value;
    ck_assert_int_eq(sscanf(row, "%*[^,],S,L,0,marked,%llu", &value), 1);
    ck_assert_uint_eq(value, expected);
  }
  ck_assert_uint_eq(expected, marks + 1);
  free(rows);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// A queue that a pause holds at one length: each packet is marked with the same probability.
START_TEST(between_the_thresholds_the_probability_counts) {
  char text[TEXT];
  struct scenario *s;
  dumbbell(text,
           "duration_us: 10000\necn_capable: true\npacket_bytes: 1000\necn: {kmin: 0, kmax: 4MB, pmax: 1}\n"
           "mmu: {scheme: STATIC, buffer: 16MB, headroom: 60KB, xoff: 500KB, xon: 498KB, classes: 2, lossless: [0]}\n",
           "  - {name: fa, from: a, to: r}\n  - {name: fb, from: b, to: r}\n");
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  const int queue = s->link[0].end[0].port * s->dims.classes;
  const struct level *l = &r->sw[0].queue[SIDE_EGRESS][queue];
  const double mean = l->total / (double)r->stop * 100, packets = (double)(r->flow[0].sent + r->flow[1].sent),
               expected = packets * mean / 4e6, marks = (double)marked_of(r, s);
  ck_assert_msg(expected > 20000, "%g marks expected", expected);
  ck_assert_msg(marks > 0.97 * expected && marks < 1.03 * expected, "%g marks, expected %g", marks, expected);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// ---- closed loop ----

static const char *const controls[] = {"congestion: dcqcn\n",
                                       "congestion: dcqcn\nsenders: {set: hpcc_dcqcn_paper}\n",
                                       "congestion: dcqcn\nsenders: {set: ns3_rdma}\n",
                                       "congestion: dcqcn\nsenders: {set: ns3_datacenter}\n",
                                       "congestion: powertcp\n",
                                       "congestion: hpcc\n"};
enum { CONTROLS = sizeof controls / sizeof controls[0] };

static uint64_t all_sent(const struct network_result *r, int flows) {
  uint64_t all = 0;
  for (int i = 0; i < flows; i++) all += r->flow[i].sent;
  return all;
}

// All bytes of three finite flows have arrived, and only these and those sent again were sent. Returns the sums of lost
// packets and of bytes sent again.
static struct flow_result all_complete(const struct network_result *r, const struct scenario *s) {
  struct flow_result all = {.lost = 0};
  for (int i = 0; i < 3; i++) {
    ck_assert_uint_eq(r->flow[i].bytes, s->flow[i].bytes);
    ck_assert_uint_eq(r->flow[i].sent_bytes, s->flow[i].bytes + r->flow[i].resent);
    all.lost += r->flow[i].lost;
    all.resent += r->flow[i].resent;
  }
  return all;
}

// Three finite flows: all bytes arrive once and in order, none is lost or sent again, and no host is paused long.
START_TEST(finite_flows_complete_without_loss) {
  char text[TEXT], keys[512];
  struct scenario *s;
  snprintf(keys, sizeof keys, "duration_us: 20000\n%sscheduler: {strict: [1]}\n" LOSSLESS, controls[_i]);
  dumbbell(text, keys,
           "  - {name: fa, from: a, to: r, bytes: 5000001}\n  - {name: fb, from: b, to: r, bytes: 2MB, start_us: 50}\n"
           "  - {name: fc, from: c, to: r, bytes: 1, start_us: 100}\n");
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  ck_assert_uint_eq(all_complete(r, s).resent, 0);
  ck_assert_uint_eq(r->flow[0].sent, 5001);
  ck_assert_uint_eq(r->hops, 2 * all_sent(r, 3));
  ck_assert_uint_gt(r->loop_hops, 0);
  ck_assert_uint_eq(r->lost, 0);
  ck_assert_int_eq((int)r->verdict.kind, VERDICT_DRAINED);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// In a lossy class with a buffer that overflows every flow still gets all its bytes, once each.
START_TEST(lossy_flows_complete) {
  char text[TEXT], keys[512];
  struct scenario *s;
  snprintf(keys, sizeof keys, "duration_us: 100000\n%secn: {kmin: 20KB, kmax: 80KB, pmax: 0.2}\n" LOSSY, controls[_i]);
  dumbbell(text, keys,
           "  - {name: fa, from: a, to: r, bytes: 3MB}\n  - {name: fb, from: b, to: r, bytes: 2MB}\n"
           "  - {name: fc, from: c, to: r, bytes: 1500001}\n");
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  const struct flow_result all = all_complete(r, s);
  ck_assert_msg(all.lost == 0 || all.resent > 0, "%llu packets lost", (unsigned long long)all.lost);
  if (_i == 0) ck_assert_uint_gt(all.lost, 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// A NACK brings lost data at once: flows with losses complete before the timer ends, after 4 ms.
START_TEST(a_gap_is_reported_at_once) {
  char text[TEXT];
  struct scenario *s;
  dumbbell(text,
           "duration_us: 30000\ncongestion: hpcc\n"
           "mmu: {scheme: SIH, buffer: 200KB, headroom: 20KB, alpha: 1/2, classes: 2, lossless: [1]}\n",
           "  - {name: fa, from: a, to: r, bytes: 2MB}\n  - {name: fb, from: b, to: r, bytes: 2MB}\n");
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  ck_assert_uint_gt(r->flow[0].lost + r->flow[1].lost, 0);
  for (int i = 0; i < 2; i++) {
    ck_assert_uint_eq(r->flow[i].bytes, 2000000);
    ck_assert_uint_lt(r->flow[i].last, UINT64_C(900000000));  // ps: far before the timer
  }
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// The times at which packets of a flow begin to leave a node, by packets.csv, ps. Returns their number.
static int sends_of(char *rows, const char *node, const char *flow, double *ns, int most) {
  int found = 0;
  for (char *end, *row = rows; (end = strchr(row, '\n')) != NULL; row = end + 1) {
    char event[16], at[16], of[16];
    double time;
    if (sscanf(row, "%lf,%15[^,],%15[^,],%*[^,],%*[^,],%15[^,]", &time, event, at, of) != 4) continue;
    if (strcmp(event, "send") != 0 || strcmp(at, node) != 0 || strcmp(of, flow) != 0) continue;
    ck_assert_int_lt(found, most);
    ns[found++] = time;
  }
  return found;
}

// A burst marks several packets of each flow within 4 us. Each flow gets a CNP at once and one at the end of its
// interval, and none later, also the flows that are complete by then.
START_TEST(a_mark_in_an_interval_is_reported_at_its_end) {
  static const char *const cnps[] = {"fa:cnp", "fb:cnp", "fc:cnp"};
  char text[TEXT];
  dumbbell(text,
           "duration_us: 400\nstop_us: 300\ncongestion: ns3_rdma\necn: {kmin: 0, kmax: 0}\n"
           "trace: {packets: true}\n" LOSSLESS,
           "  - {name: fa, from: a, to: r, gbps: 10}\n  - {name: fb, from: b, to: r, bytes: 20KB, start_us: 100}\n"
           "  - {name: fc, from: c, to: r, bytes: 20KB, start_us: 100}\n");
  struct scenario *s = runs_load_text(text);
  struct network_options o = runs_engine(RUNS_EVENT);
  char *rows;
  size_t size;
  o.packets = open_memstream(&rows, &size);
  struct simulation *n = runs_simulate(s, o);
  fclose(o.packets);
  for (int f = 0; f < 3; f++) {
    double ns[4];
    ck_assert_uint_gt(simulation_result(n)->flow[f].marked, 2);
    ck_assert_int_eq(sends_of(rows, "r", cnps[f], ns, 4), 2);
    ck_assert_double_eq_tol(ns[1] - ns[0], 50000, 6);  // a CNP of another flow may delay the first
    ck_assert_uint_eq(simulation_result(n)->flow[f].notifications, 2);
  }
  free(rows);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Packets of eight flows to one host over 40 Gb/s, and those of them that are marked.
static void eight_flows(unsigned us, double *packets, double *marked) {
  char text[TEXT];
  int size = snprintf(text, TEXT,
                      "name: eight\ngbps: 40\ndelay_ns: 500\npacket_bytes: 1000\nduration_us: %u\nstop_us: %u\n"
                      "congestion: ns3_rdma\necn: {kmin: 41200, kmax: 1030KB, pmax: 0.02}\nscheduler: {strict: [1]}\n"
                      "mmu: {scheme: SIH, buffer: 32MB, alpha: 1/8, classes: 2}\nswitches: [{name: S}]\nhosts:\n",
                      us, us);
  for (int h = 0; h < 9; h++) size += snprintf(text + size, TEXT - (size_t)size, "  - {name: h%d, switch: S}\n", h);
  size += snprintf(text + size, TEXT - (size_t)size, "flows:\n");
  for (int h = 0; h < 8; h++)
    size += snprintf(text + size, TEXT - (size_t)size, "  - {name: f%d, from: h%d, to: h8}\n", h, h);
  struct scenario *s;
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  *packets = *marked = 0;
  for (int f = 0; f < 8; f++) {
    *packets += (double)simulation_result(n)->flow[f].packets;
    *marked += (double)simulation_result(n)->flow[f].marked;
  }
  simulation_free(n);
  scenario_free(s);
}

// Eight flows of DCQCN share the link with the share of marked packets of the renewal equation, 0.00446
// (test_congestion_loop.c). The first 60 ms do not count.
START_TEST(marks_are_those_of_the_renewal_equation) {
  double packets[2], marked[2];
  for (int i = 0; i < 2; i++) eight_flows(i == 0 ? 60000 : 160000, &packets[i], &marked[i]);
  ck_assert_double_eq_tol((marked[1] - marked[0]) / (packets[1] - packets[0]) / 0.00446, 1, 0.06);
}
END_TEST

// Jain's index of the bytes of the first flows, and their sum.
static double fairness(const struct network_result *r, int flows, double *sum) {
  double squares = 0;
  *sum = 0;
  for (int i = 0; i < flows; i++) {
    *sum += (double)r->flow[i].bytes;
    squares += (double)r->flow[i].bytes * (double)r->flow[i].bytes;
  }
  return *sum * *sum / (flows * squares);
}

// Three endless flows share the link: Jain's index of the bytes of the second half is near 1, and the link is used.
START_TEST(senders_share_a_link) {
  char text[TEXT], keys[512];
  struct scenario *s;
  snprintf(keys, sizeof keys, "duration_us: 8000\nstop_us: 8000\ntrace: {rates_ns: 1000000}\n%s" LOSSLESS,
           controls[_i]);
  dumbbell(text, keys, THREE);
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  double sum;
  const double jain = fairness(r, 3, &sum), gbps = sum * 8 / 8e6;
  ck_assert_msg(jain > 0.9, "fairness index %g", jain);
  ck_assert_msg(gbps > 30 && gbps < 100, "%g Gb/s", gbps);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Four flows of HPCC to one host. The queue term of U counts single packets, and additive increase makes up for that if
// all flows together add at least 0.15 packets in a base round trip. An independent program has Jain's indices of 0.97,
// 0.98 and 1.00. Packets that the MMU has not admitted yet are no queue: with them the first two are 0.69 and 0.65.
START_TEST(hpcc_is_fair) {
  static const struct {
    const char *keys;
    double jain;
  } each[] = {{"delay_ns: 2000\n", 0.95},
              {"delay_ns: 1000\nsenders: {additive_increase_mbps: 100}\n", 0.95},
              {"delay_ns: 1000\nsenders: {additive_increase_mbps: 400}\n", 0.99}};
  char text[TEXT];
  snprintf(text, TEXT,
           "name: fair\nduration_us: 15000\nstop_us: 15000\ngbps: 100\npacket_bytes: 1000\ncongestion: hpcc\n%s"
           "mmu: {scheme: SIH, buffer: 32MB, alpha: 1/8, classes: 2}\nswitches: [{name: S}]\nhosts:\n"
           "  - {name: r, switch: S}\n  - {name: a, switch: S}\n  - {name: b, switch: S}\n  - {name: c, switch: S}\n"
           "  - {name: d, switch: S}\nflows:\n" THREE "  - {name: fd, from: d, to: r}\n",
           each[_i].keys);
  struct scenario *s;
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  double sum;
  const double jain = fairness(simulation_result(n), 4, &sum);
  ck_assert_msg(jain > each[_i].jain, "fairness index %g", jain);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// The window of HPCC and PowerTCP keeps the queue short; without control it grows to the threshold of SIH.
START_TEST(telemetry_keeps_queues_short) {
  static const char *const some[] = {"congestion: powertcp\n", "congestion: hpcc\n", "congestion: none\n"};
  char text[TEXT], keys[512];
  struct scenario *s;
  snprintf(keys, sizeof keys, "duration_us: 3000\n%s" LOSSLESS, some[_i]);
  dumbbell(text, keys, THREE);
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  const struct level *l = &r->sw[0].queue[SIDE_EGRESS][s->link[0].end[0].port * s->dims.classes];
  const double mean = l->total / (double)r->stop * 100;
  ck_assert_msg(_i == 2 ? mean > 500e3 : mean < 20e3, "%g bytes", mean);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Threads do not change a byte, with sprayed packets and losses.
START_TEST(threads_change_nothing) {
  char text[TEXT], keys[512];
  snprintf(keys, sizeof keys, "duration_us: 1500\n%secn: {kmin: 20KB, kmax: 80KB, pmax: 0.2}\n" LOSSY, controls[_i]);
  struct scenario *s = runs_load_text(dumbbell(text, keys, THREE));
  struct written one, two;
  struct network_options o = runs_engine(RUNS_EVENT);
  runs_record(&one, s, o);
  o.threads = 2;
  runs_record(&two, s, o);
  ck_assert(runs_same(&one, &two));
  runs_forget(&one);
  runs_forget(&two);
  scenario_free(s);
}
END_TEST

START_TEST(clocked_engines_refuse_congestion) {
  char text[TEXT];
  struct error err;
  struct scenario *s = runs_load_text(dumbbell(text, "duration_us: 10\ncongestion: hpcc\n" LOSSLESS, THREE));
  ck_assert_int_ne(clocked_fit_check(s, &err), 0);
  ck_assert_msg(strstr(err.text,
                       ": a clocked engine has no congestion control; leave congestion out, or use "
                       "--engine event") != NULL,
                "%s", err.text);
  scenario_free(s);
}
END_TEST

static const struct {
  const char *keys, *flows, *wrong;
} refused[] = {
    {"congestion: tcp\n", THREE, "tcp"},
    {"senders: {gain: 0.1}\n", THREE, "senders needs congestion; give dcqcn, powertcp or hpcc"},
    {"congestion: hpcc\nsenders: {set: ns3_rdma}\n", THREE, "set ns3_rdma is not one of congestion hpcc; give hpcc"},
    {"congestion: dcqcn\nsenders: {class: 2}\n", THREE, "class 2 does not exist; classes are 0 to 1"},
    {"congestion: dcqcn\nsenders: {gain: 2}\n", THREE, "gain is 2; it must be 1e-06 to 1"},
    {"congestion: dcqcn\nsenders: {fast_stages: 1.5}\n", THREE,
     "fast_stages is 1.5; it must be a whole number from 1 to 1000"},
    {"congestion: dcqcn\nsenders: {window: 2}\n", THREE, "window is '2'; use false or true"},
    {"ecn: {kmin: 20KB, kmax: 10KB}\n", THREE, "kmax is 10KB; it must be 20000 to 4294967295 bytes"},
    {"ecn: {kmin: 20KB, kmax: 30KB, pmax: 1.5}\n", THREE, "pmax is 1.5; it must be 0 to 1"},
    {"ecn: {kmin: 20KB, kmax: 30KB, classes: [2]}\n", THREE, "class 2 does not exist; classes are 0 to 1"},
};
enum { REFUSED = sizeof refused / sizeof refused[0] };

// A set as the value of congestion is the same as the set of the senders.
static const char *const named[] = {"hpcc_dcqcn", "hpcc_dcqcn_paper", "ns3_rdma", "ns3_datacenter"};
enum { NAMED = sizeof named / sizeof named[0] };

START_TEST(congestion_takes_a_set) {
  char text[TEXT], keys[512];
  snprintf(keys, sizeof keys, "duration_us: 10\ncongestion: %s\n" LOSSLESS, named[_i]);
  struct scenario *s = runs_load_text(dumbbell(text, keys, THREE));
  ck_assert_str_eq(s->policy[0].set, named[_i]);
  ck_assert_int_eq((int)s->policy[0].algorithm, CONGESTION_DCQCN);
  scenario_free(s);
}
END_TEST

START_TEST(wrong_keys_are_refused) {
  char text[TEXT], keys[512];
  snprintf(keys, sizeof keys, "duration_us: 10\n%s" LOSSLESS, refused[_i].keys);
  runs_refuse_text(dumbbell(text, keys, refused[_i].flows), refused[_i].wrong);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("net_congestion");
  TCase *tcase = tcase_create("net_congestion");
  tcase_add_loop_test(tcase, packets_above_kmax_are_marked, 0, THRESHOLDS);
  tcase_add_loop_test(tcase, a_series_counts_marks, 0, RUNS_ENGINES);
  tcase_add_test(tcase, between_the_thresholds_the_probability_counts);
  tcase_add_loop_test(tcase, finite_flows_complete_without_loss, 0, CONTROLS);
  tcase_add_loop_test(tcase, lossy_flows_complete, 0, CONTROLS);
  tcase_add_test(tcase, a_gap_is_reported_at_once);
  tcase_add_test(tcase, a_mark_in_an_interval_is_reported_at_its_end);
  tcase_add_test(tcase, marks_are_those_of_the_renewal_equation);
  tcase_add_loop_test(tcase, senders_share_a_link, 0, CONTROLS);
  tcase_add_loop_test(tcase, hpcc_is_fair, 0, 3);
  tcase_add_loop_test(tcase, telemetry_keeps_queues_short, 0, 3);
  tcase_add_loop_test(tcase, threads_change_nothing, 0, CONTROLS);
  tcase_add_test(tcase, clocked_engines_refuse_congestion);
  tcase_add_loop_test(tcase, congestion_takes_a_set, 0, NAMED);
  tcase_add_loop_test(tcase, wrong_keys_are_refused, 0, REFUSED);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
