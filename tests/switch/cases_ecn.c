// Tests ECN marking against the reference of bench_parts.c, with packets built from RFC 791, 8200 and 3168. A marked
// packet must have the checksum of its whole header, computed again. `make test T=switch CASE=ecn` repeats it.
#include <check.h>
#include <string.h>

#include "tests/switch/cases.h"

enum kind { IPV4, IPV4_OPTIONS, IPV6, OTHER_VERSION, OTHER_TYPE, KINDS };
enum { NOT_ECT, ECT_1, ECT_0, CE, SINGLE_CELL = 60, STEEPEST = 65535 };

static struct frame *packet(struct bench *b, int in, int egress, int cls, int length, enum kind kind, bool tagged,
                            int ecn) {
  struct frame *f = bench_frame(b, in, egress, cls, length);
  const size_t at = tagged ? 18 : 14;
  uint8_t *ip = f->sent + at;
  const int tos = cls << 5 | ecn;  // DSCP cls * 8
  if (kind <= IPV4_OPTIONS) {
    ip[-2] = 0x08, ip[-1] = 0x00;
    ip[0] = kind == IPV4 ? 0x45 : 0x46;
    ip[1] = (uint8_t)tos;
    ip[8] = (uint8_t)(2 + bench_random(b, 254));
    bench_sum_up(ip);
    const int sums = (int)bench_random(b, 4);  // a quarter each: a sum that mends to 0, with a carry, or neither
    if (sums < 2) {
      ip[4] = ip[5] = 0;
      bench_sum_up(ip);
      const uint32_t id = (uint32_t)(ip[10] << 8 | ip[11]) - (sums == 0 ? 0 : 1);  // the sum becomes 0 or 1
      ip[4] = (uint8_t)(id >> 8), ip[5] = (uint8_t)id;
      bench_sum_up(ip);
    }
  } else if (kind == IPV6) {
    ip[-2] = 0x86, ip[-1] = 0xdd;
    ip[0] = (uint8_t)(0x60 | tos >> 4);
    ip[1] = (uint8_t)(tos << 4 | (ip[1] & 15));
    ip[7] = (uint8_t)(2 + bench_random(b, 254));
  } else {  // bytes like a packet's, behind a type of another version, or an unknown type
    const bool four = bench_random(b, 2);
    ip[-2] = kind == OTHER_TYPE ? 0x88 : four ? 0x08 : 0x86, ip[-1] = kind == OTHER_TYPE ? 0xb5 : four ? 0x00 : 0xdd;
    ip[0] = kind == OTHER_TYPE ? 0x45 : four ? 0x65 : 0x45;
    ip[1] = 0x22 | (uint8_t)ecn;
    if (!tagged) f->cls = 0;
  }
  f->ip = kind <= IPV6 ? at : 0;
  // Every cell begins like the frame, but only the first one is a header
  for (int cell = b->shim->dims.cell, next = cell; next + 32 <= length; next += cell)
    memcpy(f->sent + next, f->sent, 32);
  memcpy(f->expected, f->sent, (size_t)length);
  return f;
}

// The switch decrements the TTL of the packet.
static struct frame *hops(struct frame *f) {
  if (f->ip == 0) return f;
  uint8_t *ip = f->expected + f->ip;
  ip[ip[0] >> 4 == 4 ? 8 : 7]--;
  if (ip[0] >> 4 == 4) bench_sum_up(ip);
  return f;
}

static void start(struct bench *b, int variant, uint64_t seed) {
  uint32_t regs[SLUICE_REGS];
  bench_registers(&switch_shim_list[variant]->dims, regs);
  regs[SLUICE_REG_ALPHA] = 3;  // long queues
  bench_start_with(b, variant, seed, regs);
}

static void hold(struct bench *b, bool closed) { bench_pause(b, 1, 1, closed ? 65535 : 0); }

static void wait_for(struct bench *b, int frames) {
  for (int i = 0; i < 100000 && b->queues[1][0].count < frames; i++) bench_step(b);
  ck_assert_int_eq(b->queues[1][0].count, frames);
  for (int i = 0; i < 10; i++) bench_step(b);
}

// Sends these frames from port 0 to class 0 of port 1, and releases them when all are in the queue.
static uint64_t release(struct bench *b, int frames) {
  const uint64_t before = b->counts[1][64];
  wait_for(b, frames);
  hold(b, false);
  bench_drain(b);
  bench_compare_counters(b);
  return b->counts[1][64] - before;
}

// Every kind of header with every codepoint, with and without a new TTL. All but the last packet meet a queue.
START_TEST(headers) {
  struct bench b;
  start(&b, _i, 51);
  ck_assert_uint_eq(bench_write_ecn(&b, (struct bench_ecn){.enable = true}, 0), 1);
  for (int decrement = 0; decrement < 2; decrement++) {
    bench_write(&b, SLUICE_SWITCH_REG_TTL_MODE, (uint32_t)decrement);
    hold(&b, true);
    int n = 0;
    uint64_t capable = 0;
    for (int round = 0; round < 4; round++)
      for (int kind = 0; kind < KINDS; kind++)
        for (int ecn = NOT_ECT; ecn <= CE; ecn++)
          for (int tagged = 0; tagged < 2; tagged++, n++) {
            struct frame *f =
                packet(&b, 0, 1, 0, SINGLE_CELL + (int)bench_random(&b, 90), (enum kind)kind, tagged, ecn);
            bench_send(&b, decrement ? hops(f) : f);
            capable += f->ip > 0 && (ecn == ECT_0 || ecn == ECT_1);
          }
    struct frame *last = packet(&b, 0, 1, 0, SINGLE_CELL, IPV4, false, ECT_0);
    bench_send(&b, decrement ? hops(last) : last);
    ck_assert_uint_eq(release(&b, n + 1), capable);
  }
  bench_free(&b);
}
END_TEST

static uint64_t queue_of(struct bench *b, int frames) {
  hold(b, true);
  for (int i = 0; i < frames; i++) bench_send(b, packet(b, 0, 1, 0, SINGLE_CELL, IPV4, i % 2, i % 3 ? ECT_0 : ECT_1));
  return release(b, frames);
}

// q is the queue without the frame: exactly Kmin and Kmax are not marked with a slope of 0, Kmax + 1 is. With a slope
// q = Kmin is never marked. Without ENABLE nothing is.
START_TEST(thresholds) {
  struct bench b;
  start(&b, _i, 52);
  const uint32_t at[] = {0, 1, 7, 40};
  for (int i = 0; i < 4; i++) {
    ck_assert_uint_eq(bench_write_ecn(&b, (struct bench_ecn){true, at[i], at[i], STEEPEST}, 7), 1);
    ck_assert_uint_eq(queue_of(&b, (int)at[i] + 1), 0);
    ck_assert_uint_eq(queue_of(&b, (int)at[i] + 2), 1);
    ck_assert_uint_eq(queue_of(&b, (int)at[i] + 12), 11);
  }
  ck_assert_uint_eq(bench_write_ecn(&b, (struct bench_ecn){true, 5, 30, 0}, 7), 1);
  ck_assert_uint_eq(queue_of(&b, 31), 0);
  ck_assert_uint_eq(queue_of(&b, 32), 1);
  ck_assert_uint_eq(bench_write_ecn(&b, (struct bench_ecn){false, 0, 0, STEEPEST}, 7), 1);
  ck_assert_uint_eq(queue_of(&b, 20), 0);
  // Nearly the steepest slope: 256 cells from never to always. 128 of the first 256 frames are marked on average.
  ck_assert_uint_eq(bench_write_ecn(&b, (struct bench_ecn){true, 20, 20 + 256, 0xfe01}, 12345), 1);
  const uint64_t marks = queue_of(&b, 20 + 1 + 256);
  ck_assert_msg(marks > 90 && marks < 166, "%d of 256 frames are marked", (int)marks);
  bench_free(&b);
}
END_TEST

// Packets of all ports and classes, while the queues fill and empty. With PORT_LIMITS each port has its own thresholds.
START_TEST(traffic) {
  struct bench b;
  start(&b, _i, 53);
  const struct switch_dims *d = &b.shim->dims;
  for (int round = 0; round < 6; round++) {
    struct bench_ecn of[SWITCH_MAX_PORTS] = {{0}};
    for (int p = 0; p < d->ports; p++) {
      if (p > 0 && !d->port_limits) {
        of[p] = of[0];
        continue;
      }
      of[p].enable = p == 0 || bench_random(&b, 4) != 0;
      of[p].kmin = (uint32_t)bench_random(&b, 6);
      of[p].kmax = of[p].kmin + (uint32_t)bench_random(&b, 6);
      of[p].slope = (uint32_t)bench_random(&b, STEEPEST + 1);
    }
    ck_assert_uint_eq(bench_write_port_ecn(&b, of, (uint16_t)round), 1);
    for (int i = 0; i < 600; i++) {
      const int in = (int)bench_random(&b, (uint64_t)d->ports),
                egress = (in + 1 + (int)bench_random(&b, (uint64_t)d->ports - 1)) % d->ports;
      bench_send(&b, packet(&b, in, egress, (int)bench_random(&b, (uint64_t)d->classes),
                            SINGLE_CELL + (int)bench_random(&b, bench_random(&b, 8) ? 100 : 1400),
                            (enum kind)bench_random(&b, KINDS), bench_random(&b, 2), (int)bench_random(&b, 4)));
    }
    for (int i = 0; i < 30; i++) {
      for (int k = (int)bench_random(&b, 500); k > 0; k--) bench_step(&b);
      bench_pause(&b, (int)bench_random(&b, (uint64_t)d->ports), (uint8_t)bench_random(&b, 256),
                  (uint16_t)(bench_random(&b, 3) * 60));
    }
    bench_drain(&b);
  }
  bench_compare_counters(&b);
  uint64_t marks = 0;
  for (int p = 0; p < d->ports; p++)
    for (int c = 0; c < d->classes; c++) marks += b.counts[p][64 + c];
  ck_assert_uint_gt(marks, 150);
  bench_free(&b);
}
END_TEST

// COMMIT refuses thresholds in the wrong order or beyond the memory, and a slope that exceeds 1 before Kmax. The old
// set stays active. The first set of each pair is the nearest one that is accepted.
START_TEST(refused) {
  struct bench b;
  start(&b, _i, 54);
  const uint32_t cells = (uint32_t)b.shim->dims.cells, refused = SLUICE_SWITCH_STATUS_READY | SLUICE_SWITCH_STATUS_ECN;
  const uint32_t pairs[][2][3] = {
      {{5, 5, STEEPEST}, {6, 5, STEEPEST}},
      {{0, cells, 0}, {0, cells + 1, 0}},
      {{cells, cells, 0}, {cells + 1, cells + 1, 0}},
      {{0, 1, 0}, {0, UINT32_MAX, 0}},
      {{0, 1, 0}, {UINT32_C(1) << 31, UINT32_C(1) << 31, 0}},
      {{0, 256, STEEPEST}, {0, 257, STEEPEST}},
      {{3, 3 + 512, 32768}, {3, 3 + 512, 32769}},
      {{3, 3 + 512, 32768}, {3, 3 + 513, 32768}},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
    for (int bad = 0; bad < 2; bad++) {
      const uint32_t *set = pairs[i][bad];
      ck_assert_uint_eq(bench_write_ecn(&b, (struct bench_ecn){true, set[0], set[1], set[2]}, 3), bad ? refused : 1);
    }
  // Each bit of KMIN that is beyond the width of a cell number
  for (uint32_t bit = 2 * (uint32_t)b.shim->dims.cells; bit != 0; bit <<= 1)
    ck_assert_uint_eq(bench_write_ecn(&b, (struct bench_ecn){true, bit | 1, 2, 0}, 3), refused);
  ck_assert_uint_eq(bench_write_ecn(&b, (struct bench_ecn){true, 4, 4, 0}, 9), 1);
  // Only one class is wrong, the last one. Its registers read back as written.
  const int last = b.shim->dims.classes - 1;
  const uint16_t addr = (uint16_t)(SLUICE_SWITCH_REG_ECN_KMIN + 4 * last);
  bench_write(&b, SLUICE_SWITCH_REG_ECN_KMIN, 2);  // of class 0
  bench_write(&b, SLUICE_SWITCH_REG_ECN_KMAX, 2);
  bench_write(&b, addr, 5);
  bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
  ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_STATUS), refused);
  ck_assert_uint_eq(bench_read(&b, addr), 5);
  ck_assert_uint_eq(queue_of(&b, 15), 10);
  // Only one port is wrong, the last one
  if (b.shim->dims.port_limits) {
    ck_assert_uint_eq(bench_write_ecn(&b, (struct bench_ecn){true, 4, 4, 0}, 9), 1);
    const uint32_t port = (uint32_t)b.shim->dims.ports - 1;
    bench_write(&b, SLUICE_SWITCH_REG_WRITE_PORTS, 1u << port);
    bench_write(&b, addr, 5);
    bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
    ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_STATUS), refused + port * SLUICE_SWITCH_STATUS_PORT);
    bench_write(&b, addr, 4);
    bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
    ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_STATUS), SLUICE_SWITCH_STATUS_READY);
    bench_write(&b, SLUICE_SWITCH_REG_WRITE_PORTS, BENCH_ALL_PORTS);
  }
  // The MMU refuses a COMMIT: the old set stays active, too.
  ck_assert_uint_eq(bench_write_ecn(&b, (struct bench_ecn){true, 4, 4, 0}, 9), 1);
  bench_write(&b, SLUICE_SWITCH_REG_ECN_KMIN, 0);
  bench_write(&b, SLUICE_SWITCH_REG_ECN_KMAX, 0);
  bench_write(&b, 4 * SLUICE_REG_ALPHA, 100);
  bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
  ck_assert_uint_eq(bench_read(&b, 4 * SLUICE_REG_STATUS) & SLUICE_STATUS_ACTIVE, 0);
  ck_assert_uint_eq(queue_of(&b, 15), 10);
  bench_free(&b);
}
END_TEST

TCase *cases_ecn(void) {
  TCase *c = tcase_create("ecn");
  tcase_set_timeout(c, 120);
  tcase_add_loop_test(c, headers, 0, bench_variants());
  tcase_add_loop_test(c, thresholds, 0, bench_variants());
  tcase_add_loop_test(c, traffic, 0, bench_variants());
  tcase_add_loop_test(c, refused, 0, bench_variants());
  return c;
}
