// A scenario for --engine switch: loaded again in the units of a build of full switches.
#ifndef RUN_WHOLE_H
#define RUN_WHOLE_H

#include "tb/sim/clocked/rtl_fit.h"
#include "tb/sim/files/error.h"

// In place of *s, which was loaded from that. Returns 0; or an errno, with a line in err, and *s as it was.
int full_switch_load(const struct scenario_source *from, struct scenario **s, struct rtl_fit *fit, struct error *err);

#endif
