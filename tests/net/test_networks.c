// Tests the shapes of networks: up to 512 ports, parallel links, hosts with several links, and spraying.
// `make check T=networks` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <string.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/scenario/lanes.h"
#include "tb/sim/scenario/scenario_file.h"
#include "tb/sim/simulation.h"
#include "tests/net/lines.h"

static struct simulation *run(const struct scenario *s, int threads) {
  struct simulation *n;
  const struct network_options o = {.event = true, .threads = threads, .seed = s->seed};
  ck_assert_int_eq(simulation_new(&n, s, &o), NETWORK_OK);
  ck_assert_int_eq(simulation_run(n), NETWORK_OK);
  CHECK(simulation_result(n)->verdict.kind, ==, VERDICT_DRAINED);
  CHECK(simulation_result(n)->lost, ==, 0);
  for (int i = 0; i < s->flows; i++) CHECK(simulation_result(n)->flow[i].bytes, ==, s->flow[i].bytes);
  return n;
}

static void expect_event_only(const struct scenario *s, const char *expected) {
  struct error err = {.text = ""};
  struct simulation *n;
  ck_assert_int_ne(clocked_fit_check(s, &err), 0);
  ck_assert_msg(strstr(err.text, expected) != NULL, "%s", err.text);
  ck_assert_int_eq(simulation_new(&n, s, &(struct network_options){.engine = ENGINE_MODEL}), NETWORK_EVENT_ONLY);
  simulation_free(n);
}

// ---- ports ----

static void star(int ports, const char *more) {
  begin(more);
  add("switches: [{name: S}]\nhosts:\n");
  for (int i = 0; i < ports; i++) add("  - {name: h%d, switch: S}\n", i);
  add("flows:\n");
  for (int i = 0; i < ports; i++)
    add("  - {name: f%d, from: h%d, to: h%d, bytes: 20KB, class: %d}\n", i, i, (i / 2 * 2 + ports / 2 + 1) % ports,
        i % 8);
}

// Every port sends, two at a time to the same port. All bytes arrive over the ports that the scenario says.
START_TEST(a_switch_of_512_ports) {
  star(512, SMALL_MMU);
  struct scenario *s = load();
  expect_event_only(s, "switch S has 512 ports, in a clocked engine at most 64; use --engine event");
  struct simulation *n = run(s, 1);
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    CHECK(f->egress[0], ==, f->to - s->switches);
    CHECK(simulation_result(n)->link[s->host[f->to - s->switches].link][0].bytes, >=, 20000);
  }
  CHECK(simulation_result(n)->hops, ==, 512 * 20);
  simulation_free(n);
  scenario_free(s);
  star(513, SMALL_MMU);
  write_file("s.yaml", text);
  expect_error("s.yaml", 521, "switch S has more than 512 links; use more switches");
}
END_TEST

// The pools of an MMU are those of its own ports.
START_TEST(ports_of_one_mmu) {
  begin("mmu: {scheme: DSH, buffer: 20MB, headroom: 20KB, alpha: 1/8, classes: 2}");
  add("switches: [{name: A}, {name: B, mmu: {ports: 4, buffer: 1MB}}]\nlinks: [{name: L, a: A, b: B}]\nhosts:\n");
  for (int i = 0; i < 99; i++) add("  - {name: h%d, switch: %s}\n", i, i < 98 ? "A" : "B");
  add("flows: [{name: f, from: h0, to: h98, bytes: 100KB}]\n");
  struct scenario *s = load();
  CHECK(s->sw[0].built, ==, 99);
  CHECK(s->sw[1].built, ==, 4);
  CHECK(s->sw[0].cfg.shared, ==, 20000000 - 99 * 20000);
  CHECK(s->sw[1].cfg.shared, ==, 1000000 - 4 * 20000);
  struct event_network *n;
  ck_assert_int_eq(event_new(&n, s, &(struct network_options){.event = true, .threads = 1}), NETWORK_OK);
  CHECK(n->place[1]->queues, ==, 2 * 2);  // memory for the ports in use only
  ck_assert_int_eq(event_run(n), NETWORK_OK);
  CHECK(n->result.flow[0].bytes, ==, 100000);
  event_free(n);
  scenario_free(s);
  char *key = strstr(text, "ports: 4");
  memcpy(key, "ports: 1", 8);
  write_file("s.yaml", text);
  expect_error("s.yaml", 7, "switch B has 2 links; raise ports to that");
}
END_TEST

// ---- parallel links, hosts with several links ----

static const char *const pair =
    "mmu: {scheme: DSH, buffer: 8MB, headroom: 16KB, alpha: 1/8}\nrouting: %s\n"
    "switches: [{name: A}, {name: B}]\nlinks: [{name: L1, a: A, b: B}, {name: L2, a: B, b: A}, {name: L3, a: A, b: "
    "B}]\n"
    "hosts: [{name: a, switch: A}, {name: b, switch: B}]\n"
    "flows:\n  - {name: w, from: a, to: b, bytes: 4KB, route: [A, B]}\n"
    "  - {name: x, from: a, to: b, bytes: 4KB, route: [A, L2, B]}\n"
    "  - {name: y, from: b, to: a, bytes: 4KB, route: [B, L3, A]}\n";

START_TEST(parallel_links) {
  begin("");
  add(pair, "ecmp");
  for (int i = 0; i < 60; i++) add("  - {name: f%d, from: a, to: b, bytes: 4KB}\n", i);
  struct scenario *s = load();
  int taken[3] = {0};
  CHECK(s->flow[0].egress[0], ==, 0);
  CHECK(s->flow[1].egress[0], ==, 1);
  CHECK(s->flow[2].egress[0], ==, 2);
  for (int i = 3; i < s->flows; i++) taken[s->flow[i].egress[0]]++;
  for (int k = 0; k < 3; k++) CHECK(taken[k], >, 8);
  simulation_free(run(s, 1));
  scenario_free(s);
}
END_TEST

static const struct {
  const char *route, *message;
} wrong_routes[] = {
    {"[A, h, B]", "there is no switch h; route lists the switches on the way"},
    {"[A, g_1, B]", "link g_1 is not from A to B; name one that is"},
    {"[A, L2, L3, B]", "L3 follows link L2; name the switch between them"},
    {"[L1, A, B]", "link L1 is not from a to A; name one that is"},
    {"[A, B, L1]", "link L1 is not from B to b; name one that is"},
    {"[L1]", "route has no switch; list the switches on the way"},
    {"[A, L4, B]", "there is no switch L4; route lists the switches on the way"},
};

START_TEST(links_of_written_routes) {
  begin("");
  add("mmu: {scheme: DSH, buffer: 8MB, headroom: 16KB, alpha: 1/8}\nswitches: [{name: A}, {name: B}]\n"
      "links: [{name: L1, a: A, b: B}, {name: L2, a: B, b: A}, {name: L3, a: A, b: B}]\n"
      "hosts: [{name: a, switch: A}, {name: b, switch: B}, {name: h, switch: B},\n"
      "  {name: g, links: [{switch: A}, {switch: B}]}]\nflows: [{name: f, from: a, to: b, route: %s}]\n",
      wrong_routes[_i].route);
  write_file("s.yaml", text);
  expect_error("s.yaml", 12, wrong_routes[_i].message);
}
END_TEST

// Host g has two links to A and one to B, h one to each. Flows leave by the links that begin the shortest routes.
START_TEST(hosts_with_several_links) {
  begin("routing: ecmp\n" SMALL_MMU);
  add("switches: [{name: A}, {name: B}, {name: C}]\nlinks: [{name: L, a: A, b: B}, {name: M, a: B, b: C}]\nhosts:\n"
      "  - {name: g, links: [{switch: A}, {switch: A, gbps: 10}, {switch: B, delay_ns: 100}]}\n"
      "  - {name: h, links: [{switch: A}, {switch: B}]}\n  - {name: a, switch: A}\n  - {name: c, links: [{switch: "
      "C}]}\n"
      "flows:\n");
  for (int i = 0; i < 60; i++) add("  - {name: a%d, from: g, to: a, bytes: 4KB}\n", i);
  for (int i = 0; i < 60; i++) add("  - {name: c%d, from: g, to: c, bytes: 4KB}\n", i);
  for (int i = 0; i < 60; i++) add("  - {name: h%d, from: g, to: h, bytes: 4KB}\n", i);
  for (int i = 0; i < 60; i++) add("  - {name: x%d, from: a, to: g, bytes: 4KB}\n", i);
  struct scenario *s = load();
  static const char *const names[] = {"L", "M", "g_1", "g_2", "g_3", "h_1", "h_2", "a", "c"};
  CHECK(s->links, ==, COUNT(names));
  for (int i = 0; i < s->links; i++) {
    ck_assert_str_eq(s->link[i].name, names[i]);
    CHECK(scenario_find_link(s, names[i]), ==, i);
  }
  CHECK(s->link[4].delay_ps, ==, 100000);
  int first[9] = {0}, last[9] = {0};
  for (int i = 0; i < 240; i++) {
    const struct scenario_flow *f = &s->flow[i];
    const int arrives = lane_of(s, f, f->hops - 1) / 2;
    CHECK(f->route[0], ==, s->link[f->access].end[0].node);
    CHECK(f->hops, ==, i / 60 == 1 ? 2 : 1);  // to c over B and C, all others over one switch
    if (i / 60 == 1) CHECK(f->access, ==, 4);
    if (i / 60 == 0) CHECK(f->access, <=, 3);
    if (i / 60 == 2) first[f->access]++;
    if (i / 60 == 2) last[arrives]++;
    if (i / 60 == 3) last[arrives]++;
    if (i / 60 == 3) CHECK(arrives, <=, 3);
  }
  for (int k = 2; k <= 4; k++) CHECK(first[k], >, 8);
  for (int k = 5; k <= 6; k++) CHECK(last[k], >, 8);
  for (int k = 2; k <= 3; k++) CHECK(last[k], >, 8);
  expect_event_only(s, "host g has 3 links, in a clocked engine one; use --engine event");
  struct simulation *n = run(s, 2);
  uint64_t sent[3] = {0};
  for (int i = 0; i < 180; i++) sent[s->flow[i].access - 2] += 4000;
  for (int k = 0; k < 3; k++) {
    const struct link_result *l = &simulation_result(n)->link[2 + k][1];
    CHECK(l->bytes - l->message_bytes, ==, sent[k]);
  }
  simulation_free(n);
  scenario_free(s);
}
END_TEST

static const struct {
  const char *host, *message;
} wrong_hosts[] = {
    {"{name: h}", "switch is missing in hosts; add switch, or links for several"},
    {"{name: h, switch: A, links: [{switch: A}]}", "host h has links; give switch and the keys of its link there"},
    {"{name: h, gbps: 10, links: [{switch: A}]}", "host h has links; give switch and the keys of its link there"},
    {"{name: h, links: [{switch: A}, {switch: g}]}", "g is a host; name one of switches"},
    {"{name: h, links: [{gbps: 10}]}", "switch is missing in links; add switch"},
    {"{name: g_1, switch: A}\n  - {name: h, switch: A}",
     "the name g_1 is taken; every switch, link and host needs its own"},
    {"{name: L, links: [{switch: A}, {switch: A}]}",
     "link 1 of host L is called L_1, but that name is taken; rename the other one"},
};

START_TEST(wrong_links_of_hosts) {
  begin(SMALL_MMU);
  add("switches: [{name: A}, {name: L_1}]\nhosts:\n  - {name: g, links: [{switch: A}, {switch: A}]}\n  - %s\n"
      "flows: [{name: f, from: g, to: g}]\n",
      wrong_hosts[_i].host);
  write_file("s.yaml", text);
  expect_error("s.yaml", 10, wrong_hosts[_i].message);
}
END_TEST

// ---- spraying ----

// Packets of data that each of the first links has carried away from its first end
static void count_packets(const struct simulation *n, int links, uint64_t *packets) {
  for (int i = 0; i < links; i++) {
    const struct link_result *l = &simulation_result(n)->link[i][0];
    packets[i] = (l->bytes - l->message_bytes) / 1000;
  }
}

// Packets of one flow take all links about equally often, arrive out of order because the spines are not equally far,
// and all of them arrive. Flows with a written route do not spray. Another seed gives other ways.
START_TEST(spraying) {
  uint64_t packets[2][8];
  for (int k = 0; k < 2; k++) {
    begin("routing: spray\n" SMALL_MMU);
    add("ecmp_seed: %d\nswitches: [{name: A}, {name: S1}, {name: S2}, {name: S3}, {name: B}]\nlinks:\n", k);
    for (int i = 1; i <= 3; i++) add("  - {name: A%d, a: A, b: S%d, delay_ns: %d}\n", i, i, 5000 * i);
    add("  - {name: A4, a: A, b: S3, delay_ns: 20000}\n");
    for (int i = 1; i <= 3; i++) add("  - {name: B%d, a: S%d, b: B}\n", i, i);
    add("hosts: [{name: a, switch: A}, {name: b, links: [{switch: B}, {switch: B}]}]\n"
        "flows:\n  - {name: f, from: a, to: b, bytes: 1MB}\n");
    if (k == 0) add("  - {name: g, from: a, to: b, bytes: 100KB, route: [A, S2, B]}\n");
    struct scenario *s = load();
    ck_assert(s->flow[0].sprays);
    if (k == 0) ck_assert(!s->flow[1].sprays);
    if (k == 1) expect_event_only(s, "host b has 2 links, in a clocked engine one; use --engine event");
    struct simulation *n = run(s, 1 + k);
    count_packets(n, 7, packets[k]);
    const struct flow_result *r = &simulation_result(n)->flow[0];
    CHECK(r->latency_max, >, 20000000);  // over A4; the first packets over A1 take a quarter of that
    CHECK(r->packets, ==, 1000);
    for (int i = 0; i < 4; i++) CHECK(packets[k][i], >, 200u + (k == 0 && i == 1 ? 100 : 0));
    for (int i = 0; i < 4; i++) CHECK(packets[k][i], <, 300u + (k == 0 && i == 1 ? 100 : 0));
    CHECK(packets[k][6], ==, packets[k][2] + packets[k][3]);
    simulation_free(n);
    scenario_free(s);
  }
  ck_assert(packets[0][0] != packets[1][0] || packets[0][2] != packets[1][2]);
}
END_TEST

START_TEST(spraying_needs_the_event_engine) {
  begin("");
  add(pair, "spray");
  add("  - {name: f, from: a, to: b, bytes: 4KB}\n");
  struct scenario *s = load();
  expect_event_only(s, "packets of flow f are sprayed, which the clocked engines cannot do; use --engine event");
  simulation_free(run(s, 1));
  scenario_free(s);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("all");
  tcase_add_test(t, a_switch_of_512_ports);
  tcase_add_test(t, ports_of_one_mmu);
  tcase_add_test(t, parallel_links);
  tcase_add_loop_test(t, links_of_written_routes, 0, COUNT(wrong_routes));
  tcase_add_test(t, hosts_with_several_links);
  tcase_add_loop_test(t, wrong_links_of_hosts, 0, COUNT(wrong_hosts));
  tcase_add_test(t, spraying);
  tcase_add_test(t, spraying_needs_the_event_engine);
  return run_suite(suite_create("networks"), t);
}
