// Tests the loads that the planner names for a shared headroom pool, against a count of the cells of all loads of small
// switches, and the numbers of docs/studies/shared-pool.md. `make check T=plan_pool` repeats it.
#include "tb/cli/plan/plan_scheme.h"
#include "tests/suite.h"
#include "tests/tools/plan_input.h"
#include "tests/tools/pool_load.h"

enum { MOST_PORTS = 4 };

// Returns the cells that are lost if classes[p] queues of port p receive eta cells each.
static uint64_t lost_cells(const struct plan_pools *q, int ports, const int *classes) {
  uint64_t lost = 0, pool = q->pool;
  for (int p = 0; p < ports; p++) lost += pool_take((uint64_t)classes[p] * q->eta, q->port, &pool);
  return lost;
}

static uint64_t lost_by(const struct plan_pools *q, int full, int classes, int of_the_next) {
  int load[MOST_PORTS + 1] = {0};
  for (int p = 0; p < full; p++) load[p] = classes;
  load[full] = of_the_next;
  return lost_cells(q, MOST_PORTS + 1, load);
}

static void compare(const struct plan_input *in, const struct plan_pools *q) {
  const struct plan p = {.lossless = (1u << in->classes) - 1};
  const struct plan_first_loss first = plan_first_loss(in, &p, q);
  uint64_t fewest = UINT64_MAX;
  int load[MOST_PORTS] = {0};
  for (int more = 1; more != 0;) {
    uint64_t queues = 0;
    for (int k = 0; k < in->ports; k++) queues += (uint64_t)load[k];
    if (queues < fewest && lost_cells(q, in->ports, load) > 0) fewest = queues;
    more = 0;
    for (int k = 0; k < in->ports && more == 0; k++) {
      more = load[k] < in->classes;
      load[k] = more ? load[k] + 1 : 0;
    }
  }
  ck_assert_uint_eq(first.lost != 0, fewest != UINT64_MAX);
  if (first.lost != 0) {
    ck_assert_uint_eq(first.queues, fewest);
    ck_assert_uint_eq(first.queues, first.full_ports * (uint64_t)in->classes + (uint64_t)first.classes);
    ck_assert_uint_eq(first.lost, lost_by(q, (int)first.full_ports, in->classes, first.classes));
  }
  for (int c = 1; c <= in->classes; c++) {
    const struct plan_pool_load x = plan_pool_load(in, q, c);
    ck_assert_uint_le(x.ports, (uint64_t)in->ports);
    ck_assert_uint_eq(lost_by(q, (int)x.ports, c, 0), 0);
    if (x.ports < (uint64_t)in->ports) ck_assert_uint_eq(x.lost, lost_by(q, (int)x.ports, c, c));
    ck_assert_uint_eq(x.lost == 0, x.ports == (uint64_t)in->ports);
  }
}

START_TEST(loads_of_small_switches) {
  const struct plan_input in = {.ports = 2 + _i, .classes = 3};
  for (uint64_t eta = 1; eta <= 9; eta += 2)
    for (uint64_t port = 0; port <= 24; port += 3)
      for (uint64_t pool = 0; pool <= 3 * 4 * eta; pool += 1 + eta / 4)
        compare(&in, &(struct plan_pools){.eta = eta, .port = port, .pool = pool});
}
END_TEST

// Ratio 8 on the chip of [DSH]. One class of every port takes 32 (56,840 - 10,240) B, less than the pool.
START_TEST(loads_of_the_study) {
  struct plan_input in = dsh;
  in.scheme = SLUICE_SHP;
  in.ratio = 8;
  in.port_headroom = PLAN_PORT_HEADROOM;
  struct plan p = make(&in);
  const struct plan_first_loss x = plan_first_loss(&in, &p, &p.paper[PLAN_SHP]);
  ck_assert_uint_eq(x.full_ports, 4);
  ck_assert_int_eq(x.classes, 1);
  ck_assert_uint_eq(x.queues, 29);
  ck_assert_uint_eq(x.lost, 46600);
  ck_assert_uint_eq(plan_pool_load(&in, &p.paper[PLAN_SHP], 1).ports, 32);
  ck_assert_uint_eq(plan_pool_load(&in, &p.paper[PLAN_SHP], 2).ports, 1550560 / 103440);
  ck_assert_uint_eq(plan_pool_load(&in, &p.paper[PLAN_SHP], 7).lost, 387640);
  in.ratio = 1;
  p = make(&in);
  ck_assert_uint_eq(plan_first_loss(&in, &p, &p.cells[PLAN_SHP]).lost, 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("plan_pool");
  TCase *t = tcase_create("loads");
  tcase_set_timeout(t, 120);
  tcase_add_loop_test(t, loads_of_small_switches, 0, MOST_PORTS - 1);
  tcase_add_test(t, loads_of_the_study);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
