// Tests generated fat-trees and leaf-spine networks: the numbers of switches, links and hosts of the literature, no
// unused port, shortest and spread routes, no warning at loading, and an end of the traffic before that of the run.
// `make check T=topology` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/topology/topology.h"
#include "tb/sim/results/deadlock.h"
#include "tb/sim/scenario/scenario.h"
#include "tb/sim/simulation.h"
#include "tests/suite.h"

static const struct topology standard = {.kind = TOPOLOGY_FAT_TREE,
                                         .duration_us = 100,
                                         .seed = 1,
                                         .sizes = "websearch",
                                         .plan = {.classes = 2,
                                                  .mbps = 100000,
                                                  .wire_ns = 1000,
                                                  .mtu = 1000,
                                                  .min_packet = 64,
                                                  .cell = 1,
                                                  .alpha = -4,
                                                  .rtt_ns = 50000,
                                                  .proc_ns = 3000,
                                                  .buffer = 32 << 20,
                                                  .scheme = SLUICE_DSH}};

static struct scenario *load(struct topology *t) {
  char path[] = "/tmp/test_topology.XXXXXX";
  struct error err;
  struct scenario *s;
  struct plan p;
  ck_assert_msg(topology_plan(t, &p, &err) == 0, "%s", err.text);
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  FILE *f = fdopen(fd, "w");
  topology_write(t, &p, "test", f);
  fclose(f);
  ck_assert_msg(scenario_load(path, &s, &err) == 0, "%s", err.text);
  unlink(path);
  ck_assert_msg(s->warnings == 0, "%s", s->warnings > 0 ? s->warning[0] : "");
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

START_TEST(impossible_plans_are_refused) {
  struct topology t = standard;
  struct plan p;
  struct error err = {""};
  t.ports = 64;
  t.plan.mtu = 64;
  ck_assert_int_ne(topology_plan(&t, &p, &err), 0);
  ck_assert_ptr_nonnull(strstr(err.text, "give larger packets, or less --gbps"));
  t = standard;
  t.ports = 16;
  t.plan.buffer = 100000;
  ck_assert_int_ne(topology_plan(&t, &p, &err), 0);
  ck_assert_ptr_nonnull(strstr(err.text, "raise --buffer"));
}
END_TEST

int main(void) {
  TCase *t = tcase_create("all");
  tcase_add_loop_test(t, fat_trees, 0, 5);
  tcase_add_loop_test(t, leaves_and_spines, 0, 4);
  tcase_add_loop_test(t, traffic_ends_before_the_run, 0, 3);
  tcase_add_test(t, impossible_plans_are_refused);
  Suite *s = suite_create("topology");
  suite_add_tcase(s, t);
  return suite_run(s);
}
