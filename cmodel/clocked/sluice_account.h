// The occupancy counters. Events and visits move down the pipelines and change the occupancy at fixed ages. Internal.
#ifndef SLUICE_ACCOUNT_H
#define SLUICE_ACCOUNT_H

#include "cmodel/clocked/sluice_headroom_pool.h"
#include "cmodel/clocked/sluice_scan.h"

// State of a port that the pipelines need in addition to its occupancy. Amounts count modulo 2^32.
struct sluice_port_history {
  uint64_t entered;                                    // the cycle after the last enqueue of a lossless class
  uint64_t queue_entered[SLUICE_MAX_CLASSES];          // the cycle after the last enqueue of a queue
  uint32_t present[SLUICE_MAX_CLASSES];                // cells with a known admission, less those dequeued
  uint32_t settled;                                    // surplus that visits have settled
  uint32_t headroom_returned[SLUICE_MAX_CLASSES + 1];  // the part of settled that went to the headroom of each group
};

struct sluice_account {
  struct sluice_occupancy occupancy;
  struct sluice_port_history history[SLUICE_MAX_PORTS];
  struct sluice_headroom_pool headroom_pool;  // SHP
  struct sluice_pipelines pipe;
  struct sluice_scan scan;
  bool restarted;  // a commit wakes the scan
  int resizing;    // cycles until the pool takes its new size
  // DSH: the lossless classes of a port are settled together, by the visit of the last of these classes.
  int last_lossless;
  bool gathering;
  uint64_t gathering_from;  // cycle of the first visit of the sum
  uint32_t gathered;        // surplus of the classes visited so far
};

// The steps of a cycle, in this order: the scan's visit reads, events are counted, the pools move.
void sluice_account_visit(struct sluice_account *a, const struct sluice_context *x);
void sluice_account_count(struct sluice_account *a, const struct sluice_context *x);
void sluice_account_pool(struct sluice_account *a, const struct sluice_context *x, struct sluice_out *out);
// A dequeue enters its pipeline in the same cycle, after the steps. An enqueue enters by sluice_admit_enter().
void sluice_account_dequeue(struct sluice_account *a, const struct sluice_context *x, const struct sluice_in *in);
// Sets the admission and the dequeue error in the outputs of the next cycle.
void sluice_account_show(struct sluice_account *a, const struct sluice_context *x, struct sluice_out *out);
// Applies a new configuration. structural: structural values change, while the buffer is empty.
void sluice_account_restart(struct sluice_account *a, const struct sluice_context *x, bool structural);
// Whether the buffer is empty in this cycle and stays empty, whatever is in the pipelines.
bool sluice_account_is_empty(struct sluice_account *a, const struct sluice_context *x);

#endif
