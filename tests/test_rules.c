// Every rule of the MMU by name, on the rules without clocks: accounting, thresholds, states, configuration.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "sluice_rules.h"

static const struct sluice_dims dims = {.ports = 4, .classes = 8, .width = 16, .schemes = 7};

// phi 10, Bs 1000, eta 100, alpha 1/2, two deltas of 20, every class lossless.
static void defaults(uint32_t *regs, enum sluice_scheme scheme) {
  memset(regs, 0, SLUICE_REGS * sizeof *regs);
  regs[SLUICE_REG_SCHEME] = scheme;
  regs[SLUICE_REG_BUFFER] = 32 * 10 + 1000 + 32 * 100;
  regs[SLUICE_REG_PRIVATE] = 10;
  regs[SLUICE_REG_SHARED] = 1000;
  regs[SLUICE_REG_HEADROOM] = 100;
  regs[SLUICE_REG_LOSSLESS] = 0xff;
  regs[SLUICE_REG_MAX_PACKET] = 20;
  regs[SLUICE_REG_ALPHA] = (uint32_t)-1;
  regs[SLUICE_REG_XOFF] = 40;
  regs[SLUICE_REG_XON] = 30;
  regs[SLUICE_REG_DELTA_Q] = 20;
  regs[SLUICE_REG_DELTA_P] = 20;
  regs[SLUICE_REG_PAUSE_TIME] = 1000;
  regs[SLUICE_REG_REFRESH] = 400;
  regs[SLUICE_REG_QUANTA_STEP] = 2560;
}

static struct sluice_rules make(enum sluice_scheme scheme) {
  uint32_t regs[SLUICE_REGS];
  struct sluice_rules r;
  defaults(regs, scheme);
  ck_assert_int_eq(sluice_rules_init(&r, &dims, regs), SLUICE_OK);
  return r;
}

static uint32_t shared_used(const struct sluice_rules *r) { return r->cfg.shared - r->account.room; }

START_TEST(private_comes_first) {
  struct sluice_rules r = make(SLUICE_SIH);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 1, 2, 10), SLUICE_PRIVATE);
  ck_assert_uint_eq(shared_used(&r), 0);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 1, 2, 1), SLUICE_SHARED);
  ck_assert_uint_eq(shared_used(&r), 1);
  ck_assert_uint_eq(r.account.sum[1], 1);
}
END_TEST

START_TEST(a_packet_may_straddle_private_and_shared) {
  struct sluice_rules r = make(SLUICE_SIH);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 13), SLUICE_SHARED);
  ck_assert_uint_eq(shared_used(&r), 3);
}
END_TEST

START_TEST(off_queue_uses_its_headroom) {
  struct sluice_rules r = make(SLUICE_SIH);
  r.queue_off[0][0] = true;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 15), SLUICE_HEADROOM);
  ck_assert_uint_eq(r.account.headroom[0][0], 5);
  ck_assert_uint_eq(shared_used(&r), 0);
}
END_TEST

START_TEST(off_queue_under_dsh_still_uses_the_shared_pool) {
  struct sluice_rules r = make(SLUICE_DSH);
  r.queue_off[0][3] = true;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 3, 15), SLUICE_SHARED);
}
END_TEST

START_TEST(off_port_uses_the_insurance_of_the_port) {
  struct sluice_rules r = make(SLUICE_DSH);
  r.port_off[2] = true;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 2, 3, 15), SLUICE_HEADROOM);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 2, 7, 12), SLUICE_HEADROOM);
  ck_assert_uint_eq(*sluice_group(&r.account, &r.cfg, 2, 5), 7);
}
END_TEST

// Fills the shared pool to `room` cells from queues that the test does not look at.
static void fill(struct sluice_rules *r, uint32_t room) {
  for (int c = 0; r->account.room > room; c++)
    ck_assert(sluice_admit(&r->account, &r->cfg, false, 3, c,
                           r->account.room - room > 500 ? 500 : r->account.room - room + 10) != SLUICE_REFUSED);
}

START_TEST(full_pool_sends_to_headroom) {
  struct sluice_rules r = make(SLUICE_SIH);
  fill(&r, 5);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 15), SLUICE_SHARED);
  ck_assert_uint_eq(r.account.room, 0);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 1, 0, 11), SLUICE_HEADROOM);
  ck_assert_uint_eq(r.account.headroom[1][0], 1);
}
END_TEST

START_TEST(headroom_limit_is_reached_and_never_passed) {
  struct sluice_rules r = make(SLUICE_SIH);
  fill(&r, 0);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 110), SLUICE_HEADROOM);
  ck_assert_uint_eq(r.account.headroom[0][0], 100);
  struct sluice_account before = r.account;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 1), SLUICE_REFUSED);
  ck_assert_mem_eq(&before, &r.account, sizeof before);
}
END_TEST

START_TEST(dequeue_repays_headroom_first) {
  struct sluice_rules r = make(SLUICE_SIH);
  sluice_rules_enqueue(&r, 0, 0, 60);  // 10 private, 50 shared
  r.queue_off[0][0] = true;
  sluice_rules_enqueue(&r, 0, 0, 30);  // 30 headroom
  ck_assert(sluice_rules_dequeue(&r, 0, 0, 40));
  ck_assert_uint_eq(r.account.headroom[0][0], 0);
  ck_assert_uint_eq(shared_used(&r), 40);
  ck_assert(sluice_rules_dequeue(&r, 0, 0, 50));
  ck_assert_uint_eq(shared_used(&r), 0);
  ck_assert_uint_eq(r.account.total, 0);
}
END_TEST

START_TEST(dequeue_of_more_than_held_changes_nothing) {
  struct sluice_rules r = make(SLUICE_DSH);
  sluice_rules_enqueue(&r, 0, 0, 60);
  struct sluice_account before = r.account;
  ck_assert(!sluice_rules_dequeue(&r, 0, 0, 61));
  ck_assert_mem_eq(&before, &r.account, sizeof before);
}
END_TEST

START_TEST(lossy_class_uses_no_headroom_and_is_never_off) {
  struct sluice_rules r = make(SLUICE_DSH);
  r.cfg.lossless = 0xfe;
  fill(&r, 5);
  r.port_off[0] = true;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 15), SLUICE_SHARED);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 1), SLUICE_REFUSED);
  ck_assert_uint_eq(r.account.sum[0], 0);
  ck_assert(!r.queue_off[0][0]);
}
END_TEST

START_TEST(threshold_is_alpha_times_the_room) {
  struct sluice_rules r = make(SLUICE_SIH);
  uint32_t max = 65535;
  for (int a = -7; a <= 3; a++) {
    r.cfg.alpha = a;
    uint64_t exact = a < 0 ? 1000u >> -a : 1000u << a;
    ck_assert_uint_eq(sluice_threshold_t(&r.cfg, max, 1000), exact);
  }
  ck_assert_uint_eq(sluice_threshold_t(&r.cfg, max, 60000), max);  // 8 * 60000 does not fit: it stops, it does not wrap
}
END_TEST

START_TEST(sih_thresholds) {
  struct sluice_rules r = make(SLUICE_SIH);
  struct sluice_thresholds x = sluice_thresholds(&r.cfg, &dims, 600);
  ck_assert_uint_eq(x.xqoff, 300);
  ck_assert_uint_eq(x.xqon, 280);
}
END_TEST

START_TEST(dsh_thresholds) {
  struct sluice_rules r = make(SLUICE_DSH);
  struct sluice_thresholds x = sluice_thresholds(&r.cfg, &dims, 600);
  ck_assert_uint_eq(x.xqoff, 200);  // Eq. 5: T - eta
  ck_assert_uint_eq(x.xqon, 180);
  ck_assert_uint_eq(x.xpoff, 2400);  // Eq. 6: NC T
  ck_assert_uint_eq(x.xpon, 2380);
  x = sluice_thresholds(&r.cfg, &dims, 150);
  ck_assert_uint_eq(x.xqoff, 0);  // stops at 0
  ck_assert_uint_eq(x.xqon, 0);
}
END_TEST

START_TEST(static_thresholds_are_the_registers) {
  struct sluice_rules r = make(SLUICE_STATIC);
  struct sluice_thresholds x = sluice_thresholds(&r.cfg, &dims, 3);
  ck_assert_uint_eq(x.xqoff, 40);
  ck_assert_uint_eq(x.xqon, 30);
}
END_TEST

START_TEST(queue_goes_off_above_xqoff_and_on_at_xqon) {
  struct sluice_rules r = make(SLUICE_STATIC);
  sluice_rules_enqueue(&r, 0, 0, 50);  // w = 40 = XOFF
  ck_assert(!r.queue_off[0][0]);
  sluice_rules_enqueue(&r, 0, 0, 1);
  ck_assert(r.queue_off[0][0]);
  sluice_rules_dequeue(&r, 0, 0, 10);  // w = 31
  ck_assert(r.queue_off[0][0]);
  sluice_rules_dequeue(&r, 0, 0, 1);  // w = 30 = XON
  ck_assert(!r.queue_off[0][0]);
}
END_TEST

START_TEST(used_headroom_keeps_a_queue_off) {
  struct sluice_rules r = make(SLUICE_STATIC);
  fill(&r, 0);
  sluice_rules_enqueue(&r, 0, 0, 11);  // w = 1, far below XON, but one cell in headroom
  ck_assert(r.queue_off[0][0]);
  sluice_rules_dequeue(&r, 0, 0, 1);
  ck_assert(!r.queue_off[0][0]);
}
END_TEST

START_TEST(port_goes_off_above_xpoff_and_on_at_xpon) {
  struct sluice_rules r = make(SLUICE_DSH);
  // With w on each of the 8 queues of port 0: S = 8w, T = (1000 - 8w) / 2, Xpoff = 8T: off when 8w > 4000 - 32w.
  for (int c = 0; c < 8; c++) sluice_rules_enqueue(&r, 0, c, 110);
  ck_assert_uint_eq(r.account.sum[0], 800);
  ck_assert(!r.port_off[0]);
  sluice_rules_enqueue(&r, 0, 0, 1);
  ck_assert(r.port_off[0]);
  sluice_rules_dequeue(&r, 0, 0, 1);  // W = 800 = Xpoff > Xpon
  ck_assert(r.port_off[0]);
  sluice_rules_dequeue(&r, 0, 0, 4);  // W = 796, Xpon = 8 * 102 - 20 = 796
  ck_assert(!r.port_off[0]);
}
END_TEST

START_TEST(used_insurance_keeps_a_port_off_but_no_queue) {
  struct sluice_rules r = make(SLUICE_DSH);
  fill(&r, 0);
  r.queue_off[0][0] = false;
  sluice_rules_enqueue(&r, 0, 0, 11);
  ck_assert(r.port_off[0]);
  sluice_rules_dequeue(&r, 3, 0, 400);  // room again, so that both thresholds are far
  sluice_rules_scan(&r);
  ck_assert(r.port_off[0]);
  ck_assert(!r.queue_off[0][0]);
}
END_TEST

START_TEST(no_port_level_without_dsh) {
  struct sluice_rules r = make(SLUICE_SIH);
  for (int c = 0; c < 8; c++) sluice_rules_enqueue(&r, 0, c, 135);
  ck_assert(!r.port_off[0]);
}
END_TEST

START_TEST(queue_that_sees_no_event_changes_with_the_thresholds) {
  struct sluice_rules r = make(SLUICE_SIH);
  sluice_rules_enqueue(&r, 0, 0, 310);  // w = 300, T = 350
  ck_assert(!r.queue_off[0][0]);
  sluice_rules_enqueue(&r, 1, 0, 210);  // T = 250
  ck_assert(!r.queue_off[0][0]);
  sluice_rules_scan(&r);
  ck_assert(r.queue_off[0][0]);
  sluice_rules_dequeue(&r, 1, 0, 210);  // T = 350 again, Xqon = 330
  sluice_rules_scan(&r);
  ck_assert(!r.queue_off[0][0]);
}
END_TEST

// The invariants of spec section 3 after every one of many random events.
START_TEST(sums_and_limits_hold) {
  struct sluice_rules r = make((enum sluice_scheme)_i);
  uint32_t seed = 1;
  for (int n = 0; n < 200000; n++) {
    seed = seed * 1664525 + 1013904223;
    int p = seed >> 8 & 3, c = seed >> 12 & 7;
    uint32_t cells = 1 + (seed >> 16) % 20;
    if (seed >> 30 & 1)
      sluice_rules_enqueue(&r, p, c, cells);
    else
      sluice_rules_dequeue(&r, p, c, cells);
    uint32_t above = 0, held = 0;
    for (p = 0; p < 4; p++) {
      uint32_t sum = 0;
      for (c = 0; c < 8; c++) {
        sum += sluice_above(r.account.queue[p][c], r.cfg.phi);
        held += r.account.headroom[p][c];
        if (r.account.headroom[p][c] > r.cfg.eta) ck_abort_msg("h above its limit at event %d", n);
      }
      if (sum != r.account.sum[p])
        ck_abort_msg("W(%d) is %u, its queues hold %u (event %d)", p, r.account.sum[p], sum, n);
      above += sum;
    }
    if (shared_used(&r) != above - held || shared_used(&r) > r.cfg.shared)
      ck_abort_msg("S is %u, sum of w - sum of h is %u (event %d)", shared_used(&r), above - held, n);
  }
}
END_TEST

struct bad {
  int reg;
  uint32_t value;
  enum sluice_reason reason;
};

static const struct bad bad[] = {
    {SLUICE_REG_SHARED, 65536, SLUICE_BAD_VALUE},
    {SLUICE_REG_LOSSLESS, 256, SLUICE_BAD_VALUE},
    {SLUICE_REG_PAUSE_TIME, 65536, SLUICE_BAD_VALUE},
    {SLUICE_REG_NATIVE, 2, SLUICE_BAD_VALUE},
    {SLUICE_REG_SCHEME, 4, SLUICE_BAD_VALUE},
    {SLUICE_REG_ALPHA, 8, SLUICE_BAD_VALUE},
    {SLUICE_REG_SCHEME, 3, SLUICE_BAD_SCHEME},
    {SLUICE_REG_ALPHA, 4, SLUICE_BAD_ALPHA},
    {SLUICE_REG_ALPHA, (uint32_t)-8, SLUICE_BAD_ALPHA},
    {SLUICE_REG_SHARED, 1001, SLUICE_BAD_POOLS},
    {SLUICE_REG_PRIVATE, 11, SLUICE_BAD_POOLS},
    {SLUICE_REG_HEADROOM, 101, SLUICE_BAD_POOLS},
    {SLUICE_REG_HEADROOM, 19, SLUICE_BAD_HEADROOM},
    {SLUICE_REG_MAX_PACKET, 0, SLUICE_BAD_HEADROOM},
    {SLUICE_REG_XON, 41, SLUICE_BAD_XON},
    {SLUICE_REG_REFRESH, 15, SLUICE_BAD_TIMES},
    {SLUICE_REG_REFRESH, 1000, SLUICE_BAD_TIMES},
    {SLUICE_REG_QUANTA_STEP, 0, SLUICE_BAD_TIMES},
};

START_TEST(bad_register_is_refused_with_its_reason) {
  uint32_t regs[SLUICE_REGS];
  defaults(regs, SLUICE_STATIC);
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_OK);
  regs[bad[_i].reg] = bad[_i].value;
  ck_assert_int_eq(sluice_config_check(&dims, regs), bad[_i].reason);
  const char *text = sluice_reason_text(bad[_i].reason);
  ck_assert(strstr(text, "must") != NULL || strstr(text, "use one") != NULL);  // it says what would be right
}
END_TEST

START_TEST(scheme_left_out_of_the_build_is_refused) {
  uint32_t regs[SLUICE_REGS];
  struct sluice_dims only_sih = dims;
  only_sih.schemes = 1 << SLUICE_SIH;
  defaults(regs, SLUICE_SIH);
  ck_assert_int_eq(sluice_config_check(&only_sih, regs), SLUICE_OK);
  defaults(regs, SLUICE_DSH);
  ck_assert_int_eq(sluice_config_check(&only_sih, regs), SLUICE_BAD_SCHEME);
}
END_TEST

START_TEST(dsh_needs_headroom_per_port_only) {
  uint32_t regs[SLUICE_REGS];
  defaults(regs, SLUICE_DSH);
  regs[SLUICE_REG_BUFFER] = 32 * 10 + 1000 + 4 * 100;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_OK);
  regs[SLUICE_REG_SCHEME] = SLUICE_SIH;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_POOLS);
}
END_TEST

static Suite *rules_suite(void) {
  Suite *s = suite_create("rules");
  TCase *accounting = tcase_create("accounting");
  tcase_add_test(accounting, private_comes_first);
  tcase_add_test(accounting, a_packet_may_straddle_private_and_shared);
  tcase_add_test(accounting, off_queue_uses_its_headroom);
  tcase_add_test(accounting, off_queue_under_dsh_still_uses_the_shared_pool);
  tcase_add_test(accounting, off_port_uses_the_insurance_of_the_port);
  tcase_add_test(accounting, full_pool_sends_to_headroom);
  tcase_add_test(accounting, headroom_limit_is_reached_and_never_passed);
  tcase_add_test(accounting, dequeue_repays_headroom_first);
  tcase_add_test(accounting, dequeue_of_more_than_held_changes_nothing);
  tcase_add_test(accounting, lossy_class_uses_no_headroom_and_is_never_off);
  tcase_add_loop_test(accounting, sums_and_limits_hold, 0, SLUICE_SCHEMES);
  suite_add_tcase(s, accounting);
  TCase *thresholds = tcase_create("thresholds");
  tcase_add_test(thresholds, threshold_is_alpha_times_the_room);
  tcase_add_test(thresholds, sih_thresholds);
  tcase_add_test(thresholds, dsh_thresholds);
  tcase_add_test(thresholds, static_thresholds_are_the_registers);
  suite_add_tcase(s, thresholds);
  TCase *states = tcase_create("states");
  tcase_add_test(states, queue_goes_off_above_xqoff_and_on_at_xqon);
  tcase_add_test(states, used_headroom_keeps_a_queue_off);
  tcase_add_test(states, port_goes_off_above_xpoff_and_on_at_xpon);
  tcase_add_test(states, used_insurance_keeps_a_port_off_but_no_queue);
  tcase_add_test(states, no_port_level_without_dsh);
  tcase_add_test(states, queue_that_sees_no_event_changes_with_the_thresholds);
  suite_add_tcase(s, states);
  TCase *configuration = tcase_create("configuration");
  tcase_add_loop_test(configuration, bad_register_is_refused_with_its_reason, 0, sizeof bad / sizeof bad[0]);
  tcase_add_test(configuration, scheme_left_out_of_the_build_is_refused);
  tcase_add_test(configuration, dsh_needs_headroom_per_port_only);
  suite_add_tcase(s, configuration);
  return s;
}

int main(void) {
  SRunner *runner = srunner_create(rules_suite());
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
