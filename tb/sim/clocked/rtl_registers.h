// The registers of a full switch.
#ifndef NET_RTL_REGISTERS_H
#define NET_RTL_REGISTERS_H

#include "tb/sim/clocked/rtl_node.h"

// Of the switch and its MMU, as the scenario has them. NETWORK_REFUSED: a COMMIT is not taken.
enum network_status rtl_configure(struct rtl_node *sw);

#endif
