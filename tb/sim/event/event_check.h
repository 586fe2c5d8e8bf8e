// A check of a place between two windows.
#ifndef NET_EVENT_CHECK_H
#define NET_EVENT_CHECK_H

#include "tb/sim/event/place.h"

// Checks that no queue or port is beyond its threshold unless a visit is due, and that the amounts add up.
bool event_check(const struct place *m);

#ifdef SLUICE_CHECK
enum { EVENT_CHECKS = 1 };
#else
enum { EVENT_CHECKS = 0 };
#endif

#endif
