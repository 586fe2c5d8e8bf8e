// Random frames for a switch, each made from its intended result. Reason, egress, class and leaving bytes are known
// without reading the frame. This code shares nothing with the switch's model or the RTL.
#ifndef FRAMES_H
#define FRAMES_H

#include "cmodel/credit/sluice_credit_port.h"
#include "cmodel/sluice_switch.h"

// Registers that may differ from port to port
struct frames_port_set {
  uint32_t ecn_kmin[SLUICE_MAX_CLASSES], ecn_kmax[SLUICE_MAX_CLASSES], ecn_slope[SLUICE_MAX_CLASSES];
  bool ecn_enable[SLUICE_MAX_CLASSES];
  uint32_t watchdog[3];  // WATCHDOG_DETECTION to WATCHDOG_ACTION
  uint32_t credits_limit[SLUICE_MAX_CLASSES];
};

// A consistent set of registers of a switch.
struct frames_setup {
  struct sluice_switch_dims dims;
  uint32_t mmu[SLUICE_REGS];
  uint32_t max_frame, priority[SLUICE_MAX_CLASSES];
  uint32_t default_class[SLUICE_SWITCH_MAX_PORTS];
  bool trust_pcp[SLUICE_SWITCH_MAX_PORTS], trust_dscp[SLUICE_SWITCH_MAX_PORTS];
  uint32_t strict[SLUICE_SWITCH_MAX_PORTS], quantum[SLUICE_MAX_CLASSES], flood;
  uint32_t watchdog_clock, watchdog_poll, ecn_seed;
  struct frames_port_set of[2];  // with PORT_LIMITS the ports of second_ports have the second one
  uint32_t second_ports;
  bool managed;         // MANAGEMENT.ENABLE
  uint32_t management;  // its port, 0 .. 31; NP or more: none
  uint32_t interrupt;
  uint32_t many;     // of 1024: additional frames to unknown and group addresses
  uint32_t large;    // of 1024: frames of any size up to MAX_FRAME, instead of up to some hundred bytes
  uint32_t unused;   // value of bits without a meaning
  bool floods;       // FLOOD was not 0 in this switch: cells are reserved for copies
  uint32_t largest;  // the largest MAX_FRAME of this switch, for which cells are reserved
  bool ttl_mode;
  uint8_t non_ip_ttl;
  uint32_t credits[4];  // CREDITS_PORTS to CREDITS_FREED
  // PORT_LIMITS: the limits of the ports. Once written they are written with every set. PRIVATE, HEADROOM and
  // PORT_HEADROOM may be lowered to limits_least.
  struct sluice_port_registers limits[SLUICE_SWITCH_MAX_PORTS];
  uint32_t limits_least[SLUICE_LIMITS];
  uint8_t mac[SLUICE_SWITCH_MAX_MACS][6];
  int mac_port[SLUICE_SWITCH_MAX_MACS];  // 0 .. 31; -1: entry not valid
};

enum frames_ip { FRAMES_NOT_IP, FRAMES_IPV4, FRAMES_IPV6 };

struct frames_frame {
  struct frames_frame *next;
  uint64_t id;                       // also the frame's last eight bytes, if it has at least 60 bytes
  int port;                          // ingress port
  enum sluice_switch_reason reason;  // up to HAIRPIN, or FLOODED
  uint32_t flood;                    // FLOODED: ports that still need a copy
  bool copy;
  int cls, egress, ttl;            // expected values at the MMU, if reason is NONE
  int byte_3;                      // of a frame to or from the management port when it leaves; -1: unchanged
  bool bad, wrong_checksum, hops;  // hops: the TTL is decremented
  enum frames_ip ip;
  size_t ip_at, n;
  uint64_t order;  // FIFO order holds among frames of equal value
  uint8_t *bytes;
};

// Draws of one topic start from *rng ^ FRAMES_OWN, so that the other draws of a seed do not depend on them.
#define FRAMES_OWN UINT64_C(0x5851f42d4c957f2d)
#define FRAMES_LIMITS UINT64_C(0x14057b7ef767814f)
#define FRAMES_SECOND UINT64_C(0x2545f4914f6cdd1d)

uint32_t frames_pick(uint64_t *rng, uint32_t n);  // 0 .. n - 1
bool frames_chance(uint64_t *rng, uint32_t of_1024);

// Draws a set for this scheme and this largest frame. s is the previous set of the switch, or all 0. Returns false if
// the memory is too small for the set. GFC and GFC-linear need at least 4 ports.
bool frames_setup(struct frames_setup *s, uint64_t *rng, const struct sluice_switch_dims *dims,
                  enum sluice_scheme scheme, uint32_t max_frame);

// A QUANTUM: often the smallest and the largest values.
uint32_t frames_quantum(uint64_t *rng);

// Breaks the registers of ECN of a class in one of the ways that a COMMIT refuses. Returns the lowest port that has
// them.
uint32_t frames_break_ecn(struct frames_setup *s, uint64_t *rng);
// Draws a watchdog with times of some microseconds, of a few cycles each.
void frames_watchdog(struct frames_setup *s, uint64_t *rng);

// PORT_LIMITS: the write of WRITE_PORTS after which writes are for the ports of set i.
bool frames_select_ports(const struct frames_setup *s, int i, uint32_t *addr, uint32_t *value);

// Draws the registers of credits, with their smallest and largest values. frames_largest() is the cells of a largest
// frame; a class with a smaller limit can never start.
void frames_credits(struct frames_setup *s, uint64_t *rng);
uint32_t frames_largest(const struct frames_setup *s);
// The writes of these registers, CREDITS_PORTS first 0 and last its value; bits without a meaning are random. Returns
// false past the end.
bool frames_credits_write(const struct frames_setup *s, int n, uint32_t *addr, uint32_t *value);
// Raises each limit that is too small for a largest frame to the largest limit; and the writes of all limits.
void frames_release_credits(struct frames_setup *s);
bool frames_credit_limits_write(const struct frames_setup *s, int n, uint32_t *addr, uint32_t *value);

// A word of credits to a port, which returns some of the used credits, or all; or reports lost ones; or, if it is
// wrong, is an old or any word. Its channel may not exist.
struct sluice_switch_credit_port;
struct sluice_credit_word frames_credit_word(uint64_t *rng, const struct sluice_switch_credit_port *port, bool all,
                                             bool wrong);

// Extends the thresholds, times and exponents of a set to the whole range of their registers.
void frames_full_range(struct frames_setup *s, uint64_t *rng);

// PORT_LIMITS: draws the values of the written limits, for registers that are legal for ports without own limits.
void frames_limits(struct frames_setup *s, uint64_t *rng);
// PORT_LIMITS: each written limit is that of all ports.
void frames_equal_limits(struct frames_setup *s);
// PORT_LIMITS: draws limits of a port: those that change at any time and, with `all`, at most the present values of
// the structural ones, which change while the port is idle.
void frames_lower_limits(struct frames_setup *s, uint64_t *rng, int port, bool all);
bool frames_is_structural(enum sluice_limit k);
// The writes of the limits of a port, as frames_write().
bool frames_write_limits(const struct frames_setup *s, int port, int n, uint32_t *addr, uint32_t *value);
// The value that a read of a limit of a port returns.
uint32_t frames_limit(const struct frames_setup *s, int port, enum sluice_limit k);

// The register writes of a set, COMMIT last. Returns addr and value of write n, and false past the end.
bool frames_write(const struct frames_setup *s, int n, uint32_t *addr, uint32_t *value);

// Makes a frame for an input: a third of minimum size, a third around whole cells, a third of other sizes. Some frames
// are faulty. Returns NULL if memory is exhausted.
struct frames_frame *frames_new(const struct frames_setup *s, uint64_t *rng, int port, uint64_t id);
void frames_free(struct frames_frame *f);

// The next copy of a FLOODED frame, to the lowest port without one. Returns NULL if memory is exhausted.
struct frames_frame *frames_copy(struct frames_frame *of);

// Returns whether these bytes are the expected ones: the received bytes, with a new TTL if the frame hops, with CE if
// it is ECN-capable and was marked, and with a checksum for both. *marked: it was marked.
bool frames_leaves(const struct frames_frame *f, const uint8_t *bytes, size_t n, bool *marked);

// The id of a frame that left the switch.
uint64_t frames_id(const uint8_t *bytes, size_t n);

#endif
