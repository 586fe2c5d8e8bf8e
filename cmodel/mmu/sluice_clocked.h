// The clocked parts of the model: one struct and one step function per RTL module that holds state. Internal.
// A step function takes what the RTL module sees in this clock and leaves what its registers hold after the edge.
#ifndef SLUICE_CLOCKED_H
#define SLUICE_CLOCKED_H

#include "sluice_messages.h"
#include "sluice_under_way.h"

static inline int sluice_bit(const struct sluice_dims *dims, int port, int cls) { return port * dims->classes + cls; }

static inline bool sluice_test(const uint64_t *vector, int bit) { return vector[bit / 64] >> (bit % 64) & 1; }

static inline void sluice_assign(uint64_t *vector, int bit, bool value) {
  uint64_t mask = UINT64_C(1) << (bit % 64);
  vector[bit / 64] = value ? vector[bit / 64] | mask : vector[bit / 64] & ~mask;
}

// The NC bits of one port.
uint8_t sluice_port_bits(const uint64_t *vector, const struct sluice_dims *dims, int port);

// What a value was before its last changes, the clocks of which are given: a clock meets what clocks before it have
// left. As many as any clock asks back.
enum { SLUICE_PAST = 32 };
struct sluice_was {
  uint64_t clock[SLUICE_PAST];
  uint32_t value[SLUICE_PAST];
  unsigned last;
};
// It changes in this clock.
void sluice_was_note(struct sluice_was *w, uint64_t clock, uint32_t value);
// The value that a clock met, where it is `now` today.
uint32_t sluice_was_at(const struct sluice_was *w, uint32_t now, uint64_t clock);

// sluice_past: the thresholds of schemes where they move, between commits: nothing is stepped.
struct sluice_past {
  struct sluice_was room, partition[SLUICE_MAX_CLASSES];  // of the account
};
// In use in this clock, for a class.
struct sluice_thresholds sluice_past_in_use(const struct sluice_past *past, const struct sluice_dims *dims,
                                            const struct sluice_config *cfg, const struct sluice_account *a, int cls,
                                            uint64_t clock);
// Adds the rooms that thresholds of a class which are in use in this clock, or come to be, have met.
struct sluice_span {
  uint32_t least, most;
};
struct sluice_rooms {
  struct sluice_span shared, partition;
};
void sluice_past_widen(const struct sluice_past *past, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       int cls, uint64_t clock, struct sluice_rooms *rooms);

// sluice_weigh: the thresholds of TTL's classes, one class after the other; stepped around a commit.
// Clocks of a class's turn; from its rooms to their sum, which meets alpha; to its thresholds.
enum { SLUICE_WEIGH_CLOCKS = 2, SLUICE_WEIGH_SUM = 4, SLUICE_WEIGH_IN_USE = 7, SLUICE_WEIGH_UNDER_WAY = 8 };
struct sluice_weighed {
  bool valid;
  int cls;
  uint32_t share, partition_room, threshold;
};
struct sluice_weigh {
  struct sluice_weighed under_way[SLUICE_WEIGH_UNDER_WAY];  // by turns
  uint32_t xqoff[SLUICE_MAX_CLASSES], xqon[SLUICE_MAX_CLASSES];
};
// Something is under way.
bool sluice_weigh_busy(const struct sluice_weigh *w);
// From this clock on a set is in use: what would meet its alpha is given up.
void sluice_weigh_give_up(struct sluice_weigh *w, uint64_t clock);
// As it is at the beginning of a clock, from where on it is stepped.
void sluice_weigh_wake(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       const struct sluice_past *past, const struct sluice_account *a, uint64_t clock);
// delta_q: the one that the RTL sees in this clock.
void sluice_weigh_step(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       const struct sluice_account *a, uint32_t delta_q, uint64_t clock);

// sluice_scan: names a queue per clock while it goes on.
enum { SLUICE_MIN_ROUND = 16, SLUICE_SCAN_MARGIN = 16 };
struct sluice_scan {
  uint64_t end;    // from that clock on it rests
  uint64_t start;  // a clock in which a round began, or would have
};
// Clocks of a round: of the queues, port * classes + cls, and those to which it is drawn out.
int sluice_scan_round(const struct sluice_dims *dims);
// Where in the round it is in this clock or, at rest, where it goes on.
int sluice_scan_at(struct sluice_scan *s, const struct sluice_dims *dims, uint64_t clock);
// Woken in this clock, it goes on from the next one.
void sluice_scan_wake(struct sluice_scan *s, const struct sluice_dims *dims, uint64_t clock);
// It will be woken so many clocks after this one: where it goes on until then that is done at once. Returns whether it
// is.
bool sluice_scan_goes_on(struct sluice_scan *s, const struct sluice_dims *dims, uint64_t clock, unsigned clocks);

// sluice_stats
struct sluice_tally {
  uint32_t changes, time;
};
struct sluice_peaks {  // of a port
  uint32_t port;
  struct {
    uint32_t queue, headroom;
  } of[SLUICE_MAX_CLASSES];
};
struct sluice_stats {
  struct sluice_tally queue[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES], port[SLUICE_MAX_PORTS];
  struct sluice_peaks peak[SLUICE_MAX_PORTS];
  uint32_t shared_peak;
  uint32_t refused[SLUICE_MAX_PORTS], dropped[SLUICE_MAX_PORTS], astray[SLUICE_MAX_PORTS];
  uint16_t waited, message_wait;  // clocks: of the message that is shown, and the longest
  // What came in the clock pending_clock: in the tables after the next one.
  uint64_t pending_clock;
  struct sluice_changes pending_changes;
  struct {
    bool valid;
    uint8_t select;
    uint32_t data;
  } read[2];
};
// Clocks without a read or a change may be left out: `clock` says which one this is.
void sluice_stats_step(struct sluice_stats *s, const struct sluice_config *cfg, const struct sluice_in *in,
                       uint64_t clock, const struct sluice_changes *changes, struct sluice_out *out);
// A clock in which a message is shown: it is taken, or waits.
void sluice_stats_message(struct sluice_stats *s, bool waits);
// S as it has been until this clock.
void sluice_stats_shared(struct sluice_stats *s, uint32_t shared);
// No answer to a read is under way.
bool sluice_stats_idle(const struct sluice_stats *s);

// What the statistics see of it; from so many clocks after its input on a read finds it.
enum { SLUICE_TALLY_VERDICT = 8, SLUICE_TALLY_COUNT = 10 };
void sluice_stats_enqueue(struct sluice_stats *s, struct sluice_enq *enq);

// What the free ones hold at most, those that are off at least.
struct sluice_bounds {
  uint32_t free, off;
};

// Every piece of state is a register of the RTL, or a row of them, or follows from such. What events ask for comes
// first, what few runs ask for last: a large network is as fast as its switches are small (docs/speed.md).
struct sluice_mmu {
  uint64_t clock;
  // Nothing to do before that clock: visits that find nothing apart; registers, statistics and messages at rest, and no
  // timer.
  uint64_t due, side_at;
  uint64_t settled;        // the clock from which thresholds are all of the set in use
  uint64_t constant_from;  // same, where they are constant; UINT64_MAX: they are not, or a commit is on its way
  uint64_t quiet_until;    // before that clock nothing changes a state, unless there has been a step
  struct sluice_scan scan;
  // Scan: the clock in which, if it goes on, it comes to a queue that it has something to do with.
  uint64_t visit_at;
  uint64_t coming;                // cells of enqueues that the room lacks
  uint64_t owed;                  // cells charged beyond what queues hold, and those of dequeues not yet counted
  uint64_t moved;                 // all before that clock is in the room and the thresholds
  uint64_t enqueued;              // clock of the last enqueue
  uint32_t max;                   // of a counter
  uint8_t port_mask, class_mask;  // inputs have as many bits as the RTL's
  bool visit_known;               // visit_at; false: to be looked for
  bool still;                     // no view under way may change a state: visits need not be judged
  int surpluses, suspects;        // how many queues of each set below
  int pending;                    // clocks since COMMIT, 0: none
  int resized;                    // clocks until the room takes its new size, 0 one before
  int threshold_busy;             // clocks until a new room is through

  // Sets of what is under way, a bit for each slot.
  uint32_t uncounted, uncounted_deq;  // enqueues and dequeues
  uint32_t uncounted_off;             // those dequeues that are errors, or whose count may turn something on
  uint32_t unsettled;                 // visits that give something back
  uint32_t ahead, ahead_deq;          // those that were counted with their input, before their clock
  uint64_t ahead_until;               // the last of these clocks
  uint32_t looked, judged;            // enqueues and visits whose views may change a state
  uint32_t agenda;                    // what is to be done: bit, and entry of todo, (clock % SLUICE_AGENDA)
  int moves, promises;
  struct sluice_changes changes;
  uint16_t todo[SLUICE_AGENDA];
  struct sluice_move move[SLUICE_MOVES];  // of the room, by clock
  struct sluice_promise promise[SLUICE_PROMISES];

  struct sluice_dims dims;
  struct sluice_config cfg;
  struct sluice_out out;

  // What is under way. Its slot is asked for by the clock in which it came; a slot is taken again once what is in it,
  // and so all that came before, is past: few slots are in use.
  struct sluice_slots enq_slot, deq_slot, visit_slot;
  struct sluice_enq enq[SLUICE_SLOTS];
  struct sluice_deq deq[SLUICE_SLOTS];
  struct sluice_visit visit[SLUICE_SLOTS];

  // sluice_account
  struct sluice_account account;
  struct sluice_row row[SLUICE_MAX_PORTS];
  uint64_t surplus[SLUICE_WORDS];  // a bit per queue with surplus
  uint64_t suspect[SLUICE_WORDS];  // constant thresholds: whose state a visit may change
  int clear_left;                  // addresses still to be cleared after reset
  int group_class;                 // DSH: the lossless class whose visit settles the port
  uint32_t gathered;               // DSH: surplus of the port's classes visited so far
  uint64_t gather_from;            // clock of the first of these visits; 0: none yet
  uint64_t gather_known;           // which is up to that clock

  // sluice_quiet
  uint32_t most_free[SLUICE_MAX_CLASSES];  // constant thresholds: what a free queue without headroom holds at most
  struct {
    bool known;                                       // false: to be taken anew
    struct sluice_bounds queues[SLUICE_MAX_CLASSES];  // above private; by class with TTL, else all in the first
    struct sluice_bounds ports;                       // DSH
  } bounds;
  struct {
    bool known;
    struct sluice_rooms rooms;   // while they are between these,
    struct sluice_thresholds x;  // the least Xoff and the most Xon
  } range[SLUICE_MAX_CLASSES];   // by class with TTL, else all in the first
  bool range_current;            // since the first was found only sluice_ahead has moved the room

  // sluice_threshold, around a commit; between commits what it holds follows from the past
  struct sluice_past past;
  uint32_t t, qoff, qon, poff;
  // Of a commit alpha comes first, and these follow the room that met it.
  uint32_t xoff, xon, delta_q, delta_p;  // a clock later
  uint32_t delta_q2, delta_p2;           // two
  bool constant;                         // qon is XON
  struct sluice_weigh weigh;
  uint64_t weighed;  // which is as it is in that clock

  struct sluice_quanta quanta;
  struct sluice_pause_tx tx;
  struct sluice_stats stats;
  struct sluice_pause_rx rx;
  struct sluice_rate rate;

  // sluice_config
  uint32_t staged[SLUICE_REGS];
  bool structural;
  bool same;  // nothing was written since the set in use
  struct {
    bool valid, status;  // status: data is not known yet
    uint32_t data;
  } read[SLUICE_READ_LATENCY - 1];  // on their way, the newest first
  int reads;                        // how many
};

static inline struct sluice_enq *sluice_enq_at(struct sluice_mmu *m, int age) {
  return &m->enq[sluice_slot_of(&m->enq_slot, m->clock - (uint64_t)age)];
}
static inline const struct sluice_enq *sluice_enq_of(const struct sluice_mmu *m, uint64_t clock) {
  return &m->enq[sluice_slot_of(&m->enq_slot, clock)];
}
static inline struct sluice_visit *sluice_visit_at(struct sluice_mmu *m, int age) {
  return &m->visit[sluice_slot_of(&m->visit_slot, m->clock - (uint64_t)age)];
}
static inline uint32_t sluice_enq_bit(const struct sluice_mmu *m, const struct sluice_enq *enq) {
  return UINT32_C(1) << (enq - m->enq);
}
static inline uint32_t sluice_visit_bit(const struct sluice_mmu *m, const struct sluice_visit *visit) {
  return UINT32_C(1) << (visit - m->visit);
}

static inline void sluice_schedule(struct sluice_mmu *m, uint64_t clock, int action) {
  unsigned slot = clock % SLUICE_AGENDA;
  m->todo[slot] = (uint16_t)(m->todo[slot] | 1u << action);
  m->agenda |= UINT32_C(1) << slot;
  if (clock < m->due) m->due = clock;
}

// sluice_account: the scan reads its queue; quiet: its view changes nothing, unless it is suspect.
void sluice_account_visit(struct sluice_mmu *m, bool quiet);
// The clock's work on the enqueues, dequeues and visits under way.
void sluice_account_wake(struct sluice_mmu *m);
void sluice_account_settle(struct sluice_mmu *m);
void sluice_account_repay_partition(struct sluice_mmu *m);
void sluice_account_count_enqueue(struct sluice_mmu *m);
void sluice_account_count_dequeue(struct sluice_mmu *m);
void sluice_account_verdict(struct sluice_mmu *m);
// sluice_ahead: an event that comes alone, no other waiting to be counted, no view that may change a state, no commit
// on its way, and whose count changes no state, is done with its input. Returns whether it has been.
static inline bool sluice_ahead_alone(const struct sluice_mmu *m) {
  return (m->uncounted | m->uncounted_deq | m->looked | m->judged) == 0 && m->cfg.scheme != SLUICE_TTL &&
         m->pending == 0 && m->clock >= m->settled;
}
bool sluice_ahead_enqueue(struct sluice_mmu *m, const struct sluice_in *in);
bool sluice_ahead_dequeue(struct sluice_mmu *m, const struct sluice_in *in);
// What of such events is counted in this clock or later: cells that came to a queue, that left it, and what the port is
// charged for.
struct sluice_early {
  uint32_t came, left, sum;
};
struct sluice_early sluice_ahead_sum(const struct sluice_mmu *m, int port, int cls, uint64_t clock);
static inline struct sluice_early sluice_ahead(const struct sluice_mmu *m, int port, int cls, uint64_t clock) {
  const struct sluice_early none = {0};
  return clock > m->ahead_until ? none : sluice_ahead_sum(m, port, cls, clock);
}
// A queue as it is at the beginning of this clock; its cells whose verdicts are out by now.
static inline uint32_t sluice_queue_at(const struct sluice_mmu *m, int port, int cls, uint64_t clock) {
  struct sluice_early early = sluice_ahead(m, port, cls, clock);
  return m->account.port[port].queue[cls] - early.came + early.left;
}
static inline uint32_t sluice_ahead_present(const struct sluice_mmu *m, int port, int cls) {
  return m->row[port].of[cls].present - sluice_ahead(m, port, cls, m->clock).came;
}
// What visits settle in this clock or later, and has been settled: cells of a port; in this clock less what a visit
// that reads the port settles itself.
uint32_t sluice_ahead_promised(const struct sluice_mmu *m, int port, uint64_t clock);
static inline uint32_t sluice_ahead_settled(const struct sluice_mmu *m, int port, uint64_t clock) {
  return m->promises == 0 ? 0 : sluice_ahead_promised(m, port, clock);
}
uint32_t sluice_ahead_unread(const struct sluice_mmu *m, int port);
// An enqueue takes headroom: what visits settle after its count they have to find again.
void sluice_ahead_recall(struct sluice_mmu *m, const struct sluice_enq *enq);
// The verdict of an enqueue shows, SLUICE_ADMIT_LATENCY clocks after it.
void sluice_account_verdict_shows(struct sluice_mmu *m, const struct sluice_enq *enq);
static inline void sluice_account_show(struct sluice_mmu *m) {
  const struct sluice_enq *enq = sluice_enq_at(m, SLUICE_ADMIT_LATENCY);
  if (enq->clock + SLUICE_ADMIT_LATENCY == m->clock) sluice_account_verdict_shows(m, enq);
}
// DSH: since when the scan gathers, at the beginning of this clock; before it is woken from rest, and before a commit.
void sluice_account_gathers(struct sluice_mmu *m);
// Events of the clock that has just been done enter.
void sluice_account_enqueue(struct sluice_mmu *m, const struct sluice_in *in);
void sluice_account_dequeue(struct sluice_mmu *m, const struct sluice_in *in);
// A configuration is in use from the next clock on; structural: the buffer is empty.
void sluice_account_restart(struct sluice_mmu *m, bool structural);

// sluice_run: what goes on without inputs until this clock, the events and visits under way, thresholds, states. quiet:
// visits need not be judged. The clocks until a new room has reached all thresholds; the room has moved in this clock.
void sluice_run_on(struct sluice_mmu *m, uint64_t end, bool quiet);
static inline void sluice_run(struct sluice_mmu *m, uint64_t end, bool quiet) {
  m->changes.count = 0;
  if (quiet && end <= m->due)
    m->clock = end;
  else
    sluice_run_on(m, end, quiet);
  sluice_account_show(m);
}
// Room, thresholds and sluice_weigh as they are in this clock.
void sluice_run_settle(struct sluice_mmu *m);
int sluice_threshold_clocks(const struct sluice_mmu *m);
// sluice_room: what a clock does to it. Nothing asks for the room but thresholds and
// mon_shared, so the room, and thresholds, follow when they are asked for: all clocks before this one are done.
struct sluice_move *sluice_room_move(struct sluice_mmu *m, uint64_t clock);
void sluice_room_catch_up(struct sluice_mmu *m, uint64_t clock);
// What mon_x* shows.
void sluice_threshold_follow(struct sluice_mmu *m);
static inline void sluice_room_follow(struct sluice_mmu *m, uint64_t clock) {
  if ((m->moves > 0 && m->move[0].clock < clock) || m->threshold_busy > 0)
    sluice_room_catch_up(m, clock);
  else if (m->moved < clock)
    m->moved = clock;
}
// TTL: thresholds move with the partitions, too; before this clock changes one.
void sluice_room_moved(struct sluice_mmu *m);
void sluice_partition_moves(struct sluice_mmu *m, int cls);

// sluice_quiet: clocks without input in which no output but mon_* changes, timers apart. foreseen: verdicts that are
// certain may show.
uint64_t sluice_quiet_clocks(struct sluice_mmu *m, bool foreseen);
// The clock, this one or a later one, in which the scan, which goes on, visits a queue that it has something to do
// with: those of the others find nothing. One more such queue; set is m->surplus or m->suspect.
uint64_t sluice_quiet_find_visit(struct sluice_mmu *m);
void sluice_quiet_mark(struct sluice_mmu *m, uint64_t *set, int queue);
void sluice_quiet_unmark(struct sluice_mmu *m, int queue);  // it is visited
// A configuration is in use from the next clock on.
void sluice_quiet_restart(struct sluice_mmu *m);
// A packet that has just been counted, a queue that has just been read: its view changes no state.
bool sluice_quiet_enqueue(struct sluice_mmu *m, const struct sluice_enq *enq);
bool sluice_quiet_visited(struct sluice_mmu *m, const struct sluice_visit *visit);
// The least Xoff and the most Xon of all thresholds that may come to be in use, but for TTL's.
const struct sluice_thresholds *sluice_quiet_range(struct sluice_mmu *m);
// Dequeues may turn a queue on, or its port.
bool sluice_quiet_may_turn_on(struct sluice_mmu *m, int port, int cls);
// The clock in which the scan, if it goes on from this clock on, visits a queue.
uint64_t sluice_quiet_visit_of(struct sluice_mmu *m, int port, int cls);
// GFC: whatever is counted next of what is under way, and so many cells more, the level of the queue stays.
bool sluice_quiet_stays(const struct sluice_mmu *m, int port, int cls, uint32_t more);
// A queue, or its port, has changed what it holds or its state.
void sluice_quiet_note(struct sluice_mmu *m, int port, int cls);
static inline uint64_t sluice_quiet_visit(struct sluice_mmu *m) {
  return m->visit_known ? m->visit_at : sluice_quiet_find_visit(m);
}
// Thresholds do not move with the occupancy: what a queue holds says at once whether a visit has to judge its state.
static inline bool sluice_quiet_constant(const struct sluice_mmu *m) { return m->clock >= m->constant_from; }

// sluice_examine: the view of an enqueue, or of a visit, meets the stages, and the thresholds in use; a clock later the
// states change (sluice_pause_state).
void sluice_examine_enqueue_stage(struct sluice_mmu *m);
void sluice_examine_visit_stage(struct sluice_mmu *m);
void sluice_examine_enqueue(struct sluice_mmu *m);
void sluice_examine_visit(struct sluice_mmu *m);
void sluice_examine_enqueue_state(struct sluice_mmu *m);
void sluice_examine_visit_state(struct sluice_mmu *m);

#endif
