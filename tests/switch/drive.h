// A switch and the model beside it (lockstep_switch.h) with a source of random frames and a sink at every port, links
// that fall, and pauses in both directions: a clock at a time. The scoreboard watches.
#ifndef DRIVE_H
#define DRIVE_H

#include "tb/cosim/lockstep_switch.h"
#include "tests/switch/scoreboard_switch.h"

// Rates are of 1,024, or as they say.
struct source {
  struct frames_frame *frame;  // made, and its first word not taken
  uint8_t bytes[SLUICE_SWITCH_MAX_FRAME + 256];
  size_t n, at;
  bool busy, bad, counts;
  uint32_t gap;
  uint32_t stall, idle, burst;  // no word in a cycle; a gap of up to long_gap cycles behind a frame; no gap at all
};

struct drive {
  struct lockstep_switch b;
  struct scoreboard_switch score;
  struct frames_setup setup;
  struct source source[SWITCH_MAX_PORTS];
  uint64_t rng, id;
  bool inputs, calm;  // frames begin; nothing is paused, stalled or cut off
  uint32_t long_gap;
  uint32_t ready[SWITCH_MAX_PORTS], tx_ready, rx, link;  // link of 2^20
  uint64_t down_until[SWITCH_MAX_PORTS];
  uint16_t up;  // the links of the cycle before
};

// A difference ends the test, with the words that repeat the run.
#define DRIVE_REPEAT "; SLUICE_SWITCH=%d SLUICE_SEED=%llu repeats it"
#define DRIVE_SEED(d) (int)((d)->b.seed >> 32), (unsigned long long)((d)->b.seed & 0xffffffff)

// Until the switch is ready. seed: upper half the variant.
struct drive *drive_new(const struct switch_shim *shim, uint64_t seed);
void drive_free(struct drive *d);

void drive_cycles(struct drive *d, uint64_t n);

// Through AXI4-Lite, while all else goes on.
void drive_write(struct drive *d, uint32_t addr, uint32_t value);
uint32_t drive_read(struct drive *d, uint32_t addr);
void drive_expect(struct drive *d, uint32_t addr, uint32_t expected);

#endif
