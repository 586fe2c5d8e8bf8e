// Tests plans for ports of different rates and wires: headroom and pools by hand, and the limits that each port of the
// models has after the bring-up. `make check T=plan_groups` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/driver/sluice_driver.h"
#include "tb/cli/plan/plan_outputs.h"
#include "tb/cli/plan/plan_scheme.h"
#include "tb/sim/scenario/scenario.h"
#include "tb/sim/simulation.h"
#include "tests/suite.h"
#include "tests/tools/plan_command.h"
#include "tests/tools/plan_input.h"
#include "tests/tools/pool_load.h"

// 24 ports of 10 Gb/s on 40 m and 8 of 100 Gb/s on 300 m; two of eight classes are lossless. By hand:
//   Eq. 1           2 (250 + 1500) + 3840 = 7,340 B       2 (18,750 + 1500) + 3840 = 44,340 B
//   Eq. 15          2 (1500 + 64 + 250) + 64 x 67         2 (1500 + 64 + 18,750) + 64 x 394
//                   = 7,916 B                             = 65,844 B
//   control frame   84 B                                  84 B
//   13 + 4 + 66 cycles of 4 ns   415 B                    4,150 B
//   X               8,415 B                               70,078 B
//   packets of 1,025 B in 5 cells of 256 B, a packet of 6 cells, and those of 5 cycles and a packet (64 B a cell):
//   HEADROOM        41 + 6 + 1 = 48                       341 + 6 + 4 = 351
#define MIXED \
  "--group 24:10:40 --group 8:100:300 --lossless 3,4 --buffer 16MiB --cell 256 --min-packet 1024 --proc-us 6"
enum { SLOW = 24, FAST = 8, ALL = SLOW + FAST, SLOW_CELLS = 48, FAST_CELLS = 351, BUFFER_CELLS = 65536 };

static struct plan_input mixed(void) {
  struct plan_input in = dsh;
  in.classes = 8;
  in.lossless = 0x18;
  in.phi = 0;
  in.cell = 256;
  in.min_packet = 1024;
  in.ratio = 2;
  in.port_headroom = PLAN_PORT_HEADROOM;
  in.proc_ns = 6000;
  in.groups = 2;
  in.group[0] = (struct plan_group){SLOW, 10000, 200, 0, 0};
  in.group[1] = (struct plan_group){FAST, 100000, 1500, 0, 0};
  plan_set_groups(&in);
  return in;
}

START_TEST(headroom_of_each_group) {
  const struct plan_input in = mixed();
  const struct plan p = make(&in);
  static const struct plan_link expected[] = {
      {.quanta = 67, .eq1 = 7340, .eq15 = 7916, .mmu = 415, .need = 8415, .eta = SLOW_CELLS},
      {.quanta = 394, .eq1 = 44340, .eq15 = 65844, .mmu = 4150, .need = 70078, .eta = FAST_CELLS}};
  ck_assert_int_eq(in.ports, ALL);
  for (int i = 0; i < 2; i++) {
    ck_assert_uint_eq(p.link[i].quanta, expected[i].quanta);
    ck_assert_uint_eq(p.link[i].eq1, expected[i].eq1);
    ck_assert_uint_eq(p.link[i].eq15, expected[i].eq15);
    ck_assert_uint_eq(p.link[i].mmu, expected[i].mmu);
    ck_assert_uint_eq(p.link[i].need, expected[i].need);
    ck_assert_uint_eq(p.link[i].eta, expected[i].eta);
  }
  ck_assert_uint_eq(p.clock_all, (1040000 + 8 * (1024 + 20) - 1) / (8 * (1024 + 20)));  // 24 x 10 + 8 x 100 Gb/s
}
END_TEST

// The reserved cells are those of the ports, not of the largest for all: SIH of 64 queues, DSH of 32 ports, SHP half of
// what exceeds 40 cells of each port.
START_TEST(pools_sum_over_the_ports) {
  struct plan_input in = mixed();
  const struct plan p = make(&in);
  const uint64_t ports = SLOW * SLOW_CELLS + FAST * FAST_CELLS, shp = (2 * ports - ALL * 40 + 1) / 2 + ALL * 40;
  ck_assert_uint_eq(p.cells[PLAN_DSH].headroom, ports);
  ck_assert_uint_eq(p.cells[PLAN_SIH].headroom, 2 * ports);
  ck_assert_uint_eq(p.cells[PLAN_SHP].headroom, shp);
  ck_assert_uint_eq(p.cells[PLAN_DSH].shared, BUFFER_CELLS - ports);
  ck_assert_uint_eq(p.cells[PLAN_SIH].shared, BUFFER_CELLS - 2 * ports);
  ck_assert_uint_eq(p.cells[PLAN_SHP].shared, BUFFER_CELLS - shp);
  ck_assert_uint_eq(p.paper[PLAN_DSH].headroom, SLOW * 7340 + FAST * 44340);
  in.scheme = SLUICE_TTL;
  in.lossless = 0;
  const struct plan ttl = make(&in);
  ck_assert_uint_eq(ttl.ncr, (SLOW * UINT64_C(10) + FAST * UINT64_C(100)) * 50000 / 8);
  ck_assert_uint_eq(ttl.ttl.shared, BUFFER_CELLS - 8 * ports - 7 * 6 * ALL);  // class 0 only at hosts
}
END_TEST

// One group is the whole switch, however it is given.
START_TEST(one_group_is_a_plan_of_one_rate) {
  static const char *const outputs[] = {"", " --registers mmu", " --all"};
  char one[16384], group[16384], line[256];
  for (size_t i = 0; i < sizeof(outputs) / sizeof(*outputs); i++) {
    snprintf(line, sizeof(line), "plan --ports 8 --gbps 25 --length-m 30 --buffer 8MiB --cell 128%s", outputs[i]);
    ck_assert_int_eq(plan_command(line, STDOUT_FILENO, one, sizeof(one)), 0);
    snprintf(line, sizeof(line), "plan --group 8:25:30 --buffer 8MiB --cell 128%s", outputs[i]);
    ck_assert_int_eq(plan_command(line, STDOUT_FILENO, group, sizeof(group)), 0);
    ck_assert_str_eq(one, group);
  }
}
END_TEST

// Two groups that differ in nothing have the pools of one, and no port has limits of its own.
START_TEST(equal_groups_need_no_limits) {
  char one[16384], two[16384];
  const char *from, *other;
  ck_assert_int_eq(plan_command("plan --ports 8 --gbps 25 --length-m 30 --buffer 8MiB --cell 128 --registers mmu",
                                STDOUT_FILENO, one, sizeof(one)),
                   0);
  ck_assert_int_eq(plan_command("plan --group 3:25:30 --group 5:25:30:80 --buffer 8MiB --cell 128 --registers mmu",
                                STDOUT_FILENO, two, sizeof(two)),
                   0);
  ck_assert_ptr_null(strstr(two, "PORT_WINDOW"));
  from = strstr(one, "write 0x0000");
  other = strstr(two, "write 0x0000");
  ck_assert_str_eq(from, other);
}
END_TEST

// ---- registers ----

static int mmu_write(void *context, uint32_t address, uint32_t value) {
  sluice_mmu_step(context, &(struct sluice_in){.cfg_write = true, .cfg_addr = (uint8_t)address, .cfg_wdata = value});
  return 0;
}

static int mmu_read(void *context, uint32_t address, uint32_t *value) {
  sluice_mmu_step(context, &(struct sluice_in){.cfg_read = true, .cfg_addr = (uint8_t)address});
  for (int i = 0; !sluice_mmu_out(context)->cfg_rvalid; i++) {
    ck_assert_int_lt(i, 16);
    sluice_mmu_step(context, &(struct sluice_in){0});
  }
  *value = sluice_mmu_out(context)->cfg_rdata;
  return 0;
}

static uint32_t limit_of(struct sluice_mmu *mmu, int port, int limit) {
  uint32_t value;
  mmu_write(mmu, SLUICE_REG_PORT_SELECT, (uint32_t)(port | limit / 4 * SLUICE_PORT_SELECT_PAGE));
  mmu_read(mmu, SLUICE_REG_PORT_WINDOW + (uint32_t)limit % 4, &value);
  return value;
}

static struct sluice_mmu *bring_up(const char *line, int classes) {
  char text[32768];
  struct sluice_mmu *mmu;
  const struct sluice_dims dims = {ALL, classes, SLUICE_MAX_WIDTH, 127, true};
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_int_eq(sluice_mmu_new(&mmu, &dims), 0);
  while (!sluice_mmu_out(mmu)->ready) sluice_mmu_step(mmu, &(struct sluice_in){0});
  const struct sluice_driver driver = {mmu_read, mmu_write, mmu, 4000};
  for (char *at = strtok(text, "\n"); at != NULL; at = strtok(NULL, "\n")) {
    struct sluice_access access;
    bool found;
    ck_assert_msg(sluice_driver_parse(at, &access, &found) == 0, "%s", at);
    if (found) ck_assert_msg(sluice_driver_access(&driver, &access) == 0, "%s", at);
  }
  return mmu;
}

// The MMU with PORT_LIMITS accepts the registers, and each port has its HEADROOM and QUANTA_STEP: 16 x 10 Gb/s or 100
// Gb/s by 250 MHz.
START_TEST(each_port_has_its_limits) {
  static const char *const schemes[] = {"DSH", "SIH", "SHP"};
  static const uint32_t pools[] = {BUFFER_CELLS - 3960, BUFFER_CELLS - 7920, BUFFER_CELLS - (7920 - 1280) / 2 - 1280};
  char line[256];
  uint32_t shared;
  snprintf(line, sizeof(line), "plan " MIXED " --registers mmu --scheme %s", schemes[_i]);
  struct sluice_mmu *mmu = bring_up(line, 8);
  for (int port = 0; port < ALL; port++) {
    ck_assert_uint_eq(limit_of(mmu, port, SLUICE_LIMIT_HEADROOM), port < SLOW ? SLOW_CELLS : FAST_CELLS);
    ck_assert_uint_eq(limit_of(mmu, port, SLUICE_LIMIT_QUANTA_STEP), port < SLOW ? 640 : 6400);
    ck_assert_uint_eq(limit_of(mmu, port, SLUICE_LIMIT_PORT_HEADROOM), _i == 2 ? 40 : 0);
  }
  mmu_read(mmu, SLUICE_REG_SHARED, &shared);
  ck_assert_uint_eq(shared, pools[_i]);
  sluice_mmu_free(mmu);
}
END_TEST

// The same stages for all ports, those of C tau of 100 Gb/s: 12.5 B/ns x (240 + 3000 + 6000) ns; a cell takes 5.12
// cycles at 100 Gb/s and 51.2 at 10 Gb/s.
START_TEST(stages_of_the_group_that_needs_most) {
  struct plan_input in = mixed();
  in.scheme = SLUICE_GFC;
  const struct plan p = make(&in);
  ck_assert_int_eq(p.gfc.group, 1);
  ck_assert_uint_eq(p.gfc.two_c_tau, 2 * 115500);
  struct sluice_mmu *mmu = bring_up("plan " MIXED " --registers mmu --scheme GFC --buffer 512MiB --proc-us 6", 8);
  for (int port = 0; port < ALL; port++)
    ck_assert_uint_eq(limit_of(mmu, port, SLUICE_LIMIT_CELL_STEP), port < SLOW ? 1280 : 12800);
  sluice_mmu_free(mmu);
}
END_TEST

// Common registers are those of the fastest ports, in whatever order the groups come.
START_TEST(common_registers_are_of_the_fastest) {
  struct plan_input in = dsh;
  in.groups = 3;
  in.group[0] = (struct plan_group){2, 100000, 200, 0, 0};
  in.group[1] = (struct plan_group){1, 100000, 1500, 0, 0};
  in.group[2] = (struct plan_group){5, 25000, 5000, 0, 0};
  plan_set_groups(&in);
  ck_assert_int_eq(plan_common_group(&in), 1);
  ck_assert_uint_eq(in.wire_ns, 1500);
  ck_assert_int_eq(plan_first_port(&in, 2), 3);
}
END_TEST

// ---- SHP ----

// The cells that a load loses.
static uint64_t lost_cells(const struct plan_input *in, const struct plan_pools *q, const int *classes) {
  uint64_t pool = q->pool, lost = 0;
  for (int g = 0, port = 0; g < in->groups; g++)
    for (int i = 0; i < in->group[g].ports; i++, port++)
      lost += pool_take((uint64_t)classes[port] * q->group_eta[g], q->port, &pool);
  return lost;
}

// Against a count of all loads of four ports with two lossless classes: the smallest load that loses has that number of
// queues, and no load of so many queues loses more.
START_TEST(smallest_load_that_loses) {
  struct plan_input in = {.ports = 4, .classes = 2, .groups = 2};
  in.group[0].ports = 1 + _i % 3;
  in.group[1].ports = 4 - in.group[0].ports;
  const struct plan p = {.lossless = 3};
  for (uint64_t pool = 0; pool < 48; pool++) {
    struct plan_pools q = {.pool = pool, .port = (uint64_t)_i / 3 % 4, .eta = 7, .group_eta = {3, 7}};
    if (_i >= 12) q.group_eta[0] = 11;
    const struct plan_first_loss x = plan_first_loss(&in, &p, &q);
    uint64_t fewest = UINT64_MAX, most = 0;
    for (int load = 0; load < 81; load++) {
      const int classes[] = {load % 3, load / 3 % 3, load / 9 % 3, load / 27};
      const uint64_t queues = (uint64_t)(classes[0] + classes[1] + classes[2] + classes[3]);
      const uint64_t lost = lost_cells(&in, &q, classes);
      if (lost == 0 || queues > fewest) continue;
      most = queues < fewest || lost > most ? lost : most;
      fewest = queues;
    }
    ck_assert_int_eq(x.lost != 0, fewest != UINT64_MAX);
    if (x.lost == 0) continue;
    ck_assert_uint_eq(x.queues, fewest);
    ck_assert_uint_eq(x.lost, most);
  }
}
END_TEST

// ---- other outputs ----

// A profile of SONiC has the HEADROOM of its ports, also where the fastest ports set the clock: 800 Gb/s need 1,563
// MHz.
START_TEST(profiles_have_the_headroom_of_the_registers) {
  static const char plan[] =
      "plan --group 2:10:40 --group 2:800:40 --group 1:10:40 --lossless 3 --scheme SIH --buffer 16MiB --cell 256";
  char line[256], text[16384], row[96];
  snprintf(line, sizeof(line), "%s --json", plan);
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, text, sizeof(text)), 0);
  json_t *all = json_loads(text, 0, NULL);
  const json_t *groups = json_object_get(all, "groups");
  ck_assert_int_eq((int)json_array_size(groups), 3);
  snprintf(line, sizeof(line), "%s --pg-profile", plan);
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, text, sizeof(text)), 0);
  for (size_t i = 0; i < 2; i++) {
    const json_t *g = json_array_get(groups, i);
    snprintf(row, sizeof(row), "\n%d 40m 0 0 %d -4 3072\n", i == 0 ? 10000 : 800000,
             256 * (int)json_integer_value(json_object_get(g, "headroom_cells")));
    const char *at = strstr(text, row);
    ck_assert_msg(at != NULL, "no %s in:\n%s", row, text);
    ck_assert_ptr_null(strstr(at + 1, row));  // once, although two groups have it
  }
  ck_assert_int_eq((int)json_integer_value(json_object_get(json_array_get(groups, 2), "first_port")), 4);
  json_decref(all);
}
END_TEST

// Two senders of each group are paused, and no packet is lost.
static void run(const struct scenario *s) {
  struct simulation *n;
  const struct network_options o = {.event = true, .threads = 1, .seed = s->seed};
  ck_assert_int_eq(simulation_new(&n, s, &o), NETWORK_OK);
  ck_assert_int_eq(simulation_run(n), NETWORK_OK);
  const struct network_result *r = simulation_result(n);
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_eq(r->lost, 0);
  for (int port = 0; port < ALL; port++) {
    const int link = s->sw[0].link[port];
    const bool sends = port == 0 || port == 1 || port == SLOW || port == SLOW + 1;
    ck_assert_int_eq(r->link[link][0].pauses + r->link[link][1].pauses > 0, sends);
  }
  simulation_free(n);
}

// The scenario has a host at each port, with the planned headroom, rate and delay.
START_TEST(scenario_has_the_limits) {
  static const char *const schemes[] = {"DSH", "SIH", "SHP", "TTL"};
  char line[256], text[1024];
  struct scenario *s;
  struct error err = {""};
  snprintf(line, sizeof(line), "plan " MIXED " --scheme %s --out %s", schemes[_i], plan_path);
  if (_i == 3)
    snprintf(line, sizeof(line),
             "plan --group 24:10:40 --group 8:100:300 --classes 2 --buffer 16MiB "
             "--cell 256 --min-packet 1024 --scheme TTL --out %s",
             plan_path);
  ck_assert_msg(plan_command(line, STDERR_FILENO, text, sizeof(text)) == 0, "%s", text);
  ck_assert_msg(scenario_load(plan_path, &s, &err) == 0, "%s", err.text);
  const struct sluice_config *cfg = &s->sw[0].cfg;
  ck_assert_int_eq(s->sw[0].ports, ALL);
  ck_assert_uint_eq(s->processing, 504);  // cycles of 4 ns: 394 quanta at 100 Gb/s; 67 at 10 Gb/s are more
  for (int port = 0; port < ALL; port++) {
    const struct scenario_link *l = &s->link[s->sw[0].link[port]];
    ck_assert_uint_eq(sluice_limits_of(cfg, port)->eta, port < SLOW ? SLOW_CELLS : FAST_CELLS);
    ck_assert_uint_eq(l->bps, (port < SLOW ? 10 : 100) * UINT64_C(1000000000));
    ck_assert_uint_eq(l->delay_ps, port < SLOW ? 200000 : 1500000);
  }
  ck_assert_int_eq(s->warnings, 0);
  run(s);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("plan_groups");
  TCase *t = tcase_create("groups");
  tcase_set_timeout(t, 120);
  tcase_add_checked_fixture(t, make_path, remove_path);
  tcase_add_test(t, headroom_of_each_group);
  tcase_add_test(t, pools_sum_over_the_ports);
  tcase_add_test(t, one_group_is_a_plan_of_one_rate);
  tcase_add_test(t, equal_groups_need_no_limits);
  tcase_add_loop_test(t, each_port_has_its_limits, 0, 3);
  tcase_add_test(t, stages_of_the_group_that_needs_most);
  tcase_add_test(t, common_registers_are_of_the_fastest);
  tcase_add_loop_test(t, smallest_load_that_loses, 0, 24);
  tcase_add_test(t, profiles_have_the_headroom_of_the_registers);
  tcase_add_loop_test(t, scenario_has_the_limits, 0, 4);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
