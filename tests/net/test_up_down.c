// Tests routes that go up and then down, on random networks with failed links, and the warning of cyclic buffer
// dependencies. `make check T=up_down` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <string.h>

#include "tb/sim/event/spray.h"
#include "tb/sim/scenario/lanes.h"
#include "tb/sim/scenario/routes.h"
#include "tb/sim/simulation.h"
#include "tb/sim/traffic/random.h"
#include "tests/net/lines.h"

// ---- up and down, on random networks ----

enum { MOST = 14, FAR = 1000 };

// A random network, and the test's own levels and distances.
struct world {
  int switches, hosts, level[MOST], at[2 * MOST];
  int links, a[100], b[100];
  int far[MOST][MOST][2];  // links from a switch to another one, [1]: going down only; FAR: none
};

static bool is_up(const struct world *w, int a, int b) {
  return w->level[a] != w->level[b] ? w->level[a] < w->level[b] : a < b;
}

static void own_levels(struct world *w, const int *given) {
  for (int i = 0; i < w->switches; i++) w->level[i] = FAR;
  for (int i = 0; i < w->hosts; i++) w->level[w->at[i]] = 1;
  for (int round = 0; round < w->switches; round++)
    for (int i = 0; i < w->links; i++) {
      if (w->level[w->a[i]] + 1 < w->level[w->b[i]]) w->level[w->b[i]] = w->level[w->a[i]] + 1;
      if (w->level[w->b[i]] + 1 < w->level[w->a[i]]) w->level[w->a[i]] = w->level[w->b[i]] + 1;
    }
  for (int i = 0; i < w->switches; i++)
    if (given[i] >= 0) w->level[i] = given[i];
}

// Relaxes all links until nothing changes.
static void own_distances(struct world *w) {
  for (int to = 0; to < w->switches; to++) {
    for (int i = 0; i < w->switches; i++) w->far[i][to][0] = w->far[i][to][1] = i == to ? 0 : FAR;
    for (bool more = true; more;) {
      more = false;
      for (int k = 0; k < 2 * w->links; k++) {
        const int i = k % 2 ? w->a[k / 2] : w->b[k / 2], j = k % 2 ? w->b[k / 2] : w->a[k / 2];
        const int down = is_up(w, i, j) ? FAR : w->far[j][to][1] + 1, up = is_up(w, i, j) ? w->far[j][to][0] + 1 : down;
        const int best = up < down ? up : down;
        if (down < w->far[i][to][1]) w->far[i][to][1] = down, more = true;
        if (best < w->far[i][to][0]) w->far[i][to][0] = best, more = true;
      }
    }
  }
}

static void make_world(struct world *w, uint64_t *random, const char *routing, const char *paths) {
  int given[MOST];
  *w = (struct world){.switches = 4 + (int)random_below(random, MOST - 3)};
  begin(SMALL_MMU);
  add("routing: %s\npaths: %s\nswitches:\n", routing, paths);
  const bool with_levels = random_below(random, 3) == 0;
  for (int i = 0; i < w->switches; i++) {
    given[i] = with_levels && random_below(random, 2) == 0 ? (int)random_below(random, 4) : -1;
    add("  - {name: S%d", i);
    if (given[i] >= 0) add(", level: %d", given[i]);
    add("}\n");
  }
  add("links:\n");
  for (int i = 1; i < 3 * w->switches; i++) {  // a tree and more links; some have failed
    const int a = i < w->switches ? i : (int)random_below(random, (uint32_t)w->switches);
    const int b = (int)random_below(random, (uint32_t)(i < w->switches ? i : w->switches));
    if (a == b || random_below(random, 4) == 0) continue;
    add("  - {name: L%d, a: S%d, b: S%d}\n", i, a, b);
    w->a[w->links] = a;
    w->b[w->links++] = b;
  }
  if (w->links == 0) {
    add("  - {name: L, a: S0, b: S1}\n");
    w->b[w->links++] = 1;
  }
  add("hosts:\n");
  for (int i = 0; i < w->switches; i++)
    if (i < 2 || random_below(random, 2) == 0) {
      w->at[w->hosts] = i;
      add("  - {name: h%d, switch: S%d}\n", w->hosts++, i);
    }
  own_levels(w, given);
  own_distances(w);
}

// Whether the graph of lanes has a cycle: lanes without a successor are removed until none is left, or none can be.
static bool has_cycle(int lanes, const bool *edge) {
  bool *gone = calloc((size_t)lanes, 1), cyclic = false;
  for (bool more = true; more;) {
    more = cyclic = false;
    for (int i = 0; i < lanes; i++) {
      bool leads = false;
      for (int j = 0; j < lanes && !gone[i]; j++) leads |= edge[i * lanes + j] && !gone[j];
      if (!gone[i] && !leads) gone[i] = more = true;
      cyclic |= !gone[i];
    }
  }
  free(gone);
  return cyclic;
}

// Packets that came in over a lane leave by all of the ports, and by no other.
static void check_spray(const struct scenario *s, int here, int before, int last, const uint16_t *port, int ports) {
  struct spray y = {.routes = s->routes, .sw = here};
  bool taken[SCENARIO_MOST_PORTS] = {false};
  int left = ports;
  for (uint64_t born = 0; born < 200; born++) {
    const struct event_packet x = {.born = born};
    const int egress = spray_egress(&y, last, s->link[before / 2].end[!(before % 2)].port, &x);
    bool known = false;
    for (int i = 0; i < ports; i++) known |= port[i] == egress;
    ck_assert(known);
    left -= !taken[egress];
    taken[egress] = true;
  }
  CHECK(left, ==, 0);
  spray_free(&y);
}

// Follows all ways that a packet can take, and records which lane follows which. Checks that each is as short as it
// can be, and goes up before it goes down.
static bool choice;  // a packet had one
static void follow(const struct world *w, const struct scenario *s, const struct scenario_flow *f, int hop, int before,
                   bool down, bool *edge) {
  const int here = before < 0 ? f->route[0] : s->link[before / 2].end[!(before % 2)].node, last = f->route[f->hops - 1];
  const bool limited = s->paths == PATHS_UP_DOWN;
  uint16_t port[SCENARIO_MOST_PORTS] = {f->egress[hop]};
  if (here == last) {
    CHECK(hop + 1, ==, f->hops);
    return;
  }
  if (limited) CHECK(w->far[here][last][down], ==, f->hops - 1 - hop);
  const int ports = f->sprays ? routes_next(s->routes, here, last, down, port) : 1;
  CHECK(ports, >, 0);
  choice |= ports > 1;
  if (f->sprays && before >= 0) check_spray(s, here, before, last, port, ports);
  for (int i = 0; i < ports; i++) {
    const int lane = lane_of_port(s, here, port[i]), next = s->link[lane / 2].end[!(lane % 2)].node;
    const bool falls = limited && !is_up(w, here, next);
    if (down) ck_assert(falls);
    if (before >= 0) edge[before * 2 * s->links + lane] = true;
    follow(w, s, f, hop + 1, lane, falls, edge);
  }
}

// Sprayed packets of all flows arrive, and only where they go: each host gets the bytes that are sent to it.
static void run_spray(const struct scenario *s) {
  struct simulation *n;
  uint64_t sent[2 * MOST] = {0};
  ck_assert_int_eq(simulation_new(&n, s, &(struct network_options){.event = true, .threads = 1}), NETWORK_OK);
  ck_assert_int_eq(simulation_run(n), NETWORK_OK);
  for (int i = 0; i < s->flows; i++) {
    CHECK(simulation_result(n)->flow[i].bytes, ==, s->flow[i].bytes);
    sent[s->flow[i].to - s->switches] += s->flow[i].bytes;
  }
  for (int i = 0; i < s->hosts; i++) {
    const struct link_result *l = &simulation_result(n)->link[s->host[i].link][0];
    CHECK(l->bytes - l->message_bytes, ==, sent[i]);
  }
  simulation_free(n);
}

static int warned(const struct scenario *s, const char *what) {
  int count = 0;
  for (int i = 0; i < s->warnings; i++) count += strstr(s->warning[i], what) != NULL;
  return count;
}

// The levels, if none is given: that of a switch with hosts is 1.
static void check_levels(const struct world *w, const struct scenario *s) {
  struct world derived = *w;
  int none[MOST], level[MOST];
  for (int i = 0; i < MOST; i++) none[i] = level[i] = -1;
  own_levels(&derived, none);
  CHECK(routes_levels(s, level), ==, 0);
  for (int i = 0; i < w->switches; i++) CHECK(level[i], ==, derived.level[i] < FAR ? derived.level[i] : -1);
}

// For each pair of hosts there is a route if and only if there is one that goes up and then down. It is the shortest of
// these, and the dependencies of all of them have no cycle. With shortest paths, the warning is given if there is one.
START_TEST(up_and_down) {
  static const char *const routings[] = {"first", "ecmp", "spray"};
  const bool limited = _i % 4 != 3;
  uint64_t random = (uint64_t)_i;
  int found = 0, none_from = -1, none_to = -1;
  struct world w;
  make_world(&w, &random, routings[_i % 3], limited ? "up_down" : "shortest");
  char *flows = text + strlen(text);
  add("flows:\n");
  for (int from = 0; from < w.hosts; from++)
    for (int to = 0; to < w.hosts; to++) {
      if (from == to) continue;
      if (w.far[w.at[from]][w.at[to]][0] < FAR) {
        add("  - {name: f%d, from: h%d, to: h%d, bytes: 30KB}\n", found++, from, to);
      } else {
        none_from = from;
        none_to = to;
      }
    }
  if (found > 0) {
    struct scenario *s = load();
    bool *edge = calloc(4 * (size_t)s->links * (size_t)s->links, 1);
    CHECK(s->flows, ==, found);
    check_levels(&w, s);
    choice = false;
    for (int i = 0; i < s->flows; i++) follow(&w, s, &s->flow[i], 0, -1, false, edge);
    const bool cyclic = has_cycle(2 * s->links, edge);
    if (limited) ck_assert(!cyclic);
    CHECK(warned(s, "can deadlock"), ==, cyclic);
    for (int i = 0; i < s->hosts; i++) choice |= s->host[i].links > 1;  // so has a flow of a host with several links
    if (_i % 3 == 2) CHECK(warned(s, "because no flow has a choice among routes"), ==, !choice);
    free(edge);
    if (_i % 3 == 2 && limited) run_spray(s);
    scenario_free(s);
  }
  if (!limited || none_from < 0) return;
  *flows = '\0';
  add("flows:\n  - {name: f, from: h%d, to: h%d}\n", none_from, none_to);
  write_file("s.yaml", text);
  struct error err;
  struct scenario *s;
  ck_assert_int_eq(scenario_load(in_dir("s.yaml"), &s, &err), EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "no route up and then down from"));
}
END_TEST

// Packets back to the sender are sprayed too, also if no data go to the switches near its own.
START_TEST(ways_back_are_sprayed) {
  enum { LEAVES = 90 };
  begin("mmu: {scheme: SIH, classes: 2, buffer: 64MB, headroom: 16KB, alpha: 1/8}");
  add("routing: spray\ncongestion: dcqcn\nswitches: [{name: P}, {name: Q}");
  for (int i = 0; i < LEAVES; i++) add(", {name: S%d}", i);
  add("]\nlinks:\n");
  for (int i = 0; i < LEAVES; i++) add("  - {name: p%d, a: P, b: S%d}\n  - {name: q%d, a: Q, b: S%d}\n", i, i, i, i);
  add("hosts: [{name: x, switch: S%d}, {name: y, switch: S0}]\n", LEAVES - 1);
  add("flows: [{name: f, from: x, to: y, bytes: 100KB}]\n");
  struct scenario *s = load();
  struct simulation *n;
  ck_assert_int_eq(simulation_new(&n, s, &(struct network_options){.event = true, .threads = 1}), NETWORK_OK);
  ck_assert_int_eq(simulation_run(n), NETWORK_OK);
  CHECK(simulation_result(n)->flow[0].bytes, ==, 100000);
  for (int i = 0; i < 2; i++) CHECK(simulation_result(n)->link[i][0].frames, >, 10);  // from P and Q to S0
  for (int i = 0; i < 2; i++) CHECK(simulation_result(n)->link[2 * LEAVES - 2 + i][0].frames, >, 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// ---- warnings ----

static const struct {
  const char *keys, *flow[4];
  const char *warning;  // NULL: none
} rings[] = {
    {"",
     {"A, B, C", "B, C, D", "C, D, A", "D, A, B"},
     "A:AB/0 waits for B:BC/0 waits for C:CD/0 waits for D:DA/0 waits for the first"},
    {"", {"A, B, C", "B, C, D", "C, D, A", "D, A"}, NULL},
    {"paths: up_down\n",
     {"A, B, C", "B, C, D", "C, D, A", "D, A, B"},
     "A:AB/0 waits for B:BC/0 waits for C:CD/0 waits for D:DA/0 waits for the first"},
    {"paths: up_down\n", {NULL, NULL, NULL, NULL}, NULL},
};

START_TEST(cycles_are_warned_of) {
  static const char ends[] = "acbdcadb";
  begin("mmu: {scheme: SIH, buffer: 8MB, headroom: 16KB, alpha: 1/8}");
  add("%sswitches: [{name: A}, {name: B}, {name: C}, {name: D}]\nlinks:\n  - {name: AB, a: A, b: B}\n"
      "  - {name: BC, a: B, b: C}\n  - {name: CD, a: C, b: D}\n  - {name: DA, a: D, b: A}\nhosts:\n",
      rings[_i].keys);
  for (char h = 'a'; h <= 'd'; h++) add("  - {name: %c, switch: %c}\n", h, h - 'a' + 'A');
  add("flows:\n");
  for (int k = 0; k < 4; k++) {
    const char *route = rings[_i].flow[k];
    const bool two = route != NULL && strlen(route) == 4;
    add("  - {name: f%d, from: %c, to: %c", k, ends[2 * k], two ? 'a' : ends[2 * k + 1]);
    add(route != NULL ? ", route: [%s]}\n" : "}\n", route);
  }
  struct scenario *s = load();
  CHECK(s->warnings, ==, rings[_i].warning != NULL);
  if (rings[_i].warning != NULL) ck_assert_ptr_nonnull(strstr(s->warning[0], rings[_i].warning));
  scenario_free(s);
}
END_TEST

// A cycle needs one class all around it, or pauses of whole ports.
START_TEST(cycles_follow_classes) {
  static const char *const schemes[] = {"SIH", "DSH", "SIH, lossless: [1]"};
  begin("");
  add("mmu: {scheme: %s, buffer: 8MB, headroom: 16KB, alpha: 1/8}\n"
      "switches: [{name: A}, {name: B}, {name: C}]\nlinks:\n  - {name: AB, a: A, b: B}\n"
      "  - {name: BC, a: B, b: C}\n  - {name: CA, a: C, b: A}\n"
      "hosts: [{name: a, switch: A}, {name: b, switch: B}, {name: c, switch: C}]\nflows:\n"
      "  - {name: f, from: a, to: c, route: [A, B, C]}\n  - {name: g, from: b, to: a, route: [B, C, A]}\n"
      "  - {name: h, from: c, to: b, route: [C, A, B], class: %d}\n",
      schemes[_i], _i < 2 ? 1 : 0);
  struct scenario *s = load();
  CHECK(s->warnings, ==, _i == 1);
  scenario_free(s);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("all");
  tcase_add_loop_test(t, up_and_down, 0, 150);
  tcase_add_test(t, ways_back_are_sprayed);
  tcase_add_loop_test(t, cycles_are_warned_of, 0, COUNT(rings));
  tcase_add_loop_test(t, cycles_follow_classes, 0, 3);
  return run_suite(suite_create("up_down"), t);
}
