// The MACs of a whole switch: frames are words at the rate of the line.
#ifndef NET_RTL_PORTS_H
#define NET_RTL_PORTS_H

#include "tb/sim/clocked/rtl_node.h"

// The first bit of a frame arrives.
void rtl_arrive(struct network *n, int i, struct packet *p);

// Words of this clock, to the switch and from it.
void rtl_give(struct network *n, int i);
void rtl_take(struct network *n, int i);

// The last bit of a frame is out.
void rtl_sent(struct network *n, int i, struct port *p);

#endif
