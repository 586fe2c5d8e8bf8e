// How to use the C model alone: configure an MMU, fill one ingress queue until it pauses its upstream, and drain the
// queue until the upstream resumes.
// Build: make build/example. Without make:
// cc -std=c11 -I. -Icmodel docs/example.c cmodel/*/*.c -o example
#include <inttypes.h>
#include <sluice.h>
#include <stdio.h>

static int configure(struct sluice_mmu *mmu, const struct sluice_dims *dims) {
  // Cells of 256 bytes. 4 x 8 queues with 8 private cells, DSH with alpha = 1/16 and a headroom of 64 cells per port.
  const uint32_t regs[SLUICE_REGS] = {
      [SLUICE_REG_SCHEME] = SLUICE_DSH,
      [SLUICE_REG_BUFFER] = 16384,
      [SLUICE_REG_PRIVATE] = 8,
      [SLUICE_REG_SHARED] = 16384 - 32 * 8 - 4 * 64,
      [SLUICE_REG_HEADROOM] = 64,
      [SLUICE_REG_LOSSLESS] = 0xff,
      [SLUICE_REG_MAX_PACKET] = 6,
      [SLUICE_REG_ALPHA] = (uint32_t)-4,
      [SLUICE_REG_DELTA_Q] = 12,
      [SLUICE_REG_DELTA_P] = 12,
      [SLUICE_REG_PAUSE_TIME] = 65535,
      [SLUICE_REG_REFRESH] = 32767,
      [SLUICE_REG_QUANTA_STEP] = 16 * 160,  // 40 Gb/s at 250 MHz: 160 bit times per cycle
  };
  enum sluice_reason reason = sluice_config_check(dims, regs);
  if (reason != SLUICE_OK) {
    fprintf(stderr, "%s\n", sluice_reason_text(reason));
    return -1;
  }
  for (int reg = 0; reg <= SLUICE_REG_COMMIT; reg++) {
    struct sluice_in write = {.cfg_write = true, .cfg_addr = (uint8_t)reg};
    if (reg < SLUICE_REGS) write.cfg_wdata = regs[reg];
    sluice_mmu_step(mmu, &write);
  }
  const struct sluice_in idle = {0};
  for (int i = 0; i < SLUICE_COMMIT_LATENCY; i++) sluice_mmu_step(mmu, &idle);
  while (!sluice_mmu_out(mmu)->ready) sluice_mmu_step(mmu, &idle);
  return sluice_mmu_out(mmu)->cfg_error ? -1 : 0;
}

// Enqueues (in) or dequeues (!in) a packet of 6 cells at port 2, class 3, every 8 cycles, until the state of the queue
// is `off`. Returns the number of packets, or -1 after 10,000.
static int until(struct sluice_mmu *mmu, bool in, bool off) {
  const struct sluice_out *out = sluice_mmu_out(mmu);
  for (int packets = 0; packets < 10000; packets++) {
    for (int cycle = 0; cycle < 8; cycle++) {
      struct sluice_in step = {.tx_ready = true};
      step.enq_valid = in && cycle == 0;
      step.deq_valid = !in && cycle == 0;
      step.enq_port = step.deq_port = 2;
      step.enq_class = step.deq_class = 3;
      step.enq_cells = step.deq_cells = 6;
      sluice_mmu_step(mmu, &step);
      if (out->tx_valid)
        printf("message to the upstream of port %d: class 3 for %d quanta\n", out->tx_port, out->tx_time[3]);
      if (((out->queue_off[0] >> (2 * 8 + 3)) & 1) == off) return packets + 1;
    }
  }
  return -1;
}

int main(void) {
  const struct sluice_dims dims = {.ports = 4, .classes = 8, .width = 18, .schemes = 1 << SLUICE_DSH};
  struct sluice_mmu *mmu;
  if (sluice_mmu_new(&mmu, &dims) != 0 || configure(mmu, &dims) != 0) return 1;
  int packets = until(mmu, true, true);
  printf("QOFF after %d packets: %" PRIu32 " cells, Xqoff %" PRIu32 " above 8 private\n", packets,
         sluice_mmu_queue_cells(mmu, 2, 3), sluice_mmu_out(mmu)->mon_xqoff);
  packets = until(mmu, false, false);
  printf("QON after %d more: %" PRIu32 " cells, Xqon %" PRIu32 "\n", packets, sluice_mmu_queue_cells(mmu, 2, 3),
         sluice_mmu_out(mmu)->mon_xqon);
  sluice_mmu_free(mmu);
  return 0;
}
