// Whether the clocked engines can run a scenario.
#ifndef NET_CLOCKED_FIT_H
#define NET_CLOCKED_FIT_H

#include "tb/sim/files/error.h"
#include "tb/sim/scenario/scenario.h"

// RTL and clocked model have fewer schemes, and registers of fewer bits. Both return 0, or EINVAL with the reason in
// err, without the place in the file. clocked_fit_registers() includes the schemes.
int clocked_fit_schemes(const struct scenario *s, struct error *err);
int clocked_fit_registers(const struct scenario *s, struct error *err);

// In the clocked engines all MMUs have one clock, a frame takes at least one cycle, and the registers must hold the
// configuration. Returns 0, or EINVAL with one line that names the event engine.
int clocked_fit_check(const struct scenario *s, struct error *err);

#endif
