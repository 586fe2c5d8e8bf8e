// What the parts of the switch share: its state.
#ifndef SLUICE_SWITCH_PARTS_H
#define SLUICE_SWITCH_PARTS_H

#include "cmodel/sluice_switch.h"

struct sluice_frame {
  struct sluice_frame *next, *next_leave;
  int port, cls, egress, ttl;
  uint32_t flood;  // FLOODED: ports that have no copy yet
  uint32_t cells;
  size_t n;
  bool bad, cut;
  bool sending, leaving;  // still wanted by the output, by the dequeue
  uint8_t bytes[];
};

struct sluice_frames {
  struct sluice_frame *first, *last;
  size_t count;
};

// The frame that an input is inside of.
struct sluice_switch_inside {
  bool inside;  // a word without tlast came last, taken or ignored
  bool counts;  // its words are taken
  bool judged;  // too long, or without a cell: what comes is ignored
  size_t n;     // bytes so far, as many of them kept as fit
  uint8_t bytes[SLUICE_SWITCH_MAX_FRAME + 1];
};

struct sluice_switch_port {
  bool up;
  struct sluice_switch_inside in;
  struct sluice_frames arriving;                   // whole, or cut
  struct sluice_frames queue[SLUICE_MAX_CLASSES];  // of this egress
  struct sluice_frames sending;                    // chosen, and neither sent nor flushed
  struct sluice_frame *leave_first, *leave_last;   // chosen, and their cells not all free
  size_t sent;                                     // bytes of the first that is sending
  uint64_t counter[SLUICE_SWITCH_COUNTERS];
};

struct sluice_switch_registers {
  uint32_t mmu[SLUICE_REGS];  // as they were written
  uint32_t max_frame, priority, ttl_mode, watchdog, flood;
  uint32_t quantum[SLUICE_MAX_CLASSES], port[SLUICE_SWITCH_MAX_PORTS];
  uint32_t mac_low[SLUICE_SWITCH_MAX_MACS], mac_high[SLUICE_SWITCH_MAX_MACS];
  bool floods;    // FLOOD has not been 0 since reset
  bool refused;   // the last COMMIT was not passed to the MMU
  bool reserved;  // frames find a cell: the reserve is there for this MAX_FRAME
};

struct sluice_switch {
  struct sluice_switch_dims dims;
  struct sluice_mmu *mmu;
  struct sluice_switch_registers regs;
  struct sluice_switch_port port[SLUICE_SWITCH_MAX_PORTS];
  struct sluice_frames asked;   // the MMU has their enqueue, in order
  struct sluice_frames copied;  // FLOODED, in order
  struct sluice_in next;        // the events of the next step
  size_t held;
};

// What a header says of a frame of at least SLUICE_SWITCH_MIN_FRAME bytes.
struct sluice_switch_header {
  enum sluice_switch_reason reason;  // TAKEN, RESERVED, UNKNOWN or HAIRPIN
  int cls, egress, ttl;
};

// Reads the header of a frame that came in at a port, and mends TTL and checksum where TTL_MODE says so.
struct sluice_switch_header sluice_switch_header(const struct sluice_switch_dims *dims,
                                                 const struct sluice_switch_registers *regs, int port, uint8_t *bytes);

// The bytes of a frame that is not too long, and the cells that such a one may have.
uint32_t sluice_switch_max_frame(const struct sluice_switch_registers *regs);
uint32_t sluice_switch_cells(const struct sluice_switch_dims *dims, uint32_t bytes);

void sluice_switch_reset_registers(const struct sluice_switch_dims *dims, struct sluice_switch_registers *regs);

#endif
