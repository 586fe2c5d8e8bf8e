// Events for one MMU, up to a dequeue and an enqueue in every cycle: fills, drains, bursts, one queue again and again,
// packets that just fit and just do not, and a few that are wrong. Knows what the queues hold from the verdicts that it
// is shown; whether what it does is right is for others to say. And the budget of no loss [spec 3]: whether the
// upstreams of a headroom group have kept to what its limit is made for.
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "tests/mmu/scoreboard_rules.h"
#include "tests/mmu/stimulus.h"

enum { TRAFFIC_HISTORY = 64 };

struct traffic_event {
  struct sluice_in in;
  bool counts;          // the enqueue has a queue, and 1 to largest cells
  bool within;          // lossless, and no loss is promised
  int queue;            // of the enqueue
  bool doubtful;        // the dequeue, of more than was surely held
  bool decided, error;  // what the MMU said
  int kind, of;         // the verdict, and its queue
};

struct traffic_budget {
  int64_t recent, spent;  // cells reported in the last cycles; since the event that turned the group off, or before
  int64_t overrun_at;     // the last packet beyond the limit, -1: none since the group was on
  int64_t on_at;          // when it turned on
  bool off;
};

struct traffic_phase {
  int64_t left;       // cycles
  uint32_t enq, deq;  // probabilities, of 1024
  int queue, port;    // where the events go, -1: anywhere
  int size;           // of packets: 0 any, 1 the largest, 2 one cell, 3 what just fits, or not
  uint32_t wrong;     // probability
};

struct traffic {
  struct stimulus random;  // for its numbers only
  struct scoreboard_rules_setup s;
  int ttl0, first_class;  // TTL
  bool polite;            // keeps to the budget
  struct traffic_phase phase;
  int64_t held[SCOREBOARD_QUEUES], waiting[SCOREBOARD_QUEUES];  // accepted and not dequeued; reported
  int again;                                                    // a queue to dequeue from once more, -1: none
  bool drain;
  bool commit;        // a new alpha is written
  int64_t commit_at;  // the last commit
  struct traffic_budget budget[SCOREBOARD_QUEUES];
  struct traffic_event event[TRAFFIC_HISTORY];
};

uint32_t traffic_pick(struct traffic *t, uint32_t n);
struct traffic_event *traffic_at(struct traffic *t, int64_t now);

// The outputs that show in cycle now: verdicts and states.
void traffic_see(struct traffic *t, int64_t now, const struct sluice_out *out);

// The events of cycle now, or none.
void traffic_next(struct traffic *t, int64_t now, const struct sluice_out *out, bool quiet);

bool traffic_drained(const struct traffic *t);

#endif
