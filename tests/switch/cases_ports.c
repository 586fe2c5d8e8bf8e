// Tests registers that differ from port to port (docs/reference/switch-registers.md, WRITE_PORTS). ECN of each port is
// in cases_ecn.c. `make test T=switch CASE=ports` repeats it.
#include <check.h>

#include "tests/switch/cases.h"

static const uint16_t of_port[] = {SLUICE_SWITCH_REG_ECN_KMIN,
                                   SLUICE_SWITCH_REG_ECN_KMAX,
                                   SLUICE_SWITCH_REG_ECN_SLOPE,
                                   SLUICE_SWITCH_REG_WATCHDOG_DETECTION,
                                   SLUICE_SWITCH_REG_WATCHDOG_RESTORATION,
                                   SLUICE_SWITCH_REG_WATCHDOG_ACTION,
                                   SLUICE_SWITCH_REG_CREDITS_LIMIT};
enum { REGISTERS = sizeof of_port / sizeof of_port[0] };

// A write is for the ports of WRITE_PORTS, a read shows the lowest of them. Other registers are those of all ports.
START_TEST(write_ports) {
  struct bench b;
  bench_new(&b, switch_shim_list[_i], 71);
  const struct switch_dims *d = &b.shim->dims;
  const bool own = d->port_limits;
  const int registers = d->credits ? REGISTERS : REGISTERS - 1;
  ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_WRITE_PORTS), own ? 0xffff : 0);
  for (int i = 0; i < registers; i++) {
    bench_write(&b, of_port[i], 100 + (uint32_t)i);
    ck_assert_uint_eq(bench_read(&b, of_port[i]), 100 + (uint32_t)i);
  }
  bench_write(&b, SLUICE_SWITCH_REG_ECN_SEED, 9);
  for (int p = d->ports - 1; p >= 0; p--) {
    bench_write(&b, SLUICE_SWITCH_REG_WRITE_PORTS, 1u << p);
    for (int i = 0; i < registers; i++) {
      // Without PORT_LIMITS the values of the port before are those of all ports
      const int last = own || p == d->ports - 1 ? 10 : p + 1;
      ck_assert_uint_eq(bench_read(&b, of_port[i]), 10 * (uint32_t)last + (uint32_t)i);
      bench_write(&b, of_port[i], 10 * (uint32_t)p + (uint32_t)i);
    }
    ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_ECN_SEED), 9);
  }
  for (uint32_t ports = 1; own && ports < 1u << d->ports; ports++) {
    bench_write(&b, SLUICE_SWITCH_REG_WRITE_PORTS, ports);
    for (int i = 0; i < registers; i++)
      ck_assert_uint_eq(bench_read(&b, of_port[i]), 10 * (uint32_t)__builtin_ctz(ports) + (uint32_t)i);
  }
  // No port
  bench_write(&b, SLUICE_SWITCH_REG_WRITE_PORTS, own ? UINT32_C(1) << d->ports : 0);
  bench_write(&b, of_port[0], 77);
  bench_write(&b, SLUICE_SWITCH_REG_WRITE_PORTS, UINT32_MAX);
  ck_assert_uint_eq(bench_read(&b, of_port[0]), own ? 0 : 77);
  bench_free(&b);
}
END_TEST

static bool in_storm(const struct bench *b, int port) {
  const int q = port * b->shim->dims.classes;
  return b->out.storm[q / 64] >> q % 64 & 1;
}

// Pause storms of class 0 at ports 1 and 2 that begin together. Port 1 drops its frames after 2,000 cycles, port 2
// sends them after 6,000.
START_TEST(watchdog) {
  enum { DETECTION = 1000, US = 2, SLACK = 3 * 256 + 2 * 140, FRAMES = 3 };
  struct bench b;
  bench_start(&b, _i, 72);
  if (!b.shim->dims.port_limits) {
    bench_free(&b);
    return;
  }
  bench_watch(&b, BENCH_ALL_PORTS, SLUICE_SWITCH_WATCHDOG_DROP, false, DETECTION, 60000);
  bench_watch(&b, 1u << 2, SLUICE_SWITCH_WATCHDOG_FORWARD, false, 3 * DETECTION, 60000);
  for (int i = 0; i < FRAMES; i++)
    for (int p = 1; p <= 2; p++) bench_send(&b, bench_frame(&b, 0, p, 0, 100));
  uint64_t begins[3] = {0, 0, 0};
  bench_pause(&b, 1, 1, 65535);
  bench_pause(&b, 2, 1, 65535);
  const uint64_t start = b.cycle;
  while (b.cycle - start < 3 * DETECTION * US + SLACK) {
    if (b.cycle % 100 == 0) bench_pause(&b, 1 + (int)(b.cycle / 100 % 2), 1, 65535);
    bench_step(&b);
    for (int p = 1; p <= 2; p++)
      if (begins[p] == 0 && in_storm(&b, p)) begins[p] = b.cycle - start;
  }
  ck_assert_uint_ge(begins[1] + SLACK, DETECTION * US);
  ck_assert_uint_lt(begins[1], DETECTION * US + SLACK);
  ck_assert_uint_ge(begins[2] + SLACK, 3 * DETECTION * US);
  for (int k = 0; k < 600; k++) bench_step(&b);
  ck_assert_uint_eq(b.reasons[SLUICE_SWITCH_WATCHDOG], FRAMES);
  ck_assert_uint_eq(b.frames_out, FRAMES);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// Frames of one cell to ports 1 and 2, whose neighbours return no credits. A port starts frames while its credits
// suffice for a largest frame.
START_TEST(credits) {
  enum { FRAMES = 20, ALL = (1 << 20) - 1 };
  const struct switch_dims *d = &switch_shim_list[_i]->dims;
  if (!d->port_limits || !d->credits) return;
  struct bench b;
  uint32_t regs[SLUICE_REGS];
  bench_registers(d, regs);
  regs[SLUICE_REG_ALPHA] = 3;  // room for all frames
  bench_start_with(&b, _i, 73, regs);
  const uint32_t largest = (uint32_t)((BENCH_MAX_FRAME + d->cell - 1) / d->cell);
  for (uint32_t p = 1; p <= 2; p++) {
    bench_write(&b, SLUICE_SWITCH_REG_WRITE_PORTS, 1u << p);
    bench_write(&b, SLUICE_SWITCH_REG_CREDITS_LIMIT, largest + 5 * p);
  }
  bench_write(&b, SLUICE_SWITCH_REG_CREDITS_PORTS, 6);
  for (int i = 0; i < FRAMES; i++)
    for (int p = 1; p <= 2; p++) bench_send(&b, bench_frame(&b, 0, p, 0, 60));
  for (int k = 0; k < 5000; k++) bench_step(&b);
  for (int p = 1; p <= 2; p++) ck_assert_int_eq(b.queues[p][0].count, FRAMES - (5 * p + 1));
  // More credits for port 2 only
  bench_write(&b, SLUICE_SWITCH_REG_CREDITS_LIMIT, ALL);
  for (int k = 0; k < 5000; k++) bench_step(&b);
  ck_assert_int_eq(b.queues[1][0].count, FRAMES - 6);
  ck_assert_int_eq(b.queues[2][0].count, 0);
  bench_write(&b, SLUICE_SWITCH_REG_WRITE_PORTS, BENCH_ALL_PORTS);
  bench_write(&b, SLUICE_SWITCH_REG_CREDITS_LIMIT, ALL);
  bench_drain(&b);
  bench_free(&b);
}
END_TEST

// STATUS names the lowest port whose ECN a COMMIT refused, until the next COMMIT.
START_TEST(wrong_ecn) {
  enum { FIRST = 1, LAST = 2, ECN = SLUICE_SWITCH_STATUS_READY | SLUICE_SWITCH_STATUS_ECN };
  struct bench b;
  bench_start(&b, _i, 74);
  const bool own = b.shim->dims.port_limits;
  const uint32_t bad[] = {1u << LAST, 1u << FIRST, 1u << LAST | 1u << FIRST, 1};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    const uint32_t port = own ? (uint32_t)__builtin_ctz(bad[i]) : 0;
    bench_write(&b, SLUICE_SWITCH_REG_WRITE_PORTS, bad[i]);
    bench_write(&b, SLUICE_SWITCH_REG_ECN_KMIN, 1);  // above KMAX, which is 0
    bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
    ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_STATUS), ECN | port * SLUICE_SWITCH_STATUS_PORT);
    bench_write(&b, SLUICE_SWITCH_REG_WRITE_PORTS, BENCH_ALL_PORTS);
    bench_write(&b, SLUICE_SWITCH_REG_ECN_KMIN, 0);
    bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
    ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_STATUS), SLUICE_SWITCH_STATUS_READY);
  }
  bench_free(&b);
}
END_TEST

TCase *cases_ports(void) {
  TCase *c = tcase_create("ports");
  tcase_set_timeout(c, 120);
  tcase_add_loop_test(c, write_ports, 0, bench_variants());
  tcase_add_loop_test(c, watchdog, 0, bench_variants());
  tcase_add_loop_test(c, credits, 0, bench_variants());
  tcase_add_loop_test(c, wrong_ecn, 0, bench_variants());
  return c;
}
