// Tests generated fat-trees, leaf-spine networks and rings: the numbers of switches, links and hosts of the literature,
// no unused port, shortest and spread routes, no warning at loading, no lost packet, and an end of the traffic before
// that of the run. `make check T=topology` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/topology/topology.h"
#include "tb/sim/results/deadlock.h"
#include "tb/sim/scenario/dependencies.h"
#include "tb/sim/scenario/scenario.h"
#include "tb/sim/simulation.h"
#include "tests/suite.h"

static const struct topology standard = {.kind = TOPOLOGY_FAT_TREE,
                                         .duration_us = 100,
                                         .cls = -1,
                                         .sizes = "websearch",
                                         .plan = {.classes = 2,
                                                  .mbps = 100000,
                                                  .wire_ns = 1000,
                                                  .mtu = 1000,
                                                  .cell = 1,
                                                  .alpha = -4,
                                                  .buffer = 32 << 20,
                                                  .scheme = SLUICE_DSH}};

static struct scenario *load(struct topology *t) {
  struct error err;
  struct scenario *s;
  char *text = NULL;
  ck_assert_msg(topology_make(t, "test", "test.yaml", &text, &err) == 0, "%s", err.text);
  const struct scenario_source from = {.path = "test.yaml", .text = text};
  ck_assert_msg(scenario_load_from(&from, &s, &err) == 0, "%s", err.text);
  free(text);
  for (int i = 0; i < s->warnings && !t->shortest; i++) ck_abort_msg("%s", s->warning[i]);
  return s;
}

START_TEST(fat_trees) {
  struct topology t = standard;
  int k = t.ports = (const int[]){2, 4, 6, 8, 16}[_i], half = k / 2, used[3] = {0};
  struct scenario *s = load(&t);
  ck_assert_int_eq(s->switches, k * k + half * half);
  ck_assert_int_eq(s->hosts, k * half * half);
  ck_assert_int_eq(s->links, 3 * s->hosts);  // every level has as many links
  for (int i = 0; i < s->switches; i++) ck_assert_int_eq(s->sw[i].ports, k);
  ck_assert_int_eq(s->flows, s->hosts);
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    int from = (f->from - s->switches) / half,
        to = (f->to - s->switches) / half;  // numbers of the edge switches; a pod has half
    int hops = from == to ? 1 : from / half == to / half ? 3 : 5;
    if (f->hops != hops) ck_abort_msg("k %d, flow %d: expected %d switches, got %d", k, i, hops, f->hops);
    used[hops / 2]++;
  }
  ck_assert_int_gt(used[2], 0);
  scenario_free(s);
}
END_TEST

START_TEST(leaves_and_spines) {
  struct topology t = standard;
  t.kind = TOPOLOGY_LEAF_SPINE;
  t.leaves = 6;
  t.spines = 3;
  t.hosts = 5;
  t.load = 0.5;
  t.duration_us = 1000;
  bool taken[3] = {false};
  t.plan.classes = 8;
  t.plan.scheme = (const enum sluice_scheme[]){SLUICE_DSH, SLUICE_SIH, SLUICE_TTL, SLUICE_GFC}[_i];
  struct scenario *s = load(&t);
  ck_assert_int_eq(s->switches, 9);
  ck_assert_int_eq(s->hosts, 30);
  ck_assert_int_eq(s->links, 6 * 3 + 30);
  ck_assert_int_eq(s->dims.ports, 8);
  ck_assert_uint_eq(s->sw[0].cfg.scheme, t.plan.scheme);
  ck_assert_int_gt(s->flows, 30);
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    int same = (f->from - s->switches) / 5 == (f->to - s->switches) / 5;
    ck_assert_int_eq(f->hops, same ? 1 : 3);
    if (!same) taken[f->route[1] - 6] = true;
  }
  ck_assert(taken[0] && taken[1] && taken[2]);
  scenario_free(s);
}
END_TEST

// Every switch has two neighbours. Routes go up and then down, so even the longest ring has no cycle of dependencies.
START_TEST(rings) {
  struct topology t = standard;
  t.kind = TOPOLOGY_RING;
  t.ring = (const int[]){3, 8, 64}[_i];
  t.hosts = 2;
  struct scenario *s = load(&t);
  ck_assert_int_eq(s->switches, t.ring);
  ck_assert_int_eq(s->hosts, 2 * t.ring);
  ck_assert_int_eq(s->links, 3 * t.ring);
  int longest = 0;
  for (int i = 0; i < t.ring; i++) ck_assert_int_eq(s->sw[i].ports, 4);
  for (int i = 0; i < s->flows; i++) longest = s->flow[i].hops > longest ? s->flow[i].hops : longest;
  ck_assert_int_le(longest + 1, topology_size(&t).longest);
  struct dependencies d;
  struct cycles found;
  ck_assert_int_eq(dependencies_new(&d, s), 0);
  ck_assert_int_eq(dependencies_of_flows(&d), 0);
  ck_assert_int_eq(cycles_find(&d, 1, &found), 0);
  ck_assert(d.channels > 0 && !found.any);
  cycles_free(&found);
  dependencies_free(&d);
  scenario_free(s);
}
END_TEST

// A switch of 512 ports, in a network that runs.
START_TEST(largest_switches) {
  struct topology t = standard;
  t.kind = TOPOLOGY_LEAF_SPINE;
  t.leaves = 2;
  t.spines = 62;
  t.hosts = 450;
  t.load = 0.5;
  t.sizes = "alistorage2019";
  t.duration_us = 2;
  t.plan.buffer = UINT64_C(512) << 19;
  struct scenario *s = load(&t);
  ck_assert_int_eq(s->sw[0].ports, 512);
  ck_assert_uint_gt(s->sw[0].clock_hz, UINT64_C(2000000000));  // a plan has at most that
  struct simulation *n;
  ck_assert_int_eq(simulation_new(&n, s, &(struct network_options){.event = true, .threads = 1}), NETWORK_OK);
  ck_assert_int_eq(simulation_run(n), NETWORK_OK);
  ck_assert_int_eq(simulation_result(n)->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_eq(simulation_result(n)->lost, 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

static enum verdict_kind verdict_of(struct topology *t, const char *what) {
  struct scenario *s = load(t);
  struct simulation *n;
  ck_assert_int_eq(simulation_new(&n, s, &(struct network_options){.event = true, .threads = 1}), NETWORK_OK);
  ck_assert_int_eq(simulation_run(n), NETWORK_OK);
  const struct network_result *r = simulation_result(n);
  const enum verdict_kind verdict = r->verdict.kind;
  ck_assert_msg(r->lost == 0, "%s: %d lossless packets lost", what, (int)r->lost);
  ck_assert_uint_gt(r->hops, 1000);
  if (verdict == VERDICT_DRAINED && t->bytes > 0) ck_assert_uint_eq(r->summary.slowdown.count, (uint64_t)s->flows);
  simulation_free(n);
  scenario_free(s);
  return verdict;
}

// Every scheme, slower and faster uplinks, load and incasts, with and without congestion control, two lossless classes
// of eight: nothing is lost, all flows complete.
START_TEST(every_scheme_is_lossless) {
  static const enum sluice_scheme schemes[] = {SLUICE_STATIC, SLUICE_SIH, SLUICE_DSH,        SLUICE_SHP,
                                               SLUICE_TTL,    SLUICE_GFC, SLUICE_GFC_LINEAR, SLUICE_CBFC};
  struct topology t = standard;
  char what[64];
  t.kind = TOPOLOGY_LEAF_SPINE;
  t.leaves = 3;
  t.spines = 2;
  t.hosts = t.senders = 6;
  t.load = 0.7;
  t.sizes = "alistorage2019";
  t.pattern = "incast";
  t.bytes = 64000;
  t.period_us = 60;
  t.plan.scheme = schemes[_i / 3];
  t.uplink_mbps = (const uint64_t[]){25000, 0, 400000}[_i % 3];
  t.congestion = _i % 2 != 0 ? "dcqcn" : NULL;
  if (t.plan.scheme == SLUICE_GFC_LINEAR) t.plan.cell = 64;
  if (t.plan.scheme == SLUICE_TTL) t.tree_levels = 2;
  if (t.plan.scheme == SLUICE_SIH || t.plan.scheme == SLUICE_DSH) {
    t.plan.classes = 8;
    t.plan.lossless = 1 << 3 | 1 << 4;
  }
  snprintf(what, sizeof what, "scheme %d, uplinks of %d Mb/s", (int)t.plan.scheme, (int)t.uplink_mbps);
  ck_assert_int_eq(verdict_of(&t, what), VERDICT_DRAINED);
}
END_TEST

// Six switches whose hosts all send two switches further: shortest routes go around the ring.
START_TEST(a_ring_deadlocks_with_shortest_routes) {
  struct topology t = standard;
  t.kind = TOPOLOGY_RING;
  t.ring = 6;
  t.hosts = 2;
  t.pattern = "shift";
  t.shift = 4;
  t.shortest = _i != 1;
  t.plan.buffer = 2 << 20;
  t.plan.scheme = (const enum sluice_scheme[]){SLUICE_SIH, SLUICE_SIH, SLUICE_STATIC, SLUICE_DSH}[_i];
  ck_assert_int_eq(verdict_of(&t, "ring"), t.shortest ? VERDICT_DEADLOCKED : VERDICT_DRAINED);
}
END_TEST

// Flows start during duration_us only. The run ends after 20 times the time of a flow of the largest size, so that all
// flows complete, and proves a deadlock after that.
START_TEST(traffic_ends_before_the_run) {
  static const struct {
    const char *sizes;
    double largest;
    uint32_t mbps;
  } cases[] = {{"websearch", 30e6, 100000}, {"fb_hadoop", 10e6, 100000}, {"alistorage2019", 2e6, 25000}};
  struct topology t = standard;
  t.kind = TOPOLOGY_LEAF_SPINE;
  t.leaves = t.spines = t.hosts = 4;
  t.load = 0.8;
  t.sizes = cases[_i].sizes;
  t.plan.mbps = cases[_i].mbps;
  t.duration_us = 2000;
  struct scenario *s = load(&t);
  const double us = 1e6 / (double)s->clock_hz, stop = (double)s->stop * us, alone = cases[_i].largest * 8 / t.plan.mbps;
  uint64_t last = 0;
  for (int i = 0; i < s->flows; i++)
    if (s->flow[i].start > last) last = s->flow[i].start;
  ck_assert_double_lt((double)last * us, 2000);
  ck_assert_double_gt((double)last * us, 1500);
  ck_assert_double_ge(stop, 2000 + 20 * alone);
  ck_assert_double_le(stop, 2000 + 20 * (alone + 10) + 1);  // and the delay of the links
  ck_assert_uint_gt(s->duration - s->stop, deadlock_window(s));
  struct simulation *n;
  ck_assert_int_eq(simulation_new(&n, s, &(struct network_options){.event = true, .threads = 1}), NETWORK_OK);
  ck_assert_int_eq(simulation_run(n), NETWORK_OK);
  const struct network_result *r = simulation_result(n);
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_eq(r->summary.slowdown.count, (uint64_t)s->flows);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// ---- flows and traffic of the user ----

static char dir[] = "/tmp/test_topology_own.XXXXXX";

static const char *write_text(const char *name, const char *text) {
  static char path[2][128];
  static int slot;
  slot = !slot;
  snprintf(path[slot], sizeof path[slot], "%s/%s", dir, name);
  FILE *f = fopen(path[slot], "w");
  ck_assert_ptr_nonnull(f);
  fputs(text, f);
  fclose(f);
  return path[slot];
}

static void make_dir(void) { ck_assert_ptr_nonnull(mkdtemp(dir)); }

static void remove_dir(void) {
  static const char *const made[] = {"f.csv", "t.yaml", "d.txt"};
  char path[128];
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s/%s", dir, made[i]);
    unlink(path);
  }
  rmdir(dir);
  strcpy(dir, "/tmp/test_topology_own.XXXXXX");
}

static struct topology own_network(void) {
  struct topology t = standard;
  t.kind = TOPOLOGY_LEAF_SPINE;
  t.leaves = t.spines = 2;
  t.hosts = 3;
  t.duration_us = 100;
  return t;
}

// Flows of a CSV file replace the generated ones. The run lasts until they have completed.
START_TEST(own_flows_of_a_file) {
  struct topology t = own_network();
  struct error err;
  const char *csv =
      write_text("f.csv", "bytes,start_us,source,destination\n1000000,5,h0_0,h1_1\n64000,12.5,h0_1,h1_2\n");
  ck_assert_int_eq(own_flows(&t.own, csv, &(struct own_place){.classes = 2}, &err), 0);
  ck_assert_uint_eq(t.own.largest, 1000000);
  ck_assert_double_eq(t.own.last_us, 12.5);
  struct scenario *s = load(&t);
  ck_assert_int_eq(s->flows, 2);
  ck_assert_uint_eq(s->flow[0].bytes, 1000000);
  const double us = 1e6 / (double)s->clock_hz, stop = (double)s->stop * us;
  ck_assert_double_ge(stop, 100 + 20 * 80);                   // 1 MB at 100 Gb/s takes 80 us
  ck_assert_double_le(stop, 100 + 20 * (1.5 * 80 + 10) + 1);  // three hosts share two uplinks
  scenario_free(s);
  own_traffic_free(&t.own);
}
END_TEST

// Entries of a file keep their keys. Those that start flows all the time end at duration_us, unless they say when.
START_TEST(own_entries_of_a_file) {
  struct topology t = own_network();
  struct error err;
  write_text("d.txt", "0 0\n1000 0.5\n2000000 1\n");
  const char *entries =
      write_text("t.yaml",
                 "traffic:\n  - {name: web, pattern: uniform, sizes: d.txt, load: 0.5, from: [\"h0*\"]}\n"
                 "  - {name: in, pattern: incast, senders: 3, bytes: 64KB, period_us: 10, until_us: 40}\n"
                 "  - name: all\n    pattern: permutation\n    bytes: 3000000\n");
  ck_assert_int_eq(own_entries(&t.own, entries, &(struct own_place){"x/y.yaml", t.duration_us, 2, 12}, &err), 0);
  ck_assert_uint_eq(t.own.largest, 3000000);
  struct scenario *s = load(&t);
  ck_assert_int_eq(s->groups, 3);
  ck_assert_int_eq(s->group[1].count, 3 * 4);
  ck_assert_int_eq(s->group[2].count, 6);
  for (int i = 0; i < s->group[0].count; i++) ck_assert_int_lt(s->flow[i].from - s->switches, 3);
  const double us = 1e6 / (double)s->clock_hz;
  double last = 0;
  for (int i = 0; i < s->flows; i++)
    if ((double)s->flow[i].start * us > last) last = (double)s->flow[i].start * us;
  ck_assert_double_lt(last, 100);
  ck_assert_double_gt((double)s->stop * us, 100 + 20 * 240);
  scenario_free(s);
  own_traffic_free(&t.own);
}
END_TEST

static const struct {
  const char *name, *text, *says;
} bad_files[] = {
    {"f.csv", "source,bytes\na,1\n",
     "f.csv:1: column destination is missing; give source,destination,class,bytes,start_us"},
    {"f.csv", "source,destination,bytes\na,b,1KB\n", "f.csv:2: bytes is '1KB'; give a whole number"},
    {"t.yaml", "traffic:\n  - {name: t, pattern: poisson}\n", "t.yaml:2: pattern is 'poisson'; use uniform"},
    {"t.yaml", "traffic:\n  - {name: t, pattern: uniform, bytes: -1}\n", "t.yaml:2: bytes is"},
    {"t.yaml", "traffic:\n  - {name: t, pattern: uniform, sizes: web}\n",
     "t.yaml:2: there is no distribution web, did you"},
    {"t.yaml", "traffic:\n  - {name: t, pattern: uniform, sizes: no.txt}\n", "no.txt: No such file or directory"},
    {"t.yaml", "name: x\n", "t.yaml:1: "},
    {"f.csv", "source,destination,class,bytes\na,b,2,1\n", "f.csv:2: class is '2'; give a whole number, 0 to 1"},
    {"t.yaml", "traffic:\n  - {name: t, pattern: permutation, class: 2}\n",
     "t.yaml:2: class 2 does not exist; the network has classes 0 to 1, see --classes"},
};

START_TEST(bad_files_are_refused) {
  struct own_traffic own = {.largest = 0};
  struct error err;
  const char *path = write_text(bad_files[_i].name, bad_files[_i].text);
  const struct own_place at = {.until_us = 1, .classes = 2};
  int status = path[strlen(path) - 1] == 'v' ? own_flows(&own, path, &at, &err) : own_entries(&own, path, &at, &err);
  ck_assert_int_eq(status, EINVAL);
  ck_assert_msg(strstr(err.text, bad_files[_i].says) != NULL, "%s", err.text);
  own_traffic_free(&own);
}
END_TEST

START_TEST(impossible_plans_are_refused) {
  struct topology t = standard;
  struct error err = {""};
  char *text = NULL;
  t.ports = 16;
  t.plan.buffer = 100000;
  ck_assert_int_eq(topology_make(&t, "test", "test.yaml", &text, &err), EINVAL);
  ck_assert_msg(
      strstr(err.text, "sluice run would refuse the network: switch E0_0: pools exceed the buffer") == err.text, "%s",
      err.text);
  free(text);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("all");
  tcase_add_loop_test(t, fat_trees, 0, 5);
  tcase_add_loop_test(t, leaves_and_spines, 0, 4);
  tcase_add_loop_test(t, rings, 0, 3);
  tcase_add_test(t, largest_switches);
  tcase_add_loop_test(t, every_scheme_is_lossless, 0, 3 * 8);
  tcase_add_loop_test(t, a_ring_deadlocks_with_shortest_routes, 0, 4);
  tcase_add_loop_test(t, traffic_ends_before_the_run, 0, 3);
  tcase_add_test(t, impossible_plans_are_refused);
  TCase *own = tcase_create("own");
  tcase_add_checked_fixture(own, make_dir, remove_dir);
  tcase_add_test(own, own_flows_of_a_file);
  tcase_add_test(own, own_entries_of_a_file);
  tcase_add_loop_test(own, bad_files_are_refused, 0, sizeof bad_files / sizeof bad_files[0]);
  Suite *s = suite_create("topology");
  suite_add_tcase(s, t);
  suite_add_tcase(s, own);
  return suite_run(s);
}
