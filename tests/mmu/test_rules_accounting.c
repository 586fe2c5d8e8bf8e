// Tests the accounting rules of cmodel/rules, one event at a time: which pool a packet is charged to, which pool a
// dequeue returns cells to, and that sums and limits hold. The expected values are computed by hand from the default
// registers (rules.h). make check T=rules_accounting repeats a failure.
#include <check.h>
#include <string.h>

#include "tests/mmu/rules.h"

START_TEST(private_comes_first) {
  struct sluice_rules r = rules_make(SLUICE_SIH);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 1, 2, 10), SLUICE_PRIVATE);
  ck_assert_uint_eq(rules_shared(&r), 0);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 1, 2, 1), SLUICE_SHARED);
  ck_assert_uint_eq(rules_shared(&r), 1);
  ck_assert_uint_eq(r.occupancy.port[1].sum, 1);
}
END_TEST

START_TEST(a_packet_may_straddle_private_and_shared) {
  struct sluice_rules r = rules_make(SLUICE_SIH);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 13), SLUICE_SHARED);
  ck_assert_uint_eq(rules_shared(&r), 3);
}
END_TEST

START_TEST(off_queue_uses_its_headroom) {
  struct sluice_rules r = rules_make(SLUICE_SIH);
  r.level[0][0] = SLUICE_OFF;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 15), SLUICE_HEADROOM);
  ck_assert_uint_eq(r.occupancy.port[0].headroom[0], 5);
  ck_assert_uint_eq(rules_shared(&r), 0);
}
END_TEST

START_TEST(off_queue_under_dsh_still_uses_the_shared_pool) {
  struct sluice_rules r = rules_make(SLUICE_DSH);
  r.level[0][3] = SLUICE_OFF;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 3, 15), SLUICE_SHARED);
}
END_TEST

START_TEST(off_port_uses_the_headroom_of_the_port) {
  struct sluice_rules r = rules_make(SLUICE_DSH);
  r.port_off[2] = true;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 2, 3, 15), SLUICE_HEADROOM);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 2, 7, 12), SLUICE_HEADROOM);
  ck_assert_uint_eq(r.occupancy.port[2].headroom[sluice_group(&r.cfg, 5)], 7);
}
END_TEST

// A packet must fit whole, and the cells that it does not use are returned at once: 15 cells need 15 free cells and
// take 5.
START_TEST(full_pool_sends_to_headroom) {
  struct sluice_rules r = rules_make(SLUICE_SIH);
  rules_fill(&r, 15);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 15), SLUICE_SHARED);
  ck_assert_uint_eq(r.occupancy.pool_free, 10);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 1, 0, 11), SLUICE_HEADROOM);
  ck_assert_uint_eq(r.occupancy.port[1].headroom[0], 1);
  ck_assert_uint_eq(r.occupancy.pool_free, 10);
}
END_TEST

START_TEST(headroom_limit_is_reached_and_never_passed) {
  struct sluice_rules r = rules_make(SLUICE_SIH);
  rules_fill(&r, 0);
  struct sluice_occupancy before = r.occupancy;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 101), SLUICE_REFUSED);
  ck_assert_mem_eq(&before, &r.occupancy, sizeof before);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 100), SLUICE_HEADROOM);
  ck_assert_uint_eq(r.occupancy.port[0].headroom[0], 90);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 10), SLUICE_HEADROOM);
  ck_assert_uint_eq(r.occupancy.port[0].headroom[0], 100);
  before = r.occupancy;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 1), SLUICE_REFUSED);
  ck_assert_mem_eq(&before, &r.occupancy, sizeof before);
}
END_TEST

START_TEST(dequeue_repays_headroom_first) {
  struct sluice_rules r = rules_make(SLUICE_SIH);
  sluice_rules_enqueue(&r, 0, 0, 60);  // 10 private, 50 shared
  r.level[0][0] = SLUICE_OFF;
  sluice_rules_enqueue(&r, 0, 0, 30);  // 30 headroom
  ck_assert(sluice_rules_dequeue(&r, 0, 0, 40));
  ck_assert_uint_eq(r.occupancy.port[0].headroom[0], 0);
  ck_assert_uint_eq(rules_shared(&r), 40);
  ck_assert(sluice_rules_dequeue(&r, 0, 0, 50));
  ck_assert_uint_eq(rules_shared(&r), 0);
  ck_assert_uint_eq(r.occupancy.total, 0);
}
END_TEST

START_TEST(dequeue_of_more_than_held_changes_nothing) {
  struct sluice_rules r = rules_make(SLUICE_DSH);
  sluice_rules_enqueue(&r, 0, 0, 60);
  struct sluice_occupancy before = r.occupancy;
  ck_assert(!sluice_rules_dequeue(&r, 0, 0, 61));
  ck_assert_mem_eq(&before, &r.occupancy, sizeof before);
}
END_TEST

// Although the port is off, a lossy class gets its share of the pool, w + n <= 2^alpha_lossy * pool_free, and uses no
// headroom.
START_TEST(lossy_class_uses_no_headroom_and_is_never_off) {
  struct sluice_rules r = rules_make(SLUICE_DSH);
  r.cfg.lossless = 0xfe;
  rules_fill(&r, 30);
  r.port_off[0] = true;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 15), SLUICE_SHARED);
  ck_assert_uint_eq(r.occupancy.pool_free, 25);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 21), SLUICE_REFUSED);  // 5 + 21 > 25
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 20), SLUICE_SHARED);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 1), SLUICE_REFUSED);
  ck_assert_uint_eq(r.occupancy.port[0].sum, 0);
  ck_assert(!rules_off(&r, 0, 0));
}
END_TEST

static enum sluice_admission lossy_admission(struct sluice_rules *r, uint32_t queue, uint32_t cells) {
  r->occupancy.port[0].queue[0] = queue;
  return sluice_rules_enqueue(&(struct sluice_rules){.dims = r->dims, .cfg = r->cfg, .occupancy = r->occupancy}, 0, 0,
                              cells);
}

START_TEST(lossy_share_follows_its_register) {
  struct sluice_rules r = rules_make(SLUICE_SIH);
  r.cfg.lossless = 0xfe;
  for (int alpha = -8; alpha <= 7; alpha++) {
    uint32_t share = alpha < 0 ? 1000u >> -alpha : 1000u;
    uint32_t limit = alpha < 0 ? share : alpha < 7 ? 1000u << alpha : RULES_MAX, w = limit - share;
    if (share <= r.cfg.limits.phi) continue;
    r.cfg.alpha_lossy = alpha;
    const uint32_t queue = (uint32_t)r.cfg.limits.phi + w;
    ck_assert_int_eq(lossy_admission(&r, queue, share), SLUICE_SHARED);
    ck_assert_int_eq(lossy_admission(&r, queue, share + 1), SLUICE_REFUSED);
    ck_assert_int_eq(lossy_admission(&r, queue + 1, share), SLUICE_REFUSED);
  }
}
END_TEST

START_TEST(larger_packets_than_max_packet_are_refused) {
  struct sluice_rules r = rules_make(SLUICE_SIH);
  r.cfg.max_packet = 20;
  struct sluice_occupancy before = r.occupancy;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 21), SLUICE_REFUSED);
  ck_assert_mem_eq(&before, &r.occupancy, sizeof before);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 20), SLUICE_SHARED);
}
END_TEST

START_TEST(packet_of_no_cells_is_private_and_changes_nothing) {
  for (int scheme = 0; scheme < SLUICE_SCHEMES; scheme++) {
    struct sluice_rules r = rules_make((enum sluice_scheme)scheme);
    sluice_rules_enqueue(&r, 0, 1, 100);
    rules_fill(&r, 0);
    struct sluice_occupancy before = r.occupancy;
    ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 0), SLUICE_PRIVATE);
    ck_assert_mem_eq(&before, &r.occupancy, sizeof before);
  }
}
END_TEST

// Cells under way: of the same port, of all ports, and of the same class.
struct under_way {
  uint32_t port, all, cls;
};

// Admission as in the clocked model: from the occupancy and the cells under way.
static enum sluice_admission admit(struct sluice_rules *r, bool off, uint32_t cells, struct under_way others) {
  const struct sluice_occupancy *o = &r->occupancy;
  const bool lossless = sluice_is_lossless(&r->cfg, 1);
  const struct sluice_met met = {
      .queue = o->port[0].queue[1],
      .headroom = o->port[0].headroom[sluice_group(&r->cfg, 1)],
      .under_way = others.port,
      .pool_free = o->pool_free - others.all,
      .pool_free_lossy = o->pool_free - others.all,
      .partition_free = o->partition_free[1],
      .under_way_class = others.cls,
  };
  const struct sluice_fits fits =
      sluice_what_fits(r->cfg.scheme, &r->cfg, &r->cfg.limits, RULES_MAX, lossless, &met, cells);
  return sluice_admit(r->cfg.scheme, lossless, off, &fits);
}

// Cells under way count in the scope of each pool only: those of the port for private cells and headroom, those of all
// ports for the shared pool, those of the class for a partition.
START_TEST(under_way_counts_in_the_scope_of_each_pool) {
  struct sluice_rules r = rules_make(SLUICE_SIH);
  ck_assert_int_eq(admit(&r, false, 4, (struct under_way){.port = 6, .all = 999, .cls = 999}), SLUICE_PRIVATE);
  ck_assert_int_eq(admit(&r, false, 4, (struct under_way){.port = 7}), SLUICE_SHARED);
  ck_assert_int_eq(admit(&r, false, 15, (struct under_way){.port = 999, .all = 985}), SLUICE_SHARED);
  ck_assert_int_eq(admit(&r, false, 15, (struct under_way){.port = 85, .all = 986}), SLUICE_HEADROOM);
  ck_assert_int_eq(admit(&r, true, 15, (struct under_way){.port = 85, .all = 999}), SLUICE_HEADROOM);
  ck_assert_int_eq(admit(&r, true, 15, (struct under_way){.port = 86}), SLUICE_REFUSED);
  r.cfg.lossless = 0;  // w and pool_free include the cells under way: 490 + 10 <= 500 < 490 + 11
  ck_assert_int_eq(admit(&r, false, 10, (struct under_way){.port = 500, .all = 500}), SLUICE_SHARED);
  ck_assert_int_eq(admit(&r, false, 11, (struct under_way){.port = 500, .all = 500}), SLUICE_REFUSED);
  r = rules_make(SLUICE_TTL);
  ck_assert_int_eq(admit(&r, false, 15, (struct under_way){.port = 999, .all = 999, .cls = 85}), SLUICE_PRIVATE);
  ck_assert_int_eq(admit(&r, false, 15, (struct under_way){.cls = 86, .all = 985}), SLUICE_SHARED);
  ck_assert_int_eq(admit(&r, false, 15, (struct under_way){.cls = 86, .all = 986}), SLUICE_HEADROOM);
}
END_TEST

// An admitted packet is charged whole. The cells that it does not need and dequeued cells return to headroom first.
START_TEST(surplus_goes_to_headroom_first) {
  struct sluice_rules r = rules_make(SLUICE_SIH);
  struct sluice_occupancy *a = &r.occupancy;
  sluice_occupancy_charge(a, &r.cfg, SLUICE_SHARED, 0, 1, 15);
  ck_assert_uint_eq(a->port[0].surplus[1], 10);
  ck_assert_uint_eq(a->port[0].sum, 15);
  sluice_occupancy_charge(a, &r.cfg, SLUICE_HEADROOM, 0, 1, 20);
  ck_assert_uint_eq(a->port[0].headroom[1], 20);
  sluice_occupancy_discharge(a, &r.cfg, 0, 1, 13);
  ck_assert_uint_eq(a->port[0].surplus[1], 23);
  ck_assert_uint_eq(sluice_occupancy_settle(a, &r.cfg, 0, 1, 23, 20), 3);
  ck_assert_uint_eq(a->port[0].headroom[1], 0);
  ck_assert_uint_eq(a->port[0].sum, 12);  // w: 22 cells, 10 of them private
}
END_TEST

START_TEST(partition_then_shared_then_headroom_then_refused) {
  struct sluice_rules r = rules_make(SLUICE_TTL);
  struct sluice_occupancy *a = &r.occupancy;
  rules_fill(&r, 50);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 60), SLUICE_PRIVATE);
  ck_assert_uint_eq(a->partition_free[1], 40);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 41), SLUICE_SHARED);  // a packet is never split: 41 > 40
  ck_assert_uint_eq(a->partition_free[1], 40);
  ck_assert_uint_eq(a->class_shared[1], 41);
  ck_assert_uint_eq(a->pool_free, 9);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 41), SLUICE_HEADROOM);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 9), SLUICE_PRIVATE);  // smaller packets still fit the partition
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 31), SLUICE_PRIVATE);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 9), SLUICE_SHARED);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 59), SLUICE_HEADROOM);
  ck_assert_uint_eq(a->port[0].headroom[1], 100);
  struct sluice_occupancy before = *a;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 1), SLUICE_REFUSED);
  ck_assert_mem_eq(&before, a, sizeof before);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 1, 1, 1), SLUICE_HEADROOM);  // another queue of the class has its own
  ck_assert_uint_eq(a->port[0].sum, 60 + 41 + 41 + 9 + 31 + 9 + 59);
}
END_TEST

START_TEST(paused_queue_under_ttl_still_uses_its_partitions) {
  struct sluice_rules r = rules_make(SLUICE_TTL);
  r.level[0][1] = SLUICE_OFF;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 100), SLUICE_PRIVATE);
  r.level[0][1] = SLUICE_OFF;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 1), SLUICE_SHARED);
}
END_TEST

START_TEST(dequeue_under_ttl_repays_headroom_then_shared_then_partition) {
  struct sluice_rules r = rules_make(SLUICE_TTL);
  struct sluice_occupancy *a = &r.occupancy;
  rules_fill(&r, 30);
  sluice_rules_enqueue(&r, 0, 1, 100);  // partition
  sluice_rules_enqueue(&r, 0, 1, 30);   // shared
  sluice_rules_enqueue(&r, 0, 1, 50);   // headroom
  ck_assert_uint_eq(a->port[0].headroom[1], 50);
  ck_assert(sluice_rules_dequeue(&r, 0, 1, 49));
  ck_assert_uint_eq(a->port[0].headroom[1], 1);
  ck_assert(sluice_rules_dequeue(&r, 0, 1, 2));  // straddles headroom and shared
  ck_assert_uint_eq(a->port[0].headroom[1], 0);
  ck_assert_uint_eq(a->class_shared[1], 29);
  ck_assert_uint_eq(a->pool_free, 1);
  ck_assert(sluice_rules_dequeue(&r, 0, 1, 30));  // straddles shared and partition
  ck_assert_uint_eq(a->class_shared[1], 0);
  ck_assert_uint_eq(a->pool_free, 30);
  ck_assert_uint_eq(a->partition_free[1], 1);
  ck_assert(sluice_rules_dequeue(&r, 0, 1, 99));
  ck_assert_uint_eq(a->partition_free[1], 100);
  ck_assert_uint_eq(a->pool_free, 30);
}
END_TEST

START_TEST(one_dequeue_under_ttl_straddles_all_three) {
  struct sluice_rules r = rules_make(SLUICE_TTL);
  rules_fill(&r, 30);
  sluice_rules_enqueue(&r, 0, 1, 100);
  sluice_rules_enqueue(&r, 0, 1, 30);
  sluice_rules_enqueue(&r, 0, 1, 50);
  ck_assert(sluice_rules_dequeue(&r, 0, 1, 50 + 30 + 60));
  ck_assert_uint_eq(r.occupancy.port[0].headroom[1], 0);
  ck_assert_uint_eq(r.occupancy.pool_free, 30);
  ck_assert_uint_eq(r.occupancy.partition_free[1], 60);
  ck_assert_uint_eq(r.occupancy.port[0].queue[1], 40);
}
END_TEST

START_TEST(ports_share_their_class_s_partitions_and_classes_do_not) {
  struct sluice_rules r = rules_make(SLUICE_TTL);
  struct sluice_occupancy *a = &r.occupancy;
  sluice_rules_enqueue(&r, 0, 1, 70);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 1, 1, 31), SLUICE_SHARED);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 1, 2, 31), SLUICE_PRIVATE);
  ck_assert(sluice_rules_dequeue(&r, 0, 1, 31));  // returns the class's cells of the shared partition, of any port
  ck_assert_uint_eq(a->class_shared[1], 0);
  ck_assert_uint_eq(a->partition_free[1], 30);
  ck_assert_uint_eq(a->partition_free[2], 69);
}
END_TEST

// The invariants of spec section 3 after every random event.
START_TEST(sums_and_limits_hold) {
  struct sluice_rules r = rules_make((enum sluice_scheme)(_i % SLUICE_SCHEMES));
  const struct sluice_occupancy *a = &r.occupancy;
  if (_i >= SLUICE_SCHEMES) r.cfg.lossless = 0x5a;
  bool ttl = r.cfg.scheme == SLUICE_TTL, shp = r.cfg.scheme == SLUICE_SHP;
  uint32_t seed = 1;
  for (int n = 0; n < 200000; n++) {
    seed = seed * 1664525 + 1013904223;
    int p = seed >> 8 & 3, c = seed >> 12 & 7;
    uint32_t cells = 1 + (seed >> 16) % 20;
    if (seed >> 30 & 1)
      sluice_rules_enqueue(&r, p, c, cells);
    else
      sluice_rules_dequeue(&r, p, c, cells);
    uint32_t above = 0, held = 0, sum[4] = {0}, own = 0, shared = 0;
    for (c = 0; c < 8; c++) {
      uint32_t above_c = 0, held_c = 0;
      for (p = 0; p < 4; p++) {
        uint32_t w = sluice_above(a->port[p].queue[c], r.cfg.limits.phi);
        if (r.cfg.lossless >> c & 1) sum[p] += w;
        above_c += w;
        held_c += a->port[p].headroom[c];
        if (a->port[p].headroom[c] > r.cfg.limits.eta)
          ck_abort_msg("event %d, h: expected at most %d, got %u", n, (int)r.cfg.limits.eta, a->port[p].headroom[c]);
        if (!(r.cfg.lossless >> c & 1) && a->port[p].headroom[c] > 0)
          ck_abort_msg("event %d, h of a lossy class: expected 0, got %u", n, a->port[p].headroom[c]);
      }
      uint32_t own_c = r.cfg.partition[c] - a->partition_free[c];
      if (ttl && (a->partition_free[c] > r.cfg.partition[c] || above_c != own_c + a->class_shared[c] + held_c))
        ck_abort_msg("event %d, cells of class %d: expected %u + %u + %u of its pools, got %u", n, c, own_c,
                     a->class_shared[c], held_c, above_c);
      if (ttl) own += own_c;
      shared += a->class_shared[c];
      above += above_c;
      held += held_c;
    }
    uint32_t of_queues[4] = {0}, from_pool = 0;
    for (p = 0; shp && p < 4; p++) {
      for (c = 0; c < 8; c++) of_queues[p] += a->port[p].headroom[c];
      if (a->port[p].headroom[SLUICE_PORT_GROUP] != of_queues[p])
        ck_abort_msg("event %d, H(%d): expected %u as in its queues, got %u", n, p, of_queues[p],
                     a->port[p].headroom[SLUICE_PORT_GROUP]);
      if (of_queues[p] > r.cfg.limits.port_headroom) from_pool += of_queues[p] - (uint32_t)r.cfg.limits.port_headroom;
    }
    if (from_pool != a->headroom_pool || from_pool > r.cfg.headroom_pool)
      ck_abort_msg("event %d, headroom pool: expected %u, got %u", n, from_pool, a->headroom_pool);
    for (p = 0; !shp && p < 4; p++) {
      held += a->port[p].headroom[SLUICE_PORT_GROUP];
      if (a->port[p].headroom[SLUICE_PORT_GROUP] > r.cfg.limits.eta)
        ck_abort_msg("event %d, h of a port: expected at most %d, got %u", n, (int)r.cfg.limits.eta,
                     a->port[p].headroom[SLUICE_PORT_GROUP]);
    }
    for (p = 0; p < 4; p++)
      if (sum[p] != a->port[p].sum)
        ck_abort_msg("event %d, W(%d): expected %u as in its queues, got %u", n, p, sum[p], a->port[p].sum);
    if (rules_shared(&r) != above - held - own || rules_shared(&r) > r.cfg.shared ||
        (ttl && shared != rules_shared(&r)))
      ck_abort_msg("event %d, S: expected %u, sum of w - sum of h, got %u", n, above - held - own, rules_shared(&r));
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("rules_accounting");
  tcase_add_test(tcase, private_comes_first);
  tcase_add_test(tcase, a_packet_may_straddle_private_and_shared);
  tcase_add_test(tcase, off_queue_uses_its_headroom);
  tcase_add_test(tcase, off_queue_under_dsh_still_uses_the_shared_pool);
  tcase_add_test(tcase, off_port_uses_the_headroom_of_the_port);
  tcase_add_test(tcase, full_pool_sends_to_headroom);
  tcase_add_test(tcase, headroom_limit_is_reached_and_never_passed);
  tcase_add_test(tcase, dequeue_repays_headroom_first);
  tcase_add_test(tcase, dequeue_of_more_than_held_changes_nothing);
  tcase_add_test(tcase, lossy_class_uses_no_headroom_and_is_never_off);
  tcase_add_test(tcase, lossy_share_follows_its_register);
  tcase_add_test(tcase, larger_packets_than_max_packet_are_refused);
  tcase_add_test(tcase, packet_of_no_cells_is_private_and_changes_nothing);
  tcase_add_test(tcase, under_way_counts_in_the_scope_of_each_pool);
  tcase_add_test(tcase, surplus_goes_to_headroom_first);
  tcase_add_test(tcase, partition_then_shared_then_headroom_then_refused);
  tcase_add_test(tcase, paused_queue_under_ttl_still_uses_its_partitions);
  tcase_add_test(tcase, dequeue_under_ttl_repays_headroom_then_shared_then_partition);
  tcase_add_test(tcase, one_dequeue_under_ttl_straddles_all_three);
  tcase_add_test(tcase, ports_share_their_class_s_partitions_and_classes_do_not);
  tcase_add_loop_test(tcase, sums_and_limits_hold, 0, 2 * SLUICE_SCHEMES);
  return rules_run("rules_accounting", tcase);
}
