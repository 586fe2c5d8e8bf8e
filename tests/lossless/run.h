// A run of sluice_lossless_switch in lock-step with its models: the MACs at its ports and its registers.
#ifndef RUN_H
#define RUN_H

#include "tb/cosim/lossless.h"
#include "tests/frame/frames.h"
#include "tests/switch/mac_line.h"
#include "tests/switch/scoreboard_switch.h"

// The frames of one MAC.
struct mac {
  uint8_t bytes[SLUICE_SWITCH_MAX_FRAME + 256];
  size_t n, at;
  int kind;                                   // of the control frame in transmission; -1: a data frame
  bool null_end;                              // the frame, of whole words, ends with a word without a byte
  bool busy, bad, cut, released;              // released: level 0 was sent at the end; levels do not expire
  uint32_t gap, stall, idle, control, ready;  // of 1024; ready: or MAC_LINE
  struct mac_line line;
  uint64_t expected[16];  // expected control frames by kind
  struct sink sink;
  uint16_t last_time[SLUICE_PRIORITIES], last_port_time;  // times of the last control frames from the switch
};

struct run {
  struct lossless *l;
  struct frames_setup setup;
  struct scoreboard_switch score;
  bool scored, timed, levels, calm;
  bool first_priorities;  // PRIORITY is never written
  struct mac mac[SWITCH_MAX_PORTS];
  struct switch_in in;
  uint64_t rng, id, down_until[SWITCH_MAX_PORTS], data, sent[3];
  uint32_t wrong_words;  // of 1024: received words of credits that are old, or arbitrary
  uint32_t link;         // of 2^20
  uint16_t up;           // links in the cycle before
  int which;
  uint64_t seed;
};

// Ends the test with a message that contains the variables to repeat the run.
void run_failed(const struct run *r, const char *what);

// Every bit differs between ports.
static inline uint64_t run_address(int port) {
  return (UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(port + 1) >> 16) & UINT64_C(0xfeffffffffff);
}

// Reads a register and compares its value.
void run_must_read(struct run *r, uint32_t addr, uint32_t expected);

// Checks the reset values of the ports' registers, and zeros beyond the last port.
void run_first_values(struct run *r);

// Draws a set and writes it, after a set that must be refused.
void run_configure(struct run *r);

// In a build with credits: raises limits below a largest frame, and slows words that leave no time for frames, so that
// the switch can drain; and ends the words of an empty switch.
void run_release_credits(struct run *r);
void run_end_credits(struct run *r);

#endif
