// The MACs of a full switch: frames are words at the rate of the line.
#ifndef NET_RTL_PORTS_H
#define NET_RTL_PORTS_H

#include "tb/sim/clocked/rtl_node.h"

// The first bit of a frame arrives.
void rtl_arrive(struct rtl_node *sw, struct packet *p);

// Words of this cycle: to the switch, and from it.
void rtl_give(struct rtl_node *sw);
void rtl_take(struct rtl_node *sw);

// The last bit of a frame is out.
void rtl_sent(struct rtl_node *sw, struct port *p);

#endif
