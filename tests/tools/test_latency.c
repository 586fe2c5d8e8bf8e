// Tests the cost of the MMU's latencies against the bounds of docs/studies/latency.md, with the clockless rules as
// reference: cells are free late, and XON is late. `make check T=latency` repeats it.
#include <check.h>
#include <errno.h>

#include "tb/studies/latency/latency.h"
#include "tests/suite.h"

static struct latency_setup setup(int ports, int classes, enum sluice_scheme scheme) {
  struct latency_setup s;
  ck_assert_int_eq(latency_setup(&s, ports, classes, scheme, 250, 40000), 0);
  return s;
}

// The burst may be smaller than without latencies, by the cells that are free too late and one packet of each queue.
static void check_mark(const struct latency_setup *s, const struct latency_mark *rules,
                       const struct latency_mark *clocked, double share) {
  double granularity = LATENCY_BURSTING * s->cells, less = (double)rules->cells - (double)clocked->cells;
  ck_assert(rules->seen && clocked->seen);
  ck_assert_double_le(less, latency_burst_bound(s, share) + granularity);
  ck_assert_double_ge(less, -granularity);
}

static void check_burst(enum sluice_scheme scheme, bool lossy, double pause_share, double loss_share) {
  struct latency_setup s = setup(48, 2, scheme);
  struct latency_burst_result r;
  ck_assert_int_eq(latency_burst(&s, lossy, 1, &r), 0);
  const struct latency_burst *rules = &r.of[LATENCY_RULES], *clocked = &r.of[LATENCY_CLOCKED];
  ck_assert(rules->pause.seen == !lossy && clocked->pause.seen == !lossy);
  if (!lossy) check_mark(&s, &rules->pause, &clocked->pause, pause_share);
  if (!lossy) ck_assert_uint_lt(rules->pause.cells, rules->headroom.cells);
  check_mark(&s, &rules->loss, &clocked->loss, loss_share);
  ck_assert_uint_gt(r.waiting, 0);
  ck_assert_uint_le(r.waiting, latency_cells(&s));
}

// The share is M alpha / (1 + M alpha): one half for 16 queues with alpha 1/16.
START_TEST(bursts_shrink_by_cells_that_are_free_late) {
  check_burst(SLUICE_SIH, false, 0.5, 0.5);
  check_burst(SLUICE_DSH, false, 0.5, 1);
  check_burst(SLUICE_SIH, true, 0, 16.0 / 17);
}
END_TEST

static struct latency_pause_cycle_result pause_cycle(const struct latency_setup *s, enum latency_kind lead) {
  struct latency_pause_cycle_result r;
  const struct latency_pause_cycle_options o = {.lead = lead, .together = true, .seed = 1};
  ck_assert_int_eq(latency_pause_cycle(s, &o, &r), 0);
  ck_assert_uint_eq(r.refused, 0);
  ck_assert_uint_ge(r.pauses, (uint64_t)s->dims.ports);
  return r;
}

static void check_delays(const struct latency_setup *s, const struct latency_pause_cycle_result *r) {
  ck_assert_uint_ge(r->state.count, (uint64_t)s->dims.ports);
  ck_assert_uint_gt(r->state.most, (uint64_t)(s->dims.ports * s->dims.classes) / 2);
  ck_assert_uint_ge(r->told.most, r->state.most + SLUICE_MESSAGE_LATENCY);
  ck_assert_uint_le(r->told.most, latency_xon_bound(s));
}

// XON thresholds that suffice without latency let a queue run empty. The planner's thresholds keep it filled.
START_TEST(planned_thresholds_hide_the_latency_of_xon) {
  struct latency_setup s = setup(64, 8, SLUICE_STATIC);
  struct latency_pause_cycle_result r = pause_cycle(&s, LATENCY_CLOCKED);
  ck_assert_uint_eq(r.idle, 0);
  check_delays(&s, &r);
  latency_static(&s, s.xon);
  r = pause_cycle(&s, LATENCY_RULES);
  ck_assert_uint_eq(r.idle, 0);
  r = pause_cycle(&s, LATENCY_CLOCKED);
  ck_assert_uint_gt(r.idle, 0);
  ck_assert_uint_lt(r.idle / r.pauses, latency_xon_bound(&s));
  check_delays(&s, &r);
}
END_TEST

START_TEST(more_than_a_packet_per_cycle_is_refused) {
  struct latency_setup s;
  ck_assert_int_eq(latency_setup(&s, 64, 8, SLUICE_SIH, 250, 100000), EINVAL);
  ck_assert_int_eq(latency_setup(&s, 64, 8, SLUICE_SIH, 526, 100000), EINVAL);
  ck_assert_int_eq(latency_setup(&s, 64, 8, SLUICE_SIH, 527, 100000), 0);
  ck_assert_double_gt(latency_load(&s), 0.99);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("latency");
  TCase *t = tcase_create("late");
  tcase_set_timeout(t, 120);
  tcase_add_test(t, bursts_shrink_by_cells_that_are_free_late);
  tcase_add_test(t, planned_thresholds_hide_the_latency_of_xon);
  tcase_add_test(t, more_than_a_packet_per_cycle_is_refused);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
