#include "tb/cli/plan/nvidia.h"

#include <math.h>

static const double light = 0.198;  // metres per ns in the cable
static const double kib = 1024;
enum { SMALL = 64, COMPENSATION = 2048 };  // bytes

const char *const nvidia_versions[] = {
    [NVIDIA_202111] = "202111", [NVIDIA_202405] = "202405", [NVIDIA_202605] = "202605", NULL};

const char *const nvidia_releases[] = {
    [NVIDIA_202111] = "202111 to 202311", [NVIDIA_202405] = "202405 to 202511", [NVIDIA_202605] = "202605 and later"};

static double mbps(const struct headroom *h) { return (double)h->bps / 1e6; }

// Both ways. Until 202405 the formula divides bits per us by 8 x 1024, so its bytes are 2.3 % fewer than those on the
// wire.
static double cable(const struct headroom *h, enum nvidia_version version) {
  double metres = (double)h->wire_ps / HEADROOM_PS_PER_METRE;
  return 2 * metres * mbps(h) / light / (8 * (version < NVIDIA_202405 ? kib : 1000));
}

static double gearbox(const struct headroom *h) { return 2 * mbps(h) * (double)h->gearbox_ps / 1000 / (8 * kib); }

// Cells per cell's bytes of the small packets: 64 bytes, or a cell and a byte.
static double worst_factor(const struct headroom *h, enum nvidia_version version) {
  double factor = h->cell > 2 * SMALL ? h->cell / (double)SMALL : 2.0 * h->cell / (1.0 + h->cell);
  return version < NVIDIA_202405 ? factor : ceil(factor);
}

// The share of the bytes that are in small packets. Since 202405 the percentage counts packets: 64 bytes over their
// mean size, so that 0 % is not 0.
static double small_bytes(const struct headroom *h, enum nvidia_version version) {
  double large = h->large_share / 100.0;
  return version < NVIDIA_202405 ? 1 - large : SMALL / ((1 - large) * SMALL + large * h->mtu);
}

static double delay_bytes(const struct headroom *h, enum nvidia_version version) {
  return h->port_mtu + cable(h, version) + gearbox(h) + (double)h->mac_phy + (double)h->response;
}

// Without rounding. The upstream's own frame is not in small packets.
static double xoff(const struct headroom *h, enum nvidia_version version, double small) {
  return h->mtu + delay_bytes(h, version) * (1 - small + small * worst_factor(h, version));
}

uint64_t nvidia_round(uint64_t bytes) { return (bytes + 1023) / 1024 * 1024; }

static uint64_t rounded(double bytes) { return nvidia_round((uint64_t)ceil(bytes)); }

// Without a pool, 2 KiB more than a share below 100 % gives, unless that would be as much as 100 %.
static uint64_t compensation(const struct headroom *h, enum nvidia_version version, bool pool) {
  if (version < NVIDIA_202605 || pool || h->large_share == 0) return 0;
  uint64_t part = rounded(xoff(h, version, small_bytes(h, version)));
  return part + COMPENSATION < rounded(xoff(h, version, 1)) ? COMPENSATION : 0;
}

uint64_t nvidia_xoff(const struct headroom *h, enum nvidia_version version, bool pool) {
  return rounded(xoff(h, version, small_bytes(h, version))) + compensation(h, version, pool);
}

void nvidia_differences(const struct headroom *h, enum nvidia_version version, bool pool, struct nvidia_difference *d) {
  int64_t cell = h->cell, need = (int64_t)headroom_bytes(h),
          mix = (int64_t)headroom_mix_cells(h, (uint64_t)need) * cell;
  int64_t more = (int64_t)headroom_cells(h) * cell - mix;
  int64_t wire = (int64_t)(headroom_wire(h) + headroom_devices(h) - headroom_fifo(h) - h->mac_phy);
  int64_t their_wire = llround(cable(h, version) + gearbox(h));
  int64_t their_cells = llround(xoff(h, version, small_bytes(h, version)) - h->mtu - delay_bytes(h, version));
  const struct nvidia_difference all[NVIDIA_DIFFERENCES] = {
      {"control frames", (int64_t)(headroom_control_frames() + headroom_begun())},
      {"wire and gearboxes", wire - their_wire},
      {"transmit FIFO", (int64_t)headroom_fifo(h)},
      {"datapath and MMU", (int64_t)headroom_mmu(h)},
      {"packets in cells", mix - need - their_cells},
      {"a packet and other queues", more},
      {"compensation", -(int64_t)compensation(h, version, pool)},
  };
  int64_t sum = (int64_t)headroom_cells(h) * cell - (int64_t)nvidia_xoff(h, version, pool);
  for (int i = 0; i < NVIDIA_DIFFERENCES; i++) {
    d[i] = all[i];
    if (i < NVIDIA_DIFFERENCES - 1) sum -= all[i].bytes;
  }
  d[NVIDIA_DIFFERENCES - 1] = (struct nvidia_difference){"rounding to KiB", sum};
}
