// The sender of the frames of a port. It computes the times at which the switch's messages pause it or limit its rate.
#ifndef SENDER_H
#define SENDER_H

#include <stdint.h>

#include "cmodel/frame/sluice_frame.h"
#include "cmodel/sluice_switch.h"
#include "tb/cosim/lossless.h"
#include "tb/cosim/switch_shim.h"
#include "tb/sim/files/error.h"
#include "tb/sim/nodes/limiter.h"
#include "tb/sim/scenario/scenario.h"

// Values from the scenario for all senders
struct sender_rules {
  struct switch_dims dims;
  uint32_t regs[SLUICE_REGS];
  uint64_t clock_hz, bps;  // bps: rate of a port
  uint8_t non_ip_ttl;      // TTL scheme: TTL that the switch assumes for frames without IP
};

struct sender {
  struct sluice_control_rx control;                 // the MAC's receiver of control frames
  uint64_t paused[SLUICE_PRIORITIES], port_paused;  // cycles until which a class or the port is paused
  struct limiter limiter[SLUICE_PRIORITIES];        // GFC
};

void sender_start(struct sender *s, const struct sender_rules *r);

// Takes the word that leaves the switch in a cycle. To be called in each cycle, also without a valid word.
void sender_receive(struct sender *s, const struct sender_rules *r, uint64_t cycle, const struct switch_word *w);

// sender_waits(): whether the messages prevent the start of this frame. sender_begin(): the frame starts.
bool sender_waits(const struct sender *s, const struct sender_rules *r, uint64_t cycle, const uint8_t *frame);
void sender_begin(struct sender *s, const struct sender_rules *r, uint64_t cycle, const uint8_t *frame, uint32_t n);

// Returns the cycles that a number of bytes takes on the wire.
uint64_t sender_cycles(const struct sender_rules *r, uint64_t bytes);

// ---- the switch of a replay: the only switch of a scenario, in a build of the RTL or of the model ----

// Sets the rules from the scenario: registers, clock, rate, and the build with the same ports, classes, cell size and
// scheme. The model needs no build. file: path of the scenario, for messages. Returns 0, or EINVAL with one line in
// err.
int replay_switch(struct sender_rules *rules, enum engine_kind engine, const struct scenario *s, const char *file,
                  struct error *err);

#endif
