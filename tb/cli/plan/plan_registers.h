// The registers of a plan, and the accesses of a bring-up in order.
#ifndef PLAN_REGISTERS_H
#define PLAN_REGISTERS_H

#include <stdio.h>

#include "tb/cli/plan/plan.h"
#include "tb/cli/plan/plan_switch_credits.h"
#include "tb/sim/files/error.h"

// The register map: of sluice_mmu, or of sluice_switch and sluice_lossless_switch, which has byte addresses.
enum plan_map { PLAN_MAP_NONE, PLAN_MAP_MMU, PLAN_MAP_SWITCH };

// Sets all registers of the MMU, SLUICE_REGS of them, as the scenario of plan_fragment() does. Returns 0, or EINVAL
// with one line in err if no RTL takes these registers.
int plan_register_values(const struct plan_input *in, const struct plan *p, uint32_t *regs, struct error *err);

// Writes one access a line: "write ADDRESS VALUE" or "wait ADDRESS MASK VALUE", until a read has that value. credits is
// NULL without credits.
void plan_bringup(const struct plan_input *in, const struct plan *p, const uint32_t *regs, enum plan_map map,
                  const struct plan_switch_credits *credits, FILE *f);

#endif
