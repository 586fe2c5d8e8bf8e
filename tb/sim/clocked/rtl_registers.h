// The registers of a full switch.
#ifndef NET_RTL_REGISTERS_H
#define NET_RTL_REGISTERS_H

#include "tb/sim/clocked/rtl_node.h"

// Writes the registers of the switch and its MMU, from the scenario. NETWORK_REFUSED: a COMMIT is refused.
enum network_status rtl_configure(struct rtl_node *sw);

#endif
