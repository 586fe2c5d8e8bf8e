// Tests routes that follow links that fall and return, in the event engine. The references are runs of networks in
// which the links that are down do not exist, and closed forms. test_event_same and processes.sh test windows, threads
// and processes with tests/event/combined.yaml. `make check T=reroute` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <string.h>

#include "tb/sim/files/yaml_text.h"
#include "tb/sim/results/report.h"
#include "tb/sim/scenario/lanes.h"
#include "tb/sim/scenario/routes.h"
#include "tb/sim/simulation.h"
#include "tb/sim/traffic/random.h"
#include "tests/net/lines.h"
#include "tests/net/runs.h"

static struct simulation *run(const struct scenario *s) {
  struct simulation *n = runs_simulate(s, runs_engine(RUNS_EVENT));
  const struct network_result *r = simulation_result(n);
  for (int i = 0; i < s->flows && !s->controlled; i++)
    ck_assert_uint_eq(r->flow[i].sent, r->flow[i].packets + r->flow[i].lost + r->flow[i].dropped);
  return n;
}

static const struct link_result *link_of(const struct scenario *s, const struct network_result *r, const char *name) {
  for (int i = 0; i < s->links; i++)
    if (strcmp(s->link[i].name, name) == 0) return r->link[i];
  return NULL;
}

// ---- the same as a network without the links ----

enum { SWITCHES = 8, LINKS = 20, ENDS = 6, FLOWS = 14 };

// When links are down: from the start on; from 5 us on; before the flows start.
enum when { ALWAYS, LATER, BEFORE, WHENS };

static void add_outage(enum when when, bool fails) {
  static const char *const keys[WHENS] = {", down_us: 0", ", down_us: 5", ", down_us: 0, up_us: 4"};
  add("%s}", fails ? keys[when] : "");
}

// A random network. reference: without the links that fail, or, if they return, with links that do not fail.
static void write_world(uint64_t random, enum when when, bool reference) {
  static const char *const routings[] = {"first", "ecmp", "spray"}, *const paths[] = {"shortest", "up_down"};
  const int switches = 4 + (int)random_below(&random, SWITCHES - 3);
  begin("mmu: {scheme: STATIC, buffer: 64MB, xoff: 1MB, headroom: 16KB}");
  add("routing: %s\n", routings[random_below(&random, 3)]);
  add("paths: %s\n", paths[random_below(&random, 2)]);
  if (!reference) add("reroute_us: 5\n");
  add("switches:\n");
  for (int i = 0; i < switches; i++) add("  - {name: S%d, level: %d}\n", i, (int)random_below(&random, 3));
  add("links:\n");
  for (int i = 1; i < LINKS; i++) {  // a tree, and more links
    const int a = i < switches ? i : (int)random_below(&random, (uint32_t)switches);
    const int b = (int)random_below(&random, (uint32_t)(i < switches ? i : switches));
    const bool fails = random_below(&random, 3) == 0 && i >= switches;
    if (a == b || (fails && reference && when != BEFORE)) continue;
    add("  - {name: L%d, a: S%d, b: S%d", i, a, b);
    add_outage(when, fails && !reference);
    add("\n");
  }
  add("hosts:\n");
  for (int i = 0; i < ENDS; i++) {
    const int at = (int)random_below(&random, (uint32_t)switches);
    const bool fails = random_below(&random, 2) == 0, two = random_below(&random, 2) == 0;
    add("  - {name: h%d, links: [{switch: S%d}", i, at);
    if (two && !(fails && reference && when != BEFORE)) {
      add(", {switch: S%d", (at + 1) % switches);
      add_outage(when, fails && !reference);
    }
    add("]}\n");
  }
  add("flows:\n");
  for (int i = 0; i < FLOWS; i++) {
    const int from = (int)random_below(&random, ENDS), to = (from + 1 + (int)random_below(&random, ENDS - 1)) % ENDS;
    add("  - {name: f%d, from: h%d, to: h%d, bytes: 20KB, start_us: %d}\n", i, from, to,
        20 + (int)random_below(&random, 10));
  }
}

START_TEST(as_without_the_links) {
  const enum when when = (enum when)(_i % WHENS);
  struct scenario *expected;
  struct error err;
  write_world((uint64_t)_i, when, true);
  write_file("s.yaml", text);
  const bool reachable = scenario_load(in_dir("s.yaml"), &expected, &err) == 0;
  write_world((uint64_t)_i, when, false);
  if (!reachable) {
    ck_assert_ptr_nonnull(strstr(err.text, "no route up and then down"));
    if (scenario_load((write_file("s.yaml", text), in_dir("s.yaml")), &expected, &err) == 0) scenario_free(expected);
    return;
  }
  struct scenario *s = load();
  struct simulation *a = run(expected), *b = run(s);
  const struct network_result *x = simulation_result(a), *y = simulation_result(b);
  for (int i = 0; i < s->flows; i++) {
    CHECK(y->flow[i].bytes, ==, 20000);
    CHECK(y->flow[i].last, ==, x->flow[i].last);
    CHECK(y->flow[i].latency_sum, ==, x->flow[i].latency_sum);
    CHECK(y->flow[i].dropped, ==, 0);
  }
  for (int i = 0; i < expected->links; i++) {
    const struct link_result *l = link_of(s, y, expected->link[i].name);
    for (int d = 0; d < 2 && !expected->link[i].access; d++) CHECK(l[d].bytes, ==, x->link[i][d].bytes);
  }
  CHECK(x->hops, ==, y->hops);
  simulation_free(a);
  simulation_free(b);
  scenario_free(expected);
  scenario_free(s);
}
END_TEST

// Removes lanes that lead to no lane that is left, until no more can be. Returns whether lanes are left: a cycle.
static bool has_cycle(int lanes, const bool *edge) {
  bool *gone = calloc((size_t)lanes, 1), left = true;
  for (bool more = true; more && left;) {
    more = left = false;
    for (int i = 0; i < lanes; i++) {
      bool leads = false;
      for (int j = 0; j < lanes; j++) leads |= edge[i * lanes + j] && !gone[j];
      more |= !gone[i] && !leads;
      gone[i] |= !leads;
      left |= !gone[i];
    }
  }
  free(gone);
  return left;
}

// Adds which lane may follow which, for packets of all destinations.
static void add_edges(const struct scenario *s, struct routes *r, bool *edge) {
  uint16_t port[SCENARIO_MOST_PORTS];
  for (int here = 0; here < s->switches; here++)
    for (int to = 0; to < s->switches; to++) {
      ck_assert_int_eq(routes_to(r, to), 0);
      for (int in = 0; in < s->sw[here].ports; in++) {
        const int from = lane_of_port(s, here, in) ^ 1;
        const int ports = here != to ? routes_next(r, here, to, routes_arrives_down(r, here, in), port) : 0;
        for (int i = 0; i < ports; i++) edge[from * 2 * s->links + lane_of_port(s, here, port[i])] = true;
      }
    }
}

// Packets of the routes before and after all changes together have no cyclic dependency.
START_TEST(up_and_down_at_all_times) {
  write_world((uint64_t)_i, LATER, false);
  write_file("s.yaml", text);
  struct scenario *s;
  struct error err;
  const struct yaml_setting set = {"paths", "up_down", "set", false};
  const struct scenario_source from = {.path = in_dir("s.yaml"), .set = &set, .sets = 1};
  if (scenario_load_from(&from, &s, &err) != 0) return;  // a flow has no route
  bool *edge = calloc(4 * (size_t)s->links * (size_t)s->links, 1);
  if (s->changes > 0) add_edges(s, s->routes, edge);
  for (int i = 0; i < s->changes; i++) {
    struct routes *r = routes_at(s->routes, s->change[i]);
    add_edges(s, r, edge);
    routes_free(r);
  }
  ck_assert(!has_cycle(2 * s->links, edge));
  free(edge);
  scenario_free(s);
}
END_TEST

// ---- over time ----

// Two leaves, two spines; a frame of 1000 bytes takes 81.6 ns.
#define PAIR(keys, down, hosts, flows)                                                                    \
  "name: pair\ngbps: 100\ndelay_ns: 200\nduration_us: 4000\nstop_us: 3000\n" keys                         \
  "switches: [{name: A}, {name: B}, {name: P}, {name: Q}]\nlinks:\n  - {name: AP, a: A, b: P" down        \
  "}\n  - {name: AQ, a: A, b: Q}\n  - {name: BP, a: B, b: P}\n  - {name: BQ, a: B, b: Q}\nhosts: [" hosts \
  "]\n"                                                                                                   \
  "flows: [" flows "]\n"
#define SIH "mmu: {scheme: SIH, buffer: 8MB, headroom: 100KB, alpha: 1/8}\n"
#define XY "{name: x, switch: A}, {name: y, switch: B}"
#define F10 "{name: f, from: x, to: y, gbps: 10}"
#define FRAMES_PER_US 1.25  // of 1000 bytes at 10 Gb/s

// A flow leaves its link reroute_us after the fall, and comes back reroute_us after the return.
START_TEST(routes_leave_and_return) {
  static const struct {
    const char *keys;
    double late, share, near;  // share: of the packets that take the link while it is up
  } t[] = {{"", 1000, 1, 3},
           {"reroute_us: 200\n", 200, 1, 3},
           {"reroute_us: 0\n", 0, 1, 3},
           {"reroute_us: 700\npaths: up_down\n", 700, 1, 3},
           {"reroute_us: 300\nrouting: spray\n", 300, 0.5, 100}};
  char all[2048];
  snprintf(all, sizeof all, PAIR("%s" SIH, ", down_us: 500, up_us: 1800", XY, F10), t[_i].keys);
  struct scenario *s = runs_load_text(all);
  struct simulation *n = run(s);
  const struct network_result *r = simulation_result(n);
  const double ap = (double)link_of(s, r, "AP")[0].frames, aq = (double)link_of(s, r, "AQ")[0].frames,
               back = t[_i].late + 1800;
  const double first = t[_i].share * (500 + (3000 - back)), lost = t[_i].share * t[_i].late;
  ck_assert_double_eq_tol(ap, first * FRAMES_PER_US, t[_i].near);
  ck_assert_double_eq_tol(aq, (3000 - first - lost) * FRAMES_PER_US, t[_i].near);
  ck_assert_double_eq_tol((double)r->flow[0].dropped, lost * FRAMES_PER_US, t[_i].near);
  CHECK(r->flow[0].losses[LOSS_UNREACHABLE], ==, 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// An outage that is shorter than reroute_us changes nothing.
START_TEST(short_outages_change_nothing) {
  struct scenario *s = runs_load_text(PAIR(SIH, ", down_us: 500, up_us: 1400", XY, F10));
  CHECK(s->changes, ==, 0);
  struct simulation *n = run(s);
  CHECK(link_of(s, simulation_result(n), "AQ")[0].frames, ==, 0);
  ck_assert_double_eq_tol((double)simulation_result(n)->flow[0].dropped, 900 * FRAMES_PER_US, 3);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// A written route never changes.
START_TEST(written_routes_stay) {
  struct scenario *s = runs_load_text(
      PAIR("reroute_us: 100\n" SIH, ", down_us: 500", XY, "{name: f, from: x, to: y, gbps: 10, route: [A, P, B]}"));
  struct simulation *n = run(s);
  CHECK(link_of(s, simulation_result(n), "AQ")[0].frames, ==, 0);
  ck_assert_double_eq_tol((double)simulation_result(n)->flow[0].dropped, 2500 * FRAMES_PER_US, 3);
  CHECK(simulation_result(n)->flow[0].losses[LOSS_UNREACHABLE], ==, 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// ---- no path ----

static char *table_of(const struct scenario *s, const struct network_result *r) {
  char *table;
  size_t size;
  FILE *to = open_memstream(&table, &size);
  ck_assert_int_eq(report_table(s, r, to), 0);
  fclose(to);
  return table;
}

// The link of a host falls: at first its switch drops the packets, then the first switch, as unreachable.
START_TEST(unreachable_flows_are_named) {
  struct scenario *s = runs_load_text(PAIR("reroute_us: 200\n" SIH, "",
                                           "{name: x, switch: A}, {name: y, switch: B, down_us: 500, up_us: 1500}",
                                           F10 ", {name: g, from: y, to: x, gbps: 1, stop_us: 400}"));
  struct simulation *n = run(s);
  const struct network_result *r = simulation_result(n);
  ck_assert_double_eq_tol((double)r->flow[0].dropped, 1200 * FRAMES_PER_US, 3);
  ck_assert_double_eq_tol((double)r->flow[0].losses[LOSS_UNREACHABLE], 1000 * FRAMES_PER_US, 3);
  CHECK(r->sw[0].unreachable, >=, r->flow[0].losses[LOSS_UNREACHABLE] - 3);
  CHECK(r->flow[1].dropped, ==, 0);
  char *table = table_of(s, r), line[100];
  snprintf(line, sizeof line, "unreachable: no path for %d packets of 1 flow: f\n",
           (int)r->flow[0].losses[LOSS_UNREACHABLE]);
  ck_assert_ptr_nonnull(strstr(table, line));
  free(table);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Without the link, the shortest way has four switches, and TTL 4 lasts for three.
START_TEST(longer_paths_need_more_classes) {
  static const char *const ttl[] = {"ttl: 4", "ttl: 5"};
  begin("");
  add("mmu: {scheme: TTL, classes: 8, %s, buffer: 8MB, headroom: 16KB, alpha: 1/8}\nreroute_us: 100\n"
      "switches: [{name: A}, {name: B}, {name: C}, {name: D}]\nlinks:\n"
      "  - {name: AB, a: A, b: B}\n  - {name: BC, a: B, b: C}\n  - {name: CD, a: C, b: D}\n"
      "  - {name: BD, a: B, b: D, down_us: 500}\nhosts: [{name: x, switch: A}, {name: y, switch: D}]\n"
      "flows: [{name: f, from: x, to: y, gbps: 1, stop_us: 1500}]\nstop_us: 1500\n",
      ttl[_i]);
  struct scenario *s = load();
  struct simulation *n = run(s);
  const struct flow_result *f = &simulation_result(n)->flow[0];
  ck_assert_double_eq_tol((double)f->dropped, (_i == 0 ? 1000 : 100) * FRAMES_PER_US / 10, 3);
  CHECK(f->losses[LOSS_UNREACHABLE], ==, 0);
  if (_i == 0) CHECK(simulation_result(n)->sw[3].queue[SIDE_INGRESS][2 * s->dims.classes].arrived, ==, 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// ---- hosts with several links ----

// The link of the sender, of the receiver, or both, falls and returns: the flow goes on over the other link.
START_TEST(hosts_change_their_link) {
  static const char *const down = ", down_us: 500, up_us: 1500";
  char all[2048], hosts[400];
  snprintf(hosts, sizeof hosts,
           "{name: x, links: [{switch: A%s}, {switch: B}]}, {name: y, links: [{switch: P%s}, {switch: Q}]}",
           _i % 3 != 1 ? down : "", _i % 3 != 0 ? down : "");
  snprintf(all, sizeof all, PAIR("reroute_us: 100\nrouting: %s\necmp_seed: 12\n" SIH, "", "%s", F10),
           _i < 3 ? "first" : "spray", hosts);
  struct scenario *s = runs_load_text(all);
  struct simulation *n = run(s);
  const struct network_result *r = simulation_result(n);
  // a sender waits while its link is down; the packets for a receiver are lost
  ck_assert_double_eq_tol((double)r->flow[0].packets, 2900 * FRAMES_PER_US, 3);
  const uint64_t first = link_of(s, r, "x_1")[1].frames, second = link_of(s, r, "x_2")[1].frames;
  if (_i % 3 != 1) ck_assert_double_eq_tol((double)second, 1000 * FRAMES_PER_US, 3);
  CHECK(first + second, ==, r->flow[0].sent);
  const uint64_t third = link_of(s, r, "y_1")[0].frames, fourth = link_of(s, r, "y_2")[0].frames;
  if (_i % 3 != 0) ck_assert_double_eq_tol((double)fourth, 1000 * FRAMES_PER_US, 3);
  ck_assert_double_eq_tol((double)(third + fourth), (double)r->flow[0].packets, 3);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Under congestion control data and acknowledgements find the other link, and nothing is missing in the end.
START_TEST(closed_loops_change_their_link) {
  static const char *const algorithms[] = {"dcqcn", "hpcc"};
  char all[2048];
  snprintf(all, sizeof all,
           PAIR("reroute_us: 20\ncongestion: %s\nsenders: {rto_us: 300}\n"
                "mmu: {scheme: SIH, classes: 3, lossless: [2], buffer: 8MB, headroom: 100KB, alpha: 1/8}\n",
                "", "%s", "{name: f, from: x, to: y, bytes: 10MB}, {name: g, from: y, to: x, bytes: 10MB}"),
           algorithms[_i % 2],
           _i < 2 ? "{name: x, links: [{switch: A, down_us: 200, up_us: 900}, {switch: B}]}, {name: y, switch: P}"
                  : "{name: x, links: [{switch: A, down_us: 200}, {switch: B}]}, "
                    "{name: y, links: [{switch: P, down_us: 230}, {switch: Q}]}");
  struct scenario *s = runs_load_text(all);
  struct simulation *n = run(s);
  const struct network_result *r = simulation_result(n);
  for (int i = 0; i < 2; i++) CHECK(r->flow[i].bytes, ==, 10000000);
  CHECK(link_of(s, r, "x_2")[0].frames, >, 1000);
  CHECK(link_of(s, r, "x_2")[1].frames, >, 1000);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Packets back find their way among many switches, from the first change on.
START_TEST(ways_back_among_many_switches) {
  enum { LEAVES = 90 };
  begin("mmu: {scheme: SIH, classes: 2, buffer: 64MB, headroom: 16KB, alpha: 1/8}\ncongestion: dcqcn");
  add("switches: [{name: P}, {name: Q}");
  for (int i = 0; i < LEAVES; i++) add(", {name: S%d}", i);
  add("]\nlinks:\n");
  for (int i = 0; i < LEAVES; i++)
    add("  - {name: p%d, a: P, b: S%d%s}\n  - {name: q%d, a: Q, b: S%d}\n", i, i, i == 0 ? ", down_us: 0" : "", i, i);
  add("hosts: [{name: x, switch: S%d}, {name: y, switch: S0}]\n", LEAVES - 1);
  add("flows: [{name: f, from: x, to: y, bytes: 100KB}]\n");
  struct scenario *s = load();
  struct simulation *n = run(s);
  CHECK(simulation_result(n)->flow[0].bytes, ==, 100000);
  CHECK(link_of(s, simulation_result(n), "q0")[1].frames, >, 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// ---- warnings ----

// Without its two chords, a ring of four switches has a cycle.
START_TEST(each_set_of_links_is_searched) {
  static const struct {
    const char *keys, *first, *second;
    int warnings;
  } t[] = {{"", ", down_us: 100", ", down_us: 100", 1},
           {"", ", down_us: 100", "", 0},
           {"", ", down_us: 100", ", down_us: 200, up_us: 300", 1},
           {"", ", down_us: 0, up_us: 50", ", down_us: 0, up_us: 50", 1},
           {"paths: up_down\n", ", down_us: 100", ", down_us: 100", 0}};
  static const char ends[] = "abbccddaaccabddb";
  begin("mmu: {scheme: SIH, buffer: 8MB, headroom: 16KB, alpha: 1/8}\nreroute_us: 10");
  add("%sswitches: [{name: A}, {name: B}, {name: C}, {name: D}]\nlinks:\n  - {name: AB, a: A, b: B}\n"
      "  - {name: BC, a: B, b: C}\n  - {name: CD, a: C, b: D}\n  - {name: DA, a: D, b: A}\n"
      "  - {name: AC, a: A, b: C%s}\n  - {name: BD, a: B, b: D%s}\nhosts:\n",
      t[_i].keys, t[_i].first, t[_i].second);
  for (char h = 'a'; h <= 'd'; h++) add("  - {name: %c, switch: %c}\n", h, h - 'a' + 'A');
  add("flows:\n");
  for (int k = 0; k < 8; k++)
    for (int i = 0; i < 4; i++) add("  - {name: f%d-%d, from: %c, to: %c}\n", k, i, ends[2 * k], ends[2 * k + 1]);
  add("routing: ecmp\n");
  struct scenario *s = load();
  CHECK(s->warnings, ==, t[_i].warnings);
  if (s->warnings > 0) ck_assert_ptr_nonnull(strstr(s->warning[0], "can deadlock"));
  if (_i == 0) ck_assert_ptr_nonnull(strstr(s->warning[0], "the routes of the flows from 110 us on can deadlock"));
  scenario_free(s);
}
END_TEST

// A deadlock is proven when no packet has moved for some time, and the last one arrives 60 us after the stop.
// Routes that change later, because AF falls, delay or hasten nothing.
START_TEST(a_proof_of_a_deadlock_survives_a_change) {
  static const char *const outage[] = {"", ", down_us: 2100"};
  struct network_result result[2];
  for (int i = 0; i < 2; i++) {
    text[0] = '\0';
    add("name: ring\nstop_us: 2000\nduration_us: 20000\ngbps: 40\ndelay_ns: 1000\nreroute_us: 50\npacket_bytes: 1000\n"
        "mmu: {scheme: STATIC, buffer: 12MB, headroom: 16KB, xoff: 40KB}\n"
        "switches: [{name: A}, {name: B}, {name: C}, {name: D}, {name: E}, {name: F}]\nlinks:\n"
        "  - {name: AB, a: A, b: B}\n  - {name: BC, a: B, b: C}\n  - {name: CD, a: C, b: D}\n  - {name: DA, a: D, b: "
        "A}\n"
        "  - {name: AF, a: A, b: F%s}\n",
        outage[i]);
    add("hosts: [{name: a, switch: A}, {name: b, switch: B}, {name: c, switch: C}, {name: d, switch: D},"
        " {name: e, switch: B}, {name: f, switch: C}, {name: x, switch: E}, {name: y, switch: E, delay_ns: 60000}]\n"
        "flows: [{name: f, from: a, to: d, route: [A, B, C, D]}, {name: g, from: c, to: b, route: [C, D, A, B]},"
        " {name: h, from: e, to: f, route: [B, C]}, {name: k, from: x, gbps: 1, to: y}]\n");
    struct scenario *s = runs_load_text(text);
    CHECK(s->changes, ==, i);
    struct simulation *n = runs_simulate(s, runs_engine(RUNS_EVENT));
    result[i] = *simulation_result(n);
    CHECK(result[i].verdict.kind, ==, VERDICT_DEADLOCKED);
    CHECK(result[i].flow[3].last, >, UINT64_C(2020000000));
    CHECK(result[i].flow[3].last, <, UINT64_C(2090000000));
    simulation_free(n);
    scenario_free(s);
  }
  CHECK(result[1].verdict.since, ==, result[0].verdict.since);
  CHECK(result[1].cycles, ==, result[0].cycles);
}
END_TEST

START_TEST(without_effect) {
  struct scenario *s = runs_load_text(PAIR("reroute_us: 100\n" SIH, "", XY, F10));
  CHECK(s->warnings, ==, 1);
  ck_assert_ptr_nonnull(strstr(s->warning[0], ":6: reroute_us has no effect"));
  scenario_free(s);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("all");
  tcase_add_loop_test(t, as_without_the_links, 0, 300);
  tcase_add_loop_test(t, up_and_down_at_all_times, 0, 100);
  tcase_add_loop_test(t, routes_leave_and_return, 0, 5);
  tcase_add_test(t, short_outages_change_nothing);
  tcase_add_test(t, written_routes_stay);
  tcase_add_test(t, unreachable_flows_are_named);
  tcase_add_loop_test(t, longer_paths_need_more_classes, 0, 2);
  tcase_add_loop_test(t, hosts_change_their_link, 0, 6);
  tcase_add_loop_test(t, closed_loops_change_their_link, 0, 4);
  tcase_add_test(t, ways_back_among_many_switches);
  tcase_add_loop_test(t, each_set_of_links_is_searched, 0, 5);
  tcase_add_test(t, a_proof_of_a_deadlock_survives_a_change);
  tcase_add_test(t, without_effect);
  return run_suite(suite_create("reroute"), t);
}
