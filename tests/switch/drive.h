// A switch in lock-step with its model (lockstep_switch.h), driven cycle by cycle. Every port has a source of random
// frames and a sink, links fall, and both directions pause. The scoreboard checks every frame.
#ifndef DRIVE_H
#define DRIVE_H

#include "tb/cosim/lockstep_switch.h"
#include "tests/switch/mac_line.h"
#include "tests/switch/scoreboard_switch.h"

// Rates are of 1,024 unless a comment gives another base.
struct source {
  struct frames_frame *frame;  // made, but its first word is not taken
  uint8_t bytes[SLUICE_SWITCH_MAX_FRAME + 256];
  size_t n, at;
  bool busy, bad, counts;
  bool null_end;  // the frame, of whole words, ends with a word without a byte
  bool quiet;     // no new frame starts
  uint32_t gap;
  uint32_t stall, idle, burst;  // chances of: no word in a cycle; a gap of up to long_gap cycles after a frame; no gap
};

struct drive {
  struct lockstep_switch b;
  struct scoreboard_switch score;
  struct frames_setup setup;
  struct source source[SWITCH_MAX_PORTS];
  uint32_t keeps;                             // bit n - 1: a last word of n bytes was sent
  bool lengths[SLUICE_SWITCH_MAX_FRAME + 2];  // frames of n bytes were sent
  bool last_cells[256];                       // accepted frames of n + 1 bytes in their last cell
  uint64_t managed[2];                        // accepted frames to and from the management port
  uint64_t rng, id;
  bool inputs, calm;    // inputs: new frames start; calm: no pauses, stalls or falling links
  bool limits_pending;  // limits of a port are written, and a COMMIT was refused, because the port was not idle
  uint32_t long_gap;
  struct mac_line line[SWITCH_MAX_PORTS];                // of the sinks
  uint32_t ready[SWITCH_MAX_PORTS], tx_ready, rx, link;  // link is of 2^20
  uint64_t down_until[SWITCH_MAX_PORTS];
  uint16_t up;                              // links of the previous cycle
  uint32_t words, word_taken, wrong_words;  // words of credits: received, taken; received ones that are wrong
};

// A difference ends the test with a message that contains the command's variables.
#define DRIVE_REPEAT "; SLUICE_SWITCH=%d SLUICE_SEED=%llu repeats it"
#define DRIVE_SEED(d) (int)((d)->b.seed >> 32), (unsigned long long)((d)->b.seed & 0xffffffff)

// Runs until the switch is ready. The upper half of seed is the variant.
struct drive *drive_new(const struct switch_shim *shim, uint64_t seed);
void drive_free(struct drive *d);

void drive_cycles(struct drive *d, uint64_t n);

// Accesses by AXI4-Lite while the traffic continues. drive_ignored() writes what must have no effect: to a register
// that cannot be written, or without all four strobes. drive_both() writes a register of the switch and reads another
// one at the same time: the write is first.
void drive_write(struct drive *d, uint32_t addr, uint32_t value);
uint32_t drive_read(struct drive *d, uint32_t addr);
void drive_ignored(struct drive *d, uint32_t addr, uint32_t value, uint8_t strobes);
uint32_t drive_both(struct drive *d, uint32_t addr, uint32_t value, uint32_t read);
void drive_expect(struct drive *d, uint32_t addr, uint32_t expected);

// Credits: draws and writes their registers while no frame is in flight; raises limits below a
// largest frame, before the switch drains; and sets the words of a cycle.
void drive_credits_configure(struct drive *d);
void drive_credits_drain(struct drive *d);
void drive_credits_words(struct drive *d);

#endif
