// Tests TTL in a tree with a quarter of the classes [TTL 2.3]: registers, refusals, and a leaf-spine network in which
// packets bounce. `make test T=net_tree` repeats it with RTL, `make check T=net_tree` without.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tb/sim/scenario/ttl.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

static const char tree[] = "tb/examples/scenarios/tree_ttl.yaml";

// Switches in the order of the file: leaves L0 to L3, then spines S0 and S1.
enum { L1 = 1, S0 = 4, S1 = 5, SWITCHES = 6, BOUNCED = 3, FLOWS = 9 };

// The flows that bounce are the first ones.
static const int drops_at[BOUNCED] = {S1, S0, L1};

// Closed forms: a tree of that many levels, one bounce.
START_TEST(classes_are_a_quarter) {
  const int hops = ttl_tree_bounced_hops(_i);
  ck_assert_int_eq(ttl_tree_hops(_i), (hops + 1) / 2);
  ck_assert_int_eq(ttl_tree_classes(_i), (hops + 3) / 4);
}
END_TEST

START_TEST(key_stands_for_three) {
  struct scenario *s = runs_load(tree);
  ck_assert_int_eq(s->dims.classes, 2);
  for (int i = 0; i < SWITCHES; i++) {
    const struct sluice_config *cfg = &s->sw[i].cfg;
    ck_assert_int_eq(cfg->ttl0, 4);
    ck_assert_uint_eq(cfg->ttl_options, SLUICE_TTL_DROP_BOUNCED | SLUICE_TTL_HALF | (i < S0 ? SLUICE_TTL_ODD : 0));
    for (int c = 0; c < 2; c++) ck_assert_uint_eq(cfg->partition[c], (2000000 - 4 * 2 * 16000) / 2 / 2);
  }
  scenario_free(s);
}
END_TEST

// A row of three leaves with the spines between them; line 2 is mmu, line 5 the flow from the first to the last leaf.
static const struct refusal {
  const char *mmu, *leaf, *link, *message;
} refusals[] = {
    {"tree_levels: 2", "", "", NULL},  // the flow bounces
    {"tree_levels: 2, classes: 8", "", "", NULL},
    {"classes: 2, every_second_class: true, drop_bounced: true", "", "",
     ":5: flow f passes 5 switches, TTL 4 lasts for 3"},
    {"tree_levels: 2, ttl: 6", "", "", ":2: tree_levels sets ttl too; leave ttl out"},
    {"tree_levels: 2, every_second_class: true", "", "", ":2: tree_levels sets every_second_class too"},
    {"tree_levels: 2, drop_bounced: false", "", "", ":2: tree_levels sets drop_bounced too"},
    {"tree_levels: 2", ", mmu: {drop_bounced: false}", "", ":3: tree_levels sets drop_bounced too"},
    {"tree_levels: 2", ", mmu: {tree_levels: 2}", "",
     ":3: ttl, tree_levels and every_second_class hold for all switches"},
    {"tree_levels: 0", "", "", ":2: tree_levels is 0; it must be 1 to 8"},
    {"tree_levels: 9", "", "", ":2: tree_levels is 9; it must be 1 to 8"},
    {"tree_levels: 1", "", "", ":2: switch S0 is on level 2 of the tree; give tree_levels of at least that"},
    {"tree_levels: 3, classes: 2", "", "", ":2: switch L0: "},
    {"tree_levels: 2", "", ", {name: e, a: S0, b: S1}",
     ":4: S0 and S1 are both an even number of hops away from hosts; with tree_levels give a tree"},
};

START_TEST(other_keys_are_refused) {
  const struct refusal *r = &refusals[_i];
  char text[2048];
  snprintf(text, sizeof text,
           "{name: row, duration_us: 1000, gbps: 40,\nmmu: {scheme: TTL, buffer: 2MB, headroom: 16KB, alpha: 1/8, "
           "%s},\nswitches: [{name: L0%s}, {name: S0}, {name: L1}, {name: S1}, {name: L2}],\nlinks: [{name: a, a: L0, "
           "b: S0}, {name: b, a: S0, b: L1}, {name: c, a: L1, b: S1}, {name: d, a: S1, b: L2}%s],\nflows: [{name: f, "
           "from: x, to: y}], hosts: [{name: x, switch: L0}, {name: z, switch: L1}, {name: y, switch: L2}]}\n",
           r->mmu, r->leaf, r->link);
  if (r->message != NULL)
    runs_refuse_text(text, r->message);
  else
    scenario_free(runs_load_text(text));
}
END_TEST

// Leaves have the hops 1 and 3 in the classes 0 and 1, spines the hop 2 in class 1. All packets to L0 and L3 bounce.
static const unsigned classes[SWITCHES] = {1, 3, 3, 1, 2, 2};

static unsigned classes_seen(const struct scenario *s, const struct switch_result *sw, int ports) {
  unsigned seen = 0;
  for (int q = 0; q < ports * s->dims.classes; q++)
    if (sw->queue[SIDE_INGRESS][q].arrived > 0) seen |= 1u << q % s->dims.classes;
  return seen;
}

// Bounced packets are dropped and counted; all others arrive, and nothing waits for ever.
static void check_run(const struct scenario *s, const struct network_result *r) {
  uint64_t dropped[SWITCHES] = {0};
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_eq(r->lost, 0);
  for (int f = 0; f < FLOWS; f++) {
    const struct flow_result *x = &r->flow[f];
    ck_assert_uint_gt(x->sent, 100);
    ck_assert_uint_eq(x->dropped, f < BOUNCED ? x->sent : 0);
    ck_assert_uint_eq(x->packets, f < BOUNCED ? 0 : x->sent);
    if (f < BOUNCED) dropped[drops_at[f]] += x->sent;
  }
  for (int i = 0; i < SWITCHES; i++) {
    ck_assert_uint_eq(r->sw[i].dropped, dropped[i]);
    ck_assert_uint_eq(classes_seen(s, &r->sw[i], s->sw[i].ports), classes[i]);
  }
}

START_TEST(bounced_packets_are_dropped) {
  struct scenario *s = runs_load(tree);
  struct simulation *n = runs_simulate(s, runs_engine(_i));
  check_run(s, simulation_result(n));
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// A class for each hop is free of deadlocks; one class for all is not.
START_TEST(one_class_deadlocks) {
  struct scenario *s = runs_load_mmu(tree, "tb/examples/scenarios/mmu_sih.yaml");
  struct simulation *n = runs_simulate(s, runs_engine(RUNS_EVENT));
  ck_assert_int_eq(simulation_result(n)->verdict.kind, VERDICT_DEADLOCKED);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Flows of 150 packets each, with the eight classes of the RTL build.
static struct scenario *finite(void) {
  char path[] = "/tmp/test_net_tree.XXXXXX";
  FILE *f = fdopen(mkstemp(path), "w");
  fputs("mmu: {ports: 4, classes: 8, scheme: TTL, buffer: 2MB, headroom: 16KB, alpha: 1/8, tree_levels: 2}\n", f);
  fclose(f);
  struct scenario *s = runs_load_mmu(tree, path);
  unlink(path);
  for (int i = 0; i < s->flows; i++) s->flow[i].bytes = 150000;
  return s;
}

// Flows that end: packets, bytes and hops are the same in both engines.
START_TEST(engines_count_alike) {
  struct scenario *s = finite();
  struct simulation *n[RUNS_ENGINES];
  for (int e = 0; e < RUNS_ENGINES; e++) {
    n[e] = runs_simulate(s, runs_engine(e));
    check_run(s, simulation_result(n[e]));
    ck_assert_uint_eq(simulation_result(n[e])->hops, simulation_result(n[0])->hops);
    for (int f = 0; f < FLOWS; f++)
      ck_assert_uint_eq(simulation_result(n[e])->flow[f].bytes, simulation_result(n[0])->flow[f].bytes);
  }
  for (int e = 0; e < RUNS_ENGINES; e++) simulation_free(n[e]);
  scenario_free(s);
}
END_TEST

// The RTL writes the same bytes as the clocked model.
START_TEST(rtl_agrees) {
  struct scenario *s = finite();
  struct written model, both;
  runs_record(&model, s, (struct network_options){.engine = ENGINE_MODEL});
  runs_record(&both, s, (struct network_options){.engine = ENGINE_BOTH});
  ck_assert(runs_same(&model, &both));
  runs_forget(&model);
  runs_forget(&both);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("net_tree");
  TCase *files = tcase_create("files"), *runs = tcase_create("runs");
  tcase_add_loop_test(files, classes_are_a_quarter, 1, 9);
  tcase_add_test(files, key_stands_for_three);
  tcase_add_loop_test(files, other_keys_are_refused, 0, sizeof refusals / sizeof refusals[0]);
  tcase_set_timeout(runs, 300);
  tcase_add_loop_test(runs, bounced_packets_are_dropped, 0, RUNS_ENGINES);
  tcase_add_test(runs, one_class_deadlocks);
  tcase_add_test(runs, engines_count_alike);
  if (BUILD_HAS_RTL) tcase_add_test(runs, rtl_agrees);
  suite_add_tcase(suite, files);
  suite_add_tcase(suite, runs);
  return suite_run(suite);
}
