// Tests the host's access to the switch, with the checks of bench.h: the reserve, a refused COMMIT, the MMU's
// statistics, MAX_FRAME. `make test T=switch CASE=registers` repeats it.
#include <check.h>
#include <stdlib.h>

#include "tb/cosim/switch_shim.h"
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

// A frame that is dropped because it is longer than the active MAX_FRAME, and one that is not.
static void one_byte_too_long(struct bench *b, int max_frame) {
  struct frame *f = bench_frame(b, 0, 1, 0, max_frame + 1);
  f->reason = 3;
  bench_send(b, f);
  if (max_frame > 0) bench_send(b, bench_frame(b, 0, 1, 0, max_frame));
  bench_drain(b);
}

// MAX_FRAME takes effect with an accepted COMMIT: neither before it, nor during it, nor after one that the
// switch or the MMU refuses.
START_TEST(max_frame_needs_a_commit) {
  struct bench b;
  uint32_t regs[SLUICE_REGS];
  bench_registers(&switch_shim_list[_i]->dims, regs);
  bench_new(&b, switch_shim_list[_i], 12);
  bench_tables(&b);
  one_byte_too_long(&b, 0);
  one_byte_too_long(&b, 0);
  ck_assert_uint_eq(bench_configure(&b, regs), SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_ACTIVE);
  one_byte_too_long(&b, BENCH_MAX_FRAME);
  bench_write(&b, SLUICE_SWITCH_REG_MAX_FRAME, 0x3fff);
  one_byte_too_long(&b, BENCH_MAX_FRAME);
  bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
  ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_STATUS), 3);
  one_byte_too_long(&b, BENCH_MAX_FRAME);
  bench_write(&b, SLUICE_SWITCH_REG_MAX_FRAME, 100);
  bench_write(&b, 4 * SLUICE_REG_ALPHA, 100);  // out of range
  bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
  ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_STATUS), 1);
  ck_assert_uint_eq(bench_read(&b, 4 * SLUICE_REG_STATUS) & SLUICE_STATUS_ACTIVE, 0);
  one_byte_too_long(&b, BENCH_MAX_FRAME);
  bench_write(&b, 4 * SLUICE_REG_ALPHA, regs[SLUICE_REG_ALPHA]);
  bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
  bench_write(&b, SLUICE_SWITCH_REG_MAX_FRAME, 200);  // for the next COMMIT
  ck_assert_uint_ne(bench_read(&b, 4 * SLUICE_REG_STATUS) & SLUICE_STATUS_ACTIVE, 0);
  one_byte_too_long(&b, 100);
  ck_assert_uint_eq(b.reasons[3], 7);
  ck_assert_uint_eq(b.frames_out, 5);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// A COMMIT with a smaller MAX_FRAME needs the reserve of the larger one, because each port may keep the cells of a
// large frame that was not accepted. So every lossless frame finds its cells.
START_TEST(smaller_max_frame) {
  enum { LARGE = 9216, SMALL = 60 };
  const struct switch_dims *d = &switch_shim_list[_i]->dims;
  struct bench b;
  uint32_t regs[SLUICE_REGS];
  bench_registers(d, regs);
  uint32_t packet = regs[SLUICE_REG_MAX_PACKET];
  regs[SLUICE_REG_ALPHA] = 3;
  regs[SLUICE_REG_MAX_PACKET] = regs[SLUICE_REG_HEADROOM] = (uint32_t)(LARGE / d->cell);
  bench_buffer(d, regs, LARGE);
  bench_new(&b, switch_shim_list[_i], 31);
  bench_write(&b, SLUICE_SWITCH_REG_MAX_FRAME, LARGE);
  ck_assert_uint_eq(bench_configure(&b, regs), SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_ACTIVE);
  bench_tables(&b);
  for (int p = 0; p < d->ports; p++) {
    struct frame *f = bench_frame(&b, p, (p + 1) % d->ports, 0, LARGE);
    f->bad = true;
    f->reason = 4;
    bench_send(&b, f);
  }
  bench_drain(&b);
  ck_assert_uint_ge(b.out.kept, (uint32_t)(d->ports * (LARGE / d->cell - 1)));

  bench_write(&b, SLUICE_SWITCH_REG_MAX_FRAME, SMALL);
  regs[SLUICE_REG_MAX_PACKET] = regs[SLUICE_REG_HEADROOM] = packet;
  uint32_t status[2];
  for (int i = 0, max_frame = SMALL; i < 2; i++, max_frame = LARGE) {
    bench_buffer(d, regs, max_frame);
    bench_configure(&b, regs);
    status[i] = bench_read(&b, SLUICE_SWITCH_REG_STATUS);
    if (status[i] == 1) break;
  }
  b.no_pause = b.may_lack_cells = true;
  bench_pause(&b, 1, 0xff, 65535);
  for (int i = 0; i < d->cells; i++) bench_send(&b, bench_frame(&b, 0, 1, i % (d->classes - 1), SMALL));
  for (int i = 0; i < 16 * d->cells && b.reasons[9] == 0; i++) bench_step(&b);
  ck_assert_msg(b.reasons[2] == 0, "%d lossless frames lack a cell", (int)b.reasons[2]);
  ck_assert_uint_gt(b.reasons[9], 0);
  ck_assert_uint_eq(status[0], 3);
  ck_assert_uint_eq(status[1], 1);
  bench_pause(&b, 1, 0xff, 0);
  bench_drain(&b);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// Every word below the counters: a register reads back what was written, an address without a register of this build
// reads 0. Addresses between and behind the counters and statistics read 0, too.
START_TEST(unmapped_addresses) {
  const struct switch_dims *d = &switch_shim_list[_i]->dims;
  const struct sluice_switch_dims dims = switch_model_dims(d, 16);
  struct sluice_switch *model;
  struct bench b;
  bench_new(&b, switch_shim_list[_i], 14);
  ck_assert_int_eq(sluice_switch_new(&model, &dims), 0);
  int registers = 0, empty = 0;
  for (uint16_t addr = 0; addr < 0x1000; addr = (uint16_t)(addr + 4)) {
    if (addr == 4 * SLUICE_REG_COMMIT || addr == 4 * SLUICE_REG_STATUS || addr == SLUICE_SWITCH_REG_STATUS) continue;
    uint32_t value = 0xa5000001u + addr;
    bench_write(&b, addr, value);
    sluice_switch_write(model, addr, value);
    uint32_t expected = sluice_switch_read(model, addr), got = bench_read(&b, addr);
    if (addr == 4 * SLUICE_REG_PORT_SELECT && d->port_limits) expected = value;  // of a port that does not exist
    ck_assert_msg(got == expected, "address %04x: expected %08x, got %08x", addr, expected, got);
    registers += expected != 0;
    empty += expected == 0;
  }
  ck_assert(registers > 2 * 16 + d->ports + d->classes && empty > 100);
  const uint16_t beyond[] = {(uint16_t)(SLUICE_SWITCH_REG_COUNTER + 512 * d->ports), 0x3000, 0x3ffc, 0x7ffc};
  for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
    bench_write(&b, beyond[i], 1);
    ck_assert_uint_eq(bench_read(&b, beyond[i]), 0);
  }
  sluice_switch_free(model);
  bench_free(&b);
}
END_TEST

// A read is served while the address of a write waits for its data, and among writes without a pause.
START_TEST(reads_among_writes) {
  struct bench b;
  bench_new(&b, switch_shim_list[_i], 15);
  b.in.awvalid = true;
  b.in.awaddr = SLUICE_SWITCH_REG_PRIORITY;
  ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_MAX_FRAME), SLUICE_SWITCH_RESET_MAX_FRAME);
  axil_write(&b.in, SLUICE_SWITCH_REG_WATCHDOG_POLL, 7);
  axil_read(&b.in, SLUICE_SWITCH_REG_MAX_FRAME);
  b.in.bready = b.in.rready = true;
  int writes = 0, reads = 0;
  for (int i = 0; i < 1000; i++) {
    bench_step(&b);
    writes += b.out.bvalid;
    reads += b.out.rvalid;
    if (b.out.rvalid) ck_assert_uint_eq(b.out.rdata, SLUICE_SWITCH_RESET_MAX_FRAME);
  }
  ck_assert_msg(reads > 50 && abs(reads - writes) <= 1, "%d reads, %d writes", reads, writes);
  bench_free(&b);
}
END_TEST

// STATUS can be read at once after reset, before the other registers have their reset values.
START_TEST(status_before_ready) {
  const struct switch_shim *shim = switch_shim_list[_i];
  struct switch_in in = {.tx_ready = true};
  struct switch_out out = {0};
  void *rtl = shim->create();
  int cycles = 0;
  axil_read(&in, SLUICE_SWITCH_REG_STATUS);
  for (; cycles < 600 && !out.rvalid; cycles++) shim->step(rtl, &in, &out);
  ck_assert_msg(out.rvalid && cycles < 20, "STATUS was read after %d cycles", cycles);
  ck_assert_uint_eq(out.rdata, 0);
  ck_assert(!out.ready);
  shim->destroy(rtl);
}
END_TEST

TCase *cases_registers(void) {
  TCase *c = tcase_create("registers");
  tcase_set_timeout(c, 120);
  tcase_add_loop_test(c, reserve, 0, bench_variants());
  tcase_add_loop_test(c, unmapped_addresses, 0, bench_variants());
  tcase_add_loop_test(c, reads_among_writes, 0, bench_variants());
  tcase_add_loop_test(c, status_before_ready, 0, bench_variants());
  tcase_add_loop_test(c, refused_classes, 0, bench_variants());
  tcase_add_loop_test(c, statistics, 0, bench_variants());
  tcase_add_loop_test(c, max_frame_needs_a_commit, 0, bench_variants());
  tcase_add_loop_test(c, smaller_max_frame, 0, bench_crowded_variants());
  return c;
}
