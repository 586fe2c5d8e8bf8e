// Admission: from the arrival of a packet at the switch until it is in its queue or dropped.
#ifndef NET_MMU_ADMISSION_H
#define NET_MMU_ADMISSION_H

#include "tb/sim/clocked/mmu_node.h"

// A data packet has fully arrived. If more than MMU_BACKLOG packets wait, the run ends with NETWORK_OVERLOAD.
void mmu_packet_arrived(struct mmu_node *sw, struct packet *p);

// Applies the admission in the MMU's outputs, SLUICE_ADMIT_LATENCY cycles after the enqueue. If it does not belong to
// the oldest packet without admission, the run ends with NETWORK_PROTOCOL.
void mmu_admit(struct mmu_node *sw);

// Puts at most one enqueue into the inputs of this cycle; other packets wait. Returns whether there is one.
bool mmu_give_enqueue(struct mmu_node *sw);

#endif
