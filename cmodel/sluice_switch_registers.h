// Generated from cmodel/registers/registers.toml by `make registers`; do not edit.
// The register maps of switch and lossless switch, reasons and counters; included by sluice_switch.h.
// clang-format off
#ifndef SLUICE_SWITCH_REGISTERS_H
#define SLUICE_SWITCH_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

enum {
  SLUICE_SWITCH_MIN_FRAME = 60,               // bytes, without FCS
  SLUICE_SWITCH_MAX_FRAME = 9216,             // bytes: the largest value of register MAX_FRAME
  SLUICE_SWITCH_FCS = 4,                      // bytes of the check sequence
  SLUICE_SWITCH_QUANTUM_UNIT = 64,            // bytes of a unit of QUANTUM
  SLUICE_SWITCH_GAP = 24,                     // bytes on the wire in addition to each frame: preamble, FCS, gap
  SLUICE_SWITCH_GFC_PORTS = 4,                // least number of ports of a build with GFC or GFC-linear
  SLUICE_SWITCH_CELLS_BEFORE_ADMISSION = 16,  // most cycles from the end of a frame until its admission is out and refused cells are returned
  SLUICE_SWITCH_COPIED = 8,                   // largest number of frames that wait to be copied
};

// Why a frame does not leave; the lowest number that applies.
enum sluice_switch_reason {
  SLUICE_SWITCH_NONE = 0,         // the frame was accepted
  SLUICE_SWITCH_CUT = 1,          // at the ingress port: the link went down inside the frame
  SLUICE_SWITCH_NO_CELL = 2,      // at the ingress port: no free cell for the frame
  SLUICE_SWITCH_GIANT = 3,        // at the ingress port: longer than the active MAX_FRAME
  SLUICE_SWITCH_BAD = 4,          // at the ingress port: tuser at tlast: the MAC marked the frame bad
  SLUICE_SWITCH_RUNT = 5,         // at the ingress port: shorter than 60 bytes
  SLUICE_SWITCH_RESERVED = 6,     // at the ingress port: destination 01-80-C2-00-00-00 to -0F, and MANAGEMENT does not pass the frame
  SLUICE_SWITCH_UNKNOWN = 7,      // at the ingress port: destination in no entry of the MAC table, or a group address (bit 0 of the first byte), and the frame is copied to no port
  SLUICE_SWITCH_HAIRPIN = 8,      // at the ingress port: the egress port is the ingress port
  SLUICE_SWITCH_REFUSED = 9,      // at the ingress port: the MMU refused the frame
  SLUICE_SWITCH_TTL = 10,         // at the ingress port: the MMU dropped the frame by a rule of TTL
  SLUICE_SWITCH_LINK = 11,        // at the egress port: the link was down
  SLUICE_SWITCH_WATCHDOG = 12,    // at the egress port: the watchdog drops the frames of the queue
  SLUICE_SWITCH_FLOODED = 13,     // at the ingress port: no drop: copies of the frame are made
  SLUICE_SWITCH_NOT_COPIED = 14,  // at the ingress port: 8 frames, or frames with more cells than a largest frame, already waited to be copied
  SLUICE_SWITCH_REASONS = 15
};

// Counter k of a port: k = 8 * kind + class, or SLUICE_SWITCH_DROPS + reason.
enum sluice_switch_counter {
  SLUICE_SWITCH_FRAMES_IN = 0,     // frames accepted
  SLUICE_SWITCH_BYTES_IN = 1,      // bytes of accepted frames
  SLUICE_SWITCH_FRAMES_OUT = 2,    // frames that left whole
  SLUICE_SWITCH_BYTES_OUT = 3,     // bytes of frames that left whole
  SLUICE_SWITCH_PAUSES_IN = 4,     // pauses that the MMU received
  SLUICE_SWITCH_PAUSES_OUT = 5,    // pauses that the MMU sent
  SLUICE_SWITCH_MARKED = 8,        // frames of FRAMES_OUT that the port marked with CE
  SLUICE_SWITCH_MARKED_BYTES = 9,  // bytes of these frames
  SLUICE_SWITCH_STORMS = 10,       // pause storms that the watchdog detected
  SLUICE_SWITCH_RESTORED = 11,     // storms that ended
  SLUICE_SWITCH_STORM_DROPS = 12,  // frames of drop reason WATCHDOG
  SLUICE_SWITCH_DROPS = 48,        // + enum sluice_switch_reason
  SLUICE_SWITCH_COUNTERS = 104     // counters of a port
};

// Byte addresses of the registers. Below SLUICE_SWITCH_REG_STATUS: 4 * enum sluice_register.
enum sluice_switch_register {
  SLUICE_SWITCH_REG_STATUS = 0x0100,                // 0 READY; 1 RESERVE, 2 ECN: the last COMMIT failed the check of the reserve, of ECN, and was not passed to the MMU; 11..8 PORT: with parameter PORT_LIMITS = 1 the lowest port whose ECN is wrong; read only
  SLUICE_SWITCH_REG_MAX_FRAME = 0x0104,             // bytes: largest frame; active from an accepted COMMIT on
  SLUICE_SWITCH_REG_PRIORITY = 0x0108,              // PRIORITY_c at bits 4 c + 2 .. 4 c
  SLUICE_SWITCH_REG_TTL_MODE = 0x010c,              // 0 DECREMENT; 15..8 NON_IP: the TTL of frames that are not IP; without DECREMENT, of all frames
  SLUICE_SWITCH_REG_FLOOD = 0x0114,                 // a bit per port: lossy frames to an unknown or a group destination are copied to the port
  SLUICE_SWITCH_REG_MANAGEMENT = 0x0118,            // 4..0 PORT: the port that gets frames to 01-80-C2-00-00-00 to -0F except -01; 8 ENABLE
  SLUICE_SWITCH_REG_CAUSE = 0x011c,                 // causes of an interrupt since the bit was cleared; a write clears the bits that it writes as 1. Bit r: a frame was dropped by reason r; 16 LINK; 17 STORM
  SLUICE_SWITCH_REG_INTERRUPT = 0x0120,             // enables the causes: irq is 1 while an enabled bit of CAUSE is 1
  SLUICE_SWITCH_REG_WRITE_PORTS = 0x0124,           // a bit per port: a write of ECN_KMIN, ECN_KMAX, ECN_SLOPE, WATCHDOG_DETECTION, WATCHDOG_RESTORATION, WATCHDOG_ACTION or CREDITS_LIMIT is for these ports, and a read shows the lowest of them; with parameter PORT_LIMITS = 1 only, else writes are for all ports
  SLUICE_SWITCH_REG_QUANTUM = 0x0140,               // + 4 c: units of 64 bytes: deficit round robin, one per class: at least a largest frame with FCS; 0 counts as 1
  SLUICE_SWITCH_REG_PORT = 0x0180,                  // + 4 p: 2..0 CLASS: default class, 4 TRUST_PCP, 5 TRUST_DSCP, 15..8 STRICT by class
  SLUICE_SWITCH_REG_ECN_KMIN = 0x0200,              // + 4 c: cells: ECN: never mark up to this occupancy of the egress queue; active from an accepted COMMIT on, as the next three
  SLUICE_SWITCH_REG_ECN_KMAX = 0x0220,              // + 4 c: cells: ECN: always mark above this occupancy
  SLUICE_SWITCH_REG_ECN_SLOPE = 0x0240,             // + 4 c: 2^-24 per cell: 15..0 SLOPE: growth of the probability of a mark from KMIN to KMAX; 31 ENABLE: mark packets of the class
  SLUICE_SWITCH_REG_ECN_SEED = 0x0260,              // first state of the generator of random numbers, loaded by an accepted COMMIT; 0 counts as 1
  SLUICE_SWITCH_REG_WATCHDOG_CLOCK = 0x0270,        // cycles: cycles of a microsecond, rounded up; 0 counts as 1
  SLUICE_SWITCH_REG_WATCHDOG_POLL = 0x0274,         // us: poll interval, at least a round of the watchdog; 0: no poll
  SLUICE_SWITCH_REG_WATCHDOG_DETECTION = 0x0278,    // us: detection time
  SLUICE_SWITCH_REG_WATCHDOG_RESTORATION = 0x027c,  // us: restoration time
  SLUICE_SWITCH_REG_WATCHDOG_ACTION = 0x0280,       // 2 c + 1 .. 2 c: class c, 0 OFF, 1 DROP, 2 FORWARD, 3 ALERT; 16 RULE: 0 (a), 1 (b)
  SLUICE_SWITCH_REG_CREDITS_PORTS = 0x02c0,         // a bit per port: the port uses credits instead of pauses; this register and the next four exist with parameter CREDITS = 1 only
  SLUICE_SWITCH_REG_CREDITS_AMOUNT = 0x02c4,        // cells: freed cells that make a word of credits freed due; 0: words are due by time only
  SLUICE_SWITCH_REG_CREDITS_CONSUMED = 0x02c8,      // cycles: cycles between two rounds of words of credits consumed; 0: none
  SLUICE_SWITCH_REG_CREDITS_FREED = 0x02cc,         // cycles: cycles between two rounds of words of credits freed; 0: words are due by amount only
  SLUICE_SWITCH_REG_CREDITS_LIMIT = 0x02e0,         // + 4 c: cells: cells of the class at the receiver of the other end; 0: the class uses no credits
  SLUICE_SWITCH_REG_MAC_LOW = 0x0400,               // + 8 i: address: the last four bytes of the address, 31..24 the first of them
  SLUICE_SWITCH_REG_MAC_HIGH = 0x0404,              // + 8 i: 15..0 the first two bytes of the address; 20..16 PORT; 31 VALID
  SLUICE_SWITCH_REG_COUNTER = 0x1000,               // + 512 p + 8 k: counter k of port p, k < 64, 64 bits
  SLUICE_SWITCH_REG_STATISTIC = 0x4000,             // + 512 p + 64 c + 4 s: MMU's statistic s of port p, class c, read only
  SLUICE_SWITCH_REG_ECN_COUNTER = 0x6000,           // + 512 p + 8 (k - 64): counter k of port p, k >= 64, 64 bits
};

// Bits; of a field with several bits the lowest one.
enum {
  SLUICE_SWITCH_STATUS_READY = 1 << 0,           // counters are cleared
  SLUICE_SWITCH_STATUS_RESERVE = 1 << 1,         // the last COMMIT was not passed to the MMU: cells
  SLUICE_SWITCH_STATUS_ECN = 1 << 2,             // the last COMMIT was not passed to the MMU: ECN
  SLUICE_SWITCH_STATUS_PORT = 1 << 8,            // with ECN and PORT_LIMITS: the lowest port whose ECN is wrong
  SLUICE_SWITCH_TTL_MODE_DECREMENT = 1 << 0,     // decrement the TTL of IP frames
  SLUICE_SWITCH_TTL_MODE_NON_IP = 1 << 8,        // the TTL of frames that are not IP
  SLUICE_SWITCH_MANAGEMENT_PORT = 1 << 0,        // the management port; NP or more: none
  SLUICE_SWITCH_MANAGEMENT_ENABLE = 1 << 8,      // frames to reserved addresses go to and come from the management port
  SLUICE_SWITCH_CAUSE_LINK = 1 << 16,            // the link of a port went up or down
  SLUICE_SWITCH_CAUSE_STORM = 1 << 17,           // the watchdog has detected a pause storm at a queue
  SLUICE_SWITCH_PORT_CLASS = 1 << 0,             // default class
  SLUICE_SWITCH_PORT_TRUST_PCP = 1 << 4,         // priority from the VLAN tag
  SLUICE_SWITCH_PORT_TRUST_DSCP = 1 << 5,        // priority from DSCP
  SLUICE_SWITCH_PORT_STRICT = 1 << 8,            // strict priority, a bit per class
  SLUICE_SWITCH_ECN_SLOPE_SLOPE = 1 << 0,        // probability per cell, in 2^-24
  SLUICE_SWITCH_WATCHDOG_ACTION_RULE = 1 << 16,  // 0: pause frames and a closed gate; 1: frames that do not leave
  SLUICE_SWITCH_MAC_HIGH_PORT = 1 << 16,         // egress port
};

#define SLUICE_SWITCH_ECN_SLOPE_ENABLE (UINT32_C(1) << 31)  // mark packets of the class

#define SLUICE_SWITCH_MAC_HIGH_VALID (UINT32_C(1) << 31)  // the entry is valid

// What the watchdog does with a queue in a storm, in two bits of WATCHDOG_ACTION per class.
enum sluice_switch_action {
  SLUICE_SWITCH_WATCHDOG_OFF = 0,      // the watchdog does not observe the class
  SLUICE_SWITCH_WATCHDOG_DROP = 1,     // drop the frames of the queue
  SLUICE_SWITCH_WATCHDOG_FORWARD = 2,  // send them, whatever the gate
  SLUICE_SWITCH_WATCHDOG_ALERT = 3,    // only report the storm
};

// Values after reset; all other registers are 0 after reset.
enum {
  SLUICE_SWITCH_RESET_MAX_FRAME = 0x5ee,
  SLUICE_SWITCH_RESET_PRIORITY = 0x76543210,
  SLUICE_SWITCH_RESET_WRITE_PORTS = 0xffff,
  SLUICE_SWITCH_RESET_QUANTUM = 0x91,
  SLUICE_SWITCH_RESET_PORT = 0xff00,
};

// Byte addresses of the lossless switch, in addition to those of the switch.
enum sluice_lossless_register {
  SLUICE_LOSSLESS_REG_ADDRESS_LOW = 0x8000,   // + 8 p: address: the last four bytes of the port's address, 31..24 the first of them
  SLUICE_LOSSLESS_REG_ADDRESS_HIGH = 0x8004,  // + 8 p: 15..0 the first two bytes of the port's address; 16 PAUSE: the port sends PAUSE, not PFC
  SLUICE_LOSSLESS_REG_FRAMES = 0x9000,        // + 128 p + 8 k: counter k of port p, MAC control frames, 64 bits
};

// Bits; of a field with several bits the lowest one.
enum {
  SLUICE_LOSSLESS_ADDRESS_HIGH_PAUSE = 1 << 16,  // the port sends PAUSE instead of PFC
};

// Values after reset; ADDRESS_LOW is the number of the port.
enum {
  SLUICE_LOSSLESS_RESET_ADDRESS_HIGH = 0x200,
};

// Counter k of a port of the lossless switch.
enum {
  SLUICE_LOSSLESS_SENT = 0,  // + kind of a sent frame
  SLUICE_LOSSLESS_SEEN = 8,  // + kind of a received frame
};

// Whether a write of the register at this byte address is for the ports of WRITE_PORTS.
static inline bool sluice_switch_of_port(uint32_t addr) {
  return (addr >= 0x200 && addr <= 0x25f) || (addr >= 0x278 && addr <= 0x283) || (addr >= 0x2e0 && addr <= 0x2ff);
}
#endif
