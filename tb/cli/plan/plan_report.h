// What a plan looks like: as tables, and as a scenario file.
#ifndef PLAN_REPORT_H
#define PLAN_REPORT_H

#include <stdio.h>

#include "tb/cli/plan/plan.h"
#include "tb/sim/files/error.h"

// The tables of the scheme that the registers are for, or of all schemes.
void plan_report(const struct plan_input *in, const struct plan *p, bool all, FILE *f);

// All that was asked and found, of all schemes. Returns 0 or -1: out of memory.
int plan_json(const struct plan_input *in, const struct plan *p, const char *command, FILE *f);

// A line of SONiC's pg_profile_lookup.ini. Returns 0, or EINVAL with one line in err where the scheme is not SIH.
int plan_pg_profile(const struct plan_input *in, const struct plan *p, FILE *f, struct error *err);

// A scenario of one switch with these registers and two hosts that send to a third. Returns 0 or EINVAL with one line
// in err when there can be no such scenario: too few ports, or no shared pool left.
int plan_fragment_check(const struct plan_input *in, const struct plan *p, struct error *err);
void plan_fragment(const struct plan_input *in, const struct plan *p, FILE *f);

// Its parts: clock, units, the rate and delay of links that do not say; and the registers, as the section mmu.
void plan_head(const struct plan_input *in, const struct plan *p, FILE *f);
void plan_registers(const struct plan_input *in, const struct plan *p, FILE *f);

#endif
