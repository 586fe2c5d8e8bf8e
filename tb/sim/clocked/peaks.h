// The peaks of a switch's occupancy, as its MMU measured them.
#ifndef NET_PEAKS_H
#define NET_PEAKS_H

#include "tb/sim/clocked/switch.h"

// Reads the peaks of switch i into the results; after the last cycle.
enum network_status peaks_read(struct network *n, const struct switch_kind *kind, void *switches, int i);

#endif
