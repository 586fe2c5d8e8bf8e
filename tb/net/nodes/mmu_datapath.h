// The datapath of a switch around one MMU: what arrives, queues, gates and ports.
#ifndef NET_MMU_DATAPATH_H
#define NET_MMU_DATAPATH_H

#include "mmu_node.h"

void mmu_arrive(struct network *n, int i, struct packet *p);
void mmu_sent(struct network *n, int i, struct port *p);

// Outputs of this clock -> datapath -> inputs of this clock, mmu_nothing where there is none.
extern const struct sluice_in mmu_nothing;
const struct sluice_in *mmu_act(struct network *n, int i);

// Are there inputs for the next clock?
static inline bool mmu_pending(const struct node_switch *sw) {
  return sw->enq.head != NULL || (sw->deq.count | sw->snd.count) != 0 || sw->rx.head != NULL;
}

#endif
