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
  uint64_t bytes, all;            // buffer of a channel, and of all channels of the switch
  uint64_t longest_m;             // the longest wire on which `most` credits keep the link busy
};

// Bytes of an amount: the least and the most, and the default.
struct plan_amounts {
  uint64_t least, most, standard;
};
struct plan_amounts plan_amounts_of(enum plan_credit_kind kind);

// The credits of the input, whose `credits` is not PLAN_NO_CREDITS.
struct plan_credits plan_credits_make(const struct plan_input *in, const struct plan *p);

// Registers CREDITS_* of a switch with parameter CREDITS = 1 (docs/hardware/credits.md, "In the switch"). A credit is a
// cell. The switch at the other end of a link has the same plan.

struct plan_switch_credits {
  uint32_t ports;            // CREDITS_PORTS: a bit each
  uint32_t amount, limit;    // cells; the limit of each lossless class
  uint32_t consumed, freed;  // periods in cycles
  uint64_t needed;           // cells: the limit with which no line is idle
};

// The private buffer of a queue in bytes: as given, or with credits the smallest one with which no line is idle
// (docs/hardware/credits.md), for the lossless frame length that needs most. p has the clock.
uint64_t plan_switch_credits_private(const struct plan_input *in, const struct plan *p);

// Sets the registers; private_cells is register PRIVATE. Returns 0, or EINVAL with one line in err.
int plan_switch_credits_make(const struct plan_input *in, const struct plan *p, uint32_t private_cells,
                             struct plan_switch_credits *x, struct error *err);

#endif
