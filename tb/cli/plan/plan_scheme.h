// Whether a planned scheme fits the buffer and its options.
#ifndef PLAN_SCHEME_H
#define PLAN_SCHEME_H

#include <stdint.h>

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

// ---- loads of a shared headroom pool, SHP: which paused queues it serves without loss ----

// `ports` is the number of ports with a given number of paused queues whose headroom the pool and the private headroom
// hold, all in use at once; with groups of ports, those of the largest headroom first. `lost` is the largest loss of a
// further port, in the unit of the pools; 0: no port is left.
struct plan_pool_load {
  uint64_t ports, lost;
};

// Computes the load of 1 to all lossless classes at each port.
struct plan_pool_load plan_pool_load(const struct plan_input *in, const struct plan_pools *pools, int classes);

// The smallest load that loses. All lossless classes of `full_ports` ports are paused, and `classes` of one more port:
// no load of fewer queues fills the pool, because a port has its private headroom once. It loses at most `lost`; 0: no
// load loses.
struct plan_first_loss {
  uint64_t full_ports, queues, lost;
  int classes;
};

struct plan_first_loss plan_first_loss(const struct plan_input *in, const struct plan *p,
                                       const struct plan_pools *pools);

#endif
