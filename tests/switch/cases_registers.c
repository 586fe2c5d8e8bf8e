// Tests the host's access to the switch, with the checks of bench.h: the reserve, a refused COMMIT, the MMU's
// statistics, MAX_FRAME. `make test T=switch CASE=registers` repeats it.
#include <check.h>

#include "tests/switch/cases.h"

// The switch refuses COMMIT if MMU and reserve exceed the memory. The MMU then keeps its active registers.
START_TEST(reserve) {
  struct bench b;
  bench_start(&b, _i, 6);
  uint32_t regs[SLUICE_REGS];
  bench_registers(&b.shim->dims, regs);
  const struct {
    uint16_t addr;
    uint32_t bad, good;
  } cases[] = {{4 * SLUICE_REG_BUFFER, regs[SLUICE_REG_BUFFER] + 1, regs[SLUICE_REG_BUFFER]},
               {4 * SLUICE_REG_BUFFER, 0xffffffff, regs[SLUICE_REG_BUFFER]},
               {4 * SLUICE_REG_MAX_PACKET, regs[SLUICE_REG_MAX_PACKET] - 1, regs[SLUICE_REG_MAX_PACKET]},
               {SLUICE_SWITCH_REG_MAX_FRAME, 9217, BENCH_MAX_FRAME},
               {SLUICE_SWITCH_REG_MAX_FRAME, 59, BENCH_MAX_FRAME},
               {SLUICE_SWITCH_REG_MAX_FRAME, 0x10000000 + BENCH_MAX_FRAME, BENCH_MAX_FRAME}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    bench_write(&b, cases[i].addr, cases[i].bad);
    bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
    ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_STATUS), 3);
    ck_assert_uint_eq(bench_read(&b, cases[i].addr), cases[i].bad);
    bench_write(&b, cases[i].addr, cases[i].good);
    for (int k = 0; k < 300; k++) bench_step(&b);  // until the MMU is at rest
    bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
    ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_STATUS), 1);
    ck_assert_uint_eq(bench_read(&b, 4 * SLUICE_REG_STATUS), SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_ACTIVE);
  }
  bench_free(&b);
}
END_TEST

// The MMU refuses a COMMIT with other lossless classes. The active classes stay, so frames without an entry are
// dropped: only lossy frames are copied to the ports of FLOOD.
START_TEST(refused_classes) {
  struct bench b;
  bench_start(&b, _i, 13);
  bench_write(&b, 4 * SLUICE_REG_LOSSLESS, 0);
  bench_write(&b, 4 * SLUICE_REG_SHARED, 0xffffffff);
  bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
  ck_assert_uint_ne(bench_read(&b, 4 * SLUICE_REG_STATUS) & SLUICE_STATUS_REASON, 0);
  bench_write(&b, SLUICE_SWITCH_REG_FLOOD, 3);
  b.floods = true;
  for (int i = 0; i < 6; i++) {
    struct frame *f = bench_frame(&b, i % 2, 0, 0, 100);
    f->sent[4] ^= 0x55;
    f->reason = 7;
    bench_send(&b, f);
  }
  bench_drain(&b);
  ck_assert_uint_eq(b.reasons[7], 6);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// The host reads the MMU's statistics through the switch. Statistics that do not exist read 0.
START_TEST(statistics) {
  struct bench b;
  bench_start(&b, _i, 11);
  const struct switch_dims *d = &b.shim->dims;
  bench_pause(&b, 1, 1, 65535);
  for (int i = 0; i < d->cells / 8; i++) bench_send(&b, bench_frame(&b, 0, 1, 0, 500));
  for (int i = 0; i < 30000; i++) bench_step(&b);
  ck_assert_uint_gt(b.counts[0][40], 0);
  uint32_t at = SLUICE_SWITCH_REG_STATISTIC,
           cells = (uint32_t)b.queues[1][0].count * (uint32_t)((500 + d->cell - 1) / d->cell);
  ck_assert_uint_eq(bench_read(&b, (uint16_t)(at + 4 * SLUICE_STAT_QUEUE_PEAK)), cells);
  uint32_t pauses = bench_read(&b, (uint16_t)(at + 4 * SLUICE_STAT_QUEUE_PAUSES));
  ck_assert_uint_ge(pauses, 1);
  ck_assert_uint_eq(bench_read(&b, (uint16_t)(at + 4 * SLUICE_STAT_QUEUE_RESUMES)), pauses - 1);
  ck_assert_uint_gt(bench_read(&b, (uint16_t)(at + 4 * SLUICE_STAT_SHARED_PEAK)), 0);
  ck_assert_uint_eq(bench_read(&b, (uint16_t)(at + 512 + 4 * SLUICE_STAT_QUEUE_PEAK)), 0);  // port 1
  ck_assert_uint_eq(bench_read(&b, (uint16_t)(at + 64 + 4 * SLUICE_STAT_QUEUE_PEAK)), 0);   // class 1
  ck_assert_uint_eq(bench_read(&b, (uint16_t)(at + 512 * (uint32_t)d->ports + 4 * SLUICE_STAT_SHARED_PEAK)), 0);
  ck_assert_uint_eq(bench_read(&b, (uint16_t)(at + 4 * 15)), 0);
  bench_write(&b, (uint16_t)(at + 4 * SLUICE_STAT_QUEUE_PEAK), 1);  // the write has a response and no effect
  ck_assert_uint_eq(bench_read(&b, (uint16_t)(at + 4 * SLUICE_STAT_QUEUE_PEAK)), cells);
  bench_pause(&b, 1, 1, 0);
  bench_drain(&b);
  ck_assert_uint_eq(bench_read(&b, (uint16_t)(at + 4 * SLUICE_STAT_QUEUE_RESUMES)),
                    bench_read(&b, (uint16_t)(at + 4 * SLUICE_STAT_QUEUE_PAUSES)));
  bench_free(&b);
}
END_TEST

// The switch drops frames above the absolute maximum length even if MAX_FRAME is larger, which COMMIT would refuse.
START_TEST(longest_frame) {
  struct bench b;
  bench_start(&b, _i, 12);
  bench_write(&b, SLUICE_SWITCH_REG_MAX_FRAME, 0x3fff);
  for (int i = 0; i < 3; i++) {
    struct frame *f = bench_frame(&b, 0, 1, 0, 9217 + 40 * i);
    f->reason = 3;
    bench_send(&b, f);
  }
  bench_drain(&b);
  ck_assert_uint_eq(b.reasons[3], 3);
  bench_free(&b);
}
END_TEST

TCase *cases_registers(void) {
  TCase *c = tcase_create("registers");
  tcase_set_timeout(c, 120);
  tcase_add_loop_test(c, reserve, 0, bench_variants());
  tcase_add_loop_test(c, refused_classes, 0, bench_variants());
  tcase_add_loop_test(c, statistics, 0, bench_variants());
  tcase_add_loop_test(c, longest_frame, 0, bench_variants());
  return c;
}
