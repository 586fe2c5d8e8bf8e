// A switch in Verilated RTL with a source and a sink at every port, and a reference of every frame. Each frame must
// arrive once, with the reason that follows from its bytes. Queues are FIFO, frames leave unchanged byte for byte, and
// no lossless frame is lost.
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/sluice_switch.h"
#include "tb/cosim/switch_shim.h"
#include "tests/switch/mac_line.h"

enum { BENCH_MAX_BYTES = 9300, BENCH_REASONS = 15, BENCH_ACCESS_CYCLES = 1000 };

struct frame {
  struct frame *next;
  int in, egress, cls, reason;  // expected result; egress and class if the reason is 0
  int before;                   // reason before the link fell: the frame may already be a giant
  int length;
  bool bad, sending, arrived, dead;  // sending: its source reads it; arrived: reported by mon_arrive; dead: in no list
  uint64_t ended, begun;             // cycle of its last word; cycle of its selection
  uint8_t ttl;                       // expected TTL at the MMU
  uint32_t flood;                    // reason 13: ports that still need a copy
  size_t ip;                         // position of the IP header of a packet that may be marked, or 0
  uint64_t joined;                   // cycle of its admission
  bool marked;                       // expected: CE
  uint8_t *sent, *expected;
};
struct frames {
  struct frame *first, *last;
  int count;
};

struct source {
  struct frames waiting;
  struct frame *now;
  struct mac_line line;
  int at, gap;      // next byte; cycles until the next frame may start
  int idle, stall;  // idle of 256: cycles added after a frame; stall of 256: no word in a cycle
  bool greedy;      // a FIFO: no gap between frames
  bool null_end;    // frames of whole words end with a word without a byte
  int cut;          // link down: cycles until the MAC ends the frame
};

// The active registers of ECN of a class
struct bench_ecn {
  bool enable;
  uint32_t kmin, kmax, slope;
};

struct bench {
  const struct switch_shim *shim;
  void *rtl;
  struct switch_in in;
  struct switch_out out;
  uint64_t seed, cycle;
  uint8_t lossless;
  // A sink is a MAC, which takes a word when its line is free; below 256, a FIFO that takes a word so often.
  int ready_of_256;
  struct mac_line sinks[SWITCH_MAX_PORTS];
  bool no_pause;  // sources ignore pauses
  bool may_lack_cells;
  struct source sources[SWITCH_MAX_PORTS];
  bool paused[SWITCH_MAX_PORTS][SWITCH_MAX_CLASSES];
  struct frames arriving[SWITCH_MAX_PORTS], judged, queues[SWITCH_MAX_PORTS][SWITCH_MAX_CLASSES],
      leaving[SWITCH_MAX_PORTS], sent[SWITCH_MAX_PORTS], copied;
  uint8_t *received[SWITCH_MAX_PORTS];
  int received_bytes[SWITCH_MAX_PORTS];
  bool mid_out[SWITCH_MAX_PORTS];
  uint64_t link_down[SWITCH_MAX_PORTS];                      // last cycle in which the link was down
  uint64_t gate_shut[SWITCH_MAX_PORTS][SWITCH_MAX_CLASSES];  // cycles since the gate closed
  uint64_t past_gate[8][2], past_storm[8][2];                // gates and storms of cycle n at n % 8
  int action[SWITCH_MAX_PORTS];                              // of the watchdog, for all classes
  uint16_t past_link[8];
  uint64_t counts[SWITCH_MAX_PORTS][SLUICE_SWITCH_COUNTERS];  // expected counters of the switch
  struct bench_ecn ecn[SWITCH_MAX_PORTS][SWITCH_MAX_CLASSES];
  uint16_t random;  // the number of the next frame that begins
  // Totals of the run
  uint64_t begun_of[SWITCH_MAX_PORTS], left_of[SWITCH_MAX_PORTS];
  uint64_t frames_in, frames_out, reasons[BENCH_REASONS], begun, left, aborts, not_ready, pauses, longest_wait, copies;
  bool floods;  // FLOOD was not 0 in this run: the copier holds one more cell
};

void bench_new(struct bench *b, const struct switch_shim *shim, uint64_t seed);
void bench_free(struct bench *b);
uint64_t bench_random(struct bench *b, uint64_t below);
void bench_step(struct bench *b);
void bench_write(struct bench *b, uint16_t addr, uint32_t value);
uint32_t bench_read(struct bench *b, uint16_t addr);
// Writes the MMU's registers and COMMIT. Returns STATUS of the MMU.
uint32_t bench_configure(struct bench *b, const uint32_t *regs);
// Queues a frame at the source of its port. The source owns the frame afterwards.
void bench_send(struct bench *b, struct frame *f);
// Makes a frame to the table entry of its egress. Its PCP is cls.
struct frame *bench_frame(struct bench *b, int in, int egress, int cls, int length);
// Writes a set of ECN with COMMIT, the same for all classes, while no frame is in the switch. Returns STATUS. The
// reference uses the set if it is accepted. With PORT_LIMITS ecn[p] is for port p; else ecn[0] for all ports.
uint32_t bench_write_ecn(struct bench *b, struct bench_ecn ecn, uint16_t seed);
uint32_t bench_write_port_ecn(struct bench *b, const struct bench_ecn *ecn, uint16_t seed);
// The reference of ECN: decides about a frame that begins, and counts one that is sent.
void bench_ecn_begins(struct bench *b, struct frame *f);
void bench_ecn_ends(struct bench *b, int port, const struct frame *f);
// Computes the checksum of an IPv4 header of any length [RFC 791].
void bench_sum_up(uint8_t *ip);
// Runs until all frames are gone, and fails after some cycles. Then all cells must be free.
void bench_drain(struct bench *b);
// Takes the link of a port down or up. The MAC ends a frame in transmission with an error, or is reset and never ends
// it.
void bench_link(struct bench *b, int port, bool up);
// Compares all counters of the switch with the expected ones. The switch must be at rest.
void bench_compare_counters(struct bench *b);
// A pause message from the downstream of a port.
void bench_pause(struct bench *b, int port, uint8_t enable, uint16_t time);
// Writes the registers of the watchdog: a microsecond of 2 cycles, polls of 256 cycles, the action for all classes,
// detection and restoration time in microseconds. With PORT_LIMITS for these ports, a bit each; else for all.
enum { BENCH_ALL_PORTS = 0xffff };
void bench_watch(struct bench *b, uint32_t ports, int action, bool rule, uint32_t detection, uint32_t restoration);

#endif
