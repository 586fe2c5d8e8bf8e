// One run of random events on an MMU. Checks the outputs of every cycle against the rules [spec 3, 4].
#ifndef TEST_ADMISSION_H
#define TEST_ADMISSION_H

#include "tb/cosim/engine.h"
#include "tests/mmu/scoreboard_rules.h"
#include "tests/mmu/traffic.h"

// A cycle is judged this many cycles later, when its admission and the states around it are known.
enum { ADMISSION_LAG = SCOREBOARD_STATE_LAG };

// Situations that all runs together must reach.
enum {
  SEEN_PRIVATE_CERTAIN,  // exactly this admission was allowed; in the order of enum sluice_admission
  SEEN_SHARED_CERTAIN,
  SEEN_HEADROOM_CERTAIN,
  SEEN_REFUSED_CERTAIN,
  SEEN_DROPPED,
  SEEN_PRIVATE_FULL,  // FULL: the packet took the last cell of the pool; ONE_MORE: it needed one cell more
  SEEN_PRIVATE_ONE_MORE,
  SEEN_SHARED_FULL,
  SEEN_SHARED_ONE_MORE,
  SEEN_HEADROOM_FULL,
  SEEN_HEADROOM_ONE_MORE,
  SEEN_HEADROOM_WHILE_OFF,
  SEEN_POOL_FULL,  // SHP: the headroom pool, not the cap of the queue
  SEEN_POOL_ONE_MORE,
  SEEN_LOSSY_REFUSED,
  SEEN_WITHIN_BUDGET_HEADROOM,
  SEEN_LARGEST,
  SEEN_LARGEST_AND_ONE,
  SEEN_NO_CELLS,
  SEEN_NO_QUEUE,
  SEEN_DEQUEUE_ALL,
  SEEN_DEQUEUE_ONE_MORE,
  SEEN_DEQUEUE_EARLY,
  SEEN_DEQUEUE_BEHIND_ERROR,
  SEEN_DEQUEUES_TOGETHER,
  SEEN_QUEUE_OFF,
  SEEN_QUEUE_ON,
  SEEN_PORT_OFF,
  SEEN_PORT_ON,
  SEEN_AT_REST,
  SEEN_DRAINED,
  SEEN_LIMITS_CHANGED,  // of a port, under traffic
  SEEN
};
extern const char *const admission_seen_names[SEEN];

// Outputs of one cycle.
struct admission_shown {
  uint64_t off[SLUICE_WORDS], port_off;
  uint32_t shared, loss;
};

struct admission_run {
  const char *program, *name;  // path of the test program, name of the test case
  int index;
  struct engine *e;
  struct sluice_dims dims;
  struct scoreboard_rules scoreboard;
  struct traffic traffic;
  struct admission_shown shown[TRAFFIC_HISTORY];
  struct scoreboard_rules_limits common;                     // limits of the ports that have no own ones
  unsigned own[SLUICE_MAX_PORTS];                            // PORT_LIMITS: bit k, the port has its own limit k
  int64_t changed_at[SCOREBOARD_QUEUES + SLUICE_MAX_PORTS];  // queues, ports
  int64_t now, first;                                        // current cycle; first cycle of the scoreboard
  int64_t last_event, bad_at;  // last judged cycle with an event; cycle of the last dequeue error
  int bad_queue, last_queue;   // queue of that error; queue dequeued in the cycle before, -1: none
  int64_t last_held;           // cells of last_queue before its dequeue
  uint32_t refused;
  uint64_t *seen;   // [SEEN], summed over all runs
  int alpha;        // value of ALPHA written last
  int64_t settled;  // from this cycle on, the last commit is active everywhere
};

static inline struct admission_shown *admission_shown(struct admission_run *r, int64_t cycle) {
  return &r->shown[cycle & (TRAFFIC_HISTORY - 1)];
}

// Fails the test. Prints the message, the configuration and the command that repeats the run.
void admission_failed(const struct admission_run *r, int64_t cycle, const char *format, ...)
    __attribute__((format(printf, 3, 4), noreturn));

// Judges one cycle; call it ADMISSION_LAG cycles later.
void admission_judge(struct admission_run *r, int64_t cycle);

#endif
