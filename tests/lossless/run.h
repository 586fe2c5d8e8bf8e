// A run of sluice_lossless_switch beside its models: the MACs at its ports, its registers.
#ifndef RUN_H
#define RUN_H

#include "tb/cosim/lossless.h"
#include "tests/frame/frames.h"
#include "tests/switch/scoreboard_switch.h"

// What a MAC hands over.
struct mac {
  uint8_t bytes[SLUICE_SWITCH_MAX_FRAME + 256];
  size_t n, at;
  bool busy, bad, released;                   // released: it has said level 0 at the end, which no timer says
  uint32_t gap, stall, idle, control, ready;  // of 1024
  uint64_t expected[16];                      // control frames by kind
  struct sink sink;
  uint16_t told[SLUICE_PRIORITIES], told_port;  // the latest times that the switch has sent
};

struct run {
  struct lossless *l;
  struct frames_setup setup;
  struct scoreboard_switch score;
  bool scored, timed, levels, calm;
  struct mac mac[SWITCH_MAX_PORTS];
  struct switch_in in;
  uint64_t rng, id, down_until[SWITCH_MAX_PORTS], data, sent[3];
  uint32_t link;  // of 2^20
  int which;
  uint64_t seed;
};

// Ends the test, with the words that repeat the run.
void run_broken(const struct run *r, const char *what);

static inline uint64_t run_address(int port) { return UINT64_C(0x02005e100000) + (uint64_t)port; }

// Reads a register, which must be so.
void run_must_read(struct run *r, uint32_t addr, uint32_t expected);

// What registers hold after reset, at the ports and beyond.
void run_first_values(struct run *r);

// Draws a set and writes it, after one that is refused.
void run_configure(struct run *r);

#endif
