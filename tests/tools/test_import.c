// Tests sluice import: the scenarios and flows that it writes of the files of HPCC, ns3-rdma and SimAI, the notes about
// what a scenario does not have, and the tiers of all networks. `make check T=import` repeats it.
#define _POSIX_C_SOURCE 200809L
#include "tests/tools/imports.h"

// ---- HPCC ----

START_TEST(hpcc_network) {
  write_all(HPCC, three, two_flows, NULL);
  ck_assert_str_eq(text,
                   "# sluice import\n# priority group 3 of the files is class 0\n"
                   "# time 0 is 2000000.000000 us of the files, when the first flow starts\n"
                   "name: net\npacket_bytes: 1000\ngbps: 100\ndelay_ns: 1000\nstop_us: 1482\nduration_us: 8292\n"
                   "routing: ecmp\nmmu:\n  scheme: SIH\n  classes: 1\n  buffer: 33554432\n  private: 4096\n"
                   "  headroom: 37500\n  alpha: 1/8\n  delta_q: 3072\n"
                   "switches:\n  - {name: s4, level: 1}\n  - {name: s5, level: 1}\n  - {name: s6, level: 2}\n"
                   "links:\n  - {name: s4-s6, a: s4, b: s6}\n  - {name: s5-s6, a: s5, b: s6}\n"
                   "hosts:\n  - {name: h0, switch: s4}\n  - {name: h1, switch: s4}\n  - {name: h2, switch: s5}\n"
                   "  - {name: h3, switch: s5}\nflows_csv: flows.csv\n");
  ck_assert_str_eq(csv, "source,destination,class,bytes,start_us\nh0,h2,0,200000,0\nh1,h3,0,1000,1.5\n");
  struct scenario *s = load();
  ck_assert_int_eq(s->warnings, 1);  // of routing: there is one route
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
  has("  - {name: s2, level: 1}\n  - {name: s3, level: 2, mmu: {alpha: 0.5}}\n");
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
  has_no_note("time 0");
}
END_TEST

// ---- flows of ns3-rdma ----

// 20,000 packets from 2.0 s until 9.5 s at the latest; a packet has the payload of the settings.
START_TEST(rdma_flows) {
  write_all(HPCC, three, "2\n2 1 3 20000 2.0 9.5\n3 1 3 20000 2.000001 9\n",
            _i == 0 ? NULL : "PACKET_PAYLOAD_SIZE 1500\n");
  ck_assert_str_eq(csv, _i == 0 ? "source,destination,class,bytes,start_us\nh2,h1,0,20000000,0\nh3,h1,0,20000000,1\n"
                                : "source,destination,class,bytes,start_us\nh2,h1,0,30000000,0\nh3,h1,0,30000000,1\n");
  has_note("time 0 is 2000000.000000 us of the files");
  has_note(_i == 0 ? "flow.txt: flows of ns3-rdma, in packets of 1000 B" : "in packets of 1500 B");
  has_note("flows end at several times; here all may send until the last one, 9.5 s");
  ck_assert_uint_eq(m.stop_ps, UINT64_C(9500000000000));
  scenario_free(load());
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

// ---- tiers ----

// With `paths: up_down` every flow has a route, and none has a valley.
static void routes_up_and_down(void) {
  char *routing = strstr(text, "routing: ecmp\n"), *rest = strdup(routing);
  ck_assert_ptr_nonnull(rest);
  snprintf(routing, sizeof text - (size_t)(routing - text), "paths: up_down\n%s", rest);
  free(rest);
  write_text("scenario.yaml", text);
  struct scenario *s = load();
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    for (int k = 1; k + 1 < f->hops; k++) {
      const int before = p.level[f->route[k - 1] + m.hosts], here = p.level[f->route[k] + m.hosts];
      ck_assert(here > before || p.level[f->route[k + 1] + m.hosts] < here);
    }
  }
  scenario_free(s);
}

START_TEST(tiers_have_levels) {
  if (_i == 0)
    write_all(HPCC, three, NULL, NULL);
  else
    write_all(HTSIM, _i == 1 ? TWO_TIERS : three_tiers, "0->5 start 0 size 100\n7->2 start 0 size 100\n", NULL);
  m.hosts = _i == 0 ? 4 : 8;
  for (int i = m.hosts; i < m.nodes; i++)
    ck_assert_int_eq(p.level[i],
                     ((const int[3][10]){{1, 1, 2}, {1, 1, 2, 2}, {1, 1, 1, 1, 2, 2, 2, 2, 3, 3}})[_i][i - m.hosts]);
  has(_i == 0 ? "  - {name: s6, level: 2}\n" : _i == 1 ? "  - {name: s11, level: 2}\n" : "  - {name: s17, level: 3}\n");
  routes_up_and_down();
}
END_TEST

// Links between switches at the same distance from hosts, and networks of one tier
START_TEST(other_networks_have_no_levels) {
  static const char *const nets[] = {"4 2 3\n2 3\n0 2 1Gbps 1us 0\n1 3 1Gbps 1us 0\n2 3 1Gbps 1us 0\n",
                                     "3 1 2\n2\n0 2 1Gbps 1us 0\n1 2 1Gbps 1us 0\n"};
  write_all(HPCC, nets[_i], NULL, NULL);
  ck_assert_ptr_null(strstr(text, "level"));
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
  tcase_add_loop_test(t, rdma_flows, 0, 2);
  tcase_add_test(t, large_headroom);
  tcase_add_test(t, simai_network);
  tcase_add_loop_test(t, tiers_have_levels, 0, 3);
  tcase_add_loop_test(t, other_networks_have_no_levels, 0, 2);
  Suite *s = suite_create("import");
  suite_add_tcase(s, t);
  return suite_run(s);
}
