// Random frames for a switch, made from what they are meant to be: reason, egress, class and what leaves are known
// without reading the frame. Nothing here is shared with the model of the switch or the RTL.
#ifndef FRAMES_H
#define FRAMES_H

#include "cmodel/sluice_switch.h"

// The registers of a switch, as a set that fits together.
struct frames_setup {
  struct sluice_switch_dims dims;
  uint32_t mmu[SLUICE_REGS];
  uint32_t max_frame, priority[SLUICE_MAX_CLASSES];
  uint32_t default_class[SLUICE_SWITCH_MAX_PORTS];
  bool trust_pcp[SLUICE_SWITCH_MAX_PORTS], trust_dscp[SLUICE_SWITCH_MAX_PORTS];
  uint32_t strict[SLUICE_SWITCH_MAX_PORTS], quantum[SLUICE_MAX_CLASSES], watchdog, flood;
  uint32_t many;  // of 1024: frames to nobody or to a group, beside the usual few
  bool floods;    // it has not been 0 in this switch: cells are set apart for copies
  bool ttl_mode;
  uint8_t non_ip_ttl;
  uint8_t mac[SLUICE_SWITCH_MAX_MACS][6];
  int mac_port[SLUICE_SWITCH_MAX_MACS];  // 0 .. 31; -1: not valid
};

enum frames_ip { FRAMES_NOT_IP, FRAMES_IPV4, FRAMES_IPV6 };

struct frames_frame {
  struct frames_frame *next;
  uint64_t id;                       // also in its last eight bytes, from 60 bytes on
  int port;                          // by which it comes in
  enum sluice_switch_reason reason;  // up to HAIRPIN, or FLOODED
  uint32_t flood;                    // FLOODED: ports that it goes to and has no copy for yet
  bool copy;
  int cls, egress, ttl;            // told to the MMU, where reason is TAKEN
  bool bad, wrong_checksum, hops;  // hops: its TTL is one less when it leaves
  enum frames_ip ip;
  size_t ip_at, n;
  uint64_t order;  // FIFO within it
  uint8_t *bytes;
};

uint32_t frames_pick(uint64_t *rng, uint32_t n);  // 0 .. n - 1
bool frames_chance(uint64_t *rng, uint32_t of_1024);

// Draws a set for this scheme and this largest frame; s is the set before, or all 0. False: the memory is too small for
// it. GFC and GFC-linear from 4 ports on.
bool frames_setup(struct frames_setup *s, uint64_t *rng, const struct sluice_switch_dims *dims,
                  enum sluice_scheme scheme, uint32_t max_frame);

// The writes that configure a switch so, COMMIT last: addr and value of write n; false past the end.
bool frames_write(const struct frames_setup *s, int n, uint32_t *addr, uint32_t *value);

// A frame for an input: a third of the smallest size, a third of any, a third of many sizes; some of them wrong. NULL:
// no memory.
struct frames_frame *frames_new(const struct frames_setup *s, uint64_t *rng, int port, uint64_t id);
void frames_free(struct frames_frame *f);

// The next copy of a frame that is FLOODED, to the lowest port that has none. NULL: no memory.
struct frames_frame *frames_copy(struct frames_frame *of);

// Whether these bytes are what must leave: what came in, with TTL and checksum mended where it hops.
bool frames_leaves(const struct frames_frame *f, const uint8_t *bytes, size_t n);

// The id of a frame that left.
uint64_t frames_id(const uint8_t *bytes, size_t n);

#endif
