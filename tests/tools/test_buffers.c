// Tests the buffers of a link under each scheme with points that were computed by hand from the specification [spec 3,
// 6, 12]. `make check T=buffers` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <math.h>

#include "tb/studies/buffers/buffers.h"
#include "tests/suite.h"

static struct buffer_need need_of(enum buffer_scheme scheme, uint64_t gbps, uint64_t metres, int classes) {
  const struct buffer_link link = {gbps * 1000, metres, classes};
  struct buffer_need need;
  struct error err;
  ck_assert_msg(buffer_need(&link, scheme, &need, &err) == 0, "%s", err.text);
  return need;
}

// 10 Gb/s, 100 m: TTL Eq. 15 is 2 (4096 + 64 + 625) + 67 quanta of 64 B = 13,858 B; a control frame of 84 B;
// 13 + 4 + 66 cycles at 250 MHz, 415 B; the last packet of 4,096 B; others in 5 cycles, 25 B, and one packet of 64 B.
START_TEST(pauses_need_the_headroom_of_the_planner) {
  ck_assert_uint_eq(need_of(BUFFER_SIH, 10, 100, 1).lossless, 13858 + 84 + 415 + 4096 + 25 + 64);
  ck_assert_uint_eq(need_of(BUFFER_SIH, 10, 100, 8).lossless, 8 * 18542);
  ck_assert_uint_eq(need_of(BUFFER_SHP, 10, 100, 8).lossless, 8 * 18542);
  ck_assert_uint_eq(need_of(BUFFER_DSH, 10, 100, 8).lossless, 18542);
}
END_TEST

// A pause of 65,535 quanta lasts 4,194,240 B of line time. At 400 Gb/s the loop without the wire is 2 (4096 + 64)
// + 905 x 64 + 84 B and 83 cycles at 782 MHz, 5,307 B: 71,631 B. The rest is two ways of wire, of 50 B/ns and 5 ns/m.
START_TEST(a_pause_ends_inside_its_loop) {
  const uint64_t metres = (4194240 - 71631) / 50 / 10;
  ck_assert_uint_eq(need_of(BUFFER_SIH, 400, 1000, 1).ends_m, metres);
  ck_assert(!need_of(BUFFER_SIH, 400, metres - 1, 1).ends);
  ck_assert(need_of(BUFFER_SIH, 400, metres + 1, 1).ends);
}
END_TEST

// 100 Gb/s, 1 km: the wire takes 125,000 B both ways, the packets and messages 3 x 4116 + 84 B, so the loop is 137,432
// B, 34 packets. Ultra Ethernet: 32 credits a packet, and messages of 50 credits return two packets. InfiniBand: 64
// blocks a packet, 2,176 blocks instead of 2,048.
START_TEST(credits_fill_the_loop) {
  const struct buffer_need ue = need_of(BUFFER_UE, 100, 1000, 1), ib = need_of(BUFFER_IB, 100, 1000, 1);
  ck_assert_uint_eq(ue.lossless, 4096);
  ck_assert_uint_eq(ue.full, 35 * 32 * 128);
  ck_assert(!ue.ends && ue.share == 1);
  ck_assert_uint_eq(need_of(BUFFER_UE, 100, 1000, 8).full, 8 * ue.full);
  ck_assert_uint_eq(ib.full, 2048 * 64);
  ck_assert(ib.ends && fabs(ib.share - 32 * 4116 / 137432.0) < 1e-9);
}
END_TEST

// The longest loop of 2,048 blocks is 32 packets; 131,712 - 12,432 B are two ways of wire of 954 m at 100 Gb/s.
START_TEST(blocks_end_at_a_length) {
  ck_assert_uint_eq(need_of(BUFFER_IB, 100, 100, 1).ends_m, 954);
  ck_assert(!need_of(BUFFER_IB, 100, 954, 1).ends);
  ck_assert(need_of(BUFFER_IB, 100, 955, 1).ends);
}
END_TEST

// 10 Gb/s, 100 m: tau is 2 x 4096 B + 1 us + 3 us = 13,192 B, T is 10 us = 12,500 B; above Bm = 4 C tau, or 4 C (tau +
// T), the last packet and the others as in headroom.
START_TEST(gentle_flow_control_needs_four_c_tau) {
  ck_assert_uint_eq(need_of(BUFFER_GFC, 10, 100, 1).lossless, 4 * 13192 + 4096 + 25 + 64);
  ck_assert_uint_eq(need_of(BUFFER_GFC_TIMED, 10, 100, 8).full, 8 * (4 * (13192 + 12500) + 4096 + 25 + 64));
}
END_TEST

int main(void) {
  Suite *suite = suite_create("buffers");
  TCase *c = tcase_create("points");
  tcase_add_test(c, pauses_need_the_headroom_of_the_planner);
  tcase_add_test(c, a_pause_ends_inside_its_loop);
  tcase_add_test(c, credits_fill_the_loop);
  tcase_add_test(c, blocks_end_at_a_length);
  tcase_add_test(c, gentle_flow_control_needs_four_c_tau);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
