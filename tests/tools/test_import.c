// Tests sluice import: the written scenarios and flows of each format, the notes about what a scenario does not have,
// and one message for each wrong line. `make check T=import` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/import/import.h"
#include "tb/sim/scenario/scenario.h"
#include "tests/suite.h"

#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

enum { FILES = 3 };
static char dir[] = "/tmp/test_import.XXXXXX";

static const char *in_dir(const char *name) {
  static char path[6][256];
  static int slot;
  slot = (slot + 1) % 6;
  snprintf(path[slot], sizeof path[slot], "%s/%s", dir, name);
  return path[slot];
}

static void make_dir(void) { ck_assert_ptr_nonnull(mkdtemp(dir)); }

static void remove_dir(void) {
  static const char *const made[] = {"net.txt", "flow.txt", "config.txt", "scenario.yaml", "flows.csv"};
  for (int i = 0; i < COUNT(made); i++) unlink(in_dir(made[i]));
  rmdir(dir);
  strcpy(dir, "/tmp/test_import.XXXXXX");
}

static const char *write_text(const char *name, const char *text) {
  if (text == NULL) return NULL;
  FILE *f = fopen(in_dir(name), "w");
  ck_assert_ptr_nonnull(f);
  fputs(text, f);
  fclose(f);
  return in_dir(name);
}

enum format { HPCC, SIMAI, HTSIM };
static struct import m;
static struct import_plan p;
static struct error err;

// Reads the three files, of which some may be NULL. Returns the status.
static int read_files(enum format format, const char *net, const char *flows, const char *config) {
  import_free(&m);
  import_plan_free(&p);
  p = (struct import_plan){.classes = 0};
  const char *path = write_text("net.txt", net), *second = write_text("flow.txt", flows),
             *third = write_text("config.txt", config);
  import_begin(&m, path, &err);
  int status = format == HPCC    ? import_hpcc(&m, path, second, third)
               : format == SIMAI ? import_simai(&m, path, second)
                                 : import_htsim(&m, path, second);
  return status == 0 ? import_plan(&m, &p) : status;
}

// Writes the scenario and its flows, and returns the text of the scenario.
static char text[1 << 16], csv[1 << 16];

static void write_all(enum format format, const char *net, const char *flows, const char *config) {
  int status = read_files(format, net, flows, config);
  ck_assert_msg(status == 0, "%s", err.text);
  FILE *f = fmemopen(text, sizeof text, "w");
  ck_assert_int_eq(import_scenario(&m, &p, "sluice import", f), 0);
  fclose(f);
  f = fmemopen(csv, sizeof csv, "w");
  import_flows_csv(&m, &p, f);
  fclose(f);
  write_text("scenario.yaml", text);
  write_text("flows.csv", csv);
}

static struct scenario *load(void) {
  struct scenario *s;
  int status = scenario_load(in_dir("scenario.yaml"), &s, &err);
  ck_assert_msg(status == 0, "%s", err.text);
  return s;
}

static void has(const char *line) { ck_assert_msg(strstr(text, line) != NULL, "no %s in:\n%s", line, text); }

static void has_note(const char *note) {
  for (int i = 0; i < m.notes; i++)
    if (strstr(m.note[i], note) != NULL) return;
  ck_abort_msg("no note %s in:\n%s", note, text);
}

// ---- HPCC ----

// Two ToR switches with two hosts each, and a spine
static const char three[] =
    "7 3 6\n4 5 6\n0 4 100Gbps 1000ns 0.000000\n1 4 100Gbps 0.001ms 0\n2 5 100Gb/s 1us 0\n3 5 100000Mbps 1000000ps 0\n"
    "4 6 100000000000 0.000001 0\n5 6 100000000000.0 0.000001s 0\n\nFirst line: total node #, switch node #, link #\n";
static const char two_flows[] = "2\n0 2 3 100 200000 2\n1 3 3 100 1000 2.0000015\n\nFirst line: flow #\n";

START_TEST(hpcc_network) {
  write_all(HPCC, three, two_flows, NULL);
  ck_assert_str_eq(text,
                   "# sluice import\n# priority group 3 of the files is class 0\n"
                   "# time 0 is 2000000.000000 us of the files, when the first flow starts\n"
                   "name: net\npacket_bytes: 1000\ngbps: 100\ndelay_ns: 1000\nstop_us: 1482\nduration_us: 8292\n"
                   "routing: ecmp\nmmu:\n  scheme: SIH\n  classes: 1\n  buffer: 33554432\n  private: 4096\n"
                   "  headroom: 37500\n  alpha: 1/8\n  delta_q: 3072\n"
                   "switches:\n  - {name: s4}\n  - {name: s5}\n  - {name: s6}\n"
                   "links:\n  - {name: s4-s6, a: s4, b: s6}\n  - {name: s5-s6, a: s5, b: s6}\n"
                   "hosts:\n  - {name: h0, switch: s4}\n  - {name: h1, switch: s4}\n  - {name: h2, switch: s5}\n"
                   "  - {name: h3, switch: s5}\nflows_csv: flows.csv\n");
  ck_assert_str_eq(csv, "source,destination,class,bytes,start_us\nh0,h2,0,200000,0\nh1,h3,0,1000,1.5\n");
  struct scenario *s = load();
  ck_assert_int_eq(s->warnings, 0);
  ck_assert_int_eq(s->flows, 2);
  ck_assert_int_eq(s->flow[0].hops, 3);
  ck_assert_uint_eq(s->flow[1].start, 375);  // 1.5 us at 250 MHz
  scenario_free(s);
}
END_TEST

// HPCC's threshold of an ingress queue is (buffer - headroom of all ports - reserve of all ports - shared in use) / 8.
START_TEST(hpcc_registers) {
  write_all(HPCC, three, two_flows, "PACKET_PAYLOAD_SIZE 1500\nBUFFER_SIZE 12 {MB}\nSIMULATOR_STOP_TIME 2.0001\n");
  struct scenario *s = load();
  const struct sluice_config *cfg = &s->sw[0].cfg;
  ck_assert_uint_eq(cfg->shared, (12 << 20) - 3 * 37500 - 3 * 4096);
  ck_assert_uint_eq(cfg->max_packet, 1500);
  has("\nstop_us: 100\n");
  scenario_free(s);
}
END_TEST

START_TEST(hpcc_rates) {
  write_all(HPCC,
            "6 3 7\n3 4 5\n0 3 25Gbps 1us 0\n1 3 25Gbps 1us 0\n2 4 25Gbps 1us 0.1\n3 5 100Gbps 1.5ns 0\n"
            "4 5 100Gbps 2us 0\n5 4 100Gbps 0.4ps 0\n4 5 400Gbps 2us 0\n",
            NULL, NULL);
  has("gbps: 25\ndelay_ns: 1000\n");
  has("  headroom: 9375\n");
  has("  - {name: s3-s5, a: s3, b: s5, gbps: 100, delay_ns: 1.500, headroom: 2166}\n");
  has("  - {name: s4-s5, a: s4, b: s5, gbps: 100, delay_ns: 2000, headroom: 75000}\n");
  has("  - {name: s5-s4-2, a: s5, b: s4, gbps: 100, delay_ns: 0.001, headroom: 2129}\n");
  has("  - {name: s4-s5-3, a: s4, b: s5, gbps: 400, delay_ns: 2000, headroom: 300000}\n");
  has("traffic:\n  - {name: t, pattern: permutation}\n");
  has_note("delay of 1 link below 0.001 ns is 0.001 ns here");
  has_note("error rate of 1 link: links lose no frames here");
  has_note("no flows are given; each host sends to one other host");
  has_note("alpha is 1/8 in 3 switches with ports of several rates; HPCC doubles it with the rate");
}
END_TEST

// HPCC doubles alpha with each doubling of the rate: 1/2 at four times the rate of the hosts.
START_TEST(hpcc_alpha) {
  write_all(HPCC, "4 2 3\n2 3\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n2 3 400Gbps 1us 0\n", NULL, NULL);
  has("  - {name: s2}\n  - {name: s3, mmu: {alpha: 0.5}}\n");
}
END_TEST

// First lines of PowerTCP and of Reverie
START_TEST(hpcc_first_lines) {
  static const char *const heads[] = {"4 2 3", "4 2 1 3", "4 2 1 3 25000000000 25000000000"};
  char net[512];
  for (int i = 0; i < COUNT(heads); i++) {
    snprintf(net, sizeof net, "%s\n2 \n3\n0 2 25000000000.0 1us 0\n1 3 25000000000 1us 0\n2 3 25Gbps 1us 0\n",
             heads[i]);
    write_all(HPCC, net, "1\n0 1 3 10000 1000000000000 0.13\n0 1 3 10001 5 0.14\n", NULL);
    ck_assert_int_eq(m.links, 3);
    ck_assert_int_eq(m.flows, 1);
    has_note("the first line states 1 flows; 1 more line is left out");
    scenario_free(load());
  }
}
END_TEST

START_TEST(hpcc_classes) {
  write_all(HPCC, three, "3\n0 2 3 100 1000 0\n1 3 7 100 1000 0\n2 0 0 100 1000 0.5\n", NULL);
  has("  classes: 3\n");
  ck_assert_str_eq(csv,
                   "source,destination,class,bytes,start_us\nh0,h2,1,1000,0\nh1,h3,2,1000,0\nh2,h0,0,1000,500000\n");
  has_note("priority group 3 of the files is class 1");
  has_note("priority group 7 of the files is class 2");
  for (int i = 0; i < m.notes; i++) ck_assert_ptr_null(strstr(m.note[i], "time 0"));
}
END_TEST

START_TEST(hpcc_config) {
  write_all(
      HPCC, three, two_flows,
      "ENABLE_QCN 1\n\nUSE_DYNAMIC_PFC_THRESHOLD 0\nRATE_AI 50Mb/s\nKMAX_MAP 1 25000000000 400\nLINK_DOWN 30 6 5\n"
      "ACK_HIGH_PRIO 0\nMY_OWN 7\nSIMULATOR_STOP_TIME 40000000000000.00\n");
  has("  - {name: s5-s6, a: s5, b: s6, down_us: 30}\n");
  has_note("hosts have no congestion control; no effect of ENABLE_QCN, RATE_AI");
  has_note("switches mark no packets; no effect of KMAX_MAP");
  has_note("thresholds are dynamic; no effect of USE_DYNAMIC_PFC_THRESHOLD");
  has_note("config.txt:8: MY_OWN is not known; it has no effect");
  has("\nstop_us: 1482\n");
  write_all(HPCC, three, two_flows, "LINK_DOWN 0 0 0\n");
  ck_assert_ptr_null(strstr(text, "down_us"));
}
END_TEST

// A buffer in which the headroom does not fit is raised, with a note.
START_TEST(large_headroom) {
  write_all(HPCC, three, two_flows, "BUFFER_SIZE 1\n");
  ck_assert_uint_eq(p.buffer, 1 << 20);
  write_all(HPCC, "3 1 2\n2\n0 2 100Gbps 100us 0\n1 2 100Gbps 100us 0\n", "1\n0 1 3 1 1 0\n", "BUFFER_SIZE 1\n");
  ck_assert_uint_eq(p.buffer, 2 * 2 * (3750000 + 4096));
  has_note("a switch has a buffer of 15016384 B, not 1048576, because its queues reserve 7508192 B");
  scenario_free(load());
}
END_TEST

// ---- SimAI ----

START_TEST(simai_network) {
  write_all(SIMAI,
            "6 2 1 1 6 H20\n4 5 \n0 4 900Gbps 0.000025ms 0\n0 5 200Gbps 0.001ms 0\n1 4 900Gbps 0.000025ms 0\n"
            "1 5 200Gbps 0.001ms 0\n2 5 200Gbps 0.001ms 0\n3 5 200Gbps 0.001ms 0\n",
            "1\n0 3 3 100 5000 0\n", NULL);
  has("gbps: 900\ndelay_ns: 25\n");
  has("  - {name: h1, links: [{switch: s4}, {switch: s5, gbps: 200, delay_ns: 1000, headroom: 52128}]}\n");
  has("  - {name: h3, switch: s5, gbps: 200, delay_ns: 1000, headroom: 52128}\n");
  ck_assert_ptr_null(strstr(text, "links:\n"));
  has_note("SimAI sends flows inside a server over its NVSwitch; here a flow takes any shortest route");
  ck_assert_str_eq(csv, "source,destination,class,bytes,start_us\nh0,h3,0,5000,0\n");
}
END_TEST

// ---- csg-htsim ----

#define TIER(n, speed, radixes, more) \
  "Tier " #n "\nDownlink_speed_Gbps " #speed "\n" radixes "Downlink_Latency_ns 1000\n" more
#define TWO_TIERS                                                                                          \
  "# a leaf-spine network\nnodes 8\nTiers 2\nPodsize 8\n\n" TIER(0, 100, "Radix_Down 4\nradix_up 2\n", "") \
      TIER(1, 100, "Radix_Down 2\n", "")

START_TEST(htsim_two_tiers) {
  write_all(HTSIM, TWO_TIERS, "Nodes 8\nConnections 2\n0->5 start 1500000 size 100000\n3->1 id 9 start 0 size 0\n",
            NULL);
  ck_assert_str_eq(csv, "source,destination,class,bytes,start_us\nh0,h5,0,100000,1.5\nh3,h1,0,,0\n");
  ck_assert_int_eq(m.links, 8 + 4);
  has("  - {name: s9-s11, a: s9, b: s11}\n");
  has("  - {name: h4, switch: s9}\n");
  struct scenario *s = load();
  ck_assert_int_eq(s->hosts, 8);
  ck_assert_int_eq(s->switches, 4);
  ck_assert_uint_eq(s->flow[1].bytes, 0);
  scenario_free(s);
}
END_TEST

// 8 hosts in 2 pods of 2 ToR and 2 middle switches; 2 cores with two links to each middle switch of one position
static const char three_tiers[] =
    "Nodes 8\nTiers 3\nPodsize 4\n" TIER(0, 200, "Radix_Down 2\nRadix_Up 2\n", "Oversubscribed 2\nQueue_Up 9\n")
        TIER(1, 200, "Radix_Down 2\nRadix_Up 2\n", "Bundle 1\nSwitch_Latency_ns 300\n")
            TIER(2, 100, "Radix_Down 4\n", "Bundle 2\n");

START_TEST(htsim_three_tiers) {
  write_all(HTSIM, three_tiers,
            "Nodes 8\nConnections 1\nFailures 1\n0->5 start 0 size 100 prio 3\n"
            "failure switch_type AGG switch_id 1 link_id 0\n",
            NULL);
  ck_assert_int_eq(m.nodes, 8 + 4 + 4 + 2);
  ck_assert_int_eq(m.links, 8 + 2 * 4 + 4 * 2 - 1);
  has("  - {name: s8-s12, a: s8, b: s12, delay_ns: 1150, headroom: 59628}\n");
  has("  - {name: s12-s16, a: s12, b: s16, gbps: 100, delay_ns: 1150, headroom: 30878}\n");
  has("  - {name: s12-s16-2, a: s12, b: s16, ");
  has("  - {name: s13-s17, a: s13, b: s17, ");
  ck_assert_ptr_null(strstr(text, "s13-s17-2"));
  has("  - {name: s15-s17-2, a: s15, b: s17, ");
  ck_assert_ptr_null(strstr(text, "s12-s17"));
  has_note("flow.txt:5: the failed link between s13 and s17 is left out");
  has_note("no effect of Queue_Down and Queue_Up");
  has_note("half of Switch_Latency_ns is in the delay of each link of the switch");
  has_note("tier 0 is oversubscribed by 1, from its radixes and speeds, not by 2");
  has_note("no effect of prio");
}
END_TEST

// A failed link keeps its number until all failures are known.
START_TEST(htsim_failures) {
  static const char flows[] =
      "failure switch_type AGG switch_id 0 link_id 0\nfailure switch_type AGG switch_id 0 link_id 1\n"
      "0->5 start 0 size 100\n";
  write_all(HTSIM, three_tiers, flows, NULL);
  ck_assert_int_eq(m.links, 8 + 2 * 4 + 4 * 2 - 2);
  ck_assert_int_eq(m.degree[12], 2);
  ck_assert_int_eq(m.degree[16], 2);
  ck_assert_ptr_null(strstr(text, "s12-s16"));
  has("  - {name: s13-s17-2, a: s13, b: s17, ");
}
END_TEST

static const struct {
  const char *flows, *csv, *note;
} triggers[] = {
    {"0->1 id 1 start 0 size 7 send_done_trigger 1\n2->1 id 2 trigger 1 size 8\n3->1 trigger 1 size 9\nTrigger id 1 "
     "oneshot\n",
     "h0,h1,0,7,0,\nh2,h1,0,8,,csv-2\nh3,h1,0,9,,csv-2\n", "send_done_trigger fires when the last byte has arrived"},
    {"0->1 start 0 size 7 recv_done_trigger 4\n2->1 start 5 size 7 recv_done_trigger 4\n3->1 trigger 4 size 9\n"
     "trigger id 4 count 2 barrier\n",
     "h0,h1,0,7,0,\nh2,h1,0,7,0.000005,\nh3,h1,0,9,,csv-2 csv-3\n", NULL},
    {"0->1 start 0 size 7 recv_done_trigger 4\n2->1 start 0 size 7 recv_done_trigger 4\n3->1 trigger 4 size 9\n"
     "4->1 trigger 4 size 9\ntrigger id 4 multishot\n",
     "h0,h1,0,7,0,\nh2,h1,0,7,0,\nh3,h1,0,9,,csv-2\nh4,h1,0,9,,csv-3\n", "paired in the order of the file"},
    {"0->1 trigger 9 size 7 recv_done_trigger 4\n2->1 trigger 4 size 7\n3->1 start 1 size 5 recv_done_trigger 9\n"
     "trigger id 9 oneshot\ntrigger id 4 oneshot\n",
     "h0,h1,0,7,,csv-4\nh2,h1,0,7,,csv-2\nh3,h1,0,5,0,\n", "time 0 is 0.000001 us of the files"},
};

START_TEST(htsim_triggers) {
  char expected[512];
  write_all(HTSIM, TWO_TIERS, triggers[_i].flows, NULL);
  snprintf(expected, sizeof expected, "source,destination,class,bytes,start_us,after\n%s", triggers[_i].csv);
  ck_assert_str_eq(csv, expected);
  if (triggers[_i].note != NULL) has_note(triggers[_i].note);
}
END_TEST

// ---- wrong lines ----

#define CM "Nodes 8\n"
static const struct {
  enum format format;
  const char *net, *flows, *config;
  const char *file;
  int line;
  const char *message;
} bad[] = {
    {HPCC, "", NULL, NULL, "net.txt", 1, "the file is empty; give a topology"},
    {HPCC, "2\n", NULL, NULL, "net.txt", 1, "1 field; give the numbers of nodes, switches and links"},
    {HPCC, "6 2 1 1 6 H20\n", NULL, NULL, "net.txt", 1, "a topology of SimAI; use sluice import simai"},
    {SIMAI, "7 3 6\n", NULL, NULL, "net.txt", 1,
     "3 fields; give nodes, GPUs of a server, NVSwitches, other switches, links and GPU type, or use sluice import "
     "hpcc"},
    {HPCC, "2 x 1\n", NULL, NULL, "net.txt", 1, "switches is 'x'; give a whole number, 0 to 1"},
    {SIMAI, "3 1 1 2 1 A\n", NULL, NULL, "net.txt", 1, "3 switches of 3 nodes; give at least one switch and one host"},
    {HPCC, "3 2 1\n1\n", NULL, NULL, "net.txt", 2, "the file ends after 1 of 2 switches; complete it"},
    {HPCC, "3 1 1\n1 2\n", NULL, NULL, "net.txt", 2, "more than 1 switches; change the first line"},
    {HPCC, "3 2 1\n1 1\n", NULL, NULL, "net.txt", 2, "switch 1 is given twice; keep one"},
    {HPCC, "3 1 2\n2\n0 2 1Gbps 1us 0\n", NULL, NULL, "net.txt", 3, "the file ends after 1 of 2 links; complete it"},
    {HPCC, "3 1 1\n2\n0 2 1Gbps 1us\n", NULL, NULL, "net.txt", 3,
     "4 fields; give two nodes, rate, delay and error rate"},
    {HPCC, "3 1 1\n2\n0 3 1Gbps 1us 0\n", NULL, NULL, "net.txt", 3, "node is '3'; give a whole number, 0 to 2"},
    {HPCC, "3 1 1\n2\n0 1 1Gbps 1us 0\n", NULL, NULL, "net.txt", 3,
     "a link between the hosts 0 and 1; one end must be a switch"},
    {HPCC, "3 1 1\n2\n2 2 1Gbps 1us 0\n", NULL, NULL, "net.txt", 3, "a link from node 2 to itself; name two nodes"},
    {HPCC, "3 1 1\n2\n0 2 1Gbit 1us 0\n", NULL, NULL, "net.txt", 3,
     "rate is '1Gbit'; give a rate such as 100Gbps or 25000000000"},
    {HPCC, "3 1 1\n2\n0 2 1Gbps 1m 0\n", NULL, NULL, "net.txt", 3,
     "delay is '1m'; give a delay such as 1us or 0.001ms, at most 1s"},
    {HPCC, "3 1 1\n2\n0 2 1Gbps 1us 2\n", NULL, NULL, "net.txt", 3,
     "error rate is '2'; give a number such as 40 or 0.25, at most 1"},
    {HPCC, three, "", NULL, "flow.txt", 1, "the file is empty; begin with the number of flows"},
    {HPCC, three, "2\n0 2 3 100 5 0\n", NULL, "flow.txt", 2, "the file ends after 1 of 2 flows; complete it"},
    {HPCC, three, "1\n0 2 3 100 5\n", NULL, "flow.txt", 2,
     "5 fields; give source, destination, priority group, port, bytes and start in seconds"},
    {HPCC, three, "1\n0 4 3 100 5 0\n", NULL, "flow.txt", 2, "destination 4 is a switch; name a host"},
    {HPCC, three, "1\n0 0 3 100 5 0\n", NULL, "flow.txt", 2, "a flow from 0 to itself; name two hosts"},
    {HPCC, three, "1\n0 2 8 100 5 0\n", NULL, "flow.txt", 2, "priority group is '8'; give a whole number, 0 to 7"},
    {HPCC, three, "1\n0 2 3 100 5 -1\n", NULL, "flow.txt", 2,
     "start is '-1', which is negative; give a number such as 40 or 0.25, at most 1000000"},
    {HPCC, "4 1 1\n3\n0 3 1Gbps 1us 0\n", "1\n0 1 3 100 5 0\n", NULL, "flow.txt", 2,
     "destination 1 has no link; name a host with a link"},
    {HPCC, three, two_flows, "BUFFER_SIZE\n", "config.txt", 1, "BUFFER_SIZE has no value; add it"},
    {HPCC, three, two_flows, "PACKET_PAYLOAD_SIZE 1\n", "config.txt", 1,
     "PACKET_PAYLOAD_SIZE is '1'; give a whole number, 64 to 16384"},
    {HPCC, three, two_flows, "LINK_DOWN 5 0\n", "config.txt", 1,
     "LINK_DOWN needs three numbers; give microseconds and two nodes"},
    {HPCC, three, two_flows, "LINK_DOWN 5 0 6\n", "config.txt", 1,
     "there is no link between 0 and 6; name the ends of a link"},
    {HTSIM, "Nodes 8\nTiers 2\nTier 0\n", CM, NULL, "net.txt", 3,
     "Nodes, Tiers or Podsize is missing; add it above the first tier"},
    {HTSIM, "Nodes 8\nRadix_Up 2\n", CM, NULL, "net.txt", 2,
     "'Radix_Up' is above the first tier; give Nodes, Tiers and Podsize there"},
    {HTSIM, "Nodes 8\nTiers 4\n", CM, NULL, "net.txt", 2, "Tiers is '4'; give a whole number, 2 to 3"},
    {HTSIM, "Nodes 8\nTiers\n", CM, NULL, "net.txt", 2, "Tiers has no value; add it"},
    {HTSIM, "Tier 0\nRadix_Left 2\n", CM, NULL, "net.txt", 2, "'Radix_Left' is not a key; give one such as Radix_Down"},
    {HTSIM, "Tier 0\nBundle 1\nBundle 1\n", CM, NULL, "net.txt", 3, "Bundle of tier 0 is given twice; keep one"},
    {HTSIM, "Nodes 8\nTiers 2\nPodsize 8\nTier 0\n", CM, NULL, "net.txt", 4,
     "Radix_Down of tier 0 is missing or 0; add it"},
    {HTSIM,
     "Nodes 8\nTiers 2\nPodsize 4\n" TIER(0, 1, "Radix_Down 4\nRadix_Up 2\n", "") TIER(1, 1, "Radix_Down 2\n", ""), CM,
     NULL, "net.txt", 3, "Podsize is 4, which does not fit Nodes, 8; change one of them"},
    {HTSIM,
     "Nodes 8\nTiers 2\nPodsize 8\n" TIER(0, 1, "Radix_Down 4\nRadix_Up 2\n", "") TIER(1, 1, "Radix_Down 3\n", ""), CM,
     NULL, "net.txt", 11, "Radix_Down is 3, which does not fit the links of a pod's tier 0, 2; change one of them"},
    {HTSIM, TWO_TIERS "Bundle 0\n", CM, NULL, "net.txt", 15, "Bundle of tier 1 is 0; give at least 1"},
    {HTSIM, TWO_TIERS, CM, NULL, "flow.txt", 1, "no connection; add lines such as 0->1 start 0 size 1000"},
    {HTSIM, TWO_TIERS, "Connections 2\n0->1 start 0 size 1\n", NULL, "flow.txt", 2,
     "2 connections are stated above, the file has 1; change one of them"},
    {HTSIM, TWO_TIERS, "0->8 start 0 size 1\n", NULL, "flow.txt", 1, "destination is '8'; give a whole number, 0 to 7"},
    {HTSIM, TWO_TIERS, "0->1 start 0\n", NULL, "flow.txt", 1,
     "the flow has no size; give size and bytes, or size 0 for an endless flow"},
    {HTSIM, TWO_TIERS, "0->1 size 1\n", NULL, "flow.txt", 1, "the flow has neither start nor trigger; give one"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0 trigger 1\n", NULL, "flow.txt", 1,
     "the flow has start and trigger; give one"},
    {HTSIM, TWO_TIERS, "0->1 size 1 begin 0\n", NULL, "flow.txt", 1,
     "'begin' is not a word of a connection; give size, id, start, trigger, send_done_trigger, recv_done_trigger or "
     "prio"},
    {HTSIM, TWO_TIERS, "0->1 size 0 start 0 send_done_trigger 1\n", NULL, "flow.txt", 1,
     "an endless flow fires a trigger at its end; give a size"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0\n2->1 size 1 trigger 5\n", NULL, "flow.txt", 2,
     "trigger 5 has no line; add trigger id 5 oneshot"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0\n2->1 size 1 trigger 5\ntrigger id 5 oneshot\n", NULL, "flow.txt", 3,
     "no flow fires trigger 5; give one send_done_trigger"},
    {HTSIM, TWO_TIERS,
     "0->1 size 1 start 0 send_done_trigger 5\n2->1 size 1 trigger 5\ntrigger id 5 oneshot\ntrigger id 5 oneshot\n",
     NULL, "flow.txt", 4, "trigger 5 is given twice; keep one"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0 send_done_trigger 5\n2->1 size 1 trigger 5\ntrigger id 5 barrier\n", NULL,
     "flow.txt", 3, "1 flows fire trigger 5, its count is 0; change one of them"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0\ntrigger id 5 twice\n", NULL, "flow.txt", 2,
     "'twice' is not a kind; give oneshot, multishot or barrier"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0\nfailure switch_type AGG switch_id 0 link_id 0\n", NULL, "flow.txt", 2,
     "there is no such switch with uplinks; give switch_id 0 to 1 in three tiers"},
    {HTSIM, three_tiers,
     "failure switch_type AGG switch_id 1 link_id 0\nfailure switch_type AGG switch_id 1 link_id 0\n", NULL, "flow.txt",
     2, "the link has failed already; keep one line"},
    {HTSIM, three_tiers, "failure switch_type AGG switch_id 1 link_id 2\n", NULL, "flow.txt", 1,
     "the switch has no such link; give a smaller link_id"},
    {HTSIM, three_tiers, "failure switch_type TOR switch_id 1 link_id 0\n", NULL, "flow.txt", 1,
     "the switch of a failed link is not of type AGG; give switch_type AGG"},
    {HTSIM, TWO_TIERS, "flows 3\n", NULL, "flow.txt", 1,
     "'flows' is not the begin of a line; give a connection such as 0->1 start 0 size 1000"},
};

START_TEST(bad_line) {
  char expected[512];
  ck_assert_int_eq(read_files(bad[_i].format, bad[_i].net, bad[_i].flows, bad[_i].config), EINVAL);
  snprintf(expected, sizeof expected, "%s:%d: %s", in_dir(bad[_i].file), bad[_i].line, bad[_i].message);
  ck_assert_str_eq(err.text, expected);
}
END_TEST

START_TEST(missing_file) {
  write_text("net.txt", three);
  import_begin(&m, in_dir("net.txt"), &err);
  ck_assert_int_eq(import_hpcc(&m, in_dir("net.txt"), "/nonexistent", NULL), EINVAL);
  ck_assert_str_eq(err.text, "/nonexistent: cannot open: No such file or directory; give a file");
}
END_TEST

int main(void) {
  TCase *t = tcase_create("all");
  tcase_add_checked_fixture(t, make_dir, remove_dir);
  tcase_add_test(t, hpcc_network);
  tcase_add_test(t, hpcc_registers);
  tcase_add_test(t, hpcc_rates);
  tcase_add_test(t, hpcc_alpha);
  tcase_add_test(t, hpcc_first_lines);
  tcase_add_test(t, hpcc_classes);
  tcase_add_test(t, hpcc_config);
  tcase_add_test(t, large_headroom);
  tcase_add_test(t, simai_network);
  tcase_add_test(t, htsim_two_tiers);
  tcase_add_test(t, htsim_three_tiers);
  tcase_add_test(t, htsim_failures);
  tcase_add_loop_test(t, htsim_triggers, 0, COUNT(triggers));
  tcase_add_loop_test(t, bad_line, 0, COUNT(bad));
  tcase_add_test(t, missing_file);
  Suite *s = suite_create("import");
  suite_add_tcase(s, t);
  return suite_run(s);
}
