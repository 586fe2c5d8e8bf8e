// What moves down the pipelines of the accounting: enqueues, dequeues and visits of the scan. An entry is made in the
// cycle of its input and acts at fixed ages, in cycles since then. Internal.
#ifndef SLUICE_PIPELINE_H
#define SLUICE_PIPELINE_H

#include "cmodel/clocked/sluice_context.h"
#include "cmodel/rules/sluice_occupancy.h"

// Ages at which entries act.
enum {
  SLUICE_ENQ_WAKE = 2,
  SLUICE_ENQ_ADMIT = SLUICE_GROUP_LATENCY,
  SLUICE_ENQ_POOL = 5,  // the pool's free cells of the admission include what did not go to the pool again
  SLUICE_ENQ_COUNT = 6,
  SLUICE_ENQ_TAKE = 7,  // the pool loses its cells
  SLUICE_ENQ_STAGE = 8,
  SLUICE_ENQ_COMPARE = 11,
  SLUICE_ENQ_STATE = SLUICE_STATE_LATENCY - 1,
  SLUICE_ENQ_STAT_REFUSED = 8,
  SLUICE_ENQ_STAT_PEAK = 10,
  SLUICE_DEQ_WAKE = 1,
  SLUICE_DEQ_COUNT = SLUICE_COUNT_LATENCY - 1,
  SLUICE_VISIT_STAGE = 3,
  SLUICE_VISIT_COMPARE = 6,
  SLUICE_VISIT_STATE = SLUICE_VISIT_LATENCY - 1,
  SLUICE_VISIT_SETTLE = 8,
  SLUICE_VISIT_WAKE = 9,
  SLUICE_VISIT_POOL = 9,   // freed cells count in the admission of this cycle's enqueue
  SLUICE_VISIT_FREE = 11,  // the pool gains them
  SLUICE_AGES = 16,        // longer than any pipeline
  SLUICE_INCOMPLETE = 6,   // a visit's snapshot does not include the enqueues of so many cycles before it
};

struct sluice_enq {
  bool valid;
  uint64_t cycle;  // of its input
  bool exists;     // its queue does
  bool came;       // it takes cells, or is too large
  bool takes;      // it takes cells unless it fits nowhere
  bool counts;     // it is admitted and has cells
  bool lossless, parity_drop;
  uint8_t port, cls;
  enum sluice_admission kind;
  uint32_t cells;  // 0 unless it takes cells
  struct sluice_fits fits;
  uint32_t settled, returned;  // of its port and group, at its input: see struct sluice_port_history
  // The snapshot after it has been counted.
  bool uses_headroom;
  uint32_t queue, above, sum, headroom;
  uint16_t stage;
  struct sluice_thresholds x;
};

struct sluice_deq {
  bool valid;
  uint64_t cycle;
  bool error;  // it asks for more than its queue holds
  uint8_t port, cls;
  uint32_t cells;
};

// A visit: the snapshot that it reads, and the surplus that it settles.
struct sluice_visit {
  bool valid;
  uint64_t cycle;
  bool with_port;  // it compares the port's sum too
  uint8_t port, cls;
  uint32_t queue, above, sum, headroom, surplus, freed;
  uint16_t stage;
  uint64_t sum_from;  // the sum does not include enqueues of the port from this cycle on
  struct sluice_thresholds x;
};

struct sluice_pipelines {
  struct sluice_enq enq[SLUICE_AGES];  // [cycle % SLUICE_AGES]
  struct sluice_deq deq[SLUICE_AGES];
  struct sluice_visit visit[SLUICE_AGES];
};

// The entry of that age in this cycle; NULL: none.
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
