// A switch in Verilated RTL with a source and a sink at every port, and what must be true of every frame: each arrives
// once, with the reason that its bytes have; queues are FIFO; what leaves is what came in, byte for byte; nothing
// lossless is lost.
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/sluice_switch.h"
#include "tb/cosim/switch_shim.h"

enum { BENCH_MAX_BYTES = 9300, BENCH_REASONS = 15 };

struct frame {
  struct frame *next;
  int in, egress, cls, reason;  // what must become of it; egress and class where the reason is 0
  int before;                   // the reason that it had before its link fell: a giant may be known as such already
  int length;
  bool bad, sending, arrived, dead;  // its source still reads it; its arrival was told; nobody else has it
  uint64_t ended, begun;             // clock of its last word; in which it was chosen
  uint8_t ttl;                       // that the MMU is told
  uint32_t flood;                    // where the reason is 13: ports that it is to be copied to
  uint8_t *sent, *expected;
};
struct frames {
  struct frame *first, *last;
  int count;
};

struct source {
  struct frames waiting;
  struct frame *now;
  int at, gap;      // the next byte; cycles until the next frame
  int idle, stall;  // idle of 256: cycles added after a frame; stall of 256: no word in a cycle
  bool greedy;      // no gap at all
  int cut;          // by the link: cycles until the MAC ends the frame
};

struct bench {
  const struct switch_shim *shim;
  void *rtl;
  struct switch_in in;
  struct switch_out out;
  uint64_t seed, cycle;
  uint8_t lossless;
  int ready_of_256;  // how often the sinks take a word
  bool no_pause;     // sources do not obey
  bool may_lack_cells;
  struct source sources[SWITCH_MAX_PORTS];
  bool paused[SWITCH_MAX_PORTS][SWITCH_MAX_CLASSES];
  struct frames arriving[SWITCH_MAX_PORTS], judged, queues[SWITCH_MAX_PORTS][SWITCH_MAX_CLASSES],
      leaving[SWITCH_MAX_PORTS], sent[SWITCH_MAX_PORTS], copied;
  uint8_t *received[SWITCH_MAX_PORTS];
  int received_bytes[SWITCH_MAX_PORTS];
  bool mid_out[SWITCH_MAX_PORTS];
  uint64_t link_down[SWITCH_MAX_PORTS];                      // the last cycle in which it was
  uint64_t gate_shut[SWITCH_MAX_PORTS][SWITCH_MAX_CLASSES];  // cycles since it shut
  uint64_t counts[SWITCH_MAX_PORTS][64];                     // as the switch's own counters
  // Seen
  uint64_t begun_of[SWITCH_MAX_PORTS], left_of[SWITCH_MAX_PORTS];
  uint64_t frames_in, frames_out, reasons[BENCH_REASONS], begun, left, aborts, not_ready, pauses, longest_wait, copies;
  bool floods;  // FLOOD has not been 0: one more cell is in hand
};

void bench_new(struct bench *b, const struct switch_shim *shim, uint64_t seed);
void bench_free(struct bench *b);
uint64_t bench_random(struct bench *b, uint64_t below);
void bench_step(struct bench *b);
void bench_write(struct bench *b, uint16_t addr, uint32_t value);
uint32_t bench_read(struct bench *b, uint16_t addr);
// Writes the MMU's registers and COMMIT; what STATUS of the MMU says then.
uint32_t bench_configure(struct bench *b, const uint32_t *regs);
// To port's source, which then owns it.
void bench_send(struct bench *b, struct frame *f);
// Untagged, or with PCP cls where it is tagged; to the table's entry of its egress.
struct frame *bench_frame(struct bench *b, int in, int egress, int cls, int length);
// Runs until all frames are gone; fails after some cycles. Then all cells must be free.
void bench_drain(struct bench *b);
// The link of a port falls or rises. A frame that is being sent to it is cut, and ended by the MAC.
void bench_link(struct bench *b, int port, bool up);
// Compares all counters of the switch with what was seen; at rest.
void bench_compare_counters(struct bench *b);
// A message from the downstream of a port.
void bench_pause(struct bench *b, int port, uint8_t enable, uint16_t time);

#endif
