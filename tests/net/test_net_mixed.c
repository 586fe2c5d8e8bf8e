// Tests links of different rates and delays, and switches with different clocks, in the event engine. The references
// are closed forms. `make check T=net_mixed` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/place_parts.h"
#include "tb/sim/results/report.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

#define NETWORK                                                                                                     \
  "name: rates\nduration_us: 1000000\nmmu: {scheme: STATIC, classes: 1, buffer: 4MB, headroom: 100KB, xoff: 1MB}\n" \
  "switches: [{name: A, clock_mhz: 312.5}, {name: B, clock_mhz: 500}]\n"                                            \
  "links: [{name: L, a: A, b: B, gbps: %s, delay_ns: 0.025}]\n"                                                     \
  "hosts: [{name: x, switch: A, gbps: %s, delay_ns: 12.5}, {name: y, switch: B, gbps: %s, delay_ns: 1000}]\n"       \
  "flows: [{name: f, from: x, to: y, bytes: %d, packet_bytes: 1000}]\n"

// Rates of the host, the link and the other host, and the ps of a bit
static const struct rates {
  const char *from, *link, *to;
  double ps[3];
} rates[] = {
    {"100", "400", "25", {10, 2.5, 40}},
    {"0.001", "800", "0.01", {1e6, 1.25, 1e5}},
    {"900", "0.1", "200", {10 / 9.0, 1e4, 5}},
    {"10", "40", "10", {100, 25, 100}},
};
enum { RATES = sizeof rates / sizeof rates[0] };

// All packets pass the slowest line one after the other, and one packet also passes the other lines. A packet may leave
// a switch SLUICE_ADMIT_LATENCY cycles of its clock after its arrival.
static double completion_ps(const struct rates *r, int packets) {
  const double bits = 8 * 1020, wires = 12500 + 25 + 1000000;
  double all = 0, slowest = 0;
  for (int i = 0; i < 3; i++) {
    all += r->ps[i] * bits;
    if (r->ps[i] > slowest) slowest = r->ps[i];
  }
  return wires + all + slowest * bits * (packets - 1) + SLUICE_ADMIT_LATENCY * (3200 + 2000);
}

START_TEST(flow_completes_in_the_time_of_its_lines) {
  const struct rates *r = &rates[_i / 2];
  const int packets = _i % 2 == 0 ? 1 : 50;
  char text[1024];
  struct scenario *s;
  snprintf(text, sizeof text, NETWORK, r->link, r->from, r->to, 1000 * packets);
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct flow_result *f = &simulation_result(n)->flow[0];
  ck_assert_uint_eq(f->bytes, (uint64_t)packets * 1000);
  ck_assert_double_eq_tol((double)(f->last - f->start), completion_ps(r, packets), 3);  // each line ends in whole ps
  ck_assert_uint_eq(f->last - f->start, f->ideal);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// A pause of n quanta lasts n times 512 bit times of the port's own line. The port of a switch does not count the
// quantum under way.
START_TEST(quanta_have_the_rate_of_the_port) {
  const struct rates *r = &rates[_i];
  char text[1024];
  struct event_network *n;
  snprintf(text, sizeof text, NETWORK, r->link, r->from, r->to, 1000);
  struct scenario *s = runs_load_text(text);
  ck_assert_int_eq(event_new(&n, s, &(struct network_options){.event = true, .threads = 1}), NETWORK_OK);
  const struct {
    const struct event_port *port;
    double ps;
    bool at_switch;
  } ends[] = {{&n->place[0]->port[0], r->ps[1], true},        {&n->place[0]->port[1], r->ps[0], true},
              {&n->place[0]->host[1]->port, r->ps[0], false}, {&n->place[1]->port[0], r->ps[1], true},
              {&n->place[1]->port[1], r->ps[2], true},        {&n->place[1]->host[1]->port, r->ps[2], false}};
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    static const uint16_t quanta[] = {1, 7, 65535};
    for (int k = 0; k < 3; k++) {
      const double expected = (quanta[k] + ends[i].at_switch) * 512 * ends[i].ps;
      ck_assert_double_eq_tol((double)pause_end(ends[i].port, ends[i].at_switch, 0, quanta[k]), expected, 1);
    }
  }
  // the refresh interval is in quanta of the fastest line of the switch
  for (int i = 0; i < 2; i++) {
    const double fastest = i == 0                ? (r->ps[0] < r->ps[1] ? r->ps[0] : r->ps[1])
                           : r->ps[2] < r->ps[1] ? r->ps[2]
                                                 : r->ps[1];
    ck_assert_double_eq_tol((double)n->place[i]->refresh_time, 32767 * 512 * fastest, 1);
  }
  event_free(n);
  scenario_free(s);
}
END_TEST

// ---- the clock of a switch ----

static struct scenario *star(const char *head, int ports, const char *gbps, int packet) {
  static char text[1 << 15];
  size_t size = 0;
#define PUT(...) size += (size_t)snprintf(text + size, sizeof text - size, __VA_ARGS__)
  PUT("name: star\n%sduration_us: 10\ngbps: %s\npacket_bytes: %d\n", head, gbps, packet);
  PUT("mmu: {scheme: SIH, classes: 1, buffer: 60MB, headroom: 400KB, alpha: 1}\nswitches: [{name: S}]\nhosts:\n");
  for (int i = 0; i < ports; i++) PUT("  - {name: h%d, switch: S}\n", i);
  PUT("flows:\n");
  for (int i = 0; i < ports; i++) PUT("  - {name: f%d, from: h%d, to: h%d}\n", i, i, (i + 1) % ports);
#undef PUT
  return runs_load_text(text);
}

// n ports of C bit/s and packets of p bytes need a clock of n C / (8 (p + 20)) Hz, in whole MHz, at least 250 MHz. In a
// closed loop each line of the star also has the acknowledgements of the data in its other direction, of 84 bytes on
// the wire: with one for each packet, 32 lines have 32 (a + (C - 672 a) / 8160) packets per second, a = C / 8160.
START_TEST(clock_takes_the_packets_of_all_ports) {
  static const struct {
    const char *head, *gbps;
    int ports, packet, mhz;
    const char *warning;
  } t[] = {{"", "100", 32, 1000, 393, NULL},
           {"", "100", 4, 1000, 250, NULL},
           {"", "40", 8, 64, 477, NULL},
           {"", "800", 64, 64, 76191, NULL},
           {"clock_mhz: 100\n", "100", 32, 1000, 100, "give clock_mhz 393,"},
           {"congestion: dcqcn\n", "100", 32, 1000, 753, NULL},
           {"congestion: powertcp\nsenders: {ack_bytes: 4000}\n", "100", 32, 1000, 483, NULL},  // a / 4
           {"congestion: ns3_rdma\n", "100", 32, 1000, 395, NULL},  // a / 256, and 20,000 CNPs
           {"congestion: dcqcn\nsenders: {frame_bytes: 1500}\n", "100", 32, 1000, 393, NULL},
           {"congestion: dcqcn\nclock_mhz: 500\n", "100", 32, 1000, 500, "give clock_mhz 753,"}};
  struct scenario *s = star(t[_i].head, t[_i].ports, t[_i].gbps, t[_i].packet);
  ck_assert_uint_eq(s->sw[0].clock_hz, (uint64_t)t[_i].mhz * 1000000);
  ck_assert_int_eq(s->warnings, t[_i].warning != NULL);
  if (t[_i].warning != NULL) ck_assert_ptr_nonnull(strstr(s->warning[0], t[_i].warning));
  scenario_free(s);
}
END_TEST

// results.json has the clock of each switch if one differs from that of the scenario.
START_TEST(results_have_the_clocks) {
  static const char *const clocks[] = {"\"clock_hz\": 312500000", "\"clock_hz\": 500000000"};
  char text[1024];
  struct written w;
  snprintf(text, sizeof text, NETWORK, "100", "100", "100", 1000);
  for (char *own; _i == 0 && (own = strstr(text, ", clock_mhz: ")) != NULL;) {
    const char *end = strchr(own, '}');
    memmove(own, end, strlen(end) + 1);
  }
  struct scenario *s = runs_load_text(text);
  runs_record(&w, s, runs_engine(RUNS_EVENT));
  for (int i = 0; i < 2; i++) {
    const char *found = strstr(w.text[0], clocks[i]);
    ck_assert((found != NULL) == (_i == 1));
    if (found != NULL) ck_assert_ptr_null(strstr(found + 1, clocks[i]));  // of one switch
  }
  ck_assert_ptr_nonnull(strstr(w.text[0], "\"clock_hz\": 250000000"));
  runs_forget(&w);
  scenario_free(s);
}
END_TEST

// ---- the same in a clocked engine ----

// At 1,000 MHz a link of g Gb/s has g bits per cycle: QUANTA_STEP is 16 g, and in cells of 64 bytes C is g / 512 cells
// per cycle. D / C is that of the fastest link times the ratio of the rates.
static void has_rates_of_links(const struct scenario *s, int number) {
  const struct scenario_switch *sw = &s->sw[number];
  const bool staged = sw->cfg.scheme == SLUICE_GFC, linear = sw->cfg.scheme == SLUICE_GFC_LINEAR;
  const double d = (double)(sw->cfg.stage_top - sw->cfg.stage_base);
  for (int p = 0; p < sw->ports; p++) {
    const struct sluice_limits *x = sluice_limits_of(&sw->cfg, p);
    const double gbps = (double)s->link[sw->link[p]].bps / 1e9;
    ck_assert_double_eq(x->quanta_step, 16 * gbps);
    if (staged) ck_assert_double_eq(x->cell_step, 65536 * gbps / 512);
    if (linear) ck_assert_double_eq_tol(x->drain_cycles, 256 * d * 512 / gbps, 0.5);  // rounded
  }
}

// Hosts of 25 and 100 Gb/s send over links of 400. The rates and pauses of the model are those of the event engine.
START_TEST(model_agrees_with_event_engine) {
  static const char *const mmu[] = {"scheme: DSH, alpha: 1/8", "scheme: SIH, alpha: 1/8",
                                    "scheme: STATIC",          "scheme: GFC",
                                    "scheme: GFC_LINEAR",      "scheme: SHP, alpha: 1/8, headroom_pool: 1MB"};
  char text[2048];
  double bytes[RUNS_ENGINES][4], paused[RUNS_ENGINES] = {0};
  snprintf(text, sizeof text,
           "name: mixed\ngbps: 100\ndelay_ns: 400\npacket_bytes: 1048\nduration_us: 250\nclock_mhz: 1000\n"
           "cell_bytes: 64\nmmu: {classes: 2, buffer: 4MB, %s}\nswitches: [{name: A}, {name: B}, {name: S}]\n"
           "links: [{name: AS, a: A, b: S, gbps: 400}, {name: BS, a: B, b: S, gbps: 400}]\n"
           "hosts:\n  - {name: a0, switch: A}\n  - {name: a1, switch: A}\n  - {name: a2, switch: A, gbps: 25}\n"
           "  - {name: b0, switch: B}\n  - {name: b1, switch: B, gbps: 25}\nflows:\n  - {name: f0, from: a0, to: b0}\n"
           "  - {name: f1, from: a1, to: b1}\n  - {name: f2, from: a2, to: b0}\n"
           "  - {name: f3, from: b0, to: a2, class: 1}\n",
           mmu[_i]);
  for (int e = 0; e < RUNS_ENGINES; e++) {
    struct scenario *s;
    struct simulation *n = runs_of_text(text, &s, e);
    ck_assert(s->dims.port_limits);
    for (int i = 0; i < s->switches; i++) has_rates_of_links(s, i);
    for (int f = 0; f < 4; f++) bytes[e][f] = (double)simulation_result(n)->flow[f].bytes;
    for (int l = 0; l < 2 * s->links; l++) paused[e] += report_paused(simulation_result(n), l / 2, l % 2);
    simulation_free(n);
    scenario_free(s);
  }
  for (int f = 0; f < 4; f++)
    ck_assert_double_eq_tol(bytes[RUNS_MODEL][f], bytes[RUNS_EVENT][f], bytes[RUNS_EVENT][f] / 20);
  ck_assert_double_eq_tol(paused[RUNS_MODEL], paused[RUNS_EVENT], paused[RUNS_EVENT] / 20);
}
END_TEST

// ---- what the clocked engines refuse ----

START_TEST(clocked_engines_name_the_event_engine) {
  static const struct {
    const char *text, *wrong;
  } t[] = {
      {"links: [{name: L, a: A, b: B}]\nhosts: [{name: x, switch: A}, {name: y, switch: B, gbps: 10}]\n", NULL},
      {"clock_mhz: 50\nlinks: [{name: L, a: A, b: B}]\nhosts: [{name: x, switch: A}, {name: y, switch: B}]\n",
       ":6: link L runs at 40 Gb/s: at 50 MHz a clocked engine has at most 25.6, because a 64-byte frame takes at "
       "least "
       "a cycle; raise clock_mhz, or use --engine event"},
      {"links: [{name: L, a: A, b: C}]\nhosts: [{name: x, switch: A}, {name: y, switch: C}]\n",
       ": the MMU of switch C has a clock of 300.5 MHz, and the scenario 250: the MMUs of a clocked engine have one "
       "clock; give clock_mhz 300.5, or use --engine event"},
      {"links: [{name: L, a: A, b: B}]\nhosts: [{name: x, switch: A}, {name: y, switch: B}]\n", NULL},
  };
  char text[1024];
  struct error err = {.text = ""};
  snprintf(
      text, sizeof text,
      "name: refused\nduration_us: 10\nmmu: {scheme: STATIC, classes: 1, buffer: 4MB, headroom: 100KB, xoff: 1MB}\n"
      "switches: [{name: A}, {name: B}%s]\n%sflows: [{name: f, from: x, to: y}]\n",
      strstr(t[_i].text, "C") != NULL ? ", {name: C, clock_mhz: 300.5}" : "", t[_i].text);
  struct scenario *s = runs_load_text(text);
  ck_assert_int_eq(clocked_fit_check(s, &err) != 0, t[_i].wrong != NULL);
  if (t[_i].wrong != NULL) ck_assert_msg(strstr(err.text, t[_i].wrong) != NULL, "%s", err.text);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("net_mixed");
  TCase *tcase = tcase_create("net_mixed");
  tcase_add_loop_test(tcase, flow_completes_in_the_time_of_its_lines, 0, 2 * RATES);
  tcase_add_loop_test(tcase, quanta_have_the_rate_of_the_port, 0, RATES);
  tcase_add_loop_test(tcase, clock_takes_the_packets_of_all_ports, 0, 10);
  tcase_add_loop_test(tcase, results_have_the_clocks, 0, 2);
  tcase_add_loop_test(tcase, model_agrees_with_event_engine, 0, 6);
  tcase_add_loop_test(tcase, clocked_engines_name_the_event_engine, 0, 4);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
