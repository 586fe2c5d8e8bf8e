// Whether RTL and clocked model can run the switches of a scenario. The event engine has more schemes and larger
// amounts.
#ifndef NET_CLOCKED_FIT_H
#define NET_CLOCKED_FIT_H

#include "tb/sim/files/error.h"
#include "tb/sim/scenario/scenario.h"

// Both return 0, or EINVAL with the reason in err, without the place in the file. clocked_fit() also checks the
// registers.
int clocked_fit_schemes(const struct scenario *s, struct error *err);
int clocked_fit(const struct scenario *s, struct error *err);

#endif
