// The states of queues and ports, as in rtl/mmu/states [DSH Fig. 8; GFC 4.2]: snapshots are compared with the stages
// and the thresholds, and one cycle later the states change. Internal.
#ifndef SLUICE_STATES_H
#define SLUICE_STATES_H

#include "cmodel/clocked/sluice_accounting.h"
#include "cmodel/clocked/sluice_thresholds.h"

// A queue or its port that has changed state in a cycle. Up to two per cycle: by an enqueue, and by a visit of the
// scan.
struct sluice_change {
  uint8_t port, cls;
  bool queue, port_state;    // the state of the queue changed; that of the port
  bool turned;               // the level has become FREE, or is no longer FREE
  bool queue_free, port_on;  // the new states
};
struct sluice_changes {
  int count;
  struct sluice_change at[2];
};

// Compares the snapshots that are SLUICE_ENQ_COMPARE and SLUICE_VISIT_COMPARE cycles old with the present thresholds.
void sluice_examine_step(struct sluice_account *a, const struct sluice_context *x, const struct sluice_weigh *w,
                         const struct sluice_out *out);
// One cycle later: sets the new states.
void sluice_pause_state_step(struct sluice_account *a, const struct sluice_context *x, struct sluice_changes *changes,
                             struct sluice_out *out);

#endif
