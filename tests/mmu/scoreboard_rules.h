// Scoreboard of the rules [spec 3, 4]: which admissions, dequeue errors, pause states and values of S are allowed,
// event by event. Written from the rules alone, with an explicit list of the enqueues under way. It shares no code with
// the model or the RTL.
//
// The test first checks that an observed admission is allowed, and then charges the packet as the MMU reported it.
// Freed cells are usable at once or up to sluice_free_bound() cycles later. So every count has a least and a largest
// value, and an admission must be right for some value in between. If no cells were freed in that time and no enqueue
// is under way, both values are equal and exactly one admission is allowed.
//
// Calls of one cycle, in order: scoreboard_rules_clock(), scoreboard_rules_check() for each state, the dequeue, the
// enqueue, scoreboard_rules_close().
#ifndef SCOREBOARD_RULES_H
#define SCOREBOARD_RULES_H

#include "cmodel/sluice.h"

enum {
  SCOREBOARD_QUEUES = SLUICE_MAX_PORTS * SLUICE_MAX_CLASSES,
  SCOREBOARD_HISTORY = 1024,  // cycles; more than sluice_free_bound()
  SCOREBOARD_STATE_LAG = 16,  // a state may follow its condition so many cycles later
  SCOREBOARD_NO_LIMIT = 99,   // value of lossy_alpha: lossy classes have no share of their own
};

// Limits of a port [spec 16]. Without PORT_LIMITS those of all ports are equal.
struct scoreboard_rules_limits {
  int64_t phi, headroom, xoff, xon;
  int64_t port_headroom;  // SHP; headroom is the cap of a queue
};

struct scoreboard_rules_setup {
  struct sluice_dims dims;
  int scheme;  // STATIC, SIH, DSH, TTL or SHP
  struct scoreboard_rules_limits port[SLUICE_MAX_PORTS];
  int64_t shared, largest, partition[SLUICE_MAX_CLASSES], weight[SLUICE_MAX_CLASSES];
  int64_t pool;  // SHP
  int64_t delta_q, delta_p;
  int alpha, lossy_alpha;
  unsigned lossless;
};

// Events of one cycle.
struct scoreboard_rules_record {
  int enq, deq;                // queues of the enqueue and the dequeue, -1: none
  int kind;                    // admission of the enqueue
  bool under_way;              // the cycle has an enqueue
  int64_t cells, grow;         // enqueue: n and x
  int64_t out, fall;           // dequeue: n and y
  int64_t pool;                // SHP: most cells of the enqueue that the headroom pool holds
  int64_t from_enq, from_deq;  // value of `added` of the group's lower bound after the event
};

// Lower bound of a count of cells. Freed cells reduce the count as soon as it is above 0, and expire
// sluice_free_bound() cycles after they were freed. added: all cells freed. used: the freed cells that have reduced the
// count or expired, oldest first.
struct scoreboard_rules_least {
  int64_t cells, added, used;
};

struct scoreboard_rules_group {
  int64_t now, late;      // headroom in use, if freed cells return at once; if they return as late as allowed
  int64_t then, charged;  // `now` as of sluice_free_bound() cycles ago; cells charged since
  struct scoreboard_rules_least least;
};

// A class of TTL. The counts named late assume that freed cells return as late as allowed, the others at once.
struct scoreboard_rules_class {
  int64_t own, own_late;                // cells in the class's partition
  int64_t pool, pool_late;              // cells in the shared partition
  int64_t reached, reached_late;        // cells returned to either partition, in total
  struct scoreboard_rules_least least;  // lower bound of the cells in the shared partition
};

// The largest or least value of the last lag to 2 * lag cycles.
struct scoreboard_rules_window {
  int64_t now, before;
};

struct scoreboard_rules_threshold {
  int64_t off_least, off_most, on_least, on_most;
  struct scoreboard_rules_window window[4];
};

// The state of a queue or a port.
struct scoreboard_rules_watch {
  struct scoreboard_rules_window most, least;  // bounds of w or W
  int64_t held;                                // the least w or W since must_off
  int64_t may_off, may_on;                     // last cycle in which the condition for off, or on, could hold
  int64_t must_off, must_off_event;  // since when the condition for off holds, -1: not; its own first event since then
  int64_t must_on;                   // since when the condition for on holds without an event, -1: not
};

// The numbers behind the last scoreboard_rules_enqueue_may(), for messages and for the situations seen.
struct scoreboard_rules_why {
  int64_t x, queue, shared_least, shared_most, headroom_least, headroom_most, own_least, own_most;
  int64_t way_port, way_all;
  int64_t pool_least, pool_most, pool_whole;  // SHP: the headroom pool with the packet; most cells that it takes
};

struct scoreboard_rules {
  struct scoreboard_rules_setup s;
  int queues, watches;
  int64_t cycle, bound, max;
  int alpha_least, alpha_most;  // differ while a commit takes effect
  int64_t commit_at;            // cycle of the last write to COMMIT
  int changing;                 // PORT_LIMITS: port whose XOFF and XON change while a commit takes effect, -1: none
  struct scoreboard_rules_limits changed;  // its new values
  struct scoreboard_rules_record record[SCOREBOARD_HISTORY];
  int64_t q[SCOREBOARD_QUEUES], sum[SLUICE_MAX_PORTS];  // q; sum of w over a port's lossless queues
  int64_t sum_late[SLUICE_MAX_PORTS];  // upper bound of W: whole packets are charged, cells return as late as allowed
  struct scoreboard_rules_group group[SCOREBOARD_QUEUES];
  struct scoreboard_rules_class cls[SLUICE_MAX_CLASSES];
  int64_t shared, shared_late;  // bounds of S; not under TTL
  int64_t pool_charged;         // SHP: most cells charged to the headroom pool in the last sluice_free_bound() cycles
  // Of the queues of a class (TTL), of a port (PORT_LIMITS), or [0] of all queues; of the ports
  struct scoreboard_rules_threshold threshold[SLUICE_MAX_PORTS], port_threshold;
  struct scoreboard_rules_watch watch[SCOREBOARD_QUEUES + SLUICE_MAX_PORTS];
  struct scoreboard_rules_why why;
};

// Most cycles until the scan changes the state of a queue or port whose condition holds and that has no event.
int64_t scoreboard_rules_scan_bound(const struct sluice_dims *dims);

// Starts with an empty switch. The first cycle is 0.
void scoreboard_rules_start(struct scoreboard_rules *l, const struct scoreboard_rules_setup *setup);

void scoreboard_rules_clock(struct scoreboard_rules *l);

// Checks a state of this cycle (is) and of the one before (was). watch: a queue, or queues + p for port p.
// Returns NULL or the rule that is violated.
const char *scoreboard_rules_check(const struct scoreboard_rules *l, int watch, bool was, bool is);

// The allowed results of a dequeue, as a mask: 1 taken, 2 error. Then call scoreboard_rules_dequeue() if it was taken.
unsigned scoreboard_rules_dequeue_may(const struct scoreboard_rules *l, int queue, int64_t cells);
void scoreboard_rules_dequeue(struct scoreboard_rules *l, int queue, int64_t cells);

// The allowed admissions of a packet of 1 to largest cells, as a mask of 1 << kind. may_off and may_on: possible states
// of its group. Then call scoreboard_rules_enqueue() with the observed admission.
unsigned scoreboard_rules_enqueue_may(struct scoreboard_rules *l, int queue, int64_t cells, bool may_off, bool may_on);
void scoreboard_rules_enqueue(struct scoreboard_rules *l, int queue, int64_t cells, int kind);

void scoreboard_rules_close(struct scoreboard_rules *l);

int scoreboard_rules_group_of(const struct scoreboard_rules_setup *s, int queue);

// The limits of the port of a queue.
static inline const struct scoreboard_rules_limits *scoreboard_rules_limits_of(const struct scoreboard_rules_setup *s,
                                                                               int queue) {
  return &s->port[queue / s->dims.classes];
}

// Upper bound of the headroom in use of a group.
static inline int64_t scoreboard_rules_headroom_most(const struct scoreboard_rules_group *g) {
  return g->then + g->charged;
}

// Bounds of S.
int64_t scoreboard_rules_shared_least(const struct scoreboard_rules *l);
int64_t scoreboard_rules_shared_most(const struct scoreboard_rules *l);

// Bounds of the headroom pool of SHP [spec 12], for the scoreboard of the rules. Written from the rules alone.
//
// With H(p), the headroom in use of all queues of port p, the pool holds the sum over all ports of
// max(0, H(p) - PORT_HEADROOM). It is computed anew from the bounds of all queues for each packet, so the order of
// repayment follows from the sum. A packet that PORT_HEADROOM does not hold certainly may be charged whole to the pool,
// and the rest returns within sluice_free_bound() cycles. Enqueues under way on any port count as if each had gone to
// the pool, those of the packet's port also as if each had gone to the headroom of that port [spec 3].

struct scoreboard_pool {
  int64_t least;  // cells of the pool with the packet: freed cells have returned, nothing is under way
  int64_t most;   // cells return as late as allowed, the packet is charged whole
  bool own;       // PORT_HEADROOM holds the packet in any case
};

// x: growth of w of the queue. port and all: cells of the enqueues under way on the packet's port and on all ports.
struct scoreboard_pool scoreboard_pool_with(const struct scoreboard_rules *l, int queue, int64_t cells, int64_t x,
                                            int64_t port, int64_t all);

#endif
