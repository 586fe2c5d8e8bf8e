// Random events for one MMU, up to one dequeue and one enqueue per cycle: fills, drains, bursts, one queue many times,
// packets that just fit or just do not, and a few illegal events. Counts the cells of the queues from the observed
// admissions; it does not judge them. Also computes the budget of the no-loss guarantee [spec 3]: whether a + f of a
// headroom group has stayed within its limit.
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "tests/mmu/scoreboard_rules.h"
#include "tests/mmu/stimulus.h"

enum { TRAFFIC_HISTORY = 64 };

struct traffic_event {
  struct sluice_in in;
  bool counts;          // the enqueue has an existing queue and 1 to largest cells
  bool within;          // the enqueue is lossless and within the budget, so it must not be refused
  int queue;            // queue of the enqueue
  bool doubtful;        // the dequeue has more cells than were certainly held
  bool decided, error;  // results of the MMU: an admission was output; the dequeue was an error
  int kind, of;         // the admission, and its queue
};

struct traffic_budget {
  int64_t recent, spent;  // cells reported in the last SLUICE_STATE_LATENCY cycles; at most since the pausing event
  int64_t overrun_at;     // cycle of the last packet beyond the limit, -1: none since the group was on
  int64_t on_at;          // cycle in which the group turned on
  bool off;
};

struct traffic_write {
  uint8_t reg;
  uint32_t value;
};

struct traffic_phase {
  int64_t left;       // cycles
  uint32_t enq, deq;  // probabilities, of 1024
  int queue, port;    // queue and port of the events, -1: any
  int size;           // packet size: 0 or 4 any, 1 the largest, 2 one cell, 3 just fits or is one cell too large
  uint32_t wrong;     // probability of an illegal event, of 1024
};

struct traffic {
  struct stimulus random;  // for its numbers only
  struct scoreboard_rules_setup s;
  int ttl0, first_class;  // TTL
  bool polite;            // keeps within the budget
  struct traffic_phase phase;
  int64_t held[SCOREBOARD_QUEUES], waiting[SCOREBOARD_QUEUES];  // cells accepted and not dequeued; cells under way
  int again;                                                    // queue of the next dequeue, -1: any
  bool drain;
  struct traffic_write writes[4];  // registers that change, the last is COMMIT
  int write;                       // index of the next write, 0: none has begun
  int64_t commit_at;               // cycle of the last COMMIT
  struct traffic_budget budget[SCOREBOARD_QUEUES];
  struct traffic_event event[TRAFFIC_HISTORY];
};

uint32_t traffic_pick(struct traffic *t, uint32_t n);
struct traffic_event *traffic_at(struct traffic *t, int64_t now);

// Takes the outputs of cycle now: admissions and states.
void traffic_see(struct traffic *t, int64_t now, const struct sluice_out *out);

// Draws the events of cycle now. quiet: none.
void traffic_next(struct traffic *t, int64_t now, const struct sluice_out *out, bool quiet);

bool traffic_drained(const struct traffic *t);

#endif
