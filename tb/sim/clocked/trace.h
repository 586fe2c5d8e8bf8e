// Rows of files that are written during a run.
#ifndef NET_TRACE_H
#define NET_TRACE_H

#include "tb/sim/clocked/network.h"
#include "tb/sim/files/row_text.h"

// Appends the first column: nanoseconds, exact if a cycle divides a microsecond, else to the picosecond.
void trace_time(const struct network *n, struct row_text *t);

// Writes a row of pauses.csv: a message takes effect at the end of the link that sends in that direction. cls -1: the
// whole port.
void trace_message(struct network *n, int link, int direction, int cls, const char *what, unsigned level);

// Writes a row of packets.csv: a packet or a message has reached a step of its way, at a node and an end of a link.
void trace_packet(const struct network *n, int node, int link, const char *step, const struct packet *p);

#endif
