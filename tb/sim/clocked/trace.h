// Rows of files that a run writes as it goes.
#ifndef NET_TRACE_H
#define NET_TRACE_H

#include "tb/sim/clocked/network.h"

// The first column: nanoseconds, exact for cycles that divide a microsecond, else to the picosecond.
void trace_time(const struct network *n, FILE *to);

// pauses.csv: a message obeyed by the end of a link that sends in that direction; cls -1: of the whole port.
void trace_message(struct network *n, int link, int direction, int cls, const char *what, unsigned level);

#endif
