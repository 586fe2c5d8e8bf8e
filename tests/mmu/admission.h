// A run of events, and the judgement of each of its cycles against the rules [spec 3, 4].
#ifndef TEST_VERDICT_H
#define TEST_VERDICT_H

#include "tb/cosim/engine.h"
#include "tests/mmu/scoreboard_rules.h"
#include "tests/mmu/traffic.h"

// Cycles after which a clock is judged: its verdicts and the states around it are known.
enum { ADMISSION_LAG = SCOREBOARD_STATE_LAG };

// What must have been seen in all runs together.
enum {
  SEEN_PRIVATE_CERTAIN,  // where no other verdict was allowed; in the order of the verdicts
  SEEN_SHARED_CERTAIN,
  SEEN_HEADROOM_CERTAIN,
  SEEN_REFUSED_CERTAIN,
  SEEN_DROPPED,
  SEEN_PRIVATE_FULL,  // to the last cell; and where there was one cell less
  SEEN_PRIVATE_ONE_MORE,
  SEEN_SHARED_FULL,
  SEEN_SHARED_ONE_MORE,
  SEEN_HEADROOM_FULL,
  SEEN_HEADROOM_ONE_MORE,
  SEEN_HEADROOM_WHILE_OFF,
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
  SEEN
};
extern const char *const admission_sights[SEEN];

struct admission_shown {
  uint64_t off[SLUICE_WORDS], port_off;
  uint32_t shared, loss;
};

struct admission_run {
  const char *program, *name;  // which it is, and the test case
  int index;
  struct engine *e;
  struct sluice_dims dims;
  struct scoreboard_rules scoreboard;
  struct traffic traffic;
  struct admission_shown shown[TRAFFIC_HISTORY];
  int64_t changed_at[SCOREBOARD_QUEUES + SLUICE_MAX_PORTS];  // queues, ports
  int64_t now, first;                                        // clock; the first that the scoreboard knows
  int64_t last_event, bad_at;                                // of the cycles judged; the last dequeue that was an error
  int bad_queue, last_queue;  // its queue; that of the dequeue in the cycle before, -1: none
  int64_t last_held;          // its cells before that
  uint32_t refused;
  uint64_t *seen;   // [SEEN], of all runs
  int alpha;        // written last
  int64_t settled;  // when the last commit is in use
};

static inline struct admission_shown *admission_shown(struct admission_run *r, int64_t cycle) {
  return &r->shown[cycle & (TRAFFIC_HISTORY - 1)];
}

// Ends the test with what was expected and got, and the command that repeats the run.
void admission_failed(const struct admission_run *r, int64_t cycle, const char *format, ...)
    __attribute__((format(printf, 3, 4), noreturn));

// ADMISSION_LAG cycles later.
void admission_judge(struct admission_run *r, int64_t cycle);

#endif
