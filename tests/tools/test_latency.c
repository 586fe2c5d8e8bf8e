// What late cells and a late XON cost stays within the bounds that docs/studies/latency.md gives, beside the rules
// without cycles.
#include <check.h>
#include <errno.h>

#include "tb/studies/latency/latency.h"
#include "tests/suite.h"

static struct latency_setup setup(int ports, int classes, enum sluice_scheme scheme) {
  struct latency_setup s;
  ck_assert_int_eq(latency_setup(&s, ports, classes, scheme, 250, 40000), 0);
  return s;
}

// A burst as large as without latencies, but for the cells that are free too late and a packet of each queue.
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

// M alpha / (1 + M alpha): of 16 queues with alpha 1/16 a half.
START_TEST(bursts_are_smaller_by_what_is_free_late) {
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

// Thresholds that are enough where XON comes at once let a queue run empty; with those of the planner it does not.
START_TEST(a_late_xon_costs_what_the_planner_allows_for) {
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

START_TEST(more_than_a_packet_in_a_clock_is_refused) {
  struct latency_setup s;
  ck_assert_int_eq(latency_setup(&s, 64, 8, SLUICE_SIH, 250, 100000), EINVAL);
  ck_assert_int_eq(latency_setup(&s, 64, 8, SLUICE_SIH, 526, 100000), EINVAL);
  ck_assert_int_eq(latency_setup(&s, 64, 8, SLUICE_SIH, 527, 100000), 0);
  ck_assert_double_gt(latency_load(&s), 0.99);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("late cells and a late XON");
  TCase *t = tcase_create("late");
  tcase_set_timeout(t, 120);
  tcase_add_test(t, bursts_are_smaller_by_what_is_free_late);
  tcase_add_test(t, a_late_xon_costs_what_the_planner_allows_for);
  tcase_add_test(t, more_than_a_packet_in_a_clock_is_refused);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
