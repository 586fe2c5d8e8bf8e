// The datapath of a switch around one MMU: what arrives, queues, gates and ports.
#ifndef NET_MMU_DATAPATH_H
#define NET_MMU_DATAPATH_H

#include "tb/sim/clocked/mmu_node.h"

void mmu_arrive(struct network *n, int i, struct packet *p);
void mmu_sent(struct network *n, int i, struct port *p);

// The verdict on the packet that was given last will be this one, and shows in that clock.
void mmu_foresee(struct network *n, int i, const struct sluice_verdict *v, uint64_t shows);

// Verdicts that are known and show until that clock are acted on. Returns whether one showed in it.
bool mmu_admit_known(struct network *n, int i, uint64_t clock);
static inline bool mmu_admit(struct network *n, int i, uint64_t clock) {
  return n->sw[i].shows <= clock && mmu_admit_known(n, i, clock);
}

// Something has come in this clock.
static inline void mmu_touch(struct network *n, int i) {
  n->sw[i].due = true;
  if (n->end == 0) switch_activate(n, i, n->now);
}

// Outputs of this clock -> datapath -> inputs of this clock, mmu_nothing where there is none.
extern const struct sluice_in mmu_nothing;
const struct sluice_in *mmu_act(struct network *n, int i);

// Are there inputs for the next clock?
static inline bool mmu_pending(const struct node_switch *sw) {
  return sw->enq.head != NULL || (sw->deq.count | sw->snd.count) != 0 || sw->rx.head != NULL;
}

#endif
