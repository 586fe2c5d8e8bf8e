// Tests the planner's egress queue at the time of the first pause against a run: senders fill the egress queues of
// receivers, of a switch with the planned registers. `make check T=plan_ecn` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/net/runs.h"
#include "tests/suite.h"
#include "tests/tools/plan_input.h"

enum { CELL = 256, PACKET = 1024 };

static const struct {
  enum sluice_scheme scheme;
  int senders, receivers, alpha;
} cases[] = {{SLUICE_DSH, 2, 1, -4}, {SLUICE_DSH, 16, 1, -4}, {SLUICE_SIH, 2, 1, -4}, {SLUICE_SIH, 8, 1, -2},
             {SLUICE_SIH, 31, 1, 0}, {SLUICE_DSH, 31, 1, 1},  {SLUICE_SIH, 1, 7, -4}, {SLUICE_DSH, 3, 5, -4}};

// The bytes of the egress queue of class 0 to the first receiver when the first queue of the switch is off.
static uint64_t simulated(const struct plan_input *in, const struct plan *p) {
  char text[8192], *rows, alpha[16];
  size_t size, length = 0;
  const struct plan_pools *pools = plan_pools_of(in, p);
  snprintf(alpha, sizeof alpha, in->alpha < 0 ? "1/%d" : "%d", 1 << abs(in->alpha));
#define PUT(...) length += (size_t)snprintf(text + length, sizeof text - length, __VA_ARGS__)
  PUT("name: ecn\ngbps: 100\ndelay_ns: 2000\nduration_us: 1500\ncell_bytes: %d\npacket_bytes: %d\n", CELL, PACKET);
  PUT("mmu: {scheme: %s, ports: 32, classes: 7, buffer: %llu, shared: %llu, headroom: %llu, private: %llu, alpha: "
      "%s}\n",
      scenario_scheme_name(in->scheme), (unsigned long long)p->buffer_cells * CELL,
      (unsigned long long)pools->shared * CELL, (unsigned long long)pools->eta * CELL,
      (unsigned long long)p->phi_cells * CELL, alpha);
  PUT("trace: {series: [{queues: [all], what: [state]}, {queues: ['S:r0/0'], what: [egress]}]}\n");
  PUT("switches: [{name: S}]\nhosts:\n");
  for (int i = 0; i < in->receivers; i++) PUT("  - {name: r%d, switch: S}\n", i);
  for (int i = 0; i < in->senders; i++) PUT("  - {name: h%d, switch: S, gbps: %d}\n", i, in->receivers > 1 ? 800 : 100);
  PUT("flows:\n");
  for (int i = 0; i < in->senders * in->receivers; i++)
    PUT("  - {name: f%d, from: h%d, to: r%d, bytes: 20MB}\n", i, i / in->receivers, i % in->receivers);
#undef PUT
  struct scenario *s = runs_load_text(text);
  struct network_options o = runs_engine(RUNS_EVENT);
  o.series = open_memstream(&rows, &size);
  struct simulation *n = runs_simulate(s, o);
  fclose(o.series);
  const char *off = strstr(rows, ",state,1\n");
  ck_assert_ptr_nonnull(off);
  unsigned long long bytes = 0;
  for (const char *row = rows; row < off; row = strchr(row, '\n') + 1) sscanf(row, "%*[^,],S,r0,0,egress,%llu", &bytes);
  free(rows);
  simulation_free(n);
  scenario_free(s);
  return bytes;
}

// One packet of each sender may arrive between the threshold and the state.
START_TEST(first_pause_is_at_the_planned_occupancy) {
  struct plan_input in = dsh;
  in.cell = CELL;
  in.mtu = PACKET;
  in.buffer = 128 << 20;
  in.scheme = cases[_i].scheme;
  in.alpha = cases[_i].alpha;
  in.senders = cases[_i].senders;
  in.receivers = cases[_i].receivers;
  const struct plan p = make(&in);
  const double planned = (double)(plan_paused_egress(&in, &p, plan_side(in.scheme)) * CELL),
               got = (double)simulated(&in, &p), slack = 2.0 * in.senders * PACKET;
  ck_assert_msg(got > planned - slack && got < planned + slack, "planned %g bytes, got %g", planned, got);
}
END_TEST

// A pool of 33,248 cells with alpha 1/4: two queues pause at w = floor((33248 - 2 w) / 4) + 1.
START_TEST(closed_form) {
  struct plan_input in = dsh;
  struct plan p = {.width = 20, .cells = {[PLAN_SIH] = {.shared = 33248}, [PLAN_DSH] = {.shared = 33248, .eta = 248}}};
  in.alpha = -2;
  in.senders = 2;
  in.receivers = 1;
  ck_assert_uint_eq(plan_paused_egress(&in, &p, PLAN_SIH), 2 * 5542);
  ck_assert_uint_eq(plan_paused_egress(&in, &p, PLAN_DSH), 2 * 5377);
  p.phi_cells = 10;
  ck_assert_uint_eq(plan_paused_egress(&in, &p, PLAN_SIH), 2 * 5552);
  in.senders = 1;
  ck_assert_uint_eq(plan_paused_egress(&in, &p, PLAN_SIH), 6650 + 10);
  in.receivers = 7;
  ck_assert_uint_eq(plan_paused_egress(&in, &p, PLAN_SIH), (6650 + 10) / 7);
  in.receivers = 0;  // all other ports
  ck_assert_uint_eq(plan_paused_egress(&in, &p, PLAN_SIH), (6650 + 10) / 31);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("plan_ecn");
  TCase *t = tcase_create("plan_ecn");
  tcase_add_loop_test(t, first_pause_is_at_the_planned_occupancy, 0, sizeof cases / sizeof *cases);
  tcase_add_test(t, closed_form);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
