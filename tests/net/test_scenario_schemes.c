// Tests scenario files of TTL and GFC: error messages, warnings and derived registers. The expected registers follow
// from the papers' formulas. `make check T=scenario_schemes` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/sim/scenario/scenario.h"
#include "tests/net/text.h"
#include "tests/suite.h"

// ---- TTL and GFC: scenarios that text_good does not cover ----

static const char ttl[] = "{scheme: TTL, buffer: 12MB, headroom: 16KB, alpha: 1/8, classes: 4%s}";
static const char large[] = "{scheme: %s, buffer: 48MB, bm: 400KB, b0: %s}";
static const char gfc[] = "{scheme: %s, buffer: 48MB, bm: 100KB, b0: %s}";

// Three switches in a row, or in a triangle with another link. Line 1 is the name.
static const struct row {
  const char *mmu;  // line 4
  const char *argument[2];
  const char *a;     // line 6: keys of switch A
  const char *flow;  // line 11: keys of a flow from A over B to C
  const char *link;  // line 15: a third link
  int line;          // 0: no error
  const char *message;
  const char *gbps;  // NULL: 40
} rows[] = {
    {ttl, {""}, "", "", "", 0, NULL, NULL},
    {ttl,
     {""},
     "",
     ", class: 0",
     "",
     11,
     "flow f has a class, but under TTL hosts send in class 0; leave class out",
     NULL},
    {ttl,
     {""},
     "",
     ", ttl: 4",
     "",
     11,
     "flow f has a ttl, but under TTL all flows have that of mmu (4); leave ttl out",
     NULL},
    {ttl,
     {", ttl: 3"},
     "",
     "",
     "",
     11,
     "flow f passes 3 switches, TTL 3 lasts for 2; raise ttl and classes of mmu",
     NULL},
    {ttl, {", ttl: 3"}, "", ", route: [A, B, C, B], loop: true", "", 0, NULL, NULL},
    {ttl, {", partitions: [0, 1MB, 1MB, 1MB, 1MB]"}, "", "", "", 4, "class 4 does not exist; classes are 0 to 3", NULL},
    {ttl,
     {", partitions: [0, 1MB, x]"},
     "",
     "",
     "",
     4,
     "partitions.2 is 'x'; give bytes such as 40000, 40KB or 16MiB",
     NULL},
    {ttl,
     {"", NULL},
     ", mmu: {partitions: [0, 65GiB]}",
     "",
     "",
     6,
     "partitions.1 is 69793218560 cells; it must be at most 68719476736: raise cell_bytes",
     NULL},
    {ttl, {", drop_bounced: 1"}, "", "", "", 4, "drop_bounced is '1'; use false or true", NULL},
    {ttl, {", every_second_class: true"}, "", "", "", 0, NULL, NULL},
    {ttl,
     {", every_second_class: true", NULL},
     "",
     "",
     "  - {name: L3, a: C, b: A}",
     15,
     "C and A are both an odd number of hops away from hosts; with every_second_class give a tree with the hosts at "
     "its leaves",
     NULL},
    {gfc, {"GFC", "50KB"}, "", "", "", 0, NULL, NULL},
    {gfc, {"GFC_LINEAR", "50KB"}, "", "", "", 0, NULL, NULL},
    {gfc, {"GFC", "50KB"}, ", mmu: {b0: 40KB}", "", "", 0, NULL, NULL},
    {gfc,
     {"GFC", "50KB"},
     "",
     "",
     "search: {flows: [f], bytes_from: 1KB, bytes_to: 1MB}",
     15,
     "search has a closed form for STATIC, SIH and DSH only; use one of them",
     NULL},
    {gfc,
     {"GFC", "50KB, shared: 100KB"},
     "",
     "",
     "",
     4,
     "shared is 100KB; with GFC every queue has its own buffer and nothing is shared (registers SHARED and HEADROOM "
     "are "
     "0): leave shared out",
     NULL},
    {gfc, {"GFC", "50KB, shared: 0, headroom: 0B"}, "", "", "", 0, NULL, NULL},
    {gfc,
     {"GFC_LINEAR", "50KB, private: 100999"},
     "",
     "",
     "",
     4,
     "switch A: a queue has 100999 cells (PRIVATE), Bm is 100000 (STAGE_TOP) and a packet up to 1000 (MAX_PACKET): "
     "packets would be lost; lower bm to 99999, or raise private or buffer",
     NULL},
    {gfc, {"GFC", "50KB, private: 101000"}, "", "", "", 0, NULL, NULL},
    {gfc,
     {"GFC", "50KB"},
     ", mmu: {bm: 2999001}",
     "",
     "",
     6,
     "switch A: a queue has 3000000 cells (PRIVATE), Bm is 2999001 (STAGE_TOP) and a packet up to 1000 (MAX_PACKET): "
     "packets would be lost; lower bm to 2999000, or raise private or buffer",
     NULL},
    {gfc,
     {"GFC_LINEAR", "50KB"},
     ", mmu: {b0: 40KB}",
     "",
     "",
     7,
     "Bm - B0 of switch B is not that of A; with GFC_LINEAR give all switches the same",
     NULL},
    {large, {"GFC_LINEAR", "300KB"}, "", "", "", 0, NULL, "0.016\ncell_bytes: 64"},
    // D / C must fit 24 bits of cycles.
    {large,
     {"GFC_LINEAR", "10KB"},
     "",
     "",
     "",
     5,
     "a link sends Bm - B0 in 48752000 cycles; GFC_LINEAR needs fewer than 16777216: raise b0, or lower clock_mhz",
     "0.016\ncell_bytes: 64"},
};

static void write_row(const struct row *r) {
  FILE *f = fopen(text_path, "wb");
  ck_assert_ptr_nonnull(f);
  fprintf(f, "name: row\ngbps: %s\nduration_us: 1000\nmmu: ", r->gbps != NULL ? r->gbps : "40");
  fprintf(f, r->mmu, r->argument[0], r->argument[1]);
  fprintf(f, "\nswitches:\n  - {name: A%s}\n  - {name: B}\n  - {name: C}\n", r->a);
  fprintf(f, "hosts: [{name: x, switch: A}, {name: y, switch: C}]\n");
  fprintf(f, "flows:\n  - {name: f, from: x, to: y%s}\n", r->flow);
  fprintf(f, "links:\n  - {name: L1, a: A, b: B}\n  - {name: L2, a: B, b: C}\n%s\n", r->link);
  fclose(f);
}

START_TEST(row) {
  const struct row *r = &rows[_i];
  write_row(r);
  if (r->line == 0)
    text_expect_ok();
  else
    text_expect_error(EINVAL, r->line, r->message);
}
END_TEST

static struct scenario *load_row(const char *mmu, const char *first, const char *second) {
  const struct row r = {mmu, {first, second}, "", "", "", 0, NULL, NULL};
  struct error err;
  struct scenario *s;
  write_row(&r);
  ck_assert_msg(scenario_load(text_path, &s, &err) == 0, "%s", err.text);
  return s;
}

// Half of the buffer without headroom is divided among the classes in use. Weights are fractions of 65536.
START_TEST(ttl_registers) {
  struct scenario *s = load_row(ttl, "", NULL);
  const struct sluice_config *cfg = &s->sw[0].cfg;
  const uint64_t left = 12000000 - 2 * 4 * 16000;
  ck_assert_int_eq(s->feedback, FEEDBACK_TTL);
  ck_assert_uint_eq(s->dims.schemes, (1u << SLUICE_SCHEMES) - 1);
  ck_assert_int_eq(cfg->ttl0, 4);
  ck_assert_uint_eq(s->flow[0].ttl, 4);
  ck_assert_uint_eq(cfg->ttl_options, 0);
  ck_assert_uint_eq(cfg->partition[0], 0);
  for (int c = 1; c < 4; c++) ck_assert_uint_eq(cfg->partition[c], left / 2 / 3);
  for (int c = 1; c < 4; c++) ck_assert_uint_eq(cfg->weight[c], 21845);
  ck_assert_uint_eq(cfg->shared, left - 3 * (left / 2 / 3));
  scenario_free(s);

  s = load_row(ttl, ", partitions: [0, 1MB, 2MB, 5MB], drop_bounced: true, shared: 1MB", NULL);
  cfg = &s->sw[2].cfg;
  ck_assert_uint_eq(cfg->weight[1], 8192);
  ck_assert_uint_eq(cfg->weight[2], 16384);
  ck_assert_uint_eq(cfg->weight[3], 40960);
  ck_assert_uint_eq(cfg->shared, 1000000);
  ck_assert_uint_eq(cfg->ttl_options, SLUICE_TTL_DROP_BOUNCED);
  scenario_free(s);
}
END_TEST

// Switches A and C have hosts, one hop away. Switch B is two hops from a host.
START_TEST(ttl_every_second_class) {
  struct scenario *s = load_row(ttl, ", every_second_class: true", NULL);
  for (int i = 0; i < 3; i++) {
    const struct sluice_config *cfg = &s->sw[i].cfg;
    ck_assert_int_eq(cfg->ttl0, 8);
    ck_assert_uint_eq(cfg->ttl_options, SLUICE_TTL_HALF | (i != 1 ? SLUICE_TTL_ODD : 0));
    for (int c = 0; c < 4; c++) ck_assert_uint_eq(cfg->partition[c], 11872000 / 2 / 4);
  }
  scenario_free(s);
}
END_TEST

// Files contain the value of alpha, as the papers do. The register holds the exponent.
static const struct {
  const char *text;
  int exponent;  // 99: refused
} alphas[] = {{"1", 0},          {"2", 1},      {"8", 3},      {"0.5", -1},   {"1/2", -1},    {"1/128", -7},
              {"0.0078125", -7}, {"1.0", 0},    {"2/4", -1},   {"8/1", 3},    {"4", 2},       {".25", -2},
              {"16", 4},         {"0", 99},     {"0/1", 99},   {"0/0", 99},   {"1/0", 99},    {"1/", 99},
              {"/2", 99},        {"1/256", -8}, {"3", 99},     {"1/2/1", 99}, {"-1", 99},     {"1e0", 99},
              {"0x1", 99},       {"nan", 99},   {"1/16 ", 99}, {".", 99},     {"0.0625", -4}, {"0.06250", -4},
              {"1..0", 99},      {"1/-2", 99},  {" 1", 99},    {"0.3", 99},   {"128", 7},     {"0.00390625", -8},
              {"256", 99},       {"1/512", 99}};

START_TEST(alpha_is_the_value) {
  struct error err;
  char line[96];
  struct scenario *s;
  snprintf(line, sizeof line, "  scheme: DSH\n  alpha: '%s'", alphas[_i].text);
  text_write_changed(8, line);
  ck_assert_int_eq(scenario_load(text_path, &s, &err), alphas[_i].exponent == 99 ? EINVAL : 0);
  if (s != NULL) ck_assert_int_eq(s->sw[0].cfg.alpha, alphas[_i].exponent);
  scenario_free(s);
}
END_TEST

START_TEST(gfc_registers) {
  struct scenario *s = load_row(gfc, "GFC", "50KB");
  const struct sluice_config *cfg = &s->sw[0].cfg;
  ck_assert_int_eq(s->feedback, FEEDBACK_STAGE);
  ck_assert_uint_eq(cfg->limits.phi, 48000000 / (2 * 8));
  ck_assert_uint_eq(cfg->shared, 0);
  ck_assert_uint_eq(cfg->limits.eta, 0);
  ck_assert_int_eq(cfg->stages, 14);  // 2^15 <= 50000: the last stage has 50000 / 2^15 = 1 cell
  for (int k = 1; k <= 14; k++) ck_assert_uint_eq(cfg->stage[k], 100000 - (50000 >> k));
  ck_assert_uint_eq(cfg->stage[15], 0);
  ck_assert_uint_eq(cfg->limits.cell_step, 20 * 65536);  // 40 Gb/s are 20 bytes per cycle at 250 MHz
  scenario_free(s);

  s = load_row(gfc, "GFC", "34464");  // D = 65536
  ck_assert_int_eq(s->sw[0].cfg.stages, 15);
  ck_assert(s->sw[0].cfg.count_leading_zeros);
  scenario_free(s);
  s = load_row(gfc, "GFC", "34464, stage_table: true, stages: 9");
  ck_assert_int_eq(s->sw[0].cfg.stages, 9);
  ck_assert(!s->sw[0].cfg.count_leading_zeros);
  ck_assert_uint_eq(s->sw[0].cfg.stage[9], 100000 - 128);
  ck_assert_uint_eq(s->sw[0].cfg.stage[10], 0);
  scenario_free(s);

  s = load_row(gfc, "GFC_LINEAR", "50KB");
  ck_assert_int_eq(s->feedback, FEEDBACK_LEVEL);
  ck_assert_uint_eq(s->sw[0].cfg.limits.drain_cycles, 640000);  // 256 * 50000 / 20
  scenario_free(s);
}
END_TEST

// tau = 2 * 1020 B / 40 Gb/s + 2 us = 2.408 us. In 4 tau a link carries 4 * 12,040 B, of which 1000 / 1020 are packets.
static const struct bound_case {
  const char *scheme, *b0;
  bool warned;
} bound_cases[] = {
    {"GFC", "52784", false}, {"GFC", "52785", true}, {"GFC_LINEAR", "52784", false}, {"GFC_LINEAR", "52785", true}};

START_TEST(warnings) {
  const struct bound_case *d = &bound_cases[_i];
  struct scenario *s = load_row(gfc, d->scheme, d->b0);
  ck_assert_int_eq(s->warnings, d->warned);
  if (d->warned) {
    char expected[512];
    snprintf(expected, sizeof expected,
             "%s:4: switch A: Bm - B0 is 47215 B, tau of link L1 is 2.408 us: a queue may outgrow Bm; give Bm - B0 "
             "4*C*tau, 47216 B",
             text_path);
    ck_assert_str_eq(s->warning[0], expected);
  }
  scenario_free(s);
}
END_TEST

// The default of Bm reserves space for packets that arrive above Bm.
START_TEST(default_bm_holds_four_packets_more) {
  struct scenario *s = load_row("{scheme: GFC, buffer: 1MB, max_packet: 1500, b0: 9KB}", NULL, NULL);
  const struct sluice_config *cfg = &s->sw[0].cfg;
  ck_assert_uint_eq(cfg->limits.phi, 1000000 / 16);
  ck_assert_uint_eq(cfg->stage_top, 1000000 / 16 - 6000);
  scenario_free(s);
}
END_TEST

// A key without effect draws a warning with its line. A key that at least one of several switches uses draws none.
static const struct unused_key {
  const char *mmu, *a;
  int line;
  const char *message;  // NULL: none
} unused_keys[] = {
    {"{scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1, xoff: 40KB}", "", 4, "xoff does nothing under SIH"},
    {"{scheme: DSH, buffer: 12MB, headroom: 16KB, alpha: 1, xon: 40KB}", "", 4, "xon does nothing under DSH"},
    {"{scheme: DSH, buffer: 12MB, headroom: 16KB, alpha: 1, partitions: [1KB]}", "", 4,
     "partitions does nothing under DSH"},
    {"{scheme: DSH, buffer: 12MB, headroom: 16KB, alpha: 1, ttl: 4}", "", 4, "ttl does nothing under DSH"},
    {"{scheme: DSH, buffer: 12MB, headroom: 16KB, alpha: 1, tree_levels: 4}", "", 4,
     "tree_levels does nothing under DSH"},
    {"{scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1, delta_p: 4KB}", "", 4, "delta_p does nothing under SIH"},
    {"{scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1, mode: native}", "", 4, "mode does nothing under SIH"},
    {"{scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1, bm: 4KB}", "", 4, "bm does nothing under SIH"},
    {"{scheme: STATIC, buffer: 12MB, headroom: 16KB, xoff: 40KB, alpha: 1}", "", 4, "alpha does nothing under STATIC"},
    {"{scheme: STATIC, buffer: 12MB, headroom: 16KB, xoff: 40KB, delta_q: 4KB}", "", 4,
     "delta_q does nothing under STATIC"},
    {"{scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1, feedback_period_us: 5}", "", 4,
     "feedback_period_us does nothing under SIH"},
    {"{scheme: GFC_LINEAR, buffer: 12MB, bm: 80KB, b0: 20KB, stages: 4}", "", 4,
     "stages does nothing under GFC_LINEAR"},
    {"{scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1}", ", mmu: {xoff: 40KB}", 6, "xoff does nothing under SIH"},
    {"{scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1, xoff: 40KB}", ", mmu: {scheme: STATIC}", 0, NULL},
    {"{scheme: DSH, buffer: 12MB, headroom: 16KB, alpha: 1, delta_p: 4KB, mode: native}", "", 0, NULL},
    // TTL Eq. 15: 2 * (1020 B + 84 B + 40 Gb/s * 1 us) = 12,208 B on the line, of which 1000 / 1020 are packets
    {"{scheme: SIH, buffer: 12MB, headroom: 11969, alpha: 1}", "", 0, NULL},
    {"{scheme: SIH, buffer: 12MB, headroom: 11968, alpha: 1}", "", 4,
     "switch A: headroom is 11968 B, but after a pause 11969 B may arrive on link L1 [TTL Eq. 15]"},
    {"{scheme: DSH, buffer: 12MB, headroom: 16KB, alpha: 1}", ", mmu: {headroom: 9KB}", 6,
     "switch A: headroom is 9000 B"},
};

START_TEST(unused_key_draws_a_warning) {
  const struct unused_key *d = &unused_keys[_i];
  const struct row r = {d->mmu, {NULL, NULL}, d->a, "", "", 0, NULL, NULL};
  struct error err = {""};
  char expected[512];
  struct scenario *s;
  write_row(&r);
  ck_assert_msg(scenario_load(text_path, &s, &err) == 0, "%s", err.text);
  ck_assert_int_eq(s->warnings, d->message != NULL);
  snprintf(expected, sizeof expected, "%s:%d: %s", text_path, d->line, d->message != NULL ? d->message : "");
  if (d->message != NULL) ck_assert_msg(strncmp(s->warning[0], expected, strlen(expected)) == 0, "%s", s->warning[0]);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("scenario_schemes");
  TCase *files = tcase_create("files");
  tcase_add_checked_fixture(files, text_make, text_remove);
  tcase_set_timeout(files, 120);
  tcase_add_loop_test(files, row, 0, sizeof rows / sizeof rows[0]);
  tcase_add_test(files, ttl_registers);
  tcase_add_test(files, ttl_every_second_class);
  tcase_add_loop_test(files, alpha_is_the_value, 0, sizeof alphas / sizeof alphas[0]);
  tcase_add_test(files, gfc_registers);
  tcase_add_loop_test(files, warnings, 0, sizeof bound_cases / sizeof bound_cases[0]);
  tcase_add_test(files, default_bm_holds_four_packets_more);
  tcase_add_loop_test(files, unused_key_draws_a_warning, 0, sizeof unused_keys / sizeof unused_keys[0]);
  suite_add_tcase(suite, files);
  return suite_run(suite);
}
