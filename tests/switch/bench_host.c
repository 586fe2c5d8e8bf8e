// The host of a switch under test, with its registers and counters, and pause messages from downstream.
#include <check.h>
#include <inttypes.h>

#include "tb/cosim/switch_shim.h"
#include "tests/switch/bench.h"

void bench_write(struct bench *b, uint16_t addr, uint32_t value) {
  axil_write(&b->in, addr, value);
  for (int i = 0; i < BENCH_ACCESS_CYCLES && !b->out.bvalid; i++) bench_step(b);
  ck_assert_msg(b->out.bvalid, "write to %04x: no response", addr);
  axil_end(&b->in);
  bench_step(b);
}

uint32_t bench_read(struct bench *b, uint16_t addr) {
  axil_read(&b->in, addr);
  for (int i = 0; i < BENCH_ACCESS_CYCLES && !b->out.rvalid; i++) bench_step(b);
  ck_assert_msg(b->out.rvalid, "read of %04x: no response", addr);
  axil_end(&b->in);
  uint32_t value = b->out.rdata;
  bench_step(b);
  return value;
}

uint32_t bench_configure(struct bench *b, const uint32_t *regs) {
  b->lossless = (uint8_t)regs[SLUICE_REG_LOSSLESS];
  for (int r = 0; r < SLUICE_REGS; r++) bench_write(b, (uint16_t)(4 * r), regs[r]);
  bench_write(b, 4 * SLUICE_REG_COMMIT, 1);
  return bench_read(b, 4 * SLUICE_REG_STATUS);
}

void bench_pause(struct bench *b, int port, uint8_t enable, uint16_t time) {
  b->in.rx_valid = true;
  b->in.rx_port = (uint8_t)port;
  b->in.rx_enable = enable;
  for (int c = 0; c < SWITCH_MAX_CLASSES; c++) b->in.rx_time[c] = time;
  for (int c = 0; c < b->shim->dims.classes; c++)
    b->counts[port][32 + c] += (enable >> c & 1) && time != 0 && b->in.link_up >> port & 1;
  bench_step(b);
  b->in.rx_valid = false;
}

void bench_compare_counters(struct bench *b) {
  for (int p = 0; p < b->shim->dims.ports; p++)
    for (int k = 0; k < SLUICE_SWITCH_COUNTERS; k++) {
      const uint16_t addr = (uint16_t)sluice_switch_counter_address(p, k);
      uint64_t value = bench_read(b, addr);
      value |= (uint64_t)bench_read(b, (uint16_t)(addr + 4)) << 32;
      if (value != b->counts[p][k])
        ck_abort_msg("cycle %" PRIu64 ", port %d, counter %d: expected %" PRIu64 ", got %" PRIu64, b->cycle, p, k,
                     b->counts[p][k], value);
    }
}

void bench_watch(struct bench *b, int action, bool rule, uint32_t detection, uint32_t restoration) {
  const uint32_t values[] = {2, 128, detection, restoration, 0x5555u * (uint32_t)action | (uint32_t)rule << 16};
  for (uint16_t i = 0; i < 5; i++) bench_write(b, (uint16_t)(SLUICE_SWITCH_REG_WATCHDOG_CLOCK + 4 * i), values[i]);
  b->action = action;
}
