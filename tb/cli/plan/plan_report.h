// Writes a plan as tables, as JSON, and as a scenario file.
#ifndef PLAN_REPORT_H
#define PLAN_REPORT_H

#include <stdio.h>

#include "tb/cli/plan/plan.h"
#include "tb/sim/files/error.h"

// Writes the tables of in->scheme, or of all schemes.
void plan_report(const struct plan_input *in, const struct plan *p, bool all, FILE *f);

// Writes the input and the results of all schemes as JSON. Returns 0, or -1: out of memory.
int plan_json(const struct plan_input *in, const struct plan *p, const char *command, FILE *f);

// plan_fragment() writes a scenario of one switch with these registers, and two hosts that send to a third.
// plan_fragment_check() returns 0, or EINVAL with one line in err if this scenario is not possible: for example too few
// ports, or no shared pool left.
int plan_fragment_check(const struct plan_input *in, const struct plan *p, struct error *err);
void plan_fragment(const struct plan_input *in, const struct plan *p, FILE *f);

// Write parts of the scenario: sizes, and rate and delay of links; the registers as section mmu.
void plan_head(const struct plan_input *in, const struct plan *p, FILE *f);
void plan_section(const struct plan_input *in, const struct plan *p, FILE *f);

#endif
