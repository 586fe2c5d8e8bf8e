// Tests the planner: the values that the papers print, the weights of TTL, and the clock. `make check T=plan` repeats
// it.
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "tests/suite.h"
#include "tests/tools/plan_input.h"

static struct plan_gfc gfc_at(uint64_t mbps) {
  struct plan_input in = dsh;
  in.mbps = mbps;
  in.wire_ns = 1000;
  return make(&in).gfc;
}

// ---- the values of the papers ----

START_TEST(ttl_eq15_headroom_with_60_quanta_is_21968) {
  struct plan_input in = ttl_input();
  ck_assert_uint_eq(plan_eq15(&in, 60), 21968);
  ck_assert_uint_eq(make(&in).eq15_60, 21968);
}
END_TEST

START_TEST(ttl_eq15_headroom_with_response_of_802_3_is_25680) {
  struct plan_input in = ttl_input();
  ck_assert_uint_eq(make(&in).quanta, 118);
  ck_assert_uint_eq(make(&in).eq15, 25680);
}
END_TEST

// The paper multiplies its rounded 22 KB; the exact product is 5,623,808 B.
START_TEST(ttl_headroom_of_a_switch_is_5632_kb) {
  struct plan_input in = ttl_input();
  struct plan p = make(&in);
  uint64_t queues = p.paper[PLAN_SIH].groups, rounded = (p.eq15_60 + 500) / 1000 * 1000;
  ck_assert_uint_eq(queues * rounded, 5632000);
  ck_assert_uint_eq(queues * p.eq15_60, 5623808);
}
END_TEST

START_TEST(work_conservation_is_64_mb_and_8_mb) {
  struct plan_input in = ttl_input();
  ck_assert_uint_eq(make(&in).nkcr, 64000000);
  ck_assert_uint_eq(make(&in).ncr, 8000000);
}
END_TEST

START_TEST(dsh_eta_is_56840) { ck_assert_uint_eq(make(&dsh).eq1, 56840); }
END_TEST

START_TEST(sih_headroom_is_12732160) { ck_assert_uint_eq(make(&dsh).paper[PLAN_SIH].headroom, 12732160); }
END_TEST

START_TEST(dsh_insurance_is_1818880) { ck_assert_uint_eq(make(&dsh).paper[PLAN_DSH].headroom, 1818880); }
END_TEST

START_TEST(shared_pool_is_3_36_mb_and_14_27_mb) {
  struct plan p = make(&dsh);
  ck_assert_uint_eq(p.paper[PLAN_SIH].phi, 688128);
  ck_assert_uint_eq(p.paper[PLAN_SIH].shared, 3356928);
  ck_assert_uint_eq(p.paper[PLAN_DSH].shared, 14270208);
}
END_TEST

START_TEST(shared_pool_ratio_is_4_25) {
  struct plan p = make(&dsh);
  ck_assert_double_eq_tol((double)p.paper[PLAN_DSH].shared / (double)p.paper[PLAN_SIH].shared, 4.25, 0.005);
}
END_TEST

START_TEST(gfc_tau_is_7_4_and_5_6_and_5_24_us) {
  ck_assert_double_eq_tol(gfc_at(10000).tau_ns, 7400, 1e-9);
  ck_assert_double_eq_tol(gfc_at(40000).tau_ns, 5600, 1e-9);
  ck_assert_double_eq_tol(gfc_at(100000).tau_ns, 5240, 1e-9);
}
END_TEST

// Exact values; a KB is 1000 bytes.
START_TEST(gfc_2_c_tau_is_18_5_and_56_and_131_kb) {
  ck_assert_uint_eq(gfc_at(10000).two_c_tau, 18500);
  ck_assert_uint_eq(gfc_at(40000).two_c_tau, 56000);
  ck_assert_uint_eq(gfc_at(100000).two_c_tau, 131000);
}
END_TEST

// 7,001 ns at 12.5 B per ns are rounded up once: 2 x 3,000 + 2 x 87,512.5 B.
START_TEST(gfc_2_c_tau_is_rounded_once) {
  struct plan_input in = dsh;
  in.proc_ns = 3001;
  ck_assert_uint_eq(make(&in).gfc.two_c_tau, 181025);
}
END_TEST

START_TEST(gfc_feedback_worst_is_69_mbps) {
  ck_assert_double_eq_tol(gfc_at(10000).worst_bps, 69e6, 0.5e6);
  ck_assert_double_eq_tol(100 * gfc_at(10000).worst_bps / 10e9, 0.69, 0.005);
}
END_TEST

START_TEST(gfc_feedback_steady_is_8_6_mbps) {
  ck_assert_double_eq_tol(gfc_at(10000).steady_bps, 8.6e6, 0.05e6);
  ck_assert_double_eq_tol(100 * gfc_at(10000).steady_bps / 10e9, 0.086, 0.0005);
}
END_TEST

START_TEST(response_times_of_802_3) {
  static const uint64_t known[][2] = {{100, 1},     {1000, 2},     {10000, 67},   {25000, 80},   {40000, 118},
                                      {50000, 147}, {100000, 394}, {200000, 453}, {400000, 905}, {800000, 905}};
  for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
    ck_assert_uint_eq(headroom_response_quanta(known[i][0] * 1000000), known[i][1]);
  ck_assert_uint_eq(headroom_response_quanta(UINT64_C(39999000000)), 0);
}
END_TEST

// ---- weights of TTL, clock ----

START_TEST(weights_add_up_to_at_most_one) {
  struct plan_input in = ttl_input();
  struct plan p = make(&in);
  ck_assert_uint_eq(p.ttl.weight[0], 0);  // only hosts send in class 0
  for (int i = 1; i < 8; i++) ck_assert_uint_eq(p.ttl.weight[i], 65536 / 7);
  in.classes = 2;
  ck_assert_uint_eq(make(&in).ttl.weight[1], 65535);
  in.partitions = 3;
  in.partition[0] = in.partition[1] = 1 << 20;
  in.partition[2] = 2 << 20;
  p = make(&in);
  ck_assert_int_eq(p.ttl.partitions, 3);
  ck_assert_uint_eq(p.ttl.weight[0], 16384);
  ck_assert_uint_eq(p.ttl.weight[2], 32768);
}
END_TEST

// [TTL 1.3]: one packet per port. [TTL 1.4.2]: the threshold is at least one packet, whatever the occupancy of other
// queues.
START_TEST(smallest_partition_holds_a_packet_of_every_port) {
  struct plan_input in = ttl_input();
  in.cell = 256;
  struct plan p = make(&in);
  ck_assert_uint_eq(p.ttl.partition_cells[0], 0);
  ck_assert_uint_eq(p.ttl.partition_cells[7], 32 * 6);
  in.alpha = -8;
  p = make(&in);
  ck_assert_uint_eq(p.ttl.partition_cells[7], 256 * 6);
  p.ttl.shared = 0;
  ck_assert_uint_eq(plan_ttl_threshold(&in, &p, 7), 6);
}
END_TEST

// Eq. 16 with empty pools, by hand: 2^-4 * (b_s / 7 + b_i).
START_TEST(ttl_pools_and_thresholds) {
  struct plan_input in = ttl_input();
  in.quanta = 60;
  struct plan p = make(&in);
  // Eq. 15, a control frame, 83 cycles of the MMU at 5 bytes per ns, a packet of maximum size, and packets of other
  // queues in 5 cycles
  ck_assert_uint_eq(p.cells[PLAN_SIH].eta, 21968 + 84 + 1660 + 1500 + 100 + 64);
  ck_assert_uint_eq(p.cells[PLAN_SIH].eta * 256, p.cells[PLAN_SIH].headroom);
  ck_assert_uint_eq(p.ttl.shared, (16 << 20) - p.cells[PLAN_SIH].headroom - 7 * 32 * 1500);
  ck_assert_uint_eq(plan_ttl_threshold(&in, &p, 3), (9362 * p.ttl.shared / 65536 + 32 * 1500) / 16);
  ck_assert_uint_ne(9362 * p.ttl.shared % 65536, 0);
  in.alpha = 0;
  p = make(&in);
  ck_assert_uint_eq(plan_ttl_threshold(&in, &p, 3), 9362 * p.ttl.shared / 65536 + 32 * 1500);
  ck_assert_uint_eq(p.ttl.missing, 0);
  in.buffer = 1000000;
  p = make(&in);
  ck_assert_uint_eq(p.ttl.shared, 0);
  ck_assert_uint_eq(p.ttl.missing, p.cells[PLAN_SIH].headroom + 7 * 32 * 1500 - 1000000);
}
END_TEST

// [TTL 2.3]: 3 classes instead of 9 that a route with one bounce needs; switches with hosts have class 0.
START_TEST(a_tree_has_a_quarter_of_the_classes) {
  struct plan_input in = ttl_input();
  struct error err;
  struct plan p = make(&in);
  const uint64_t eta = p.cells[PLAN_SIH].eta;
  in.scheme = SLUICE_TTL;
  in.tree_levels = in.classes = 3;
  p = make(&in);
  ck_assert_uint_eq(p.cells[PLAN_SIH].headroom, 32 * 3 * eta);
  ck_assert_uint_eq(p.nkcr, 3 * p.ncr);
  for (int i = 0; i < 3; i++) ck_assert_uint_eq(p.ttl.partition_cells[i], 32 * 1500);
  for (int i = 0; i < 3; i++) ck_assert_uint_eq(p.ttl.weight[i], 21845);
  ck_assert_uint_eq(p.ttl.shared, (16 << 20) - 32 * 3 * eta - 3 * 32 * 1500);
  in.partitions = 3;
  in.partition[1] = in.partition[2] = 48000;
  ck_assert_int_ne(plan_make(&in, &p, &err), 0);
  ck_assert_ptr_nonnull(strstr(err.text, "partition 0 is 0 B"));
}
END_TEST

// 32 ports of 100 Gb/s bring 4,762 million packets of 64 + 20 bytes per second. At 250 million packets per second, a
// packet has 1600 bytes on the wire.
START_TEST(clock_of_all_ports) {
  struct plan_input in = dsh;
  struct plan p = make(&in);
  ck_assert_uint_eq(p.clock_khz, 250000);
  ck_assert_uint_eq(p.clock_all, 4762);
  ck_assert_uint_eq(p.least_frame, 1580);
  in.clock_khz = 300000;  // 1,333.3 bytes
  ck_assert_uint_eq(make(&in).least_frame, 1334 - 20);
  in.clock_khz = 0;
  in.ports = 2;
  in.mbps = 10000;
  p = make(&in);
  ck_assert_uint_eq(p.clock_all, 30);
  ck_assert_uint_eq(p.least_frame, 64);
}
END_TEST

static TCase *values(void) {
  TCase *t = tcase_create("values");
  tcase_add_test(t, clock_of_all_ports);
  tcase_add_test(t, ttl_eq15_headroom_with_60_quanta_is_21968);
  tcase_add_test(t, ttl_eq15_headroom_with_response_of_802_3_is_25680);
  tcase_add_test(t, ttl_headroom_of_a_switch_is_5632_kb);
  tcase_add_test(t, work_conservation_is_64_mb_and_8_mb);
  tcase_add_test(t, dsh_eta_is_56840);
  tcase_add_test(t, sih_headroom_is_12732160);
  tcase_add_test(t, dsh_insurance_is_1818880);
  tcase_add_test(t, shared_pool_is_3_36_mb_and_14_27_mb);
  tcase_add_test(t, shared_pool_ratio_is_4_25);
  tcase_add_test(t, gfc_tau_is_7_4_and_5_6_and_5_24_us);
  tcase_add_test(t, gfc_2_c_tau_is_18_5_and_56_and_131_kb);
  tcase_add_test(t, gfc_2_c_tau_is_rounded_once);
  tcase_add_test(t, gfc_feedback_worst_is_69_mbps);
  tcase_add_test(t, gfc_feedback_steady_is_8_6_mbps);
  tcase_add_test(t, response_times_of_802_3);
  tcase_add_test(t, weights_add_up_to_at_most_one);
  tcase_add_test(t, smallest_partition_holds_a_packet_of_every_port);
  tcase_add_test(t, ttl_pools_and_thresholds);
  tcase_add_test(t, a_tree_has_a_quarter_of_the_classes);
  return t;
}

int main(void) {
  Suite *suite = suite_create("plan");
  suite_add_tcase(suite, values());
  return suite_run(suite);
}
