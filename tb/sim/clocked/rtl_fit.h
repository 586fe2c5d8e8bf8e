// Selects the build of a full switch for a scenario, and its units.
#ifndef NET_RTL_FIT_H
#define NET_RTL_FIT_H

#include <stddef.h>

#include "tb/cosim/switch_shim.h"
#include "tb/sim/files/error.h"
#include "tb/sim/scenario/scenario.h"

enum { RTL_MACS = LOSSLESS_MACS };  // entries of a switch's MAC table

struct rtl_fit {
  const struct switch_dims *dims;
  double clock_mhz;  // clock of the scenario, or the clock that its lines need with words and cells of this size
};

// For a scenario in any units, a build with limits per port or without. Returns 0, or EINVAL; err then says what does
// not fit, and what would.
int rtl_fit(const struct scenario *s, bool port_limits, struct rtl_fit *fit, struct error *err);

// Checks the scenario in the units of the build.
int rtl_fit_check(const struct scenario *s, struct error *err);

const struct switch_shim *rtl_shim(const struct switch_dims *dims);  // NULL: no such build
uint32_t rtl_longest_frame(const struct scenario *s);  // bytes of the longest frame, without check sequence

#endif
