// Tests the rules of credits (cmodel/rules/sluice_credit.h) with values that were computed by hand from spec 12.
#include "cmodel/credit/sluice_credit_port.h"
#include "cmodel/rules/sluice_credit.h"
#include "tests/suite.h"

START_TEST(credits_of_a_packet) {
  ck_assert_uint_eq(sluice_credits(1, 0, 128), 1);
  ck_assert_uint_eq(sluice_credits(128, 0, 128), 1);
  ck_assert_uint_eq(sluice_credits(129, 0, 128), 2);
  ck_assert_uint_eq(sluice_credits(128, 1, 128), 2);
  ck_assert_uint_eq(sluice_credits(9216, 127, 128), 73);
  ck_assert_uint_eq(sluice_credits(144, -16, 128), 1);
  ck_assert_uint_eq(sluice_credits(16, -16, 128), 0);
  ck_assert_uint_eq(sluice_credits(4096, 0, SLUICE_CREDIT_BLOCK_IB), 64);
}
END_TEST

// The limit holds on both sides of a wrap, and to the credit.
START_TEST(starts_ultra_ethernet) {
  const int bits = SLUICE_CREDIT_BITS_UE;
  const uint32_t last = (1u << bits) - 1;
  ck_assert(sluice_credit_starts_ue(0, 0, 10, 10, bits));
  ck_assert(!sluice_credit_starts_ue(0, 0, 10, 11, bits));
  ck_assert(sluice_credit_starts_ue(3, last - 3, 10, 3, bits));  // 7 in use
  ck_assert(!sluice_credit_starts_ue(3, last - 3, 10, 4, bits));
  ck_assert(sluice_credit_starts_ue(last - 2, last, last, 1, bits));  // all but one in use
  ck_assert(!sluice_credit_starts_ue(last - 2, last, last, 2, bits));
  ck_assert(!sluice_credit_starts_ue(5, 0, 4, 0, bits));  // more in use than a smaller limit allows
  ck_assert_uint_eq(sluice_credit_most(false, bits), 1048575);
}
END_TEST

START_TEST(starts_infiniband) {
  const int bits = SLUICE_CREDIT_BITS_IB;
  ck_assert_uint_eq(sluice_credit_most(true, bits), 2048);
  ck_assert(!sluice_credit_starts_ib(0, 0, 1, bits));  // before the first FCCL
  ck_assert(sluice_credit_starts_ib(0, 2048, 2047, bits));
  ck_assert(sluice_credit_starts_ib(4000, 4064, 64, bits));
  ck_assert(sluice_credit_starts_ib(4090, 58, 64, bits));  // 4090 + 64 = 58 modulo 4096
  ck_assert(!sluice_credit_starts_ib(4090, 57, 64, bits));
  // Half of the counter in one packet is misread: the rule is exact below that.
  ck_assert(sluice_credit_starts_ib(0, 0, 2048, bits));
  // FCCL: 100 blocks freed, a buffer of 2048; at its largest it wraps.
  ck_assert_uint_eq(sluice_credit_fccl(100, 2048, bits), 2148);
  ck_assert_uint_eq(sluice_credit_fccl(4095, 2048, bits), 2047);
}
END_TEST

START_TEST(receiver) {
  const int bits = SLUICE_CREDIT_BITS_IB;
  ck_assert(!sluice_credit_due(5, 4090, 12, bits));  // 11 freed since the last message
  ck_assert(sluice_credit_due(5, 4090, 11, bits));
  ck_assert(!sluice_credit_due(5, 4090, 0, bits));  // by time only
  ck_assert_uint_eq(sluice_credit_lost(4090, 5, bits), 11);
  ck_assert_uint_eq(sluice_credit_lost(5, 5, bits), 0);
  ck_assert_uint_eq(sluice_credit_advance(4090, 11, bits), 5);
}
END_TEST

// A packet of 4,096 bytes has 64 blocks and 4,120 bytes on the line.
static const struct sluice_credit_link packets_4k = {.credits = 64, .line_bytes = 4120, .amount = 0};

START_TEST(needs_of_a_link) {
  struct sluice_credit_link l = packets_4k;
  ck_assert_uint_eq(sluice_credits_needed(&l, 4120), 64);
  ck_assert_uint_eq(sluice_credits_needed(&l, 4121), 128);
  ck_assert_uint_eq(sluice_credits_needed(&l, 10 * 4120), 640);
  l.amount = 64;
  ck_assert_uint_eq(sluice_credits_needed(&l, 10 * 4120), 640);
  l.amount = 65;  // every second packet sends a message
  ck_assert_uint_eq(sluice_credits_needed(&l, 10 * 4120), 704);
}
END_TEST

// The counter of InfiniBand ends a link at 2,048 blocks: 32 packets of 4,120 bytes, 131,840 bytes of line time.
START_TEST(longest_link) {
  struct sluice_credit_link l = packets_4k;
  const uint64_t most = sluice_credit_most(true, SLUICE_CREDIT_BITS_IB);
  ck_assert_uint_eq(sluice_credit_longest_loop(&l, most), 131840);
  ck_assert_uint_eq(sluice_credit_longest_wire(&l, most, 100000, 0), 1054);
  ck_assert_uint_eq(sluice_credit_longest_wire(&l, most, 800000, 0), 131);
  ck_assert_uint_eq(sluice_credit_longest_wire(&l, most, 100000, 10547), 0);
  ck_assert_uint_eq(sluice_credit_longest_loop(&l, 63), 0);
  l.amount = 65;
  ck_assert_uint_eq(sluice_credit_longest_loop(&l, 64), 0);
  ck_assert_uint_eq(sluice_credit_longest_loop(&l, 128), 4120);
  // The two rules agree: the longest loop needs the credits that it has, and a byte more needs more.
  for (uint32_t credits = 1; credits <= 200; credits += 7)
    for (uint32_t amount = 0; amount <= 600; amount += 50)
      for (uint64_t have = 1; have < 3000; have += 113) {
        l = (struct sluice_credit_link){credits, 64 * credits, amount};
        const uint64_t loop = sluice_credit_longest_loop(&l, have);
        if (loop > 0 && sluice_credits_needed(&l, loop) > have) ck_abort_msg("credits %u, amount %u", credits, amount);
        if (sluice_credits_needed(&l, loop + 1) <= have) ck_abort_msg("credits %u, amount %u", credits, amount);
      }
}
END_TEST

// The model refuses what the RTL refuses (lint-credit); below, each line has one parameter out of its range.
START_TEST(refused_parameters) {
  static const struct sluice_credit_dims good = {false, 8, 20, 7, 14, 20},
                                         bad[] = {{false, 0, 20, 7, 14, 20},  {false, 33, 20, 7, 14, 20},
                                                  {false, 8, 3, 7, 14, 20},   {false, 8, 25, 7, 14, 20},
                                                  {false, 8, 20, 13, 14, 20}, {false, 8, 20, 7, 6, 20},
                                                  {false, 8, 20, 7, 17, 20},  {false, 8, 20, 7, 14, 3},
                                                  {false, 8, 20, 7, 14, 33},  {true, 8, 8, 6, 14, 20}};
  struct sluice_credit_port p;
  ck_assert_int_eq(sluice_credit_port_init(&p, &good), 0);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    ck_assert_int_eq(sluice_credit_port_init(&p, &bad[i]), EINVAL);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("credit rules");
  TCase *tcase = tcase_create("rules");
  tcase_add_test(tcase, credits_of_a_packet);
  tcase_add_test(tcase, starts_ultra_ethernet);
  tcase_add_test(tcase, starts_infiniband);
  tcase_add_test(tcase, receiver);
  tcase_add_test(tcase, needs_of_a_link);
  tcase_add_test(tcase, longest_link);
  tcase_add_test(tcase, refused_parameters);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
