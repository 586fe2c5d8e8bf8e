// Tests the planner's terms of the headroom, and their rounding to cells against a search of all packet mixes. `make
// check T=plan_cells` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "tb/cli/plan/nvidia.h"
#include "tests/suite.h"
#include "tests/tools/plan_input.h"

// The largest number of cells that n bytes can take, in packets of low to high bytes, by trying all mixes.
static uint64_t most_cells(uint32_t n, uint32_t low, uint32_t high, uint32_t cell) {
  uint32_t *best = calloc(n + 1, sizeof(*best)), result;
  ck_assert_ptr_nonnull(best);
  for (uint32_t i = 1; i <= n; i++) {
    best[i] = best[i - 1];
    for (uint32_t s = low; s <= high && s <= i; s++) {
      uint32_t with = best[i - s] + (s + cell - 1) / cell;
      if (with > best[i]) best[i] = with;
    }
  }
  result = best[n];
  free(best);
  return result;
}

// No mix of packets takes more cells than a stream of the worst size. The bound exceeds the largest mix by at most one
// packet.
START_TEST(no_mix_of_packets_takes_more_cells) {
  static const uint32_t low[] = {64, 65, 100, 257, 300};
  struct plan_input in = dsh;
  in.cell = cell_sizes[_i];
  for (size_t i = 0; i < sizeof(low) / sizeof(*low); i++) {
    in.min_packet = low[i];
    uint32_t worst = headroom_worst_packet(in.min_packet, in.mtu, in.cell);
    for (uint32_t n = 64; n <= 5000; n += 1234) {
      uint64_t most = most_cells(n, low[i], in.mtu, in.cell), bound = headroom_stream_cells(n, worst, in.cell);
      ck_assert_uint_le(most, bound);
      ck_assert_uint_le(bound, most + headroom_packet_cells(worst, in.cell));
    }
  }
}
END_TEST

START_TEST(worst_packet_is_a_cell_and_a_byte_or_the_smallest) {
  struct plan_input in = dsh;
  in.cell = 80;
  ck_assert_uint_eq(headroom_worst_packet(in.min_packet, in.mtu, in.cell), 81);
  in.cell = 256;
  ck_assert_uint_eq(headroom_worst_packet(in.min_packet, in.mtu, in.cell), 64);
  in.min_packet = 256;
  ck_assert_uint_eq(headroom_worst_packet(in.min_packet, in.mtu, in.cell), 257);
  in.cell = 80;
  in.min_packet = 64;
  in.mtu = 81;  // the largest packet may be the worst
  ck_assert_uint_eq(headroom_worst_packet(in.min_packet, in.mtu, in.cell), 81);
  in.mtu = 80;
  ck_assert_uint_eq(headroom_worst_packet(in.min_packet, in.mtu, in.cell), 64);
}
END_TEST

START_TEST(registers_hold_the_worst_stream_and_a_packet) {
  struct plan_input in = dsh;
  in.cell = 256;
  struct plan p = make(&in);
  ck_assert_uint_eq(p.eq15, 78344);
  ck_assert_uint_eq(p.mmu, 4150);  // 13 + 4 + 66 cycles of 4 ns at 12.5 bytes per ns
  ck_assert_uint_eq(p.need, 78344 + 84 + 4150);
  ck_assert_uint_eq(p.others, 250 / 64 + 1);  // 5 cycles
  ck_assert_uint_eq(p.cells[PLAN_DSH].eta, 82578 / 64 + 6 + 4);
  ck_assert_uint_eq(p.cells[PLAN_DSH].shared, 65536 - 224 * 12 - 32 * p.cells[PLAN_DSH].eta);
  ck_assert_uint_eq(p.cells[PLAN_SIH].shared, 0);
  ck_assert_uint_gt(p.cells[PLAN_SIH].missing, 0);
}
END_TEST

// A buffer has whole cells only.
START_TEST(rest_of_a_cell_is_no_cell) {
  struct plan_input in = dsh;
  in.cell = 256;
  in.buffer = 256 * 65536 + 255;
  ck_assert_uint_eq(make(&in).buffer_cells, 65536);
  in.buffer++;
  ck_assert_uint_eq(make(&in).buffer_cells, 65537);
}
END_TEST

// What a port must have is rounded up to cells of 96 B: 10,240 B are 107. Bm and partitions, parts of the buffer, are
// rounded down: 8,193 cells less one byte are 8,192.
START_TEST(amounts_that_are_given) {
  struct plan_input in = dsh;
  in.cell = 96;
  in.scheme = SLUICE_SHP;
  in.port_headroom = PLAN_PORT_HEADROOM;
  ck_assert_uint_eq(make(&in).cells[PLAN_SHP].port, 107);
  in.bm = 8193 * 96 - 1;
  ck_assert_uint_eq(make(&in).gfc.bm_cells, 8192);
  in.partitions = 2;
  in.partition[0] = 0;
  in.partition[1] = 8193 * 96 - 1;
  ck_assert_uint_eq(make(&in).ttl.partition_cells[1], 8192);
}
END_TEST

// With the formula for NVIDIA switches, XON of 18,000 B is 18 KiB, 231 cells of 80 B in each lossless queue. HEADROOM
// is the xoff of whole KiB in cells.
START_TEST(cells_of_the_formula_for_nvidia) {
  struct plan_input in = dsh;
  in.basis = PLAN_NVIDIA;
  in.sonic = NVIDIA_202405;
  in.cell = 80;
  in.classes = 8;
  in.lossless = 3;
  in.phi = 0;
  in.xon = 18000;
  const struct plan p = make(&in);
  ck_assert_uint_eq(p.cells[PLAN_SIH].phi, 32 * 2 * 231);
  ck_assert_uint_eq(p.need % 1024, 0);
  ck_assert_uint_ne(p.need % 80, 0);
  ck_assert_uint_eq(p.cells[PLAN_SIH].eta, p.need / 80 + 1);
}
END_TEST

// 16 ports have 17 slots, so the switch needs 2 x 17 + 12 cycles: at 350 MHz 131,428.57 ps.
START_TEST(delay_of_the_switch) {
  struct plan_input in = dsh;
  in.ports = 16;
  in.in_switch = true;
  in.clock_khz = 350000;
  ck_assert_uint_eq(make(&in).switch_ps, 131429);
}
END_TEST

// Packets of lossy classes may be smaller than the smallest lossless packet.
START_TEST(others_are_packets_of_any_size) {
  struct plan_input in = dsh;
  in.cell = 256;
  in.min_packet = 257;
  struct plan p = make(&in);
  ck_assert_uint_eq(p.worst_packet, 257);
  ck_assert_uint_eq(p.others, 250 / 64 + 1);
  in.cell = 80;
  ck_assert_uint_eq(make(&in).others, 250 * 2 / 81 + 2);
  in.min_packet = in.mtu = 80;  // and larger than the largest one
  in.port_mtu = 1500;
  ck_assert_uint_eq(make(&in).others, 250 * 2 / 81 + 2);
}
END_TEST

START_TEST(datapath_delay_is_in_the_headroom) {
  struct plan_input in = dsh;
  uint64_t need = make(&in).need;
  in.datapath_ns = 300;
  ck_assert_uint_eq(make(&in).need, need + 3750);
}
END_TEST

// A round has 66 messages. Each message takes one cycle, or its waiting time plus two cycles. XON waits for the same
// round.
START_TEST(waiting_messages_are_in_the_headroom) {
  struct plan_input in = dsh;
  struct plan prompt = make(&in);
  in.message_wait = 1;
  ck_assert_uint_eq(make(&in).need, prompt.need + 2 * 66 * 50);
  in.message_wait = 400;
  ck_assert_uint_eq(make(&in).need, prompt.need + 401 * 66 * 50);
  ck_assert_uint_eq(make(&in).resume, prompt.resume + 401 * 66 * 50);
}
END_TEST

// The port's own frame delays the pause, and may be larger than the frames of lossless classes. So two frames of 1500
// bytes become 9100 + 1024, and MAX_PACKET is that of the port.
START_TEST(two_mtus) {
  struct plan_input in = dsh;
  in.cell = 96;
  in.mtu = 1024;
  in.port_mtu = 9100;
  struct plan p = make(&in);
  ck_assert_uint_eq(p.eq15, 78344 - 3000 + 9100 + 1024);
  ck_assert_uint_eq(p.max_packet, 95);
  ck_assert_uint_eq(p.delta, 2 * 11);
  const struct headroom h = plan_headroom(&in, &p);
  ck_assert_uint_eq(p.cells[PLAN_DSH].eta, p.need * 2 / 97 + 11 + p.others);
  in.large_share = 50;
  p = make(&in);
  uint64_t half = p.need / 2;
  ck_assert_uint_eq(headroom_mix_cells(&h, p.need), p.need * 2 / 97);
  ck_assert_uint_eq(p.cells[PLAN_DSH].eta, (p.need - half) * 2 / 97 + (half * 11 + 1023) / 1024 + 11 + p.others);
  in.large_share = 100;
  p = make(&in);
  ck_assert_uint_eq(p.cells[PLAN_DSH].eta, (p.need * 11 + 1023) / 1024 + 11 + p.others);
}
END_TEST

// Each term delays the pause and the resume: MAC and PHY in bytes, the FIFO in bytes of short frames, 100 ns of gearbox
// in both directions.
START_TEST(devices_are_in_the_headroom) {
  struct plan_input in = dsh;
  const struct plan without = make(&in);
  in.mac_phy = 819;
  in.gearbox_ns = 100;
  in.tx_fifo = 4096;
  const struct plan p = make(&in);
  ck_assert_uint_eq(p.devices, 819 + 2 * 1250 + 5735);  // 4096 * 84 / 60
  ck_assert_uint_eq(p.need, without.need + p.devices);
  ck_assert_uint_eq(p.resume, without.resume + p.devices);
  in.gearbox_ns = 1;  // 12.5 bytes each way
  ck_assert_uint_eq(make(&in).devices, 819 + 2 * 13 + 5735);
}
END_TEST

// A response of 394 quanta is 25,216 bytes.
START_TEST(response_in_bytes) {
  struct plan_input in = dsh;
  const uint64_t need = make(&in).need;
  in.response = 25216;
  ck_assert_uint_eq(make(&in).need, need);
  in.response = 26000;
  ck_assert_uint_eq(make(&in).need, need + 784);
}
END_TEST

// A quantum is 512 bits; part of a ns is one more. 30 Gb/s has the quanta of 40 Gb/s, and 1.6 Tb/s those of 800 Gb/s.
START_TEST(response_in_ns) {
  static const uint64_t t[][2] = {{1000, 1024},     // 2 x 512
                                  {10000, 3431},    // 67 x 51.2 = 3,430.4
                                  {100000, 2018},   // 394 x 5.12 = 2,017.28
                                  {30000, 2014},    // 118 x 17.0667 = 2,013.87
                                  {1600000, 290}};  // 905 x 0.32 = 289.6
  for (size_t i = 0; i < sizeof t / sizeof t[0]; i++)
    ck_assert_uint_eq(headroom_response_ns(1000000 * t[i][0]), t[i][1]);
}
END_TEST

// A cycle is at least 1/16 of a bit time, the unit of QUANTA_STEP, and at most a frame of 64 bytes.
START_TEST(clock_of_every_rate) {
  static const uint32_t clock[][2] = {{1, 16},       {10, 160},     {100, 228},    {1000, 250},
                                      {100000, 250}, {200000, 391}, {400000, 782}, {800000, 1563}};
  for (size_t i = 0; i < sizeof(clock) / sizeof(*clock); i++) {
    struct plan_input in = dsh;
    in.mbps = clock[i][0];
    in.quanta = 1;
    ck_assert_uint_eq(make(&in).clock_khz, 1000 * clock[i][1]);
  }
}
END_TEST

// At 125 Mb/s and 1001 MHz, QUANTA_STEP is 1 instead of 1.998: the MMU counts almost two quanta of the upstream as one,
// and a pause would expire before its refresh.
START_TEST(quanta_of_slow_links) {
  struct plan_input in = dsh;
  struct plan p;
  struct error err;
  in.mbps = 31;
  in.quanta = 1;
  ck_assert_uint_eq(make(&in).clock_khz, 248000);
  in.mbps = 125;
  in.mtu = 9000;
  ck_assert_uint_eq(make(&in).clock_khz, 250000);
  in.clock_khz = 1001000;
  ck_assert_int_ne(plan_make(&in, &p, &err), 0);
  ck_assert_msg(strstr(err.text, "divides 16 x rate") != NULL, "%s", err.text);
}
END_TEST

// A round of 66 messages of w + 2 cycles, 8 cycles, and a largest frame with 20 B fit into 65,535 - 32,767 - 2 quanta,
// 2,097,024 B. A cycle of 4 ns is 50 B: 634 x 3,300 + 400 + 4,404 + 20. At 300 MHz, QUANTA_STEP is 5,333 instead of
// 5,333.3, so 32,767 quanta of the MMU take 32,770 at the upstream, and 32,763 are left.
START_TEST(a_round_and_a_frame_before_the_pause_expires) {
  static const struct { uint32_t clock_khz, wait, frame; } t[] = {{250000, 632, 4404}, {300000, 758, 6478}};
  for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
    struct plan_input in = dsh;
    struct plan p;
    struct error err;
    in.clock_khz = t[i].clock_khz;
    in.message_wait = t[i].wait;
    in.port_mtu = t[i].frame;
    ck_assert_int_eq(plan_make(&in, &p, &err), 0);
    in.port_mtu++;
    ck_assert_int_ne(plan_make(&in, &p, &err), 0);
    ck_assert_msg(strstr(err.text, "in which an active pause expires") != NULL, "%s", err.text);
  }
}
END_TEST

// Only queues of lossless classes have headroom; all queues have private cells.
START_TEST(lossy_classes_have_no_headroom) {
  struct plan_input in = dsh;
  in.classes = 8;
  in.lossless = 1 << 3 | 1 << 4;
  const struct plan p = make(&in);
  ck_assert_uint_eq(p.cells[PLAN_SIH].groups, 64);
  ck_assert_uint_eq(p.cells[PLAN_SIH].headroom, 64 * p.cells[PLAN_SIH].eta);
  ck_assert_uint_eq(p.cells[PLAN_SIH].phi, 256 * 3072);
  ck_assert_uint_eq(p.cells[PLAN_DSH].groups, 32);
}
END_TEST

// [spec 12]: 32 ports of 7 classes, 56,840 B a queue, ratio 8: a pool of 1,550,560 B, with the private parts 1,878,240
// B.
START_TEST(shared_headroom_pool) {
  struct plan_input in = dsh;
  in.scheme = SLUICE_SHP;
  in.ratio = 8;
  in.port_headroom = PLAN_PORT_HEADROOM;
  struct plan p = make(&in);
  ck_assert_uint_eq(p.paper[PLAN_SHP].eta, 56840);
  ck_assert_uint_eq(p.paper[PLAN_SHP].pool, 1550560);
  ck_assert_uint_eq(p.paper[PLAN_SHP].headroom, 1878240);
  ck_assert_uint_eq(p.paper[PLAN_SHP].shared, (16 << 20) - 1878240 - 224 * 3072);
  in.cell = 256;
  in.ratio = 7;
  p = make(&in);
  uint64_t caps = 224 * p.cells[PLAN_SHP].eta;
  ck_assert_uint_ne((caps - 32 * 40) % 7, 0);
  ck_assert_uint_eq(p.cells[PLAN_SHP].port, 40);
  ck_assert_uint_eq(p.cells[PLAN_SHP].pool, (caps - 32 * 40 + 6) / 7);
  ck_assert_ptr_eq(plan_pools_of(&in, &p), &p.cells[PLAN_SHP]);
}
END_TEST

// The scan finds the queue within two rounds, 2 * (224 + 7 + 20) cycles. The message follows 70 cycles later. The
// propagation delay counts in both directions.
START_TEST(resume_threshold_covers_the_latency_of_xon) {
  ck_assert_uint_eq(make(&dsh).resume, 78344 + 84 + (502 + 70) * 50);
}
END_TEST

// A headroom counter has 4 bits less than a buffer counter. The width must suffice for both.
START_TEST(width_holds_buffer_and_headroom) {
  struct plan_input in = dsh;
  in.ports = 3;
  in.buffer = 60 << 20;
  in.phi = 0;
  ck_assert_int_eq(make(&in).width, 26);
  in.wire_ns = 150000;
  struct plan p = make(&in);
  ck_assert_uint_ge(p.cells[PLAN_DSH].eta, 1 << 21);
  ck_assert_uint_lt(p.cells[PLAN_DSH].eta, 1 << 22);
  ck_assert_int_eq(p.width, 26);
  in.wire_ns = 200000;
  p = make(&in);
  ck_assert_uint_ge(p.cells[PLAN_DSH].eta, 1 << 22);
  ck_assert_int_eq(p.width, 27);
  in.scheme = SLUICE_GFC;
  ck_assert_int_eq(make(&in).width, 26);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("plan_cells");
  TCase *t = tcase_create("registers");
  tcase_set_timeout(t, 120);
  tcase_add_loop_test(t, no_mix_of_packets_takes_more_cells, 0, sizeof(cell_sizes) / sizeof(*cell_sizes));
  tcase_add_test(t, worst_packet_is_a_cell_and_a_byte_or_the_smallest);
  tcase_add_test(t, registers_hold_the_worst_stream_and_a_packet);
  tcase_add_test(t, rest_of_a_cell_is_no_cell);
  tcase_add_test(t, amounts_that_are_given);
  tcase_add_test(t, cells_of_the_formula_for_nvidia);
  tcase_add_test(t, delay_of_the_switch);
  tcase_add_test(t, others_are_packets_of_any_size);
  tcase_add_test(t, datapath_delay_is_in_the_headroom);
  tcase_add_test(t, waiting_messages_are_in_the_headroom);
  tcase_add_test(t, two_mtus);
  tcase_add_test(t, devices_are_in_the_headroom);
  tcase_add_test(t, response_in_bytes);
  tcase_add_test(t, response_in_ns);
  tcase_add_test(t, clock_of_every_rate);
  tcase_add_test(t, quanta_of_slow_links);
  tcase_add_test(t, a_round_and_a_frame_before_the_pause_expires);
  tcase_add_test(t, lossy_classes_have_no_headroom);
  tcase_add_test(t, shared_headroom_pool);
  tcase_add_test(t, resume_threshold_covers_the_latency_of_xon);
  tcase_add_test(t, width_holds_buffer_and_headroom);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
