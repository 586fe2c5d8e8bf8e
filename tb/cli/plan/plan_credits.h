// Credits of one channel of a link (docs/hardware/credits.md): how many keep the link busy, and where the counters end.
#ifndef PLAN_CREDITS_H
#define PLAN_CREDITS_H

#include "cmodel/rules/sluice_credit.h"
#include "tb/cli/plan/plan.h"

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

#endif
