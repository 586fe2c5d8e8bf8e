// Whether a planned scheme fits the buffer and its options.
#ifndef PLAN_SCHEME_H
#define PLAN_SCHEME_H

#include "tb/cli/plan/plan.h"
#include "tb/sim/files/error.h"

const char *plan_scheme_name(enum sluice_scheme scheme);

// Whether the pools of SIH, DSH or SHP leave a shared pool. Returns 0, or EINVAL with one line in err that has the
// missing cells.
int plan_pools_check(const struct plan_input *in, const struct plan *p, struct error *err);

// Whether the scheme fits. Returns as above.
int plan_scheme_check(const struct plan_input *in, const struct plan *p, struct error *err);

// The MMU's part of GFC's t_proc in ns: from an event to the first bit of its message, and the time by which the
// limiter at the other end may be ahead of its rate.
uint64_t plan_gfc_own_ns(const struct plan_input *in, const struct plan *p);

#endif
