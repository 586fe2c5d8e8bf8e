// Who sends the frames of a capture into a port: when it would be paused, slowed, if it listened to the switch.
#ifndef SENDER_H
#define SENDER_H

#include <stdint.h>

#include "cmodel/frame/sluice_frame.h"
#include "cmodel/sluice_switch.h"
#include "tb/cosim/switch_shim.h"
#include "tb/sim/nodes/limiter.h"

// What the switch's scenario says of all senders.
struct sender_rules {
  struct switch_dims dims;
  uint32_t regs[SLUICE_REGS];
  uint64_t clock_hz, bps;  // of a port
  uint8_t non_ip_ttl;      // TTL scheme: as which hop the switch takes what is not IP
};

struct sender {
  struct sluice_control_rx ear;                     // the MAC's receiver of control frames
  uint64_t paused[SLUICE_PRIORITIES], port_paused;  // until these cycles
  struct limiter limiter[SLUICE_PRIORITIES];        // GFC
};

void sender_start(struct sender *s, const struct sender_rules *r);

// A word that leaves the switch for the sender; also without one, each cycle.
void sender_hears(struct sender *s, const struct sender_rules *r, uint64_t cycle, const struct switch_word *w);

// Whether it would begin a frame now; and that it does.
bool sender_waits(const struct sender *s, const struct sender_rules *r, uint64_t cycle, const uint8_t *frame);
void sender_sends(struct sender *s, const struct sender_rules *r, uint64_t cycle, const uint8_t *frame, uint32_t n);

// Cycles that so many bytes take on the wire.
uint64_t sender_cycles(const struct sender_rules *r, uint64_t bytes);

#endif
