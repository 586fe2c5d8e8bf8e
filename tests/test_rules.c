// Every rule of the MMU by name, on the rules without clocks: accounting, thresholds, states, configuration. What only
// clocks can show, commits and messages, on the clocked model.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "sluice_rules.h"

static const struct sluice_dims dims = {.ports = 4, .classes = 8, .width = 16, .schemes = 63};
enum { MAX = 65535 };  // of a counter

// phi 10, Bs 1000, eta 100, alpha 1/2, two deltas of 20, every class lossless. TTL: phi 0, hops 1 to 7, partitions of
// 100 cells for them. GFC: 120 cells per queue, no headroom, B0 36 and Bm 100, so that D = 64; five stages.
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
  regs[SLUICE_REG_TTL0] = 8;
  for (int c = 1; c < 8; c++) {
    regs[SLUICE_REG_PARTITION + c] = 100;
    regs[SLUICE_REG_WEIGHT + c] = 65536 / 7;
  }
  regs[SLUICE_REG_STAGE_TOP] = 100;
  regs[SLUICE_REG_STAGE_BASE] = 36;
  regs[SLUICE_REG_STAGES] = 5;
  for (uint32_t k = 1; k <= 5; k++) regs[SLUICE_REG_STAGE + k - 1] = 100 - (64u >> k);
  regs[SLUICE_REG_CELL_STEP] = 65536;
  regs[SLUICE_REG_ROOM_CLOCKS] = 64 << 8;
  if (scheme == SLUICE_TTL) {
    regs[SLUICE_REG_PRIVATE] = 0;
    regs[SLUICE_REG_BUFFER] = 7 * 100 + 1000 + 32 * 100;
  } else if (scheme == SLUICE_GFC || scheme == SLUICE_GFC_LINEAR) {
    regs[SLUICE_REG_PRIVATE] = 120;
    regs[SLUICE_REG_HEADROOM] = 0;
    regs[SLUICE_REG_BUFFER] = 32 * 120 + 1000;
  }
}

static struct sluice_rules make(enum sluice_scheme scheme) {
  uint32_t regs[SLUICE_REGS];
  struct sluice_rules r;
  defaults(regs, scheme);
  ck_assert_int_eq(sluice_rules_init(&r, &dims, regs), SLUICE_OK);
  return r;
}

static bool is_off(const struct sluice_rules *r, int port, int cls) { return r->level[port][cls] == SLUICE_OFF; }

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
  r.level[0][0] = SLUICE_OFF;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, 15), SLUICE_HEADROOM);
  ck_assert_uint_eq(r.account.headroom[0][0], 5);
  ck_assert_uint_eq(shared_used(&r), 0);
}
END_TEST

START_TEST(off_queue_under_dsh_still_uses_the_shared_pool) {
  struct sluice_rules r = make(SLUICE_DSH);
  r.level[0][3] = SLUICE_OFF;
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
  r.level[0][0] = SLUICE_OFF;
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
  ck_assert(!is_off(&r, 0, 0));
}
END_TEST

// Takes all but `room` cells of TTL's shared partition, for a queue that the test does not look at.
static void fill_shared_partition(struct sluice_rules *r, uint32_t room) {
  ck_assert_int_eq(sluice_admit(&r->account, &r->cfg, false, 3, 7, r->account.room - room), SLUICE_SHARED);
}

START_TEST(partition_then_shared_then_headroom_then_refused) {
  struct sluice_rules r = make(SLUICE_TTL);
  struct sluice_account *a = &r.account;
  fill_shared_partition(&r, 50);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 60), SLUICE_PRIVATE);
  ck_assert_uint_eq(a->partition_room[1], 40);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 41), SLUICE_SHARED);  // a packet goes to one place: 41 > 40
  ck_assert_uint_eq(a->partition_room[1], 40);
  ck_assert_uint_eq(a->class_shared[1], 41);
  ck_assert_uint_eq(a->room, 9);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 41), SLUICE_HEADROOM);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 9), SLUICE_PRIVATE);  // smaller ones still fit where they come first
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 31), SLUICE_PRIVATE);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 9), SLUICE_SHARED);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 59), SLUICE_HEADROOM);
  ck_assert_uint_eq(a->headroom[0][1], 100);
  struct sluice_account before = *a;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 1), SLUICE_REFUSED);
  ck_assert_mem_eq(&before, a, sizeof before);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 1, 1, 1), SLUICE_HEADROOM);  // of another queue of the class
  ck_assert_uint_eq(a->sum[0], 60 + 41 + 41 + 9 + 31 + 9 + 59);
}
END_TEST

START_TEST(paused_queue_under_ttl_still_uses_its_partitions) {
  struct sluice_rules r = make(SLUICE_TTL);
  r.level[0][1] = SLUICE_OFF;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 100), SLUICE_PRIVATE);
  r.level[0][1] = SLUICE_OFF;
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 1, 1), SLUICE_SHARED);
}
END_TEST

START_TEST(dequeue_under_ttl_repays_headroom_then_shared_then_partition) {
  struct sluice_rules r = make(SLUICE_TTL);
  struct sluice_account *a = &r.account;
  fill_shared_partition(&r, 30);
  sluice_rules_enqueue(&r, 0, 1, 100);  // partition
  sluice_rules_enqueue(&r, 0, 1, 30);   // shared
  sluice_rules_enqueue(&r, 0, 1, 50);   // headroom
  ck_assert_uint_eq(a->headroom[0][1], 50);
  ck_assert(sluice_rules_dequeue(&r, 0, 1, 49));
  ck_assert_uint_eq(a->headroom[0][1], 1);
  ck_assert(sluice_rules_dequeue(&r, 0, 1, 2));  // straddles headroom and shared
  ck_assert_uint_eq(a->headroom[0][1], 0);
  ck_assert_uint_eq(a->class_shared[1], 29);
  ck_assert_uint_eq(a->room, 1);
  ck_assert(sluice_rules_dequeue(&r, 0, 1, 30));  // straddles shared and partition
  ck_assert_uint_eq(a->class_shared[1], 0);
  ck_assert_uint_eq(a->room, 30);
  ck_assert_uint_eq(a->partition_room[1], 1);
  ck_assert(sluice_rules_dequeue(&r, 0, 1, 99));
  ck_assert_uint_eq(a->partition_room[1], 100);
  ck_assert_uint_eq(a->room, 30);
}
END_TEST

START_TEST(one_dequeue_under_ttl_straddles_all_three) {
  struct sluice_rules r = make(SLUICE_TTL);
  fill_shared_partition(&r, 30);
  sluice_rules_enqueue(&r, 0, 1, 100);
  sluice_rules_enqueue(&r, 0, 1, 30);
  sluice_rules_enqueue(&r, 0, 1, 50);
  ck_assert(sluice_rules_dequeue(&r, 0, 1, 50 + 30 + 60));
  ck_assert_uint_eq(r.account.headroom[0][1], 0);
  ck_assert_uint_eq(r.account.room, 30);
  ck_assert_uint_eq(r.account.partition_room[1], 60);
  ck_assert_uint_eq(r.account.queue[0][1], 40);
}
END_TEST

START_TEST(ports_share_their_class_s_partitions_and_classes_do_not) {
  struct sluice_rules r = make(SLUICE_TTL);
  struct sluice_account *a = &r.account;
  sluice_rules_enqueue(&r, 0, 1, 70);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 1, 1, 31), SLUICE_SHARED);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 1, 2, 31), SLUICE_PRIVATE);
  ck_assert(sluice_rules_dequeue(&r, 0, 1, 31));  // the class's part of the shared partition, whoever's cells they were
  ck_assert_uint_eq(a->class_shared[1], 0);
  ck_assert_uint_eq(a->partition_room[1], 30);
  ck_assert_uint_eq(a->partition_room[2], 69);
}
END_TEST

START_TEST(class_of_a_hop) {
  struct sluice_rules r = make(SLUICE_TTL);
  static const struct {
    int ttl;
    bool kept;
    int cls;
  } hops[] = {{7, true, 1},  {6, true, 2}, {1, true, 7},     // ttl0 - ttl, ttl0 is 8
              {0, false, 0},                                 // its life is over
              {8, true, 1},  {9, true, 1}, {255, true, 1}};  // class 0 exists only at hosts
  for (size_t i = 0; i < sizeof hops / sizeof hops[0]; i++) {
    int cls = 5;
    ck_assert_int_eq(sluice_classify(&r.cfg, 1, 1, hops[i].ttl, &cls), hops[i].kept);
    ck_assert_int_eq(cls, hops[i].cls);
  }
}
END_TEST

START_TEST(bounced_packet_is_dropped_by_option) {
  struct sluice_rules r = make(SLUICE_TTL);
  int cls = 5;
  r.cfg.ttl_options = SLUICE_TTL_DROP_BOUNCED;
  ck_assert(!sluice_classify(&r.cfg, 2, 2, 6, &cls));
  ck_assert_int_eq(cls, 0);
  ck_assert(sluice_classify(&r.cfg, 2, 1, 6, &cls));
  ck_assert_int_eq(cls, 2);
}
END_TEST

START_TEST(every_second_class_in_a_tree) {
  struct sluice_rules r = make(SLUICE_TTL);
  for (int odd = 0; odd < 2; odd++) {
    r.cfg.ttl_options = (uint8_t)(SLUICE_TTL_HALF | (odd ? SLUICE_TTL_ODD : 0));
    for (int ttl = 1; ttl <= 8; ttl++) {
      int hop = ttl < 8 ? 8 - ttl : 1, cls = 5;
      bool kept = sluice_classify(&r.cfg, 1, 2, ttl, &cls);
      ck_assert_int_eq(kept, hop % 2 == odd);  // the others came to the wrong level of the tree
      ck_assert_int_eq(cls, kept ? hop / 2 : 0);
    }
  }
  r.cfg.ttl_options = SLUICE_TTL_ODD;  // says nothing without HALF
  int cls;
  ck_assert(sluice_classify(&r.cfg, 1, 2, 6, &cls));
  ck_assert_int_eq(cls, 2);
}
END_TEST

START_TEST(other_schemes_keep_the_class) {
  for (int scheme = 0; scheme < SLUICE_SCHEMES; scheme++) {
    struct sluice_rules r = make((enum sluice_scheme)scheme);
    if (scheme == SLUICE_TTL) continue;
    r.cfg.ttl_options = 7;
    int cls = 5;
    ck_assert(sluice_classify(&r.cfg, 1, 1, 0, &cls));
    ck_assert_int_eq(cls, 5);
  }
}
END_TEST

START_TEST(threshold_is_alpha_times_the_room) {
  struct sluice_rules r = make(SLUICE_SIH);
  for (int a = -7; a <= 3; a++) {
    r.cfg.alpha = a;
    uint64_t exact = a < 0 ? 1000u >> -a : 1000u << a;
    ck_assert_uint_eq(sluice_threshold_t(&r.cfg, MAX, 1000), exact);
  }
  ck_assert_uint_eq(sluice_threshold_t(&r.cfg, MAX, 60000), MAX);  // 8 * 60000 does not fit: it stops, it does not wrap
}
END_TEST

static struct sluice_thresholds with_room(struct sluice_rules *r, uint32_t room) {
  r->account.room = room;
  return sluice_thresholds(&r->cfg, &dims, &r->account, 1);
}

START_TEST(sih_thresholds) {
  struct sluice_rules r = make(SLUICE_SIH);
  struct sluice_thresholds x = with_room(&r, 600);
  ck_assert_uint_eq(x.xqoff, 300);
  ck_assert_uint_eq(x.xqon, 280);
}
END_TEST

START_TEST(dsh_thresholds) {
  struct sluice_rules r = make(SLUICE_DSH);
  struct sluice_thresholds x = with_room(&r, 600);
  ck_assert_uint_eq(x.xqoff, 200);  // Eq. 5: T - eta
  ck_assert_uint_eq(x.xqon, 180);
  ck_assert_uint_eq(x.xpoff, 2400);  // Eq. 6: NC T
  ck_assert_uint_eq(x.xpon, 2380);
  x = with_room(&r, 150);
  ck_assert_uint_eq(x.xqoff, 0);  // stops at 0
  ck_assert_uint_eq(x.xqon, 0);
}
END_TEST

START_TEST(static_thresholds_are_the_registers) {
  struct sluice_rules r = make(SLUICE_STATIC);
  struct sluice_thresholds x = with_room(&r, 3);
  ck_assert_uint_eq(x.xqoff, 40);
  ck_assert_uint_eq(x.xqon, 30);
}
END_TEST

// Eq. 16 with b_s - s_s = room and b_i - s_i = own.
static uint32_t equation_16(int alpha, uint32_t weight, uint32_t room, uint32_t own) {
  struct sluice_rules r = make(SLUICE_TTL);
  r.cfg.alpha = alpha;
  r.cfg.weight[3] = (uint16_t)weight;
  return sluice_weigh_threshold(&r.cfg, MAX, sluice_weigh_share(&r.cfg, 3, room), own);
}

START_TEST(ttl_thresholds_by_hand) {
  // weight 1/7 is 9362 / 65536: 9362 * 1000 / 65536 = 142.85
  ck_assert_uint_eq(equation_16(0, 9362, 1000, 100), 242);
  ck_assert_uint_eq(equation_16(-1, 9362, 1000, 100), 121);  // 121.4 with the fraction
  ck_assert_uint_eq(equation_16(-2, 9362, 1000, 100), 60);   // 60.5
  ck_assert_uint_eq(equation_16(-7, 9362, 1000, 100), 1);    // 1.89
  ck_assert_uint_eq(equation_16(3, 9362, 1000, 100), 1936);  // 8 * 242: the fraction has gone before
  ck_assert_uint_eq(equation_16(0, 32768, 999, 0), 499);     // 499.5
  ck_assert_uint_eq(equation_16(0, 65535, 1000, 0), 999);    // the largest weight is not quite 1: 999.98
  ck_assert_uint_eq(equation_16(0, 1, 65535, 7), 7);         // 0.99998 + 7
  ck_assert_uint_eq(equation_16(0, 2, 32768, 7), 8);         // 1 + 7
  ck_assert_uint_eq(equation_16(0, 0, 65535, 100), 100);
  ck_assert_uint_eq(equation_16(3, 9362, 0, 0), 0);
}
END_TEST

START_TEST(ttl_threshold_stops_at_the_largest_number) {
  ck_assert_uint_eq(equation_16(0, 65535, 65535, 1), 65535);       // 65534 + 1 fits
  ck_assert_uint_eq(equation_16(0, 65535, 65535, 2), MAX);         // 65536 does not
  ck_assert_uint_eq(equation_16(-1, 65535, 65535, 65535), 65534);  // the sum may, if its half does not: 131069 / 2
  ck_assert_uint_eq(equation_16(3, 0, 0, 8191), 65528);
  ck_assert_uint_eq(equation_16(3, 0, 0, 8192), MAX);
  ck_assert_uint_eq(equation_16(3, 65535, 65535, 65535), MAX);
}
END_TEST

START_TEST(ttl_thresholds_of_a_class) {
  struct sluice_rules r = make(SLUICE_TTL);
  r.account.room = 600;
  r.account.partition_room[4] = 40;
  // 9362 * 600 / 65536 = 85.7; (85 + 40) / 2 = 62
  struct sluice_thresholds x = sluice_thresholds(&r.cfg, &dims, &r.account, 4);
  ck_assert_uint_eq(x.xqoff, 62);
  ck_assert_uint_eq(x.xqon, 42);
  ck_assert_uint_eq(x.xpoff, 0);
  ck_assert_uint_eq(x.xpon, 0);
  ck_assert_uint_eq(sluice_thresholds(&r.cfg, &dims, &r.account, 5).xqoff, 92);  // (85 + 100) / 2
  r.account.partition_room[4] = 0;
  r.account.room = 200;  // 28.6; 14
  x = sluice_thresholds(&r.cfg, &dims, &r.account, 4);
  ck_assert_uint_eq(x.xqoff, 14);
  ck_assert_uint_eq(x.xqon, 0);  // stops at 0
}
END_TEST

START_TEST(gfc_has_no_thresholds) {
  for (int scheme = SLUICE_GFC; scheme <= SLUICE_GFC_LINEAR; scheme++) {
    struct sluice_rules r = make((enum sluice_scheme)scheme);
    struct sluice_thresholds x = with_room(&r, 600);
    ck_assert_uint_eq(x.xqoff + x.xqon + x.xpoff + x.xpon, 0);
  }
}
END_TEST

// GFC's stage by its definition [GFC Eq. 4, 5]: the largest k, N at most, with B_k = Bm - D / 2^k <= q.
static uint16_t stage_by_definition(uint32_t top, uint32_t d, int stages, uint32_t queue) {
  int k = stages;
  while (k > 0 && queue < top - (d >> k)) k--;
  return (uint16_t)k;
}

// Compares both ways to encode a stage with the definition for these lengths of a queue.
static void stages_must_agree(struct sluice_config *cfg, uint32_t top, uint32_t d, int stages, uint32_t from,
                              uint32_t to) {
  cfg->stage_top = top;
  cfg->stage_base = top - d;
  cfg->stages = stages;
  for (int k = 1; k <= SLUICE_MAX_STAGES; k++) cfg->stage[k] = top - (d >> k);
  for (uint32_t q = from; q <= to; q++) {
    uint16_t expected = stage_by_definition(top, d, stages, q);
    for (int zeros = 0; zeros < 2; zeros++) {
      cfg->count_leading_zeros = zeros;
      uint16_t got = sluice_stage(cfg, q);
      if (got != expected)
        ck_abort_msg("Bm %u, D %u, N %d, q %u: stage %d by %s, not %d", top, d, stages, q, got,
                     zeros ? "leading zeros" : "the table", expected);
    }
  }
}

// Every D that is a power of two, every N that it allows, every length of a queue. Where D, and with it the last
// stage's width, grows wider than a loop can cover, the lengths around every boundary.
START_TEST(leading_zeros_and_table_agree) {
  static const int widths[] = {8, 12, 16, 28};
  int width = widths[_i];
  uint32_t max = (UINT32_C(1) << width) - 1;
  struct sluice_rules r = make(SLUICE_GFC);
  for (int log = 2; log < width; log++) {
    uint32_t d = UINT32_C(1) << log;
    const uint32_t tops[] = {d, d + 1, d + (max - d) / 3, max};
    int most = log - 1 < SLUICE_MAX_STAGES ? log - 1 : SLUICE_MAX_STAGES;
    for (size_t t = 0; t < sizeof tops / sizeof tops[0]; t++)
      for (int stages = 1; stages <= most; stages++) {
        bool every = width <= 12 || (width == 16 && stages == most);
        if (every) stages_must_agree(&r.cfg, tops[t], d, stages, 0, max);
        for (int k = 0; !every && k <= most + 1; k++) {
          uint32_t at = tops[t] - (d >> k);
          stages_must_agree(&r.cfg, tops[t], d, stages, at > 2 ? at - 2 : 0, at < max - 2 ? at + 2 : max);
        }
      }
  }
}
END_TEST

START_TEST(stage_boundaries_are_exact) {
  for (int zeros = 0; zeros < 2; zeros++) {
    struct sluice_rules r = make(SLUICE_GFC);
    r.cfg.count_leading_zeros = zeros;
    // B_1 .. B_5 = 100 - 64 / 2^k; stages 16, 8, 4, 2 cells wide, and the last one for ever
    static const uint32_t boundary[] = {68, 84, 92, 96, 98};
    for (uint16_t k = 1; k <= 5; k++) {
      ck_assert_uint_eq(sluice_stage(&r.cfg, boundary[k - 1] - 1), k - 1);
      ck_assert_uint_eq(sluice_stage(&r.cfg, boundary[k - 1]), k);
    }
    ck_assert_uint_eq(sluice_stage(&r.cfg, 0), SLUICE_FREE);
    ck_assert_uint_eq(sluice_stage(&r.cfg, 36), SLUICE_FREE);  // B0 is where the halving starts, not a stage
    ck_assert_uint_eq(sluice_stage(&r.cfg, 99), 5);
    ck_assert_uint_eq(sluice_stage(&r.cfg, 100), 5);
    ck_assert_uint_eq(sluice_stage(&r.cfg, MAX), 5);
    r.cfg.stages = 3;  // N: the stages above it are not used
    ck_assert_uint_eq(sluice_stage(&r.cfg, 92), 3);
    ck_assert_uint_eq(sluice_stage(&r.cfg, 98), 3);
    ck_assert_uint_eq(sluice_stage(&r.cfg, 100), 3);
  }
}
END_TEST

START_TEST(stages_from_a_table_that_is_no_power_of_two) {
  struct sluice_rules r = make(SLUICE_GFC);
  static const uint32_t table[] = {0, 41, 42, 100};
  memcpy(r.cfg.stage, table, sizeof table);
  r.cfg.stages = 3;
  ck_assert_uint_eq(sluice_stage(&r.cfg, 40), 0);
  ck_assert_uint_eq(sluice_stage(&r.cfg, 41), 1);
  ck_assert_uint_eq(sluice_stage(&r.cfg, 42), 2);
  ck_assert_uint_eq(sluice_stage(&r.cfg, 99), 2);
  ck_assert_uint_eq(sluice_stage(&r.cfg, 100), 3);
}
END_TEST

START_TEST(linear_level_is_the_cells_above_b0) {
  struct sluice_rules r = make(SLUICE_GFC_LINEAR);
  ck_assert_uint_eq(sluice_stage(&r.cfg, 0), SLUICE_FREE);
  ck_assert_uint_eq(sluice_stage(&r.cfg, 36), SLUICE_FREE);
  ck_assert_uint_eq(sluice_stage(&r.cfg, 37), 1);
  ck_assert_uint_eq(sluice_stage(&r.cfg, 99), 63);
  ck_assert_uint_eq(sluice_stage(&r.cfg, 100), 64);  // D at most
  ck_assert_uint_eq(sluice_stage(&r.cfg, MAX), 64);
}
END_TEST

START_TEST(other_schemes_have_no_stages) {
  for (int scheme = SLUICE_STATIC; scheme <= SLUICE_TTL; scheme++) {
    struct sluice_rules r = make((enum sluice_scheme)scheme);
    ck_assert_uint_eq(sluice_stage(&r.cfg, 100), SLUICE_FREE);
  }
}
END_TEST

START_TEST(queue_goes_off_above_xqoff_and_on_at_xqon) {
  struct sluice_rules r = make(SLUICE_STATIC);
  sluice_rules_enqueue(&r, 0, 0, 50);  // w = 40 = XOFF
  ck_assert(!is_off(&r, 0, 0));
  sluice_rules_enqueue(&r, 0, 0, 1);
  ck_assert(is_off(&r, 0, 0));
  sluice_rules_dequeue(&r, 0, 0, 10);  // w = 31
  ck_assert(is_off(&r, 0, 0));
  sluice_rules_dequeue(&r, 0, 0, 1);  // w = 30 = XON
  ck_assert(!is_off(&r, 0, 0));
}
END_TEST

START_TEST(used_headroom_keeps_a_queue_off) {
  struct sluice_rules r = make(SLUICE_STATIC);
  fill(&r, 0);
  sluice_rules_enqueue(&r, 0, 0, 11);  // w = 1, far below XON, but one cell in headroom
  ck_assert(is_off(&r, 0, 0));
  sluice_rules_dequeue(&r, 0, 0, 1);
  ck_assert(!is_off(&r, 0, 0));
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
  r.level[0][0] = SLUICE_FREE;
  sluice_rules_enqueue(&r, 0, 0, 11);
  ck_assert(r.port_off[0]);
  sluice_rules_dequeue(&r, 3, 0, 400);  // room again, so that both thresholds are far
  sluice_rules_scan(&r);
  ck_assert(r.port_off[0]);
  ck_assert(!is_off(&r, 0, 0));
}
END_TEST

START_TEST(queue_that_sees_no_event_changes_with_the_thresholds) {
  struct sluice_rules r = make(SLUICE_SIH);
  sluice_rules_enqueue(&r, 0, 0, 310);  // w = 300, T = 350
  ck_assert(!is_off(&r, 0, 0));
  sluice_rules_enqueue(&r, 1, 0, 210);  // T = 250
  ck_assert(!is_off(&r, 0, 0));
  sluice_rules_scan(&r);
  ck_assert(is_off(&r, 0, 0));
  sluice_rules_dequeue(&r, 1, 0, 210);  // T = 350 again, Xqon = 330
  sluice_rules_scan(&r);
  ck_assert(!is_off(&r, 0, 0));
}
END_TEST

START_TEST(ttl_queue_goes_off_above_its_threshold_and_on_at_xqon) {
  struct sluice_rules r = make(SLUICE_TTL);
  // Class 1 alone, q in its partition: t = (142 + 100 - q) / 2, so 80 is not above 81, and 81 is above 80.
  sluice_rules_enqueue(&r, 0, 1, 80);
  ck_assert(!is_off(&r, 0, 1));
  sluice_rules_enqueue(&r, 0, 1, 1);
  ck_assert(is_off(&r, 0, 1));
  // Xqon = (242 - q) / 2 - 20: 68 is above 67, 67 is not above 67.
  sluice_rules_dequeue(&r, 0, 1, 13);
  ck_assert(is_off(&r, 0, 1));
  sluice_rules_dequeue(&r, 0, 1, 1);
  ck_assert(!is_off(&r, 0, 1));
}
END_TEST

START_TEST(used_headroom_keeps_a_ttl_queue_off) {
  struct sluice_rules r = make(SLUICE_TTL);
  r.cfg.alpha = 3;
  fill_shared_partition(&r, 0);
  sluice_rules_enqueue(&r, 1, 1, 50);
  sluice_rules_enqueue(&r, 0, 1, 51);  // t = 8 * 50, but it does not fit
  ck_assert_uint_eq(r.account.headroom[0][1], 51);
  ck_assert(is_off(&r, 0, 1));
  sluice_rules_scan(&r);
  ck_assert(!is_off(&r, 1, 1));  // another queue of the class, which owns another headroom
  sluice_rules_dequeue(&r, 0, 1, 50);
  ck_assert(is_off(&r, 0, 1));
  sluice_rules_dequeue(&r, 0, 1, 1);
  ck_assert(!is_off(&r, 0, 1));
}
END_TEST

START_TEST(ttl_classes_move_each_other_s_thresholds_through_the_shared_partition_alone) {
  struct sluice_rules r = make(SLUICE_TTL);
  sluice_rules_enqueue(&r, 0, 1, 70);   // t = (142 + 30) / 2 = 86
  sluice_rules_enqueue(&r, 1, 2, 100);  // in its own partition
  sluice_rules_scan(&r);
  ck_assert(!is_off(&r, 0, 1));
  sluice_rules_enqueue(&r, 2, 3, 300);  // in the shared one: t = (9362 * 700 / 65536 + 30) / 2 = 64
  ck_assert(!is_off(&r, 0, 1));
  sluice_rules_scan(&r);
  ck_assert(is_off(&r, 0, 1));
  sluice_rules_dequeue(&r, 2, 3, 300);  // 86 again, but Xqon = 66
  sluice_rules_scan(&r);
  ck_assert(is_off(&r, 0, 1));
  sluice_rules_dequeue(&r, 0, 1, 3);  // t = (142 + 33) / 2 = 87, Xqon = 67
  ck_assert(!is_off(&r, 0, 1));
}
END_TEST

START_TEST(no_port_level_but_with_dsh) {
  for (int scheme = 0; scheme < SLUICE_SCHEMES; scheme++) {
    struct sluice_rules r = make((enum sluice_scheme)scheme);
    for (int c = 0; c < 8; c++) sluice_rules_enqueue(&r, 0, c, 135);
    sluice_rules_scan(&r);
    ck_assert_int_eq(r.port_off[0], scheme == SLUICE_DSH);
  }
}
END_TEST

START_TEST(gfc_level_follows_the_queue_both_ways) {
  struct sluice_rules r = make(SLUICE_GFC);
  sluice_rules_enqueue(&r, 0, 0, 84);
  ck_assert_uint_eq(r.level[0][0], 2);
  sluice_rules_enqueue(&r, 0, 0, 14);
  ck_assert_uint_eq(r.level[0][0], 5);
  sluice_rules_dequeue(&r, 0, 0, 15);
  ck_assert_uint_eq(r.level[0][0], 1);
  sluice_rules_dequeue(&r, 0, 0, 16);
  ck_assert_uint_eq(r.level[0][0], SLUICE_FREE);
  r = make(SLUICE_GFC_LINEAR);
  sluice_rules_enqueue(&r, 0, 0, 84);
  ck_assert_uint_eq(r.level[0][0], 48);
  sluice_rules_dequeue(&r, 0, 0, 1);
  ck_assert_uint_eq(r.level[0][0], 47);
}
END_TEST

// Whatever else is true of the queue.
START_TEST(gfc_is_never_off) {
  struct sluice_rules r = make((enum sluice_scheme)_i);
  const struct sluice_thresholds x = {0};
  for (uint32_t queue = 0; queue <= MAX; queue++) {
    uint16_t stage = sluice_stage(&r.cfg, queue);
    for (int headroom = 0; headroom < 2; headroom++) {
      uint16_t from_off = sluice_queue_next(&r.cfg, SLUICE_OFF, 1, queue, stage, headroom, &x);
      uint16_t from_free = sluice_queue_next(&r.cfg, SLUICE_FREE, 1, queue, stage, headroom, &x);
      if (from_off != stage || from_free != stage || stage == SLUICE_OFF)
        ck_abort_msg("q %u: stage %d, level %d and %d", queue, stage, from_off, from_free);
    }
  }
}
END_TEST

START_TEST(lossy_class_is_always_free) {
  for (int scheme = 0; scheme < SLUICE_SCHEMES; scheme++) {
    struct sluice_rules r = make((enum sluice_scheme)scheme);
    r.cfg.lossless = 0xfd;
    sluice_rules_enqueue(&r, 0, 1, 400);
    ck_assert_uint_gt(r.account.queue[0][1], 0);
    ck_assert_uint_eq(r.level[0][1], SLUICE_FREE);
    r.level[0][1] = SLUICE_OFF;
    sluice_rules_scan(&r);
    ck_assert_uint_eq(r.level[0][1], SLUICE_FREE);
    r.cfg.lossless = 0xff;
    sluice_rules_scan(&r);
    ck_assert_uint_ne(r.level[0][1], SLUICE_FREE);  // the same queue of a lossless class
  }
}
END_TEST

// The invariants of spec section 3 after every one of many random events.
START_TEST(sums_and_limits_hold) {
  struct sluice_rules r = make((enum sluice_scheme)(_i % SLUICE_SCHEMES));
  const struct sluice_account *a = &r.account;
  if (_i >= SLUICE_SCHEMES) r.cfg.lossless = 0x5a;
  bool ttl = r.cfg.scheme == SLUICE_TTL;
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
        uint32_t w = sluice_above(a->queue[p][c], r.cfg.phi);
        if (r.cfg.lossless >> c & 1) sum[p] += w;
        above_c += w;
        held_c += a->headroom[p][c];
        if (a->headroom[p][c] > r.cfg.eta) ck_abort_msg("h above its limit at event %d", n);
        if (!(r.cfg.lossless >> c & 1) && a->headroom[p][c] > 0 && r.cfg.scheme != SLUICE_DSH)
          ck_abort_msg("a class that is not lossless in headroom at event %d", n);
      }
      uint32_t own_c = r.cfg.partition[c] - a->partition_room[c];
      if (ttl && (a->partition_room[c] > r.cfg.partition[c] || above_c != own_c + a->class_shared[c] + held_c))
        ck_abort_msg("class %d holds %u, its pools %u + %u + %u (event %d)", c, above_c, own_c, a->class_shared[c],
                     held_c, n);
      if (ttl) own += own_c;
      shared += a->class_shared[c];
      above += above_c;
      held += held_c;
    }
    for (p = 0; p < 4; p++)
      if (sum[p] != a->sum[p]) ck_abort_msg("W(%d) is %u, its queues hold %u (event %d)", p, a->sum[p], sum[p], n);
    if (shared_used(&r) != above - held - own || shared_used(&r) > r.cfg.shared || (ttl && shared != shared_used(&r)))
      ck_abort_msg("S is %u, sum of w - sum of h is %u (event %d)", shared_used(&r), above - held - own, n);
  }
}
END_TEST

// A register, a value of it that is just accepted, and one that is refused.
struct bad {
  enum sluice_scheme scheme;
  int reg;
  uint32_t good, bad;
  enum sluice_reason reason;
};

static const struct bad bad[] = {
    {SLUICE_STATIC, SLUICE_REG_SCHEME, SLUICE_SIH, SLUICE_SCHEMES, SLUICE_BAD_SCHEME},
    {SLUICE_STATIC, SLUICE_REG_SCHEME, SLUICE_STATIC, SLUICE_SCHEMES + 1, SLUICE_BAD_SCHEME},
    {SLUICE_STATIC, SLUICE_REG_ALPHA, 3, 4, SLUICE_BAD_ALPHA},
    {SLUICE_STATIC, SLUICE_REG_ALPHA, (uint32_t)-7, (uint32_t)-8, SLUICE_BAD_ALPHA},
    {SLUICE_STATIC, SLUICE_REG_SHARED, 1000, 1001, SLUICE_BAD_POOLS},
    {SLUICE_STATIC, SLUICE_REG_PRIVATE, 10, 11, SLUICE_BAD_POOLS},
    {SLUICE_STATIC, SLUICE_REG_HEADROOM, 100, 101, SLUICE_BAD_POOLS},
    {SLUICE_STATIC, SLUICE_REG_BUFFER, 4520, 4519, SLUICE_BAD_POOLS},
    {SLUICE_TTL, SLUICE_REG_PARTITION, 0, 1, SLUICE_BAD_POOLS},  // TTL's pools are partitions too,
    {SLUICE_TTL, SLUICE_REG_PARTITION + 7, 100, 101, SLUICE_BAD_POOLS},
    {SLUICE_STATIC, SLUICE_REG_PARTITION + 7, 100, MAX, SLUICE_OK},  // the other schemes' are not
    {SLUICE_STATIC, SLUICE_REG_HEADROOM, 20, 19, SLUICE_BAD_HEADROOM},
    {SLUICE_STATIC, SLUICE_REG_MAX_PACKET, 1, 0, SLUICE_BAD_HEADROOM},
    {SLUICE_STATIC, SLUICE_REG_MAX_PACKET, 100, 101, SLUICE_BAD_HEADROOM},
    {SLUICE_TTL, SLUICE_REG_HEADROOM, 20, 19, SLUICE_BAD_HEADROOM},
    {SLUICE_GFC, SLUICE_REG_MAX_PACKET, 1, 0, SLUICE_BAD_HEADROOM},
    {SLUICE_GFC, SLUICE_REG_MAX_PACKET, 20, MAX, SLUICE_OK},  // GFC keeps no headroom
    {SLUICE_STATIC, SLUICE_REG_XON, 40, 41, SLUICE_BAD_XON},
    {SLUICE_SIH, SLUICE_REG_XON, 40, 41, SLUICE_OK},
    {SLUICE_STATIC, SLUICE_REG_REFRESH, 16, 15, SLUICE_BAD_TIMES},
    {SLUICE_STATIC, SLUICE_REG_REFRESH, 999, 1000, SLUICE_BAD_TIMES},
    {SLUICE_GFC, SLUICE_REG_QUANTA_STEP, 1, 0, SLUICE_BAD_TIMES},
    {SLUICE_TTL, SLUICE_REG_PRIVATE, 0, 1, SLUICE_BAD_POOLS},
    {SLUICE_TTL, SLUICE_REG_TTL0, 2, 1, SLUICE_BAD_TTL},
    {SLUICE_TTL, SLUICE_REG_TTL0, 8, 9, SLUICE_BAD_TTL},  // there is no class 8
    {SLUICE_TTL, SLUICE_REG_TTL0, 2, 0, SLUICE_BAD_TTL},
    {SLUICE_TTL, SLUICE_REG_TTL0, 8, 255, SLUICE_BAD_TTL},
    {SLUICE_TTL, SLUICE_REG_PARTITION + 1, 80, 79, SLUICE_BAD_TTL},  // a packet of each of 4 ports
    {SLUICE_TTL, SLUICE_REG_PARTITION + 7, 80, 79, SLUICE_BAD_TTL},
    {SLUICE_TTL, SLUICE_REG_MAX_PACKET, 25, 26, SLUICE_BAD_TTL},
    {SLUICE_TTL, SLUICE_REG_ALPHA, (uint32_t)-2, (uint32_t)-3,
     SLUICE_BAD_TTL},  // 100 / 4 is a packet of 20, 100 / 8 is not
    {SLUICE_DSH, SLUICE_REG_TTL0, 8, 1, SLUICE_OK},
    {SLUICE_GFC, SLUICE_REG_STAGE_TOP, 120, 121, SLUICE_BAD_STAGES},  // Bm <= B
    {SLUICE_GFC, SLUICE_REG_STAGE_TOP, 98, 97, SLUICE_BAD_STAGES},    // B_5 is 98
    {SLUICE_GFC, SLUICE_REG_STAGE_BASE, 67, 68, SLUICE_BAD_STAGES},   // B_1 is 68
    {SLUICE_GFC, SLUICE_REG_STAGE_BASE, 0, 100, SLUICE_BAD_STAGES},
    {SLUICE_GFC, SLUICE_REG_STAGE, 37, 36, SLUICE_BAD_STAGES},
    {SLUICE_GFC, SLUICE_REG_STAGE, 83, 84, SLUICE_BAD_STAGES},      // B_2 is 84
    {SLUICE_GFC, SLUICE_REG_STAGE + 4, 97, 96, SLUICE_BAD_STAGES},  // B_4 is 96
    {SLUICE_GFC, SLUICE_REG_STAGE + 4, 100, 101, SLUICE_BAD_STAGES},
    {SLUICE_GFC, SLUICE_REG_STAGE + 5, 0, MAX, SLUICE_OK},  // above N
    {SLUICE_GFC, SLUICE_REG_STAGES, 1, 0, SLUICE_BAD_STAGES},
    {SLUICE_GFC, SLUICE_REG_STAGES, 5, 6, SLUICE_BAD_STAGES},            // B_6 was never written
    {SLUICE_GFC, SLUICE_REG_STAGES, 16 + 1, 16, SLUICE_BAD_STAGES},      // the same by leading zeros
    {SLUICE_GFC, SLUICE_REG_STAGES, 16 + 5, 16 + 6, SLUICE_BAD_STAGES},  // D / 2^6 is one cell: stage 6 has none
    {SLUICE_GFC, SLUICE_REG_CELL_STEP, 1, 0, SLUICE_BAD_STAGES},
    {SLUICE_GFC, SLUICE_REG_ROOM_CLOCKS, 1, 0, SLUICE_OK},  // the linear one's
    {SLUICE_GFC_LINEAR, SLUICE_REG_ROOM_CLOCKS, 1, 0, SLUICE_BAD_STAGES},
    {SLUICE_GFC_LINEAR, SLUICE_REG_CELL_STEP, 1, 0, SLUICE_OK},
    {SLUICE_GFC_LINEAR, SLUICE_REG_STAGES, 5, 0, SLUICE_OK},
    {SLUICE_GFC_LINEAR, SLUICE_REG_STAGE_TOP, 120, 121, SLUICE_BAD_STAGES},
    {SLUICE_GFC_LINEAR, SLUICE_REG_STAGE_TOP, 37, 36, SLUICE_BAD_STAGES},
    {SLUICE_GFC_LINEAR, SLUICE_REG_STAGE_BASE, 99, 100, SLUICE_BAD_STAGES},
    {SLUICE_TTL, SLUICE_REG_STAGE_TOP, 120, MAX, SLUICE_OK},
};

START_TEST(bad_register_is_refused_with_its_reason) {
  uint32_t regs[SLUICE_REGS];
  const struct bad *b = &bad[_i];
  defaults(regs, b->scheme);
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_OK);
  regs[b->reg] = b->good;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_OK);
  regs[b->reg] = b->bad;
  ck_assert_int_eq(sluice_config_check(&dims, regs), b->reason);
}
END_TEST

START_TEST(every_reason_says_what_would_be_right) {
  for (int reason = SLUICE_UNCONFIGURED; reason <= SLUICE_BUSY; reason++) {
    const char *text = sluice_reason_text((enum sluice_reason)reason);
    static const char *const words[] = {"must", "use one", "needs", "only while", "write the"};
    bool says = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) says = says || strstr(text, words[i]) != NULL;
    ck_assert_msg(says, "%s", text);
  }
  ck_assert_str_eq(sluice_reason_text((enum sluice_reason)(SLUICE_BUSY + 1)), "unknown reason");
}
END_TEST

START_TEST(stages_counted_by_leading_zeros_want_a_power_of_two) {
  uint32_t regs[SLUICE_REGS];
  defaults(regs, SLUICE_GFC);
  regs[SLUICE_REG_STAGES] = 16 + 1;
  for (uint32_t base = 0; base < 100; base++) {
    uint32_t d = 100 - base;
    bool good = d == 64 || d == 32 || d == 16 || d == 8 || d == 4;  // 2: the last stage would be half a cell wide
    regs[SLUICE_REG_STAGE_BASE] = base;
    ck_assert_int_eq(sluice_config_check(&dims, regs), good ? SLUICE_OK : SLUICE_BAD_STAGES);
  }
  regs[SLUICE_REG_STAGE_BASE] = 36;
  memset(&regs[SLUICE_REG_STAGE], 0, SLUICE_MAX_STAGES * sizeof *regs);  // the table is of no interest
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_OK);
}
END_TEST

// A level must not look like OFF, which is 65535.
START_TEST(linear_distance_fits_a_level) {
  const struct sluice_dims wide = {.ports = 1, .classes = 1, .width = 20, .schemes = 63};
  uint32_t regs[SLUICE_REGS];
  defaults(regs, SLUICE_GFC_LINEAR);
  regs[SLUICE_REG_LOSSLESS] = 1;
  regs[SLUICE_REG_SHARED] = 0;
  regs[SLUICE_REG_BUFFER] = regs[SLUICE_REG_PRIVATE] = regs[SLUICE_REG_STAGE_TOP] = 100000;
  regs[SLUICE_REG_STAGE_BASE] = 100000 - 65534;
  ck_assert_int_eq(sluice_config_check(&wide, regs), SLUICE_OK);
  regs[SLUICE_REG_STAGE_BASE]--;
  ck_assert_int_eq(sluice_config_check(&wide, regs), SLUICE_BAD_STAGES);
}
END_TEST

START_TEST(ttl_wants_no_private_cells) {
  uint32_t regs[SLUICE_REGS];
  defaults(regs, SLUICE_TTL);
  regs[SLUICE_REG_BUFFER] += 32;
  regs[SLUICE_REG_PRIVATE] = 1;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_TTL);
}
END_TEST

// With every second class twice as many hops have one, and the switches an odd number of hops away use class 0.
START_TEST(half_the_classes_reach_twice_as_far) {
  uint32_t regs[SLUICE_REGS];
  defaults(regs, SLUICE_TTL);
  regs[SLUICE_REG_TTL_OPTIONS] = SLUICE_TTL_HALF;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_TTL);
  regs[SLUICE_REG_PARTITION] = 80;
  regs[SLUICE_REG_BUFFER] += 80;
  regs[SLUICE_REG_TTL0] = 16;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_OK);
  regs[SLUICE_REG_TTL0] = 17;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_TTL);
}
END_TEST

START_TEST(ttl_checks_only_the_classes_that_packets_can_have) {
  uint32_t regs[SLUICE_REGS];
  defaults(regs, SLUICE_TTL);
  regs[SLUICE_REG_TTL0] = 4;
  for (int c = 4; c < 8; c++) regs[SLUICE_REG_PARTITION + c] = 0;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_OK);
  regs[SLUICE_REG_TTL0] = 5;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_TTL);
}
END_TEST

// Bits of every register, 16 bits of a counter and 8 classes; 0: signed.
static int bits_of(int reg) {
  static const int bits[SLUICE_REGS] = {
      [SLUICE_REG_SCHEME] = 3,       [SLUICE_REG_LOSSLESS] = 8,     [SLUICE_REG_TTL0] = 8,
      [SLUICE_REG_TTL_OPTIONS] = 3,  [SLUICE_REG_PAUSE_TIME] = 16,  [SLUICE_REG_REFRESH] = 16,
      [SLUICE_REG_QUANTA_STEP] = 16, [SLUICE_REG_NATIVE] = 1,       [SLUICE_REG_STAGES] = 5,
      [SLUICE_REG_CELL_STEP] = 24,   [SLUICE_REG_ROOM_CLOCKS] = 32, [SLUICE_REG_ALPHA] = -1,
  };
  return bits[reg] == 0 ? 16 : bits[reg] < 0 ? 0 : bits[reg];
}

START_TEST(register_holds_its_bits_and_no_more) {
  const struct sluice_dims five = {.ports = 4, .classes = 5, .width = 20, .schemes = 63};
  for (int reg = 0; reg < SLUICE_REGS; reg++) {
    uint32_t regs[SLUICE_REGS];
    defaults(regs, SLUICE_STATIC);
    int bits = bits_of(reg);
    if (bits == 0) {  // -8 to 7, of which the check of alpha takes what it likes
      regs[reg] = 8;
      ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_VALUE);
      regs[reg] = (uint32_t)-9;
      ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_VALUE);
      continue;
    }
    regs[reg] = (uint32_t)((UINT64_C(1) << bits) - 1);
    ck_assert_msg(sluice_config_check(&dims, regs) != SLUICE_BAD_VALUE, "%s", sluice_register_name(reg));
    if (bits == 32) continue;
    regs[reg]++;
    ck_assert_msg(sluice_config_check(&dims, regs) == SLUICE_BAD_VALUE, "%s", sluice_register_name(reg));
    // The same with other dims: cells and classes have other bits, the rest has not.
    defaults(regs, SLUICE_STATIC);
    regs[SLUICE_REG_LOSSLESS] = 0x1f;
    bool cells = bits == 16 && reg != SLUICE_REG_PAUSE_TIME && reg != SLUICE_REG_REFRESH &&
                 reg != SLUICE_REG_QUANTA_STEP && (reg < SLUICE_REG_WEIGHT || reg >= SLUICE_REG_STAGE_TOP);
    bits = cells ? 20 : reg == SLUICE_REG_LOSSLESS ? 5 : bits;
    regs[reg] = UINT32_C(1) << bits;
    bool built = sluice_register_built(&five, reg);
    ck_assert_msg((sluice_config_check(&five, regs) == SLUICE_BAD_VALUE) == built, "%s", sluice_register_name(reg));
    regs[reg]--;
    ck_assert_msg(sluice_config_check(&five, regs) != SLUICE_BAD_VALUE, "%s", sluice_register_name(reg));
  }
}
END_TEST

START_TEST(lowest_reason_is_reported) {
  uint32_t regs[SLUICE_REGS];
  defaults(regs, SLUICE_STATIC);
  regs[SLUICE_REG_QUANTA_STEP] = 0;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_TIMES);
  regs[SLUICE_REG_XON] = 41;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_XON);
  regs[SLUICE_REG_MAX_PACKET] = 0;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_HEADROOM);
  regs[SLUICE_REG_BUFFER] = 0;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_POOLS);
  regs[SLUICE_REG_ALPHA] = 4;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_ALPHA);
  regs[SLUICE_REG_SCHEME] = 7;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_SCHEME);
  regs[SLUICE_REG_NATIVE] = 2;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_VALUE);
  for (int scheme = SLUICE_TTL; scheme <= SLUICE_GFC_LINEAR; scheme++) {
    defaults(regs, (enum sluice_scheme)scheme);
    regs[SLUICE_REG_TTL0] = regs[SLUICE_REG_STAGE_TOP] = 0;
    ck_assert_int_eq(sluice_config_check(&dims, regs), scheme == SLUICE_TTL ? SLUICE_BAD_TTL : SLUICE_BAD_STAGES);
    regs[SLUICE_REG_QUANTA_STEP] = 0;
    ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_TIMES);
  }
}
END_TEST

START_TEST(scheme_left_out_of_the_build_is_refused) {
  for (int built = 0; built < SLUICE_SCHEMES; built++)
    for (int scheme = 0; scheme < SLUICE_SCHEMES; scheme++) {
      uint32_t regs[SLUICE_REGS];
      struct sluice_dims only = dims;
      only.schemes = 1u << built;
      defaults(regs, (enum sluice_scheme)scheme);
      ck_assert_int_eq(sluice_config_check(&only, regs), scheme == built ? SLUICE_OK : SLUICE_BAD_SCHEME);
    }
}
END_TEST

// By hand: which schemes want a register, 0 for all of them.
static unsigned wanted_by(int reg) {
  unsigned ttl = 1 << SLUICE_TTL, gfc = 1 << SLUICE_GFC, linear = 1 << SLUICE_GFC_LINEAR;
  if (reg >= SLUICE_REG_TTL0 && reg < SLUICE_REG_MAX_PACKET) return ttl;  // TTL0, TTL_OPTIONS, PARTITION
  if (reg >= SLUICE_REG_WEIGHT && reg < SLUICE_REG_STAGE_TOP) return ttl;
  if (reg == SLUICE_REG_STAGE_TOP || reg == SLUICE_REG_STAGE_BASE) return gfc | linear;
  if (reg >= SLUICE_REG_STAGES && reg <= SLUICE_REG_CELL_STEP) return gfc;
  return reg == SLUICE_REG_ROOM_CLOCKS ? linear : 0;
}

START_TEST(registers_of_unbuilt_schemes_and_classes_do_not_exist) {
  for (unsigned schemes = 1; schemes < 1u << SLUICE_SCHEMES; schemes++)
    for (int classes = 1; classes <= 8; classes++) {
      const struct sluice_dims d = {.ports = 4, .classes = classes, .width = 16, .schemes = schemes};
      for (int reg = 0; reg < SLUICE_REGS; reg++) {
        bool built = wanted_by(reg) == 0 || (schemes & wanted_by(reg)) != 0;
        if (reg >= SLUICE_REG_PARTITION + classes && reg < SLUICE_REG_PARTITION + 8) built = false;
        if (reg >= SLUICE_REG_WEIGHT + classes && reg < SLUICE_REG_WEIGHT + 8) built = false;
        ck_assert_msg(sluice_register_built(&d, reg) == built, "%s, %d classes, schemes %u", sluice_register_name(reg),
                      classes, schemes);
      }
      ck_assert(!sluice_register_built(&d, SLUICE_REG_COMMIT));
      ck_assert(!sluice_register_built(&d, -1));
    }
}
END_TEST

// What a register holds that does not exist is of no interest.
START_TEST(values_of_registers_that_do_not_exist_are_ignored) {
  struct sluice_dims pauses = dims;
  pauses.schemes = 7;
  for (int scheme = SLUICE_STATIC; scheme <= SLUICE_DSH; scheme++) {
    uint32_t regs[SLUICE_REGS];
    defaults(regs, (enum sluice_scheme)scheme);
    for (int reg = 0; reg < SLUICE_REGS; reg++)
      if (wanted_by(reg) != 0) regs[reg] = UINT32_MAX;
    ck_assert_int_eq(sluice_config_check(&pauses, regs), SLUICE_OK);
    ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_BAD_VALUE);
  }
}
END_TEST

static void write_register(struct sluice_mmu *m, int reg, uint32_t value) {
  struct sluice_in in = {.cfg_write = true, .cfg_addr = (uint8_t)reg, .cfg_wdata = value};
  sluice_mmu_step(m, &in);
}

static enum sluice_reason commit(struct sluice_mmu *m) {
  write_register(m, SLUICE_REG_COMMIT, 0);
  const struct sluice_in idle = {0};
  for (int i = 1; i < SLUICE_COMMIT_LATENCY; i++) {
    enum sluice_reason before = (enum sluice_reason)sluice_mmu_out(m)->cfg_reason;
    write_register(m, SLUICE_REG_SCHEME, 7);  // ignored until the commit is through
    if (i < SLUICE_COMMIT_LATENCY - 1) ck_assert_int_eq(sluice_mmu_out(m)->cfg_reason, before);
  }
  enum sluice_reason reason = (enum sluice_reason)sluice_mmu_out(m)->cfg_reason;
  ck_assert_int_eq(sluice_mmu_out(m)->cfg_error, reason != SLUICE_OK);
  sluice_mmu_step(m, &idle);
  return reason;
}

static struct sluice_mmu *configured(const struct sluice_dims *d, const uint32_t *regs) {
  struct sluice_mmu *m;
  ck_assert_int_eq(sluice_mmu_new(&m, d), 0);
  const struct sluice_in idle = {0};
  while (!sluice_mmu_out(m)->ready) sluice_mmu_step(m, &idle);
  for (int r = 0; r < SLUICE_REGS; r++) write_register(m, r, regs[r]);
  ck_assert_int_eq(commit(m), SLUICE_OK);
  return m;
}

// Registers 0 to 15 may be written again only while the buffer is empty, if they exist; the others at any time.
START_TEST(structural_registers_wait_for_an_empty_buffer) {
  for (int all = 0; all < 2; all++)
    for (int reg = 0; reg < 64; reg++) {
      if (reg == SLUICE_REG_COMMIT) continue;
      struct sluice_dims d = dims;
      uint32_t regs[SLUICE_REGS];
      d.schemes = all ? 63 : 7;
      defaults(regs, SLUICE_SIH);
      struct sluice_mmu *m = configured(&d, regs);
      const struct sluice_in packet = {.enq_valid = true, .enq_port = 1, .enq_class = 2, .enq_cells = 3};
      sluice_mmu_step(m, &packet);
      write_register(m, reg, reg < SLUICE_REGS ? regs[reg] : 0);
      bool structural = reg <= SLUICE_LAST_STRUCTURAL_REG && (all || wanted_by(reg) == 0);
      ck_assert_int_eq(commit(m), structural ? SLUICE_BUSY : SLUICE_OK);
      const struct sluice_in leaves = {.deq_valid = true, .deq_port = 1, .deq_class = 2, .deq_cells = 3};
      sluice_mmu_step(m, &leaves);
      ck_assert_int_eq(commit(m), SLUICE_OK);
      sluice_mmu_free(m);
    }
}
END_TEST

// A view carries what the scheme of its clock made of its queue: 5 clocks after the last cell all of them are gone.
START_TEST(structural_registers_wait_for_the_views) {
  const struct sluice_in nothing = {0}, packet = {.enq_valid = true, .enq_port = 1, .enq_class = 2, .enq_cells = 3},
                         leaves = {.deq_valid = true, .deq_port = 1, .deq_class = 2, .deq_cells = 3};
  uint32_t regs[SLUICE_REGS];
  defaults(regs, SLUICE_SIH);
  struct sluice_mmu *m = configured(&dims, regs);
  sluice_mmu_step(m, &packet);
  write_register(m, SLUICE_REG_SCHEME, SLUICE_DSH);
  write_register(m, SLUICE_REG_COMMIT, 0);
  for (int left = SLUICE_COMMIT_LATENCY - 1; left > 0; left--) sluice_mmu_step(m, left == _i + 2 ? &leaves : &nothing);
  ck_assert_int_eq(sluice_mmu_out(m)->cfg_reason, _i < 5 ? SLUICE_BUSY : SLUICE_OK);
  sluice_mmu_free(m);
}
END_TEST

// The message that follows an event; false when none comes. TTL's thresholds follow their class's turn, so that it
// may take the scan, and its 32 clocks, to see that a queue is above them.
static bool message(struct sluice_mmu *m, struct sluice_in event, struct sluice_out *out) {
  for (int clock = 0; clock < 32 + 30; clock++) {
    event.tx_ready = true;
    sluice_mmu_step(m, &event);
    memset(&event, 0, sizeof event);
    *out = *sluice_mmu_out(m);
    if (out->tx_valid) return true;
  }
  return false;
}

START_TEST(ttl_queue_pauses_the_class_below_its_own) {
  static const struct {
    uint32_t options;
    int ttl, cls, paused;
    uint8_t enable;
  } hops[] = {{0, 5, 3, 2, 0x7f},                                  // ttl0 is 8: hop 3
              {0, 1, 7, 6, 0x7f},                                  // the last one
              {0, 7, 1, 0, 0x7f},                                  // the first switch pauses hosts
              {SLUICE_TTL_HALF, 4, 2, 1, 0x7f},                    // hop 4 pauses hop 3, which is class 1 there
              {SLUICE_TTL_HALF | SLUICE_TTL_ODD, 5, 1, 1, 0xff}};  // hop 3 pauses hop 2, which is class 1 too
  for (size_t i = 0; i < sizeof hops / sizeof hops[0]; i++) {
    uint32_t regs[SLUICE_REGS];
    struct sluice_out out;
    defaults(regs, SLUICE_TTL);
    regs[SLUICE_REG_PARTITION] = 100;  // class 0 exists with every second class
    regs[SLUICE_REG_BUFFER] += 100;
    regs[SLUICE_REG_TTL_OPTIONS] = hops[i].options;
    struct sluice_mmu *m = configured(&dims, regs);
    struct sluice_in in = {.enq_valid = true, .enq_port = 2, .enq_class = 5, .enq_cells = 99};
    in.enq_ttl = (uint8_t)hops[i].ttl;
    ck_assert(message(m, in, &out));
    ck_assert_uint_eq(out.queue_level[2 * 8 + hops[i].cls], SLUICE_OFF);
    ck_assert_int_eq(out.tx_port, 2);
    ck_assert_uint_eq(out.tx_enable, hops[i].enable);
    for (int c = 0; c < 8; c++) ck_assert_uint_eq(out.tx_time[c], c == hops[i].paused ? 1000 : 0);
    sluice_mmu_free(m);
  }
}
END_TEST

START_TEST(gfc_message_carries_the_level_and_comes_when_it_changes) {
  for (int scheme = SLUICE_GFC; scheme <= SLUICE_GFC_LINEAR; scheme++) {
    uint32_t regs[SLUICE_REGS];
    struct sluice_out out;
    defaults(regs, (enum sluice_scheme)scheme);
    regs[SLUICE_REG_LOSSLESS] = 0xbf;
    struct sluice_mmu *m = configured(&dims, regs);
    struct sluice_in in = {.enq_valid = true, .enq_port = 1, .enq_class = 4, .enq_cells = 85};
    ck_assert(message(m, in, &out));
    ck_assert_int_eq(out.tx_port, 1);
    ck_assert_uint_eq(out.tx_enable, 0xbf);
    for (int c = 0; c < 8; c++) ck_assert_uint_eq(out.tx_time[c], c != 4 ? 0 : scheme == SLUICE_GFC ? 2 : 49);
    in.enq_cells = 1;  // 86: still stage 2
    bool comes = message(m, in, &out);
    ck_assert_int_eq(comes, scheme == SLUICE_GFC_LINEAR);
    if (comes) ck_assert_uint_eq(out.tx_time[4], 50);
    in = (struct sluice_in){.deq_valid = true, .deq_port = 1, .deq_class = 4, .deq_cells = 86};
    ck_assert(message(m, in, &out));
    ck_assert_uint_eq(out.tx_time[4], 0);
    in = (struct sluice_in){.enq_valid = true, .enq_port = 1, .enq_class = 6, .enq_cells = 100};
    ck_assert(!message(m, in, &out));  // of a class that is not lossless
    sluice_mmu_free(m);
  }
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
  tcase_add_test(accounting, partition_then_shared_then_headroom_then_refused);
  tcase_add_test(accounting, paused_queue_under_ttl_still_uses_its_partitions);
  tcase_add_test(accounting, dequeue_under_ttl_repays_headroom_then_shared_then_partition);
  tcase_add_test(accounting, one_dequeue_under_ttl_straddles_all_three);
  tcase_add_test(accounting, ports_share_their_class_s_partitions_and_classes_do_not);
  tcase_add_loop_test(accounting, sums_and_limits_hold, 0, 2 * SLUICE_SCHEMES);
  suite_add_tcase(s, accounting);
  TCase *classes = tcase_create("classes");
  tcase_add_test(classes, class_of_a_hop);
  tcase_add_test(classes, bounced_packet_is_dropped_by_option);
  tcase_add_test(classes, every_second_class_in_a_tree);
  tcase_add_test(classes, other_schemes_keep_the_class);
  suite_add_tcase(s, classes);
  TCase *thresholds = tcase_create("thresholds");
  tcase_add_test(thresholds, threshold_is_alpha_times_the_room);
  tcase_add_test(thresholds, sih_thresholds);
  tcase_add_test(thresholds, dsh_thresholds);
  tcase_add_test(thresholds, static_thresholds_are_the_registers);
  tcase_add_test(thresholds, ttl_thresholds_by_hand);
  tcase_add_test(thresholds, ttl_threshold_stops_at_the_largest_number);
  tcase_add_test(thresholds, ttl_thresholds_of_a_class);
  tcase_add_test(thresholds, gfc_has_no_thresholds);
  suite_add_tcase(s, thresholds);
  TCase *stages = tcase_create("stages");
  tcase_set_timeout(stages, 60);
  tcase_add_loop_test(stages, leading_zeros_and_table_agree, 0, 4);
  tcase_add_test(stages, stage_boundaries_are_exact);
  tcase_add_test(stages, stages_from_a_table_that_is_no_power_of_two);
  tcase_add_test(stages, linear_level_is_the_cells_above_b0);
  tcase_add_test(stages, other_schemes_have_no_stages);
  suite_add_tcase(s, stages);
  TCase *states = tcase_create("states");
  tcase_add_test(states, queue_goes_off_above_xqoff_and_on_at_xqon);
  tcase_add_test(states, used_headroom_keeps_a_queue_off);
  tcase_add_test(states, port_goes_off_above_xpoff_and_on_at_xpon);
  tcase_add_test(states, used_insurance_keeps_a_port_off_but_no_queue);
  tcase_add_test(states, no_port_level_but_with_dsh);
  tcase_add_test(states, queue_that_sees_no_event_changes_with_the_thresholds);
  tcase_add_test(states, ttl_queue_goes_off_above_its_threshold_and_on_at_xqon);
  tcase_add_test(states, used_headroom_keeps_a_ttl_queue_off);
  tcase_add_test(states, ttl_classes_move_each_other_s_thresholds_through_the_shared_partition_alone);
  tcase_add_test(states, gfc_level_follows_the_queue_both_ways);
  tcase_add_loop_test(states, gfc_is_never_off, SLUICE_GFC, SLUICE_GFC_LINEAR + 1);
  tcase_add_test(states, lossy_class_is_always_free);
  suite_add_tcase(s, states);
  TCase *configuration = tcase_create("configuration");
  tcase_add_loop_test(configuration, bad_register_is_refused_with_its_reason, 0, sizeof bad / sizeof bad[0]);
  tcase_add_test(configuration, every_reason_says_what_would_be_right);
  tcase_add_test(configuration, register_holds_its_bits_and_no_more);
  tcase_add_test(configuration, lowest_reason_is_reported);
  tcase_add_test(configuration, ttl_wants_no_private_cells);
  tcase_add_test(configuration, half_the_classes_reach_twice_as_far);
  tcase_add_test(configuration, ttl_checks_only_the_classes_that_packets_can_have);
  tcase_add_test(configuration, stages_counted_by_leading_zeros_want_a_power_of_two);
  tcase_add_test(configuration, linear_distance_fits_a_level);
  tcase_add_test(configuration, scheme_left_out_of_the_build_is_refused);
  tcase_add_test(configuration, registers_of_unbuilt_schemes_and_classes_do_not_exist);
  tcase_add_test(configuration, values_of_registers_that_do_not_exist_are_ignored);
  tcase_add_test(configuration, structural_registers_wait_for_an_empty_buffer);
  tcase_add_loop_test(configuration, structural_registers_wait_for_the_views, 0, 8);
  tcase_add_test(configuration, dsh_needs_headroom_per_port_only);
  suite_add_tcase(s, configuration);
  TCase *messages = tcase_create("messages");
  tcase_add_test(messages, ttl_queue_pauses_the_class_below_its_own);
  tcase_add_test(messages, gfc_message_carries_the_level_and_comes_when_it_changes);
  suite_add_tcase(s, messages);
  return s;
}

int main(void) {
  SRunner *runner = srunner_create(rules_suite());
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
