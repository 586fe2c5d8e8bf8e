// What only the event engine can run.
#ifndef NET_EVENT_ONLY_H
#define NET_EVENT_ONLY_H

#include "tb/sim/scenario/scenario.h"

enum { EVENT_ONLY_TEXT = 256 };

// Whether the clocked engines cannot run the scenario. Then `why` says what they cannot do, and names the event engine.
bool scenario_event_only(const struct scenario *s, char why[EVENT_ONLY_TEXT]);

#endif
