// Tests the planner's files: the planned scenario loads with the planned registers and runs without loss. `make check
// T=plan_files` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/registers/sluice_check.h"
#include "tb/cli/plan/plan_outputs.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/simulation.h"
#include "tests/suite.h"
#include "tests/tools/plan_command.h"
#include "tests/tools/plan_input.h"

static struct scenario *load(const struct plan_input *in, const struct plan *p) {
  struct scenario *s;
  struct error err = {""};
  ck_assert_msg(plan_fragment_check(in, p, &err) == 0, "%s", err.text);
  FILE *f = fopen(plan_path, "w");
  ck_assert_ptr_nonnull(f);
  plan_fragment(in, p, f);
  fclose(f);
  ck_assert_msg(scenario_load(plan_path, &s, &err) == 0, "%s", err.text);
  return s;
}

// Returns the lost packets of lossless classes after the network has drained.
static uint64_t run(const struct scenario *s) {
  struct simulation *n;
  struct network_options o = {.event = true, .threads = 1, .seed = s->seed};
  ck_assert_int_eq(simulation_new(&n, s, &o), NETWORK_OK);
  ck_assert_int_eq(simulation_run(n), NETWORK_OK);
  const struct network_result *r = simulation_result(n);
  uint64_t lost = r->lost;
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_gt(r->link[0][0].pauses + r->link[0][1].pauses, 0);
  simulation_free(n);
  return lost;
}

static const struct {
  int ports, classes;
  uint64_t mbps;
  uint32_t cell, mtu;
  uint64_t buffer;
  int alpha;
  enum sluice_scheme scheme;
} fragments[] = {
    {32, 7, 100000, 256, 1500, 16 << 20, -4, SLUICE_DSH}, {32, 8, 40000, 1, 1500, 12000000, -3, SLUICE_SIH},
    {64, 8, 400000, 208, 9216, 128 << 20, 0, SLUICE_DSH}, {3, 1, 10000, 80, 1500, 1000000, 7, SLUICE_SIH},
    {8, 3, 25000, 4096, 1518, 64000001, -1, SLUICE_SIH},  {48, 2, 200000, 64, 9000, 64 << 20, 1, SLUICE_DSH},
    {32, 8, 40000, 1, 1500, 16 << 20, -4, SLUICE_TTL},    {8, 3, 100000, 80, 1500, 16 << 20, -8, SLUICE_TTL},
    {3, 2, 10000, 256, 9000, 32 << 20, 7, SLUICE_TTL},    {4, 8, 800000, 192, 9216, 160 << 20, 0, SLUICE_SIH},
    {4, 2, 100, 64, 1518, 1 << 20, 0, SLUICE_DSH},        {32, 8, 10000, 1, 1500, 32 << 20, 0, SLUICE_GFC},
    {8, 3, 100000, 80, 1500, 32 << 20, 0, SLUICE_GFC},    {3, 2, 400000, 1, 9000, 96 << 20, 0, SLUICE_GFC},
};

static struct plan_input fragment_input(int i) {
  struct plan_input in = dsh;
  in.ports = fragments[i].ports;
  in.classes = fragments[i].classes;
  in.mbps = fragments[i].mbps;
  in.cell = fragments[i].cell;
  in.mtu = fragments[i].mtu;
  in.buffer = fragments[i].buffer;
  in.alpha = fragments[i].alpha;
  in.scheme = fragments[i].scheme;
  if (in.scheme == SLUICE_SIH || in.scheme == SLUICE_DSH)
    in.phi = 3000;
  else
    in.phi = 0;
  return in;
}

static void check_pools(const struct plan_input *in, const struct plan *p, const struct sluice_config *cfg) {
  const struct plan_pools *pools = &p->cells[in->scheme == SLUICE_DSH ? PLAN_DSH : PLAN_SIH];
  ck_assert_uint_eq(cfg->limits.phi, p->phi_cells);
  ck_assert_uint_eq(cfg->limits.eta, pools->eta);
  ck_assert_uint_eq(cfg->shared, pools->shared);
  ck_assert_uint_eq(cfg->delta_q, 2 * p->max_packet);
  ck_assert_int_eq(cfg->alpha, in->alpha);
}

// The loader computes the weights itself. They must equal the planner's.
static void check_ttl(const struct plan_input *in, const struct plan *p, const struct sluice_config *cfg) {
  ck_assert_int_eq(cfg->ttl0, in->tree_levels != 0 ? 2 * in->classes : in->classes);
  for (int i = 0; i < in->classes; i++) {
    ck_assert_uint_eq(cfg->partition[i], p->ttl.partition_cells[i]);
    ck_assert_uint_eq(cfg->weight[i], p->ttl.weight[i]);
  }
  ck_assert_uint_eq(cfg->limits.eta, p->cells[PLAN_SIH].eta);
  ck_assert_uint_eq(cfg->shared, p->ttl.shared);
  ck_assert_uint_eq(cfg->delta_q, 2 * p->max_packet);
  ck_assert_int_eq(cfg->alpha, in->alpha);
}

static void check_gfc(const struct plan *p, const struct sluice_config *cfg) {
  ck_assert_uint_eq(cfg->limits.phi, p->gfc.b_cells);
  ck_assert_uint_eq(cfg->stage_top, p->gfc.bm_cells);
  ck_assert_uint_eq(cfg->stage_base, p->gfc.bm_cells - p->gfc.d_cells);
  ck_assert_int_eq(cfg->stages, p->gfc.stages);
  ck_assert(cfg->count_leading_zeros);
}

// No pause expires before its refresh (docs/hardware/pause-states.md), if each message is taken in one cycle.
static void check_times(const struct plan_input *in, const struct sluice_config *cfg) {
  uint64_t pause = cfg->pause_time, refresh = cfg->refresh, step = cfg->limits.quanta_step;
  uint64_t round = (2 * (uint64_t)in->ports + 2) * 2 * step / 16;
  ck_assert_uint_ge(pause, 2 * refresh);
  ck_assert_uint_gt((in->ports > 32 ? 32 : 64) * refresh, step);
  ck_assert_uint_ge(512 * (refresh - 2), round + 8 * (in->mtu + ETHERNET_OVERHEAD) + 8 * step / 16);
}

// The registers of a bring-up are those of the scenario.
static void check_values(const struct plan_input *in, const struct plan *p, const struct sluice_config *loaded) {
  const struct sluice_dims dims = {in->ports, in->classes, p->width, 1u << in->scheme, false};
  struct plan_registers r;
  struct error err = {""};
  ck_assert_msg(plan_register_values(in, p, &r, &err) == 0, "%s", err.text);
  for (int i = 0; i < SLUICE_REGS; i++)
    if (sluice_register_built(&dims, i))
      ck_assert_msg(r.regs[i] == sluice_config_value(loaded, i), "%s: expected %" PRIu64 ", got %" PRIu32,
                    sluice_register_name(i), sluice_config_value(loaded, i), r.regs[i]);
}

START_TEST(fragment_loads_as_these_registers_and_runs) {
  struct plan_input in = fragment_input(_i);
  struct plan p = make(&in);
  struct scenario *s = load(&in, &p);
  const struct sluice_config *cfg = &s->sw[0].cfg;
  ck_assert_int_eq(s->dims.ports, in.ports);
  ck_assert_int_eq(s->dims.classes, in.classes);
  ck_assert_uint_eq(cfg->scheme, in.scheme);
  ck_assert_uint_eq(cfg->buffer, p.buffer_cells);
  ck_assert_uint_eq(cfg->max_packet, p.max_packet);
  check_times(&in, cfg);
  check_values(&in, &p, cfg);
  ck_assert_int_eq(s->warnings, 0);
  if (in.scheme == SLUICE_TTL)
    check_ttl(&in, &p, cfg);
  else if (in.scheme == SLUICE_GFC)
    check_gfc(&p, cfg);
  else
    check_pools(&in, &p, cfg);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
}
END_TEST

// A tree of one to eight levels; the switch of the scenario has hosts, so it is on level 1.
START_TEST(tree_loads_as_these_registers_and_runs) {
  struct plan_input in = ttl_input();
  in.scheme = SLUICE_TTL;
  in.ports = 4;
  in.tree_levels = in.classes = _i;
  const struct plan p = make(&in);
  struct scenario *s = load(&in, &p);
  check_values(&in, &p, &s->sw[0].cfg);
  check_ttl(&in, &p, &s->sw[0].cfg);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
}
END_TEST

// Packets of 64 bytes in cells of 256 bytes over 4 km. Registers of Eq. 1 divided by the cell size lose packets, the
// planner's registers do not.
START_TEST(bytes_divided_by_the_cell_lose_packets) {
  struct plan_input in = dsh;
  in.ports = 4;
  in.classes = 1;
  in.mbps = 10000;
  in.wire_ns = 20000;
  in.cell = 256;
  in.alpha = 3;
  in.scheme = SLUICE_SIH;
  struct plan p = make(&in);
  in.mtu = 64;
  struct scenario *s = load(&in, &p);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
  p.cells[PLAN_SIH].eta = headroom_packet_cells(p.eq1, in.cell);
  s = load(&in, &p);
  ck_assert_uint_gt(run(s), 0);
  scenario_free(s);
}
END_TEST

// Two senders of lossless frames of 1024 bytes; both ports of the switch are busy with lossy frames of 9100 bytes in
// the other direction, behind which each pause waits.
static struct scenario *load_two_mtus(const struct plan_input *in, const struct plan *p) {
  struct scenario *s;
  struct error err = {""};
  FILE *f = fopen(plan_path, "w");
  ck_assert_ptr_nonnull(f);
  fprintf(f, "name: two\nclock_mhz: %g\nduration_us: 20000\nstop_us: 4000\n", p->clock_khz / 1e3);
  plan_head(in, p, f);
  plan_section(in, p, f);
  fprintf(f, "switches: [{name: S}]\nhosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}]\n");
  fprintf(f, "flows:\n  - {name: f, from: a, to: c}\n  - {name: g, from: b, to: c}\n");
  fprintf(f, "  - {name: h, from: c, to: a, class: 1, packet_bytes: 9100, gbps: 4.9}\n");
  fprintf(f, "  - {name: i, from: c, to: b, class: 1, packet_bytes: 9100, gbps: 4.9}\n");
  fclose(f);
  ck_assert_msg(scenario_load(plan_path, &s, &err) == 0, "%s", err.text);
  return s;
}

// Registers for the MTU of the lossless frames alone lose packets, those for both do not.
START_TEST(frames_of_lossy_classes_delay_the_pause) {
  struct plan_input in = dsh;
  in.ports = 3;
  in.classes = 2;
  in.lossless = 1;
  in.mbps = 10000;
  in.wire_ns = 100;
  in.mtu = in.min_packet = in.cell = 1024;
  in.phi = 0;
  in.buffer = 80 << 10;
  in.alpha = 3;
  const struct plan one = make(&in);
  in.port_mtu = 9100;
  struct plan p = make(&in);
  struct scenario *s = load_two_mtus(&in, &p);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
  ck_assert_uint_le(one.cells[PLAN_DSH].eta, p.max_packet);  // the least that the MMU accepts
  p.cells[PLAN_DSH].eta = p.max_packet;
  s = load_two_mtus(&in, &p);
  ck_assert_uint_gt(run(s), 0);
  scenario_free(s);
}
END_TEST

static struct plan_input two_lossless_of_eight(int ports) {
  struct plan_input in = dsh;
  in.ports = ports;
  in.classes = 8;
  in.lossless = 1 << 3 | 1 << 4;
  in.mbps = 10000;
  in.cell = 64;
  in.buffer = 1 << 20;
  in.phi = 0;
  return in;
}

// The scenario of SHP has the planned pools and loses nothing.
START_TEST(headroom_pool_loads_and_runs) {
  struct plan_input in = two_lossless_of_eight(8);
  in.scheme = SLUICE_SHP;
  in.ratio = 4;
  in.port_headroom = PLAN_PORT_HEADROOM;
  const struct plan p = make(&in);
  const struct plan_pools *pools = plan_pools_of(&in, &p);
  struct scenario *s = load(&in, &p);
  const struct sluice_config *cfg = &s->sw[0].cfg;
  ck_assert_uint_eq(cfg->scheme, SLUICE_SHP);
  ck_assert_uint_eq(cfg->limits.eta, pools->eta);
  ck_assert_uint_eq(cfg->headroom_pool, pools->pool);
  ck_assert_uint_eq(cfg->limits.port_headroom, pools->port);
  ck_assert_uint_eq(cfg->shared, pools->shared);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
}
END_TEST

// Two lossless classes of eight, as in RTL: the flows of the scenario use the first of them, and so pause.
START_TEST(lossless_classes_of_the_build) {
  const struct plan_input in = two_lossless_of_eight(4);
  const struct plan p = make(&in);
  struct scenario *s = load(&in, &p);
  ck_assert_int_eq(s->dims.classes, 8);
  ck_assert_uint_eq(s->sw[0].cfg.lossless, in.lossless);
  check_values(&in, &p, &s->sw[0].cfg);
  ck_assert_int_eq(s->flow[0].cls, 3);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
}
END_TEST

START_TEST(out_is_a_scenario_that_runs) {
  char line[512], text[16384];
  struct error err = {""};
  struct scenario *s;
  snprintf(line, sizeof(line), "%s --out %s", GOOD, plan_path);
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_msg(scenario_load(plan_path, &s, &err) == 0, "%s", err.text);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("plan_files");
  TCase *t = tcase_create("files");
  tcase_set_timeout(t, 120);
  tcase_add_checked_fixture(t, make_path, remove_path);
  tcase_add_loop_test(t, fragment_loads_as_these_registers_and_runs, 0, sizeof(fragments) / sizeof(*fragments));
  tcase_add_loop_test(t, tree_loads_as_these_registers_and_runs, 1, 9);
  tcase_add_test(t, bytes_divided_by_the_cell_lose_packets);
  tcase_add_test(t, frames_of_lossy_classes_delay_the_pause);
  tcase_add_test(t, lossless_classes_of_the_build);
  tcase_add_test(t, headroom_pool_loads_and_runs);
  tcase_add_test(t, out_is_a_scenario_that_runs);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
