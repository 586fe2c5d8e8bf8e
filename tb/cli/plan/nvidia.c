#include "tb/cli/plan/nvidia.h"

#include <math.h>

static const double light = 0.198;  // metres per ns in the cable
static const double kib = 1024;

static double mbps(const struct headroom *h) { return (double)h->bps / 1e6; }

// Both ways. The formula divides bits per us by 8 x 1024, so its bytes are 2.3 % fewer than those on the wire.
static double cable(const struct headroom *h) {
  double metres = (double)h->wire_ps / HEADROOM_PS_PER_METRE;
  return 2 * metres * mbps(h) / light / (8 * kib);
}

static double gearbox(const struct headroom *h) { return 2 * mbps(h) * (double)h->gearbox_ps / 1000 / (8 * kib); }

// Cells per cell's bytes of the small packets: 64 bytes, or a cell and a byte.
static double worst_factor(const struct headroom *h) {
  return h->cell > 128 ? h->cell / 64.0 : 2.0 * h->cell / (1.0 + h->cell);
}

static double delay_bytes(const struct headroom *h) {
  return h->port_mtu + cable(h) + gearbox(h) + (double)h->mac_phy + (double)h->response;
}

// Without rounding. The upstream's own frame is not in small packets.
static double xoff(const struct headroom *h) {
  double factor = (h->large_share + (100.0 - h->large_share) * worst_factor(h)) / 100;
  return h->mtu + delay_bytes(h) * factor;
}

uint64_t nvidia_round(uint64_t bytes) { return (bytes + 1023) / 1024 * 1024; }

uint64_t nvidia_xoff(const struct headroom *h) { return nvidia_round((uint64_t)ceil(xoff(h))); }

void nvidia_differences(const struct headroom *h, struct nvidia_difference *d) {
  int64_t cell = h->cell, need = (int64_t)headroom_bytes(h),
          mix = (int64_t)headroom_mix_cells(h, (uint64_t)need) * cell;
  int64_t more = (int64_t)headroom_cells(h) * cell - mix;
  int64_t wire = (int64_t)(headroom_wire(h) + headroom_devices(h) - headroom_fifo(h) - h->mac_phy);
  int64_t their_wire = llround(cable(h) + gearbox(h)), their_cells = llround(xoff(h) - h->mtu - delay_bytes(h));
  const struct nvidia_difference all[NVIDIA_DIFFERENCES] = {
      {"control frames", (int64_t)(headroom_control_frames() + headroom_begun())},
      {"wire and gearboxes", wire - their_wire},
      {"transmit FIFO", (int64_t)headroom_fifo(h)},
      {"datapath and MMU", (int64_t)headroom_mmu(h)},
      {"packets in cells", mix - need - their_cells},
      {"a packet and other queues", more},
  };
  int64_t sum = (int64_t)headroom_cells(h) * cell - (int64_t)nvidia_xoff(h);
  for (int i = 0; i < NVIDIA_DIFFERENCES; i++) {
    d[i] = all[i];
    if (i < NVIDIA_DIFFERENCES - 1) sum -= all[i].bytes;
  }
  d[NVIDIA_DIFFERENCES - 1] = (struct nvidia_difference){"rounding to KiB", sum};
}
