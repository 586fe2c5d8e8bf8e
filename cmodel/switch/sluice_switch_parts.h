// The state of the switch, which its source files share. Internal.
#ifndef SLUICE_SWITCH_PARTS_H
#define SLUICE_SWITCH_PARTS_H

#include "cmodel/rules/sluice_switch_rules.h"
#include "cmodel/sluice_switch.h"

// Steps from the admission of a frame until its queue counts it for ECN
enum { SLUICE_SWITCH_JOIN_STEPS = 4 };

struct sluice_frame {
  struct sluice_frame *next, *next_leave;
  int port, cls, egress, ttl;
  uint32_t flood;  // FLOODED: ports whose copy is not yet made
  uint32_t cells;
  size_t n;
  bool bad, cut;
  bool sending, leaving;  // the output, the dequeue still needs the frame
  bool marked;            // with CE, by this switch
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
  uint32_t backlog[SLUICE_MAX_CLASSES];            // cells of these frames, for ECN
  struct sluice_frames sending;                    // selected, neither sent whole nor flushed
  struct sluice_frame *leave_first, *leave_last;   // selected, with cells that are not free
  size_t sent;                                     // bytes sent of the first frame in sending
  uint64_t counter[SLUICE_SWITCH_COUNTERS];
};

// The registers of ECN as a COMMIT takes them
struct sluice_switch_ecn {
  struct sluice_ecn rule[SLUICE_SWITCH_MAX_PORTS][SLUICE_MAX_CLASSES];
  bool enable[SLUICE_SWITCH_MAX_PORTS][SLUICE_MAX_CLASSES];
  uint16_t seed;
};

// The registers that may differ from port to port, if the switch has port_limits: those of a port
struct sluice_switch_port_registers {
  uint32_t ecn_kmin[SLUICE_MAX_CLASSES], ecn_kmax[SLUICE_MAX_CLASSES], ecn_slope[SLUICE_MAX_CLASSES];
  uint32_t credits_limit[SLUICE_MAX_CLASSES];
  uint32_t watchdog[(SLUICE_SWITCH_REG_WATCHDOG_ACTION - SLUICE_SWITCH_REG_WATCHDOG_DETECTION) / 4 + 1];
};

struct sluice_switch_registers {
  uint32_t mmu[SLUICE_REGS];  // the written values
  uint32_t max_frame, priority, ttl_mode, flood, management;
  uint32_t cause, interrupt;  // CAUSE and INTERRUPT
  uint32_t write_ports, watchdog_clock, watchdog_poll, ecn_seed;
  struct sluice_switch_port_registers of_port[SLUICE_SWITCH_MAX_PORTS];
  uint32_t quantum[SLUICE_MAX_CLASSES], port[SLUICE_SWITCH_MAX_PORTS];
  uint32_t mac_low[SLUICE_SWITCH_MAX_MACS], mac_high[SLUICE_SWITCH_MAX_MACS];
  // From CREDITS_PORTS on
  uint32_t credits[(SLUICE_SWITCH_REG_CREDITS_FREED - SLUICE_SWITCH_REG_CREDITS_PORTS) / 4 + 1];
  struct sluice_switch_ecn ecn_committed, ecn;  // of the last COMMIT, of the last accepted one
  bool floods;                                  // FLOOD has been other than 0 since reset
  bool refused;                                 // the last COMMIT was not passed to the MMU: reserve
  int ecn_port;                                 // ECN: the lowest port whose ECN is wrong, or -1
  int committing;                               // steps until a COMMIT ends in the switch; 0: none
  // MAX_FRAME of that COMMIT; of the last accepted one, 0 before; and the largest accepted one since reset
  uint32_t committed_frame, active_frame, largest_frame;
  uint32_t committed_lossless, active_lossless;  // LOSSLESS of that COMMIT, of the last accepted one
  bool copies_committed, copies_reserved;        // that COMMIT, an accepted one left the reserve for copies
};

struct sluice_switch {
  struct sluice_switch_dims dims;
  struct sluice_mmu *mmu;
  struct sluice_switch_registers regs;
  struct sluice_switch_port port[SLUICE_SWITCH_MAX_PORTS];
  struct sluice_frames awaiting_admission;  // frames that wait for their admission, in order
  struct sluice_frames copied;              // FLOODED frames, in order
  uint32_t copied_last;                     // cells of the frame before them, if its last copy found no cell
  struct sluice_in next;                    // events of the next step
  size_t held;
  struct sluice_switch_join {
    int egress, cls;
    uint32_t cells;                  // 0: none
  } join[SLUICE_SWITCH_JOIN_STEPS];  // frames admitted in the last steps, in a ring
  unsigned join_at;
  uint16_t random;  // state of the generator for ECN
};

// Result of parsing the header of a frame of at least SLUICE_SWITCH_MIN_FRAME bytes
struct sluice_switch_header {
  enum sluice_switch_reason reason;  // NONE, RESERVED, UNKNOWN or HAIRPIN
  int cls, egress, ttl;
};

// Parses the header of a frame that arrived at a port. Updates in bytes: with TTL_MODE TTL and checksum; with
// MANAGEMENT byte 3 of a frame to or from the management port.
struct sluice_switch_header sluice_switch_header(const struct sluice_switch_dims *dims,
                                                 const struct sluice_switch_registers *regs, int port, uint8_t *bytes);

// The IP header behind the addresses and one tag. Neither v4 nor v6: the frame is not IP.
struct sluice_switch_ip {
  uint8_t *at;
  bool tagged, v4, v6;
};
struct sluice_switch_ip sluice_switch_ip(uint8_t *bytes);

// Updates the checksum of an IPv4 header for a 16-bit word that changed [RFC 1624, Eq. 3].
void sluice_switch_mend_checksum(uint8_t *ipv4, unsigned from, unsigned to);

// The lowest port whose written registers of ECN may not become active, or -1; the set that they are; and its
// activation, which also restarts the random numbers.
int sluice_switch_ecn_wrong(const struct sluice_switch *sw);
struct sluice_switch_ecn sluice_switch_ecn_set(const struct sluice_switch *sw);
void sluice_switch_ecn_activate(struct sluice_switch *sw, const struct sluice_switch_ecn *set);

// Counts a frame that was admitted in this step, or NULL, in its egress queue, JOIN_STEPS later.
void sluice_switch_ecn_join(struct sluice_switch *sw, const struct sluice_frame *f);

// A frame leaves its egress queue: marks it by the occupancy without it. Draws one random number per frame.
void sluice_switch_ecn_begin(struct sluice_switch *sw, struct sluice_frame *f);

// The active MAX_FRAME: the longest accepted frame, in bytes; and the cells of a frame of `bytes` bytes.
uint32_t sluice_switch_max_frame(const struct sluice_switch_registers *regs);
uint32_t sluice_switch_cells(const struct sluice_switch_dims *dims, uint32_t bytes);

// Whether every frame finds a cell (docs/hardware/switch.md, "Reserve").
bool sluice_switch_has_cells(const struct sluice_switch *sw);

// After each step of the MMU: activates MAX_FRAME when the MMU accepts a COMMIT.
void sluice_switch_commit_step(struct sluice_switch *sw, const struct sluice_in *in);

void sluice_switch_reset_registers(const struct sluice_switch_dims *dims, struct sluice_switch_registers *regs);

#endif
