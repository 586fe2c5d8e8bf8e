// What the rules [spec 3, 4] let a verdict, an error, a state and the shared pool be, event by event, with an explicit
// list of what is under way. Written from the rules alone: nothing here is shared with the model or the RTL.
//
// What a packet was charged to is taken from its verdict, as observed; whether that verdict was allowed is asked
// first. Cells that come free are usable at once, or up to sluice_free_bound() cycles later: so every count has a
// least and a largest value, and a verdict must agree with some of them. Where nothing came free in that time and
// nothing is under way, both are equal and one verdict is left.
//
// One cycle is: scoreboard_rules_clock(), scoreboard_rules_check() of the states that show in it, its dequeue, its
// enqueue, scoreboard_rules_close().
#ifndef SCOREBOARD_RULES_H
#define SCOREBOARD_RULES_H

#include "cmodel/sluice.h"

enum {
  SCOREBOARD_QUEUES = SLUICE_MAX_PORTS * SLUICE_MAX_CLASSES,
  SCOREBOARD_HISTORY = 1024,  // cycles; more than sluice_free_bound()
  SCOREBOARD_STATE_LAG = 16,  // cycles in which a state may show late
  SCOREBOARD_NO_LIMIT = 99,   // of lossy_alpha
};

struct scoreboard_rules_setup {
  struct sluice_dims dims;
  int scheme;  // STATIC, SIH, DSH or TTL
  int64_t phi, shared, headroom, largest, partition[SLUICE_MAX_CLASSES], weight[SLUICE_MAX_CLASSES];
  int64_t xoff, xon, delta_q, delta_p;
  int alpha, lossy_alpha;
  unsigned lossless;
};

// Events of one cycle.
struct scoreboard_rules_record {
  int enq, deq;                // queue, -1: none that counts
  int kind;                    // of the enqueue
  bool under_way;              // the enqueue, until its verdict is known
  int64_t cells, grow;         // n and x
  int64_t out, fall;           // the dequeue's n and y
  int64_t from_enq, from_deq;  // marks in what may still be returned
};

// A count of cells that what comes free repays as late as allowed, but not later than it can be used: the least it can
// be. What comes free is "added"; what was used, or can no longer come, is "used", oldest first.
struct scoreboard_rules_least {
  int64_t cells, added, used;
};

struct scoreboard_rules_group {
  int64_t now, late;      // headroom in use: returned at once; returned as late as allowed
  int64_t then, charged;  // returned at once, as it was sluice_free_bound() cycles ago; charged since
  struct scoreboard_rules_least least;
};

struct scoreboard_rules_class {         // of TTL
  int64_t own, own_late;                // in the class's partition
  int64_t pool, pool_late;              // in the shared partition
  int64_t reached, reached_late;        // what has been returned beyond headroom, in all
  struct scoreboard_rules_least least;  // in the shared partition
};

// The largest, or least, value of the last cycles: of a lag, to two of them.
struct scoreboard_rules_window {
  int64_t now, before;
};

struct scoreboard_rules_threshold {
  int64_t off_least, off_most, on_least, on_most;
  struct scoreboard_rules_window window[4];
};

// A queue or a port, whose state is watched.
struct scoreboard_rules_watch {
  struct scoreboard_rules_window most, least;  // of w or W
  int64_t held;                                // the least w since must_off
  int64_t may_off, may_on;                     // the last cycle in which it might be found so
  int64_t must_off, must_off_event;            // since when, -1: not; the first event of its own since then
  int64_t must_on;
};

// The numbers behind the last answer, for a message and for what was seen.
struct scoreboard_rules_why {
  int64_t x, queue, shared_least, shared_most, headroom_least, headroom_most, own_least, own_most;
  int64_t way_port, way_all;
};

struct scoreboard_rules {
  struct scoreboard_rules_setup s;
  int queues, watches;
  int64_t cycle, bound, max;
  int alpha_least, alpha_most;  // differ while a commit takes effect
  int64_t commit_at;            // COMMIT was written, the last time
  struct scoreboard_rules_record record[SCOREBOARD_HISTORY];
  int64_t q[SCOREBOARD_QUEUES], sum[SLUICE_MAX_PORTS];  // q; sum of w
  int64_t sum_late[SLUICE_MAX_PORTS];  // W, which equals that sum at rest: packets charged whole, given back as late as
                                       // allowed
  struct scoreboard_rules_group group[SCOREBOARD_QUEUES];
  struct scoreboard_rules_class cls[SLUICE_MAX_CLASSES];
  int64_t shared, shared_late;  // S, but for TTL
  struct scoreboard_rules_threshold threshold[SLUICE_MAX_CLASSES], port_threshold;
  struct scoreboard_rules_watch watch[SCOREBOARD_QUEUES + SLUICE_MAX_PORTS];
  struct scoreboard_rules_why why;
  uint64_t offs_by_event, offs_by_scan, ons_by_scan;  // bounds that came due
};

// Cycles until the scan has found a queue or port whose condition holds and that has no event.
int64_t scoreboard_rules_scan_bound(const struct sluice_dims *dims);

// An empty switch. Cycles count from 0.
void scoreboard_rules_start(struct scoreboard_rules *l, const struct scoreboard_rules_setup *setup);

void scoreboard_rules_clock(struct scoreboard_rules *l);

// Whether the state of a queue, or of port p as queues + p, may be this one, and may have been another one before.
// NULL, or what is wrong.
const char *scoreboard_rules_check(const struct scoreboard_rules *l, int watch, bool was, bool is);

// Which answers are allowed, a bit each: 1 taken, 2 error. Then what it was.
unsigned scoreboard_rules_dequeue_may(const struct scoreboard_rules *l, int queue, int64_t cells);
void scoreboard_rules_dequeue(struct scoreboard_rules *l, int queue, int64_t cells);

// Which verdicts are allowed, 1 << kind each, for a packet of 1 to largest cells, with a group that may be off, on, or
// either. Then what it was.
unsigned scoreboard_rules_enqueue_may(struct scoreboard_rules *l, int queue, int64_t cells, bool may_off, bool may_on);
void scoreboard_rules_enqueue(struct scoreboard_rules *l, int queue, int64_t cells, int kind);

void scoreboard_rules_close(struct scoreboard_rules *l);

int scoreboard_rules_group_of(const struct scoreboard_rules_setup *s, int queue);

// S, at least and at most.
int64_t scoreboard_rules_shared_least(const struct scoreboard_rules *l);
int64_t scoreboard_rules_shared_most(const struct scoreboard_rules *l);

#endif
