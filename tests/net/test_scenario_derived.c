// Tests amounts that a scenario does not give: XOFF of STATIC, the pool of SHP, B0 of GFC. The expected values follow
// from the rules of the page of keys, and no lossless packet may be lost, whatever the rates are. make check
// T=scenario_derived repeats a failure.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/simulation.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

#define HEAD "name: derived\nduration_us: 300\nstop_us: 60\ngbps: 100\ndelay_ns: 1000\nprocessing_ns: 2000\n"
#define STAR(mmu, x)                                                          \
  HEAD "mmu: {" mmu "}\nswitches: [{name: A}]\nhosts: [{name: x, switch: A" x \
       "}, {name: y, switch: A}, {name: z, switch: "                          \
       "A}]\nflows: [{name: f, from: x, to: z}, {name: g, from: y, to: z}]\n"

// Three ports of two lossless classes share the pool. A port with its own XOFF keeps it.
START_TEST(xoff_is_a_share_of_the_pool) {
  struct scenario *s = runs_load_text(STAR("scheme: STATIC, buffer: 2MB, classes: 4, lossless: [0, 2]", ""));
  const struct sluice_config *c = &s->sw[0].cfg;
  ck_assert_uint_eq(c->shared, 2000000 - 6 * c->limits.eta);
  ck_assert_uint_eq(c->limits.xoff, c->shared / 6);
  ck_assert_uint_eq(c->limits.xon, c->limits.xoff - 2000);
  ck_assert_ptr_null(c->port);
  scenario_free(s);
  s = runs_load_text(STAR("scheme: STATIC, buffer: 2MB, classes: 1, shared: 90KB, xon: 20KB", ", xoff: 50KB"));
  ck_assert_uint_eq(sluice_limits_of(&s->sw[0].cfg, 0)->xoff, 50000);
  for (int p = 1; p < 3; p++) {
    ck_assert_uint_eq(sluice_limits_of(&s->sw[0].cfg, p)->xoff, 30000);
    ck_assert_uint_eq(sluice_limits_of(&s->sw[0].cfg, p)->xon, 20000);
  }
  scenario_free(s);
}
END_TEST

// The pool holds the headroom of all lossless queues but that of the ports, and the packets under way.
START_TEST(pool_holds_all_headroom) {
  struct scenario *s = runs_load_text(
      STAR("scheme: SHP, buffer: 2MB, alpha: 1/8, classes: 2, lossless: [1], port_headroom: 10KB", ", gbps: 400"));
  const struct sluice_config *c = &s->sw[0].cfg;
  uint64_t sum = 0;
  for (int p = 0; p < 3; p++) sum += sluice_limits_of(c, p)->eta - 10000;
  ck_assert_uint_gt(sluice_limits_of(c, 0)->eta, 3 * sluice_limits_of(c, 1)->eta);
  ck_assert_uint_eq(c->headroom_pool, sum + 5 * 1000);
  ck_assert_uint_eq(c->shared, 2000000 - c->headroom_pool - 3 * 10000);
  scenario_free(s);
}
END_TEST

// D is 4 C tau for the fastest link, with tau = 2 MTU / C + 2 t_wire + t_proc; frames of 1,020 B carry 1,000 B; with
// stages the next power of two, where the buffer holds it.
START_TEST(b0_is_safe) {
  static const struct {
    const char *text;
    double gbps, more_ns;  // T of time-based GFC
    uint64_t cell;
    bool power;
  } rows[] = {{STAR("scheme: GFC, buffer: 40MB", ", gbps: 400"), 400, 0, 1, true},
              {STAR("scheme: GFC, buffer: 4MB, classes: 1", ""), 100, 0, 1, true},
              {STAR("scheme: GFC, buffer: 700KB, classes: 1", ""), 100, 0, 1, false},
              {"cell_bytes: 64\n" STAR("scheme: GFC_LINEAR, buffer: 80MB", ", gbps: 400"), 400, 0, 64, false},
              {"cell_bytes: 64\n" STAR("scheme: GFC, feedback_period_us: 3, buffer: 40MB", ""), 100, 3000, 64, false}};
  struct scenario *s = runs_load_text(rows[_i].text);
  const struct sluice_config *c = &s->sw[0].cfg;
  const double tau = 2 * 8160 / rows[_i].gbps + 2 * 1000 + 2000 + rows[_i].more_ns,
               packet = rows[_i].cell == 1 ? 1 : 65;
  const double cells = 4 * tau * rows[_i].gbps / 8.16 / packet * ceil(packet / (double)rows[_i].cell);
  const uint64_t d = c->stage_top - c->stage_base;
  ck_assert_int_eq((d & (d - 1)) == 0, rows[_i].power);
  ck_assert_double_ge((double)d, cells - 2);
  ck_assert_double_lt((double)d, (rows[_i].power ? 2 : 1) * cells + 2);
  ck_assert_int_eq(s->warnings, 0);
  scenario_free(s);
}
END_TEST

START_TEST(buffer_without_a_safe_b0_is_refused) {
  runs_refuse_text(STAR("scheme: GFC, buffer: 1MB", ""), "no b0 is safe; raise buffer, or lower classes");
  runs_refuse_text(STAR("scheme: GFC_LINEAR, buffer: 40MB", ", gbps: 400"), "raise cell_bytes");
}
END_TEST

// Seven hosts send to one, over two switches, with rates of links that differ and change.
START_TEST(nothing_is_lost) {
  static const char *const mmu[] = {"STATIC",
                                    "SIH, alpha: 1/8",
                                    "DSH, alpha: 1/8",
                                    "SHP, alpha: 1/8",
                                    "SHP, alpha: 1, port_headroom: 10KB",
                                    "TTL, alpha: 1/8",
                                    "GFC",
                                    "CBFC"};
  static const int gbps[] = {25, 100, 400};
  const int row = _i / 3, rate = gbps[_i % 3], first = _i % 2 == 0 ? 100 : 400;
  char text[2048], hosts[512] = "", flows[512] = "";
  for (int i = 0; i < 7; i++) {
    sprintf(hosts + strlen(hosts), "{name: h%d, switch: %c, gbps: %d}, ", i, i < 4 ? 'A' : 'B', i % 2 ? first : 100);
    sprintf(flows + strlen(flows), "%s{name: f%d, from: h%d, to: z}", i > 0 ? ", " : "", i, i);
  }
  snprintf(text, sizeof text,
           "name: derived\nduration_us: 300\nstop_us: 60\ngbps: 100\ndelay_ns: 1000\n%s"
           "mmu: {classes: 4, buffer: %s, scheme: %s}\nswitches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B, "
           "gbps: %d}]\nhosts: [%s{name: z, switch: B}]\nflows: [%s]\n",
           strcmp(mmu[row], "CBFC") == 0 ? "" : "processing_ns: 2000\n", row >= 6 ? "60MB" : "8MB", mmu[row], rate,
           hosts, flows);
  struct scenario *s;
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  ck_assert_uint_gt(r->hops, 1000);
  ck_assert_msg(r->lost == 0, "%s at %d Gb/s: %" PRIu64 " packets lost", mmu[row], rate, r->lost);
  ck_assert_int_eq(s->warnings, 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("all");
  tcase_add_test(t, xoff_is_a_share_of_the_pool);
  tcase_add_test(t, pool_holds_all_headroom);
  tcase_add_loop_test(t, b0_is_safe, 0, 5);
  tcase_add_test(t, buffer_without_a_safe_b0_is_refused);
  tcase_add_loop_test(t, nothing_is_lost, 0, 3 * 8);
  Suite *s = suite_create("scenario, derived amounts");
  suite_add_tcase(s, t);
  return suite_run(s);
}
