// The state of the switch, which its source files share. Internal.
#ifndef SLUICE_SWITCH_PARTS_H
#define SLUICE_SWITCH_PARTS_H

#include "cmodel/sluice_switch.h"

struct sluice_frame {
  struct sluice_frame *next, *next_leave;
  int port, cls, egress, ttl;
  uint32_t flood;  // FLOODED: ports whose copy is not yet made
  uint32_t cells;
  size_t n;
  bool bad, cut;
  bool sending, leaving;  // the output, the dequeue still needs the frame
  uint8_t bytes[];
};

struct sluice_frames {
  struct sluice_frame *first, *last;
  size_t count;
};

// The frame that an input is inside of
struct sluice_switch_inside {
  bool inside;  // the last word, taken or ignored, was without tlast
  bool counts;  // words of the frame are taken
  bool judged;  // the frame was given up (too long, or without a cell): its further words are ignored
  size_t n;     // bytes so far; only the first ones that fit are kept
  uint8_t bytes[SLUICE_SWITCH_MAX_FRAME + 1];
};

struct sluice_switch_port {
  bool up;
  struct sluice_switch_inside in;
  struct sluice_frames arriving;                   // complete or cut frames
  struct sluice_frames queue[SLUICE_MAX_CLASSES];  // frames to this egress port
  struct sluice_frames sending;                    // selected, neither sent whole nor flushed
  struct sluice_frame *leave_first, *leave_last;   // selected, with cells that are not free
  size_t sent;                                     // bytes sent of the first frame in sending
  uint64_t counter[SLUICE_SWITCH_COUNTERS];
};

struct sluice_switch_registers {
  uint32_t mmu[SLUICE_REGS];  // the written values
  uint32_t max_frame, priority, ttl_mode, watchdog, flood;
  uint32_t quantum[SLUICE_MAX_CLASSES], port[SLUICE_SWITCH_MAX_PORTS];
  uint32_t mac_low[SLUICE_SWITCH_MAX_MACS], mac_high[SLUICE_SWITCH_MAX_MACS];
  bool floods;     // FLOOD has been other than 0 since reset
  bool refused;    // the last COMMIT was not passed to the MMU
  int committing;  // steps until the MMU accepts or refuses a COMMIT; 0: none
  // MAX_FRAME of that COMMIT; of the last accepted one, 0 before; and the largest accepted one since reset
  uint32_t committed_frame, active_frame, largest_frame;
  bool copies_committed, copies_reserved;  // that COMMIT, an accepted one left the reserve for copies
};

struct sluice_switch {
  struct sluice_switch_dims dims;
  struct sluice_mmu *mmu;
  struct sluice_switch_registers regs;
  struct sluice_switch_port port[SLUICE_SWITCH_MAX_PORTS];
  struct sluice_frames awaiting_admission;  // frames that wait for their admission, in order
  struct sluice_frames copied;              // FLOODED frames, in order
  struct sluice_in next;                    // events of the next step
  size_t held;
};

// Result of parsing the header of a frame of at least SLUICE_SWITCH_MIN_FRAME bytes
struct sluice_switch_header {
  enum sluice_switch_reason reason;  // NONE, RESERVED, UNKNOWN or HAIRPIN
  int cls, egress, ttl;
};

// Parses the header of a frame that arrived at a port; with TTL_MODE updates TTL and checksum in bytes.
struct sluice_switch_header sluice_switch_header(const struct sluice_switch_dims *dims,
                                                 const struct sluice_switch_registers *regs, int port, uint8_t *bytes);

// The active MAX_FRAME: the longest accepted frame, in bytes; and the cells of a frame of `bytes` bytes.
uint32_t sluice_switch_max_frame(const struct sluice_switch_registers *regs);
uint32_t sluice_switch_cells(const struct sluice_switch_dims *dims, uint32_t bytes);

// Whether every frame finds a cell (docs/hardware/switch.md, "Reserve").
bool sluice_switch_has_cells(const struct sluice_switch *sw);

// After each step of the MMU: activates MAX_FRAME when the MMU accepts a COMMIT.
void sluice_switch_commit_step(struct sluice_switch *sw, const struct sluice_in *in);

void sluice_switch_reset_registers(const struct sluice_switch_dims *dims, struct sluice_switch_registers *regs);

#endif
