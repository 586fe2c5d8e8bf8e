#include <check.h>
#include <string.h>

#include "tests/switch/cases.h"

int bench_variants(void) {
  int n = 0;
  while (switch_shim_list[n] != NULL) n++;
  return n;
}

int bench_crowded_variants(void) {
  int n = 0;
  while (switch_shim_list[n] != NULL && switch_shim_list[n]->dims.ports > 2) n++;
  return n;
}

void bench_buffer(const struct switch_dims *d, uint32_t *regs, int max_frame) {
  uint32_t frame = (uint32_t)((max_frame + d->cell - 1) / d->cell), ports = (uint32_t)d->ports;
  regs[SLUICE_REG_BUFFER] = (uint32_t)d->cells - ports * (frame + (16 + ports) / (ports + 1) + 2);
  regs[SLUICE_REG_SHARED] =
      regs[SLUICE_REG_BUFFER] - (uint32_t)(d->ports * d->classes) - ports * regs[SLUICE_REG_HEADROOM];
}

void bench_registers(const struct switch_dims *d, uint32_t *regs) {
  memset(regs, 0, SLUICE_REGS * sizeof *regs);
  uint32_t frame = (uint32_t)((BENCH_MAX_FRAME + d->cell - 1) / d->cell);
  regs[SLUICE_REG_SCHEME] = SLUICE_DSH;
  regs[SLUICE_REG_PRIVATE] = 1;
  regs[SLUICE_REG_HEADROOM] = 2 * frame + 40;
  bench_buffer(d, regs, BENCH_MAX_FRAME);
  regs[SLUICE_REG_LOSSLESS] = d->classes > 1 ? (1u << (d->classes - 1)) - 1 : 1;  // the highest class is lossy
  regs[SLUICE_REG_MAX_PACKET] = frame;
  regs[SLUICE_REG_ALPHA] = (uint32_t)-2;
  regs[SLUICE_REG_ALPHA_LOSSY] = (uint32_t)-2;
  regs[SLUICE_REG_DELTA_Q] = regs[SLUICE_REG_DELTA_P] = 4;
  regs[SLUICE_REG_PAUSE_TIME] = 65535;
  regs[SLUICE_REG_REFRESH] = 32767;
  regs[SLUICE_REG_QUANTA_STEP] = (uint32_t)(16 * 8 * d->bytes);
}

void bench_start(struct bench *b, int variant, uint64_t seed) {
  uint32_t regs[SLUICE_REGS];
  bench_registers(&switch_shim_list[variant]->dims, regs);
  bench_start_with(b, variant, seed, regs);
}

void bench_start_with(struct bench *b, int variant, uint64_t seed, const uint32_t *regs) {
  bench_new(b, switch_shim_list[variant], seed);
  uint32_t status = bench_configure(b, regs);
  ck_assert_msg(status == (SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_ACTIVE),
                "STATUS of the MMU: expected configured and active, got %x", status);
  ck_assert_uint_eq(bench_read(b, SLUICE_SWITCH_REG_STATUS), 1);
  bench_tables(b);
}

void bench_tables(struct bench *b) {
  for (int p = 0; p < b->shim->dims.ports; p++) {
    bench_write(b, (uint16_t)(SLUICE_SWITCH_REG_PORT + 4 * p), 0xff30);
    bench_write(b, (uint16_t)(SLUICE_SWITCH_REG_MAC_LOW + 8 * p), (uint32_t)p);
    bench_write(b, (uint16_t)(SLUICE_SWITCH_REG_MAC_HIGH + 8 * p), 0x80000200u | (uint32_t)p << 16);
  }
}
