// Admission: from the arrival of a packet at the switch to its queue, or its end.
#ifndef NET_MMU_ADMISSION_H
#define NET_MMU_ADMISSION_H

#include "tb/sim/clocked/mmu_node.h"

// A data packet has fully arrived. More than MMU_BACKLOG that wait end the run with NETWORK_OVERLOAD.
void mmu_packet_arrived(struct mmu_node *sw, struct packet *p);

// Acts on the admission that the MMU's outputs show, SLUICE_ADMIT_LATENCY cycles after the enqueue. One that is not of
// the oldest packet without one ends the run with NETWORK_PROTOCOL.
void mmu_admit(struct mmu_node *sw);

// The enqueue among the inputs of this cycle: at most one, the others wait. Returns whether there is one.
bool mmu_give_enqueue(struct mmu_node *sw);

#endif
