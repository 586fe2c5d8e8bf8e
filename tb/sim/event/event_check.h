// A check of a place between two windows.
#ifndef NET_EVENT_CHECK_H
#define NET_EVENT_CHECK_H

#include "tb/sim/event/place.h"

// No queue or port is past its threshold unless a visit is due, and the account adds up.
bool event_check(const struct place *m);

#ifdef SLUICE_CHECK
enum { EVENT_CHECKS = 1 };
#else
enum { EVENT_CHECKS = 0 };
#endif

#endif
