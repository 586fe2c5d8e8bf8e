// Credits of a plan: of one channel of a link (docs/hardware/credits.md), and the registers CREDITS_* of a switch with
// parameter CREDITS = 1 (there, "In the switch").
#ifndef PLAN_CREDITS_H
#define PLAN_CREDITS_H

#include "cmodel/rules/sluice_credit.h"
#include "tb/cli/plan/plan.h"
#include "tb/sim/files/error.h"

// Credits of one channel of a link (docs/hardware/credits.md): how many keep the link busy, and where the counters end.

struct plan_credits {
  uint32_t size, packet, amount;  // bytes of a credit; credits of the largest packet; credits that make a message due
  uint64_t loop_ns;               // from the start of a packet until its credits allow another start
  uint64_t needed, most;          // credits for the full rate; credits that the counters allow
  uint64_t bytes, all;            // buffer of a channel, and of all channels of the group
  uint64_t longest_m;             // the longest wire on which `most` credits keep the link busy
};

// Bytes of an amount: the least and the most, and the default.
struct plan_amounts {
  uint64_t least, most, standard;
};
struct plan_amounts plan_amounts_of(enum plan_credit_kind kind);

// The credits of a group of ports of the input, whose `credits` is not PLAN_NO_CREDITS.
struct plan_credits plan_credits_make(const struct plan_input *in, const struct plan *p, int group);

// Registers CREDITS_* of a switch with parameter CREDITS = 1 (docs/hardware/credits.md, "In the switch"). A credit is a
// cell. The switch at the other end of a link has the same plan, and the same group of ports at the link.

struct plan_switch_credits {
  uint32_t ports;                     // CREDITS_PORTS: a bit each
  uint32_t amount;                    // cells
  uint32_t limit[PLAN_MOST_GROUPS];   // cells: of each lossless class, by group of ports
  uint64_t needed[PLAN_MOST_GROUPS];  // cells: the limit with which no line is idle
  uint32_t consumed, freed;           // periods in cycles
};

// Sets the private buffers of the input that are not given: with credits the smallest one with which no line is idle
// (docs/hardware/credits.md), for the lossless frame length that needs most. p has the clock. Returns whether one is
// set.
bool plan_switch_credits_private(struct plan_input *in, const struct plan *p);

// Sets the registers; r has PRIVATE. Returns 0, or EINVAL with one line in err.
struct plan_registers;
int plan_switch_credits_make(const struct plan_input *in, const struct plan *p, const struct plan_registers *r,
                             struct plan_switch_credits *x, struct error *err);

#endif
