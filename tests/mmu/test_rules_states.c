// Tests when queues and ports turn off and on, and the levels of GFC. The expected states are computed by hand from the
// default registers (rules.h). make check T=rules_states repeats a failure.
#include <check.h>

#include "tests/mmu/rules.h"

// A queue that is off must turn on when the last of so many cells leaves, and not before.
static void must_turn_on_after(struct sluice_rules *r, int port, int cls, uint32_t cells) {
  ck_assert(rules_off(r, port, cls));
  if (cells > 1) sluice_rules_dequeue(r, port, cls, cells - 1);
  ck_assert(rules_off(r, port, cls));
  sluice_rules_dequeue(r, port, cls, 1);
  ck_assert(!rules_off(r, port, cls));
}

START_TEST(queue_goes_off_above_xqoff_and_on_at_xqon) {
  struct sluice_rules r = rules_make(SLUICE_STATIC);
  sluice_rules_enqueue(&r, 0, 0, 50);  // w = 40 = XOFF
  ck_assert(!rules_off(&r, 0, 0));
  sluice_rules_enqueue(&r, 0, 0, 1);
  must_turn_on_after(&r, 0, 0, 11);  // w = 30 = XON
}
END_TEST

START_TEST(used_headroom_keeps_a_queue_off) {
  struct sluice_rules r = rules_make(SLUICE_STATIC);
  rules_fill(&r, 0);
  sluice_rules_enqueue(&r, 0, 0, 11);  // w = 1, far below XON, but one cell in headroom
  must_turn_on_after(&r, 0, 0, 1);
}
END_TEST

START_TEST(port_goes_off_above_xpoff_and_on_at_xpon) {
  struct sluice_rules r = rules_make(SLUICE_DSH);
  // With w cells in each of the 8 queues of port 0: S = 8w, T = (1000 - 8w) / 2, Xpoff = 8T: off if 8w > 4000 - 32w.
  for (int c = 0; c < 8; c++) sluice_rules_enqueue(&r, 0, c, 110);
  ck_assert_uint_eq(r.occupancy.port[0].sum, 800);
  ck_assert(!r.port_off[0]);
  sluice_rules_enqueue(&r, 0, 0, 1);
  ck_assert(r.port_off[0]);
  sluice_rules_dequeue(&r, 0, 0, 1);  // W = 800 = Xpoff > Xpon
  ck_assert(r.port_off[0]);
  sluice_rules_dequeue(&r, 0, 0, 4);  // W = 796, Xpon = 8 * 102 - 20 = 796
  ck_assert(!r.port_off[0]);
}
END_TEST

START_TEST(used_headroom_keeps_a_port_off_but_no_queue) {
  struct sluice_rules r = rules_make(SLUICE_DSH);
  rules_fill(&r, 0);
  sluice_rules_enqueue(&r, 0, 0, 11);
  ck_assert(r.port_off[0]);
  sluice_rules_dequeue(&r, 3, 7, 400);  // frees the pool, so that both thresholds are far above
  sluice_rules_scan(&r);
  ck_assert(r.port_off[0]);
  ck_assert(!rules_off(&r, 0, 0));
}
END_TEST

START_TEST(queue_that_sees_no_event_changes_with_the_thresholds) {
  struct sluice_rules r = rules_make(SLUICE_SIH);
  sluice_rules_enqueue(&r, 0, 0, 310);  // w = 300, T = 350
  ck_assert(!rules_off(&r, 0, 0));
  sluice_rules_enqueue(&r, 1, 0, 210);  // T = 250
  ck_assert(!rules_off(&r, 0, 0));
  sluice_rules_scan(&r);
  ck_assert(rules_off(&r, 0, 0));
  sluice_rules_dequeue(&r, 1, 0, 210);  // T = 350 again, Xqon = 330
  sluice_rules_scan(&r);
  ck_assert(!rules_off(&r, 0, 0));
}
END_TEST

START_TEST(ttl_queue_goes_off_above_its_threshold_and_on_at_xqon) {
  struct sluice_rules r = rules_make(SLUICE_TTL);
  // Only class 1, q in its partition: t = (142 + 100 - q) / 2, so 80 is not above 81, and 81 is above 80.
  sluice_rules_enqueue(&r, 0, 1, 80);
  ck_assert(!rules_off(&r, 0, 1));
  sluice_rules_enqueue(&r, 0, 1, 1);
  // Xqon = (242 - q) / 2 - 20: 68 is above 67, 67 is not above 67.
  must_turn_on_after(&r, 0, 1, 14);
}
END_TEST

START_TEST(used_headroom_keeps_a_ttl_queue_off) {
  struct sluice_rules r = rules_make(SLUICE_TTL);
  r.cfg.alpha = 3;
  rules_fill(&r, 0);
  sluice_rules_enqueue(&r, 1, 1, 50);
  sluice_rules_enqueue(&r, 0, 1, 51);  // t = 8 * 50, but the packet does not fit the partition
  ck_assert_uint_eq(r.occupancy.port[0].headroom[1], 51);
  ck_assert(rules_off(&r, 0, 1));
  sluice_rules_scan(&r);
  ck_assert(!rules_off(&r, 1, 1));  // another queue of the class has its own headroom
  must_turn_on_after(&r, 0, 1, 51);
}
END_TEST

START_TEST(ttl_classes_move_each_other_s_thresholds_through_the_shared_partition_alone) {
  struct sluice_rules r = rules_make(SLUICE_TTL);
  sluice_rules_enqueue(&r, 0, 1, 70);   // t = (142 + 30) / 2 = 86
  sluice_rules_enqueue(&r, 1, 2, 100);  // in its own partition
  sluice_rules_scan(&r);
  ck_assert(!rules_off(&r, 0, 1));
  sluice_rules_enqueue(&r, 2, 3, 300);  // in the shared partition: t = (9362 * 700 / 65536 + 30) / 2 = 64
  ck_assert(!rules_off(&r, 0, 1));
  sluice_rules_scan(&r);
  ck_assert(rules_off(&r, 0, 1));
  sluice_rules_dequeue(&r, 2, 3, 300);  // 86 again, but Xqon = 66
  sluice_rules_scan(&r);
  ck_assert(rules_off(&r, 0, 1));
  sluice_rules_dequeue(&r, 0, 1, 3);  // t = (142 + 33) / 2 = 87, Xqon = 67
  ck_assert(!rules_off(&r, 0, 1));
}
END_TEST

START_TEST(no_port_level_but_with_dsh) {
  for (int scheme = 0; scheme < SLUICE_SCHEMES; scheme++) {
    struct sluice_rules r = rules_make((enum sluice_scheme)scheme);
    for (int c = 0; c < 8; c++) sluice_rules_enqueue(&r, 0, c, 135);
    sluice_rules_scan(&r);
    ck_assert_int_eq(r.port_off[0], scheme == SLUICE_DSH);
  }
}
END_TEST

START_TEST(gfc_level_follows_the_queue_both_ways) {
  struct sluice_rules r = rules_make(SLUICE_GFC);
  sluice_rules_enqueue(&r, 0, 0, 84);
  ck_assert_uint_eq(r.level[0][0], 2);
  sluice_rules_enqueue(&r, 0, 0, 14);
  ck_assert_uint_eq(r.level[0][0], 5);
  sluice_rules_dequeue(&r, 0, 0, 15);
  ck_assert_uint_eq(r.level[0][0], 1);
  sluice_rules_dequeue(&r, 0, 0, 16);
  ck_assert_uint_eq(r.level[0][0], SLUICE_FREE);
  r = rules_make(SLUICE_GFC_LINEAR);
  sluice_rules_enqueue(&r, 0, 0, 84);
  ck_assert_uint_eq(r.level[0][0], 48);
  sluice_rules_dequeue(&r, 0, 0, 1);
  ck_assert_uint_eq(r.level[0][0], 47);
}
END_TEST

// Whatever the previous level and the headroom of the queue are.
START_TEST(gfc_is_never_off) {
  struct sluice_rules r = rules_make((enum sluice_scheme)_i);
  const struct sluice_thresholds x = {0};
  for (uint32_t queue = 0; queue <= RULES_MAX; queue++) {
    uint16_t stage = sluice_stage_of(r.cfg.scheme, &r.cfg, queue);
    for (int headroom = 0; headroom < 2; headroom++) {
      uint16_t from_off =
          sluice_queue_level(r.cfg.scheme, r.cfg.lossless >> 1 & 1, SLUICE_OFF, queue, stage, headroom, &x);
      uint16_t from_free =
          sluice_queue_level(r.cfg.scheme, r.cfg.lossless >> 1 & 1, SLUICE_FREE, queue, stage, headroom, &x);
      if (from_off != stage || from_free != stage || stage == SLUICE_OFF)
        ck_abort_msg("level of q %u: expected stage %d, not OFF, got %d from OFF and %d from FREE", queue, stage,
                     from_off, from_free);
    }
  }
}
END_TEST

START_TEST(lossy_class_is_always_free) {
  for (int scheme = 0; scheme < SLUICE_SCHEMES; scheme++) {
    struct sluice_rules r = rules_make((enum sluice_scheme)scheme);
    r.cfg.lossless = 0xfd;
    sluice_rules_enqueue(&r, 0, 1, sluice_is_gfc(r.cfg.scheme) ? (uint32_t)r.cfg.limits.phi : 400);
    ck_assert_uint_gt(r.occupancy.port[0].queue[1], 0);
    ck_assert_uint_eq(r.level[0][1], SLUICE_FREE);
    r.level[0][1] = SLUICE_OFF;
    sluice_rules_scan(&r);
    ck_assert_uint_eq(r.level[0][1], SLUICE_FREE);
    r.cfg.lossless = 0xff;
    sluice_rules_scan(&r);
    ck_assert_uint_ne(r.level[0][1], SLUICE_FREE);  // the same queue when its class is lossless
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("rules_states");
  tcase_add_test(tcase, queue_goes_off_above_xqoff_and_on_at_xqon);
  tcase_add_test(tcase, used_headroom_keeps_a_queue_off);
  tcase_add_test(tcase, port_goes_off_above_xpoff_and_on_at_xpon);
  tcase_add_test(tcase, used_headroom_keeps_a_port_off_but_no_queue);
  tcase_add_test(tcase, queue_that_sees_no_event_changes_with_the_thresholds);
  tcase_add_test(tcase, ttl_queue_goes_off_above_its_threshold_and_on_at_xqon);
  tcase_add_test(tcase, used_headroom_keeps_a_ttl_queue_off);
  tcase_add_test(tcase, ttl_classes_move_each_other_s_thresholds_through_the_shared_partition_alone);
  tcase_add_test(tcase, no_port_level_but_with_dsh);
  tcase_add_test(tcase, gfc_level_follows_the_queue_both_ways);
  tcase_add_loop_test(tcase, gfc_is_never_off, SLUICE_GFC, SLUICE_GFC_LINEAR + 1);
  tcase_add_test(tcase, lossy_class_is_always_free);
  return rules_run("rules_states", tcase);
}
