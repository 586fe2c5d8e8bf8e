// Entries of the accounting's pipelines: enqueues, dequeues and visits of the scan. An entry is made in the cycle of
// its input and takes effect at fixed ages, in cycles since that cycle. Internal.
#ifndef SLUICE_PIPELINE_H
#define SLUICE_PIPELINE_H

#include "cmodel/clocked/sluice_context.h"
#include "cmodel/rules/sluice_admit.h"
#include "cmodel/rules/sluice_occupancy.h"

// Ages at which entries take effect.
enum {
  SLUICE_ENQ_WAKE = 2,
  SLUICE_ENQ_LIMITS = 2,  // PORT_LIMITS: uses the limits of a commit that ends in this cycle or later
  SLUICE_ENQ_ADMIT = SLUICE_GROUP_LATENCY,
  SLUICE_ENQ_POOL = 5,  // an admission's free cells of the pool include cells that this enqueue did not charge to it
  SLUICE_ENQ_COUNT = 6,
  SLUICE_ENQ_TAKE = 7,  // the charged cells leave the pool
  SLUICE_ENQ_STAGE = 8,
  SLUICE_ENQ_COMPARE = 11,
  SLUICE_ENQ_STATE = SLUICE_STATE_LATENCY - 1,
  SLUICE_ENQ_STAT_REFUSED = 8,
  SLUICE_ENQ_STAT_PEAK = 10,
  SLUICE_DEQ_WAKE = 1,
  SLUICE_DEQ_COUNT = SLUICE_COUNT_LATENCY - 1,
  SLUICE_VISIT_STAGE = 3,
  SLUICE_VISIT_PORT = 5,  // SHP: reads what was charged for its port
  SLUICE_VISIT_COMPARE = 6,
  SLUICE_VISIT_STATE = SLUICE_VISIT_LATENCY - 1,
  SLUICE_VISIT_SETTLE = 8,
  SLUICE_VISIT_WAKE = 9,
  SLUICE_VISIT_POOL = 9,     // the admission of this cycle's enqueue includes the freed cells
  SLUICE_VISIT_FREE = 11,    // the freed cells return to the pool
  SLUICE_VISIT_RETURN = 11,  // SHP: the admission of this cycle's enqueue includes the cells returned to headroom
  SLUICE_VISIT_HEADROOM_FREE = 14,  // SHP: cells return to the headroom pool
  SLUICE_AGES = 16,                 // longer than any pipeline
  SLUICE_INCOMPLETE = 6,  // a visit's snapshot does not include the enqueues of that many cycles before the visit
};

struct sluice_enq {
  bool valid;
  uint64_t cycle;  // cycle of the input
  bool exists;     // the queue exists
  bool came;       // the packet takes cells, or is too large
  bool takes;      // the packet takes cells unless it is refused
  bool counts;     // the packet is admitted and has cells
  bool lossless, parity_drop;
  uint8_t port, cls;
  enum sluice_admission kind;
  uint32_t cells;         // 0 unless the packet takes cells
  struct sluice_met met;  // the amounts of the input's cycle, from which fits follows
  int alpha_lossy;
  struct sluice_fits fits;
  uint64_t of_port, pool_headroom;  // SHP: headroom cells of the port, with those under way; free cells of the pool
  bool fits_port;                   // SHP: the port's own headroom holds the packet
  bool in_pool;                     // SHP: charged to the headroom pool
  uint32_t settled, returned;       // values of its port and group at the input, see struct sluice_port_history
  // The snapshot after the enqueue was counted
  bool uses_headroom;
  uint32_t queue, above, sum, headroom;
  uint16_t stage;
  struct sluice_limits limits;  // one cycle before the comparison
  struct sluice_thresholds x;
};

struct sluice_deq {
  bool valid;
  uint64_t cycle;
  bool error;  // more cells than the queue holds
  uint8_t port, cls;
  uint32_t cells;
};

// A visit: the snapshot that it reads, and the surplus that it settles
struct sluice_visit {
  bool valid;
  uint64_t cycle;
  bool with_port;  // the sum of the port is compared too
  uint8_t port, cls;
  uint32_t queue, above, sum, headroom, surplus, returned, freed;  // returned: to headroom
  uint32_t port_charged, port_pooled;  // SHP: charged to the port's headroom, and for the port to the pool, so far
  uint32_t port_returned, pool_freed;  // SHP: returned to the port's headroom so far, and returned to the pool
  uint16_t stage;
  uint64_t sum_from;            // the sum does not include enqueues of the port from this cycle on
  struct sluice_limits limits;  // one cycle before the comparison
  struct sluice_thresholds x;
};

struct sluice_pipelines {
  struct sluice_enq enq[SLUICE_AGES];  // [cycle % SLUICE_AGES]
  struct sluice_deq deq[SLUICE_AGES];
  struct sluice_visit visit[SLUICE_AGES];
};

// Returns the entry of that age in this cycle, or NULL.
static inline struct sluice_enq *sluice_enq_at(struct sluice_pipelines *p, uint64_t cycle, int age) {
  struct sluice_enq *e = &p->enq[(cycle - (uint64_t)age) % SLUICE_AGES];
  return e->valid && e->cycle + (uint64_t)age == cycle ? e : NULL;
}
static inline struct sluice_deq *sluice_deq_at(struct sluice_pipelines *p, uint64_t cycle, int age) {
  struct sluice_deq *e = &p->deq[(cycle - (uint64_t)age) % SLUICE_AGES];
  return e->valid && e->cycle + (uint64_t)age == cycle ? e : NULL;
}
static inline struct sluice_visit *sluice_visit_at(struct sluice_pipelines *p, uint64_t cycle, int age) {
  struct sluice_visit *e = &p->visit[(cycle - (uint64_t)age) % SLUICE_AGES];
  return e->valid && e->cycle + (uint64_t)age == cycle ? e : NULL;
}

#endif
