// Registers CREDITS_* of a switch with parameter CREDITS = 1 (docs/hardware/credits.md, "In the switch"). A credit is a
// cell. The switch at the other end of a link has the same plan.
#ifndef PLAN_SWITCH_CREDITS_H
#define PLAN_SWITCH_CREDITS_H

#include "tb/cli/plan/plan.h"
#include "tb/sim/files/error.h"

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
