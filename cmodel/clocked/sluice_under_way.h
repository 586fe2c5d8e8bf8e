// What is under way in the accounting: enqueues, dequeues and visits of the scan, for the clocks of the RTL's
// pipelines. Internal.
#ifndef SLUICE_UNDER_WAY_H
#define SLUICE_UNDER_WAY_H

#include "cmodel/clocked/sluice_rules.h"

// An enqueue on its way [sluice_account, sluice_view]: ages are clocks since its input.
struct sluice_enq {
  uint64_t clock;  // of its input
  bool takes;      // counts unless it fits nowhere
  bool came;       // takes, or is too large
  bool lossless, off, viewed;
  bool parity_drop;  // dropped for its hop
  bool counts;       // its verdict is known: it has cells and is accepted
  bool foreseen;     // it was with its input
  bool tallied;      // the statistics have it, or do not ask for it
  uint8_t port, cls, kind;
  uint32_t cells;  // 0 unless it takes
  struct sluice_fits fits;
  uint32_t returned, repaid;  // of its group, before it
  bool held;                  // view: it has used headroom
  uint32_t queue, above, sum, headroom;
  uint16_t stage;
  uint8_t group;      // of the headroom: its number in the statistics
  uint32_t port_sum;  // the port's cells there, 0 where it has no such group
  struct sluice_thresholds x;
};

// A port beside its account; the last group is the port's.
struct sluice_row {
  uint64_t came;      // clock of the last enqueue of a lossless class, plus 1
  uint32_t returned;  // given back by visits, in all, modulo 2^32
  struct {
    uint64_t came;     // clock of the last enqueue, plus 1
    uint32_t present;  // cells whose verdict is out, less those dequeued
    uint32_t repaid;   // to the group's headroom, as returned
  } of[SLUICE_MAX_CLASSES + 1];
};

struct sluice_deq {
  uint64_t clock;
  bool right;
  uint8_t port, cls;
  uint32_t cells;
};

// The view of a visit of the scan.
struct sluice_visit {
  uint64_t clock;
  bool with_port;
  uint8_t port, cls;
  uint32_t held;
  uint32_t queue, above, sum;
  uint16_t stage;
  uint64_t stale_from;  // enqueues into the port from this clock on are not in sum
  struct sluice_thresholds x;
};
// Ages at which they act, and for how long they are under way.
enum {
  SLUICE_ENQ_WAKE = 2,
  SLUICE_ENQ_VERDICT = SLUICE_GROUP_LATENCY,
  SLUICE_ENQ_BACK = 5,  // same
  SLUICE_ENQ_COUNT = 6,
  SLUICE_ENQ_ROOM = 7,
  SLUICE_ENQ_STAGE = 8,
  SLUICE_ENQ_COMPARE = 11,
  SLUICE_ENQ_STATE = SLUICE_STATE_LATENCY - 1,
  SLUICE_DEQ_WAKE = 1,
  SLUICE_DEQ_COUNT = SLUICE_COUNT_LATENCY - 1,
  SLUICE_VISIT_STAGE = 3,
  SLUICE_VISIT_COMPARE = 6,
  SLUICE_VISIT_STATE = SLUICE_VISIT_LATENCY - 1,
  SLUICE_VISIT_SETTLE = 8,
  SLUICE_VISIT_PARTITION = 8,  // same, behind it
  SLUICE_VISIT_WAKE = 9,
  SLUICE_VISIT_FREE = 9,  // an enqueue of that clock finds it
  SLUICE_VISIT_ROOM = 11,
  SLUICE_SLOTS = 16,
  SLUICE_STALE = 6,  // a visit lacks the enqueues from so many clocks before it on
};

// Where in such an array what came in a clock is.
struct sluice_slots {
  uint64_t clock;                  // of the last one
  uint8_t last, of[SLUICE_SLOTS];  // by (clock % SLUICE_SLOTS)
};
static inline unsigned sluice_slot_of(const struct sluice_slots *s, uint64_t clock) {
  return s->of[clock % SLUICE_SLOTS];
}
static inline unsigned sluice_slot_new(struct sluice_slots *s, uint64_t clock) {
  s->last = clock - s->clock >= SLUICE_SLOTS ? 0 : (s->last + 1) % SLUICE_SLOTS;
  s->clock = clock;
  return s->of[clock % SLUICE_SLOTS] = s->last;
}

// What is to be done in a clock, after its visit, in this order.
enum {
  SLUICE_DO_ENQ_STAGE,
  SLUICE_DO_VISIT_STAGE,
  SLUICE_DO_ENQ_COMPARE,
  SLUICE_DO_VISIT_COMPARE,
  SLUICE_DO_WEIGH,
  SLUICE_DO_WAKE,
  SLUICE_DO_ENQ_COUNT,
  SLUICE_DO_DEQ_COUNT,
  SLUICE_DO_VERDICT,
  SLUICE_DO_ENQ_STATE,
  SLUICE_DO_VISIT_STATE,
};
enum { SLUICE_AGENDA = 32 };  // clocks that it reaches

// What an enqueue takes of the shared pool, and of its class's partition.
struct sluice_take {
  uint64_t clock;  // of its input
  uint32_t cells;
  uint8_t cls, kind;
};

// What a visit of the scan has found, or a later one will find, and gives back.
struct sluice_give {
  uint64_t visit;  // that settles it: of the group's last class
  uint8_t port, cls;
  bool known;                     // held; else it is what the group holds when it is settled
  uint32_t surplus, held, freed;  // freed: once it is settled
};
enum { SLUICE_TAKES = 32, SLUICE_GIVES = 64, SLUICE_PROMISES = 40 };  // visits to come: so many of all

#endif
