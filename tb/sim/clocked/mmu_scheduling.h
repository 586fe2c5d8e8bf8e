// Scheduling: the ports of the switch send packets and messages, under the MMU's gates; the MMU gets dequeues, sends
// and received messages.
#ifndef NET_MMU_SCHEDULING_H
#define NET_MMU_SCHEDULING_H

#include "tb/sim/clocked/mmu_node.h"

// A message has fully arrived; the last bit of a frame is out.
void mmu_message_arrived(struct mmu_node *sw, struct packet *p);
void mmu_sent(struct mmu_node *sw, struct port *p);

// Applies gates and message of the MMU's outputs; then all kicked ports look for a frame to send. An error that the MMU
// reports ends the run with NETWORK_PROTOCOL.
void mmu_schedule(struct mmu_node *sw);

// Puts at most one dequeue, one send and one message into the inputs of this cycle; others wait. Returns whether there
// is any. If more than MMU_BACKLOG events wait, the run ends with NETWORK_OVERLOAD.
bool mmu_give_sent(struct mmu_node *sw);

#endif
