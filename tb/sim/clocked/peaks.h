// The most that a switch has held, as its MMU counted it.
#ifndef NET_PEAKS_H
#define NET_PEAKS_H

#include "tb/sim/clocked/net.h"

enum network_status peaks_read(struct network *n, int i);  // after the last clock

#endif
