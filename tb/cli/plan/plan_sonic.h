// A plan as SONiC reads it: pg_profile_lookup.ini, and the tables of buffers of CONFIG_DB as JSON.
#ifndef PLAN_SONIC_H
#define PLAN_SONIC_H

#include <stdio.h>

#include "tb/cli/plan/plan.h"
#include "tb/sim/files/error.h"

enum { PLAN_MOST_ROWS = 256 };

// Rates and lengths of wire, each for all ports of the switch; or, if `mixed`, each for some of them.
struct plan_rows {
  struct plan_row {
    uint64_t mbps, wire_ns;
    int ports;
  } row[PLAN_MOST_ROWS];
  int rows;
  bool mixed;
};

// Writes a line for each row. A row for which the buffer is too small is a comment with the missing cells. A comment
// says where the formula of SONiC for NVIDIA switches differs. Returns 0, or EINVAL with one line in err: no row fits,
// or the scheme has no headroom of a queue.
int plan_pg_profile(const struct plan_input *in, const struct plan_rows *rows, FILE *f, struct error *err);

// Writes the tables BUFFER_POOL, BUFFER_PROFILE and BUFFER_PG of the rows, one or mixed. Returns 0, ENOMEM, or EINVAL
// as above.
int plan_buffers(const struct plan_input *in, const struct plan_rows *rows, FILE *f, struct error *err);

#endif
