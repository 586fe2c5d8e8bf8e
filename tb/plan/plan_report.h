// What a plan looks like: as tables, and as a scenario file.
#ifndef PLAN_REPORT_H
#define PLAN_REPORT_H

#include <stdio.h>

#include "plan.h"

void plan_report(const struct plan_input *in, const struct plan *p, FILE *f);

// A scenario of one switch with these registers and two hosts that send to a third. Returns 0 or EINVAL with one line
// in err when there can be no such scenario: too few ports, or no shared pool left.
int plan_fragment_check(const struct plan_input *in, const struct plan *p, char *err, size_t errlen);
void plan_fragment(const struct plan_input *in, const struct plan *p, FILE *f);

#endif
