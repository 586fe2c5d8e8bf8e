// Loads a scenario again for --engine switch, with cells, clock, ports and width of a build of full switches.
#ifndef RUN_WHOLE_H
#define RUN_WHOLE_H

#include "tb/sim/clocked/rtl_fit.h"
#include "tb/sim/files/error.h"

// Replaces *s, which was loaded from `from`, and sets *fit to the build. Returns 0, or an errno with a line in err;
// then *s is unchanged.
int full_switch_load(const struct scenario_source *from, struct scenario **s, struct rtl_fit *fit, struct error *err);

#endif
