// Tests frames to reserved addresses with a management port, and the interrupt with its causes. `make test T=switch
// CASE=management` repeats it.
#include <check.h>
#include <string.h>

#include "tests/switch/cases.h"

enum {
  MANAGEMENT = SLUICE_SWITCH_REG_MANAGEMENT,
  ENABLE = SLUICE_SWITCH_MANAGEMENT_ENABLE,
  CAUSE = SLUICE_SWITCH_REG_CAUSE,
  INTERRUPT = SLUICE_SWITCH_REG_INTERRUPT,
  IRQ_CYCLES = 10,  // from the report of a frame to the interrupt (docs/hardware/switch-functions.md)
  LINK_CYCLES = 4,  // from a change of the link
};

// A frame to 01-80-C2-PP-00-LL, without a tag.
static struct frame *reserved_frame(struct bench *b, int in, int named, int last) {
  struct frame *f = bench_frame(b, in, 0, 0, 60 + (int)bench_random(b, 100));
  const uint8_t to[6] = {0x01, 0x80, 0xc2, (uint8_t)named, 0, (uint8_t)last};
  memcpy(f->sent, to, sizeof to);
  memcpy(f->expected, to, sizeof to);
  return f;
}

static void send_reserved(struct bench *b, int in, int named, int last, int reason) {
  struct frame *f = reserved_frame(b, in, named, last);
  f->reason = reason;
  bench_send(b, f);
}

// LLDP, LACP and the like reach the management port, with the ingress port in byte 3. The management port sends to the
// port in byte 3. Nobody else may name a port, and MAC control stays at home.
START_TEST(management_port) {
  struct bench b;
  bench_start(&b, _i, 40);
  const int ports = b.shim->dims.ports;
  for (int host = 0; host < ports; host++) {
    bench_write(&b, MANAGEMENT, (uint32_t)host | ENABLE);
    for (int in = 0; in < ports; in++)
      for (int last = 0; last < 16; last++)
        for (int named = 0; named <= ports; named++) {
          struct frame *f = reserved_frame(&b, in, named, last);
          const bool to_host = in != host && named == 0, from_host = in == host && named < ports;
          f->egress = from_host ? named : host;
          f->expected[3] = (uint8_t)(from_host ? 0 : in);
          f->reason = last == 1 || !(to_host || from_host) ? 6 : f->egress == in ? 8 : 0;
          bench_send(&b, f);
        }
    bench_drain(&b);
  }
  ck_assert_uint_eq(b.frames_out, (uint64_t)(ports * 2 * (ports - 1) * 15));
  bench_write(&b, MANAGEMENT, (uint32_t)ports | ENABLE);  // no such port
  send_reserved(&b, 0, 0, 14, 6);
  send_reserved(&b, 0, 1, 14, 7);
  bench_drain(&b);
  bench_write(&b, MANAGEMENT, 1);  // not enabled
  send_reserved(&b, 0, 0, 14, 6);
  send_reserved(&b, 1, 0, 14, 6);
  send_reserved(&b, 1, 1, 14, 7);
  bench_drain(&b);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// ---- The interrupt ----

static void wait_cycles(struct bench *b, int n) {
  for (int k = 0; k < n; k++) bench_step(b);
}

// CAUSE must have these bits. Clears them.
static void expect_causes(struct bench *b, uint32_t causes) {
  ck_assert_uint_eq(bench_read(b, CAUSE), causes);
  bench_write(b, CAUSE, causes);
  wait_cycles(b, 2);
  ck_assert_uint_eq(bench_read(b, CAUSE), 0);
  ck_assert(!b->out.irq);
}

// Sends a frame that is dropped at its ingress port, with only this reason enabled. The interrupt follows, and not
// before the frame is reported.
static void expect_interrupt(struct bench *b, struct frame *f, int reason) {
  f->reason = reason;
  bench_write(b, INTERRUPT, 1u << reason);
  bench_send(b, f);
  int cycles = 0;
  while (!b->out.arrive_valid && cycles++ < 2000) bench_step(b);
  ck_assert_int_eq(b->out.arrive_reason, reason);
  ck_assert(!b->out.irq);
  for (cycles = 0; !b->out.irq && cycles <= IRQ_CYCLES; cycles++) bench_step(b);
  ck_assert_msg(cycles == IRQ_CYCLES, "reason %d: interrupt after %d cycles", reason, cycles);
  bench_drain(b);
  ck_assert(b->out.irq);
  bench_write(b, INTERRUPT, ~(1u << reason));
  wait_cycles(b, 4);
  ck_assert(!b->out.irq);
  expect_causes(b, 1u << reason);
}

START_TEST(interrupts_of_drops) {
  struct bench b;
  bench_start(&b, _i, 41);
  ck_assert_uint_eq(bench_read(&b, CAUSE), 0);  // the links that came up with the switch are no cause
  struct frame *bad = bench_frame(&b, 0, 1, 0, 100), *unknown = bench_frame(&b, 0, 1, 0, 100);
  bad->bad = true;
  unknown->sent[4] = 1;
  expect_interrupt(&b, bench_frame(&b, 1, 0, 0, BENCH_MAX_FRAME + 1), 3);
  expect_interrupt(&b, bad, 4);
  expect_interrupt(&b, bench_frame(&b, 1, 0, 0, 59), 5);
  expect_interrupt(&b, reserved_frame(&b, 0, 0, 14), 6);
  expect_interrupt(&b, unknown, 7);
  expect_interrupt(&b, bench_frame(&b, 1, 1, 0, 100), 8);
  bench_write(&b, INTERRUPT, UINT32_MAX);
  bench_send(&b, bench_frame(&b, 0, 1, 0, 100));  // no drop
  bench_drain(&b);
  ck_assert(!b.out.irq);
  bench_free(&b);
}
END_TEST

// A class of port 1 is paused every hundred cycles.
static void storm_cycles(struct bench *b, uint8_t cls, int cycles) {
  for (int left = cycles; left > 0; left -= 100) {
    bench_pause(b, 1, (uint8_t)(1 << cls), 65535);
    wait_cycles(b, 100);
  }
}

// A link that falls and rises, and pause storms: a cause once for each queue, also while the storm goes on.
START_TEST(interrupts_of_ports) {
  struct bench b;
  bench_start(&b, _i, 42);
  bench_write(&b, INTERRUPT, SLUICE_SWITCH_CAUSE_LINK);
  for (int up = 0; up < 2; up++) {
    bench_link(&b, 1, up);
    wait_cycles(&b, LINK_CYCLES - 1);
    ck_assert(!b.out.irq);
    wait_cycles(&b, 1);
    ck_assert(b.out.irq);
    expect_causes(&b, SLUICE_SWITCH_CAUSE_LINK);
  }
  bench_link(&b, 1, false);
  bench_send(&b, bench_frame(&b, 0, 1, 0, 100));
  bench_drain(&b);
  bench_link(&b, 1, true);
  wait_cycles(&b, 100);
  expect_causes(&b, SLUICE_SWITCH_CAUSE_LINK | 1u << SLUICE_SWITCH_LINK);

  bench_write(&b, INTERRUPT, SLUICE_SWITCH_CAUSE_STORM);
  bench_watch(&b, BENCH_ALL_PORTS, SLUICE_SWITCH_WATCHDOG_DROP, false, 1000, 100000);
  for (uint8_t cls = 0; cls < 2; cls++) {
    storm_cycles(&b, cls, 1800);
    ck_assert(!b.out.irq);
    storm_cycles(&b, cls, 1200);
    ck_assert(b.out.irq);
    expect_causes(&b, SLUICE_SWITCH_CAUSE_STORM);
    storm_cycles(&b, cls, 1200);
    ck_assert(!b.out.irq);
  }
  bench_send(&b, bench_frame(&b, 0, 1, 0, 100));
  bench_drain(&b);
  bench_pause(&b, 1, 255, 0);
  wait_cycles(&b, 100);
  expect_causes(&b, 1u << SLUICE_SWITCH_WATCHDOG);
  bench_free(&b);
}
END_TEST

// A link changes in each cycle around the host's clear of its cause. The event wins over a clear in the same cycle; a
// clear after it clears it.
START_TEST(events_beside_clears) {
  struct bench b;
  bench_start(&b, _i, 43);
  bench_write(&b, INTERRUPT, SLUICE_SWITCH_CAUSE_LINK);
  int fall = 0, outcomes[2] = {0};  // cycles from the access to the end of the interrupt
  bool up = true;
  for (int at = -1; at <= fall; at++) {  // -1: no event, which gives `fall`
    bench_link(&b, 1, up = !up);
    wait_cycles(&b, 20);
    ck_assert(b.out.irq);
    axil_write(&b.in, CAUSE, SLUICE_SWITCH_CAUSE_LINK);
    for (int k = 0; k < BENCH_ACCESS_CYCLES && (at >= 0 ? k < fall + 20 : b.out.irq); k++) {
      if (k == at) bench_link(&b, 1, up = !up);
      bench_step(&b);
      if (b.out.bvalid) axil_end(&b.in);
      if (at < 0) fall = k + 1;
    }
    wait_cycles(&b, 20);
    const bool remains = at >= 0 && fall <= at + LINK_CYCLES;
    ck_assert_msg(b.out.irq == remains, "event %d cycles after the access, clear %d: interrupt %d", at + LINK_CYCLES,
                  fall, b.out.irq);
    outcomes[remains]++;
    expect_causes(&b, remains ? SLUICE_SWITCH_CAUSE_LINK : 0);
  }
  ck_assert(outcomes[0] > 1 && outcomes[1] > 1);
  bench_free(&b);
}
END_TEST

TCase *cases_management(void) {
  TCase *c = tcase_create("management");
  tcase_set_timeout(c, 120);
  tcase_add_loop_test(c, management_port, 0, bench_variants());
  tcase_add_loop_test(c, interrupts_of_drops, 0, bench_variants());
  tcase_add_loop_test(c, interrupts_of_ports, 0, bench_variants());
  tcase_add_loop_test(c, events_beside_clears, 0, bench_variants());
  return c;
}
