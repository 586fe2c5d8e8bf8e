// A plan as SONiC reads it: pg_profile_lookup.ini, and the tables of buffers of CONFIG_DB as JSON.
#ifndef PLAN_SONIC_H
#define PLAN_SONIC_H

#include <stdio.h>

#include "tb/cli/plan/plan.h"
#include "tb/sim/files/error.h"

enum { PLAN_MOST_ROWS = 16 };

// All rates with all lengths of wire
struct plan_rows {
  uint64_t mbps[PLAN_MOST_ROWS], wire_ns[PLAN_MOST_ROWS];
  int rates, wires;
};

// Writes a line for each rate and wire, for a switch whose ports all have them. A line for which the buffer is too
// small is a comment with the missing cells. A comment says where the formula of SONiC for NVIDIA switches differs.
// Returns 0, or EINVAL with one line in err: no line fits, or the scheme has no headroom of a queue.
int plan_pg_profile(const struct plan_input *in, const struct plan_rows *rows, FILE *f, struct error *err);

// Writes the tables BUFFER_POOL, BUFFER_PROFILE and BUFFER_PG. Returns 0, ENOMEM, or EINVAL as above.
int plan_buffers(const struct plan_input *in, const struct plan *p, FILE *f, struct error *err);

#endif
