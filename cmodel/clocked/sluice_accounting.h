// Accounting of the buffer, as in rtl/mmu/accounting: the occupancy counters, which events and visits change at fixed
// ages, the free cells of the pools, and the admission of packets. Internal.
#ifndef SLUICE_ACCOUNTING_H
#define SLUICE_ACCOUNTING_H

#include "cmodel/clocked/sluice_pipeline.h"
#include "cmodel/clocked/sluice_scan.h"

// ---- the headroom pool ----

// SHP: the headroom of the ports and the pool of the switch [spec 3]. A packet that goes to headroom is charged whole
// to the pool, unless the port's own headroom holds it; the next visit of a queue of the port returns the excess.

// Cells since the last change of structural values, modulo 2^32
struct sluice_port_headroom {
  uint32_t charged, pooled;   // to the headroom of the port; for the port to the pool
  uint32_t returned, repaid;  // of these, by visits
  uint32_t seen;              // returned, as an admission sees it
};
struct sluice_headroom_pool {
  uint32_t free;
  struct sluice_port_headroom port[SLUICE_MAX_PORTS];
};

// Headroom cells of the port, as an admission sees them.
static inline uint32_t sluice_port_headroom(const struct sluice_headroom_pool *pool, int port) {
  return pool->port[port].charged - pool->port[port].seen;
}

// A visit reads the counters of its port.
void sluice_headroom_pool_read(const struct sluice_headroom_pool *pool, struct sluice_visit *v);
// An enqueue is counted.
void sluice_headroom_pool_charge(struct sluice_headroom_pool *pool, const struct sluice_enq *enq);
// A visit has settled its queue: computes the cells that it returns to the pool.
void sluice_headroom_pool_settle(struct sluice_headroom_pool *pool, const struct sluice_config *cfg,
                                 struct sluice_visit *v);

// ---- the counters ----

// The occupancy counters. Events and visits move down the pipelines and change the occupancy at fixed ages.

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
  bool probes;     // a commit keeps the scan awake
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

// ---- free cells of the pools ----

// Free cells of the shared pool, as an admission uses them [spec 3]: without the enqueues under way, with the cells
// that visits are about to free.

uint64_t sluice_pool_free_now(struct sluice_account *a, const struct sluice_context *x);
// The same for the limit of a lossy queue. The hardware computes the limit one cycle earlier, so cells that become
// known in this cycle are not included.
uint64_t sluice_pool_free_lossy(struct sluice_account *a, const struct sluice_context *x);
// SHP: free cells of the headroom pool, in the same way.
uint64_t sluice_headroom_pool_free(struct sluice_account *a, const struct sluice_context *x);

// ---- the admission ----

// The pipeline of enqueues up to the admission [spec 3; RTL: sluice_enqueue, sluice_admit].

// In the cycle of the input: determines the class of the packet, whether it takes cells, and into which pools it fits.
void sluice_admit_enter(struct sluice_account *a, const struct sluice_context *x, const struct sluice_in *in);
// SLUICE_ENQ_ADMIT cycles later: decides the admission, with the states of that cycle.
void sluice_admit_step(struct sluice_account *a, const struct sluice_context *x, const struct sluice_out *out);

#endif
