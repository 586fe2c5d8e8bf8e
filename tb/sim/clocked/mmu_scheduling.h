// Scheduling: what the ports of the switch send, packets and messages, under the MMU's gates; and what the MMU is told
// of that.
#ifndef NET_MMU_SCHEDULING_H
#define NET_MMU_SCHEDULING_H

#include "tb/sim/clocked/mmu_node.h"

// A message has fully arrived, or the last bit of a frame is out.
void mmu_message_arrived(struct mmu_node *sw, struct packet *p);
void mmu_sent(struct mmu_node *sw, struct port *p);

// Acts on gates and message of the MMU's outputs; then all ports that were kicked look for a frame to send. An error of
// the MMU ends the run with NETWORK_PROTOCOL.
void mmu_schedule(struct mmu_node *sw);

// Dequeue, send and message among the inputs of this cycle: at most one of each, the others wait. Returns whether there
// is any. More than MMU_BACKLOG that wait end the run with NETWORK_OVERLOAD.
bool mmu_give_sent(struct mmu_node *sw);

#endif
