// Tests frames to unknown and group addresses, with the checks of bench.h: lossy frames are copied to the ports of
// FLOOD, lossless frames are dropped. `make test T=switch CASE=flood` repeats it.
#include <check.h>
#include <string.h>

#include "tests/switch/cases.h"

enum { FLOOD = SLUICE_SWITCH_REG_FLOOD };

// The buffer is smaller by the cells for copies.
static void flood_registers(const struct switch_dims *d, uint32_t *regs) {
  bench_registers(d, regs);
  uint32_t frame = regs[SLUICE_REG_MAX_PACKET];
  uint32_t extra = 3 * frame + (uint32_t)(16 + d->ports) / (uint32_t)(d->ports + 1) + 2;
  regs[SLUICE_REG_BUFFER] -= extra;
  regs[SLUICE_REG_SHARED] -= extra;
}

static void start(struct bench *b, int variant, uint64_t seed) {
  uint32_t regs[SLUICE_REGS];
  flood_registers(&switch_shim_list[variant]->dims, regs);
  bench_start_with(b, variant, seed, regs);
}

static void set_flood(struct bench *b, uint32_t ports) {
  bench_write(b, FLOOD, ports);
  ck_assert_uint_eq(bench_read(b, FLOOD), ports);
  b->floods |= (ports & ((1u << b->shim->dims.ports) - 1)) != 0;
}

// Frame number n to an unknown address, a group or all.
static struct frame *flooded_frame(struct bench *b, int in, int cls, int length, uint32_t ports, int n) {
  struct frame *f = bench_frame(b, in, 0, cls, length);
  if (n % 3 == 0) memset(f->sent, 0xff, 6);
  if (n % 3 == 1) f->sent[4] ^= 0x55;
  if (n % 3 == 2) f->sent[0] |= 1;
  memcpy(f->expected, f->sent, 6);
  f->flood = ports & ((1u << b->shim->dims.ports) - 1) & ~(1u << in);
  bool lossy = !(b->lossless >> cls & 1);
  f->reason = lossy && f->flood != 0 ? 13 : 7;
  return f;
}

// Every set of ports, lengths around whole cells, all classes.
START_TEST(copies) {
  struct bench b;
  start(&b, _i, 20);
  const struct switch_dims *d = &b.shim->dims;
  uint64_t expected = 0;
  for (uint32_t ports = 0; ports < 1u << d->ports; ports++) {
    set_flood(&b, ports | 0xffff0000u);
    for (int i = 0; i < 12; i++) {
      int in = (int)bench_random(&b, (uint64_t)d->ports);
      int length = i == 0 ? BENCH_MAX_FRAME : 60 + (int)bench_random(&b, 200);
      struct frame *f = flooded_frame(&b, in, i % 4 ? d->classes - 1 : i / 4 % d->classes, length, ports, i);
      if (f->reason == 13) expected += (uint64_t)__builtin_popcount(f->flood);
      bench_send(&b, f);
      bench_send(&b, bench_frame(&b, in, (in + 1) % d->ports, 0, 60 + (int)bench_random(&b, 200)));
      for (int k = 0; k < 1500; k++) bench_step(&b);
    }
    bench_drain(&b);
  }
  ck_assert_uint_eq(b.copies, expected);
  ck_assert_uint_gt(b.reasons[7], 0);
  ck_assert_uint_eq(b.reasons[14], 0);
  ck_assert_uint_eq(b.reasons[9], 0);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// More frames than the switch can copy, while the buffer is full. Waiting frames have their cells. The switch drops and
// counts the rest, and the ports continue at line rate.
START_TEST(crowd) {
  struct bench b;
  start(&b, _i, 21);
  const struct switch_dims *d = &b.shim->dims;
  set_flood(&b, 0xffff);
  b.no_pause = true;
  for (int round = 0; round < 4; round++) {
    for (int p = 0; p < d->ports; p++) bench_pause(&b, p, 0xff, 65535);
    for (int i = 0; i < d->cells / 10; i++)
      bench_send(&b, bench_frame(&b, i % d->ports, (i + 1) % d->ports, i % (d->classes - 1), round > 1 ? 1500 : 60));
    for (int i = 0; i < d->cells / 8; i++) {
      int in = i % d->ports, length = 60 + (int)bench_random(&b, round % 2 ? BENCH_MAX_FRAME - 60 : 70);
      bench_send(&b, i % 4 ? flooded_frame(&b, in, d->classes - 1, length, 0xffff, i)
                           : bench_frame(&b, in, (in + 1) % d->ports, 0, length));
    }
    for (int i = 0; i < 40000; i++) bench_step(&b);
    for (int p = 0; p < d->ports; p++) bench_pause(&b, p, 0xff, 0);
    bench_drain(&b);
  }
  ck_assert_uint_gt(b.copies, 100);
  ck_assert_uint_gt(b.reasons[14], 30);
  ck_assert_uint_gt(b.reasons[9], 30);
  ck_assert_uint_eq(b.not_ready, 0);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// If frames of maximum size end at all ports in one turn of the wheel, two wait for the copier and no more.
START_TEST(two_largest_wait) {
  struct bench b;
  start(&b, _i, 23);
  const struct switch_dims *d = &b.shim->dims;
  set_flood(&b, 0xffff);
  for (int p = 0; p < d->ports; p++)
    bench_send(&b, flooded_frame(&b, p, d->classes - 1, BENCH_MAX_FRAME / d->cell * d->cell, 0xffff, 0));
  bench_drain(&b);
  ck_assert_uint_eq(b.reasons[13], 2);
  ck_assert_uint_eq(b.reasons[14], (uint64_t)d->ports - 2);
  bench_free(&b);
}
END_TEST

// After the first FLOOD other than 0, the switch refuses a COMMIT without cells for copies.
START_TEST(copies_need_cells) {
  struct bench b;
  bench_start(&b, _i, 22);
  uint32_t regs[SLUICE_REGS];
  flood_registers(&b.shim->dims, regs);
  bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
  ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_STATUS), 1);
  set_flood(&b, 1);
  set_flood(&b, 0);
  const struct { uint32_t buffer, status; } cases[] = {{regs[SLUICE_REG_BUFFER] + 1, 3}, {regs[SLUICE_REG_BUFFER], 1}};
  bench_write(&b, 4 * SLUICE_REG_SHARED, regs[SLUICE_REG_SHARED]);
  for (int i = 0; i < 2; i++) {
    bench_write(&b, 4 * SLUICE_REG_BUFFER, cases[i].buffer);
    bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
    ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_STATUS), cases[i].status);
  }
  bench_free(&b);
}
END_TEST

// The first FLOOD is written without a COMMIT, so copies have no reserve. While no port sends, short frames fill the
// buffer. Then large frames are copied, and the cells run out. All lost frames must be counted. Later frames find
// cells.
START_TEST(no_reserve_for_copies) {
  enum { LARGE = 9216 };
  const struct switch_dims *d = &switch_shim_list[_i]->dims;
  struct bench b;
  uint32_t regs[SLUICE_REGS];
  bench_registers(d, regs);
  regs[SLUICE_REG_ALPHA] = 3;
  regs[SLUICE_REG_MAX_PACKET] = regs[SLUICE_REG_HEADROOM] = (uint32_t)(LARGE / d->cell);
  bench_buffer(d, regs, LARGE);
  bench_new(&b, switch_shim_list[_i], 24);
  bench_write(&b, SLUICE_SWITCH_REG_MAX_FRAME, LARGE);
  ck_assert_uint_eq(bench_configure(&b, regs), SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_ACTIVE);
  bench_tables(&b);
  b.no_pause = b.may_lack_cells = true;
  b.ready_of_256 = 0;
  for (int i = 0; i < d->cells; i++)
    for (int p = 1; p < d->ports; p++) bench_send(&b, bench_frame(&b, p, 0, i % (d->classes - 1), 60));
  for (int i = 0; i < 96 * d->cells / d->bytes; i++) bench_step(&b);
  set_flood(&b, 0xffff);
  for (int i = 0; i < 20; i++)
    for (int p = 1; p < d->ports; p++) bench_send(&b, flooded_frame(&b, p, d->classes - 1, LARGE - i, 0xffff, i));
  for (int i = 0; i < d->cells; i++) bench_send(&b, bench_frame(&b, 0, 1, i % (d->classes - 1), 60));
  for (int i = 0; i < 96 * d->cells / d->bytes; i++) bench_step(&b);
  uint64_t lost = b.reasons[2], of_port_0 = b.counts[0][48 + 2];
  ck_assert_msg(of_port_0 > 10 && lost > of_port_0, "%d frames lack cells, %d of port 0", (int)lost, (int)of_port_0);
  b.ready_of_256 = 256;
  bench_drain(&b);
  lost = b.reasons[2];
  for (int i = 0; i < 50; i++) bench_send(&b, bench_frame(&b, i % d->ports, (i + 1) % d->ports, 0, 60));
  bench_drain(&b);
  ck_assert_uint_eq(b.reasons[2], lost);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

TCase *cases_flood(void) {
  TCase *c = tcase_create("flood");
  tcase_set_timeout(c, 120);
  tcase_add_loop_test(c, copies, 0, bench_variants());
  tcase_add_loop_test(c, crowd, 0, bench_crowded_variants());
  tcase_add_loop_test(c, two_largest_wait, 0, bench_variants());
  tcase_add_loop_test(c, copies_need_cells, 0, bench_variants());
  tcase_add_loop_test(c, no_reserve_for_copies, 0, bench_crowded_variants());
  return c;
}
