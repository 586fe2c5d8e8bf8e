// The clocked parts of the model: one struct and one step function per RTL module that holds state. Internal.
// A step function takes what the RTL module sees in this clock and leaves what its registers hold after the edge.
#ifndef SLUICE_CLOCKED_H
#define SLUICE_CLOCKED_H

#include "cmodel/clocked/sluice_messages.h"
#include "cmodel/clocked/sluice_passing.h"
#include "cmodel/clocked/sluice_under_way.h"

static inline int sluice_bit(const struct sluice_dims *dims, int port, int cls) { return port * dims->classes + cls; }

static inline bool sluice_test(const uint64_t *vector, int bit) { return vector[bit / 64] >> (bit % 64) & 1; }

static inline void sluice_assign(uint64_t *vector, int bit, bool value) {
  uint64_t mask = UINT64_C(1) << (bit % 64);
  vector[bit / 64] = value ? vector[bit / 64] | mask : vector[bit / 64] & ~mask;
}

// The NC bits of one port.
uint8_t sluice_port_bits(const uint64_t *vector, const struct sluice_dims *dims, int port);
void sluice_set_port_bits(uint64_t *vector, const struct sluice_dims *dims, int port, uint8_t bits);

// sluice_scan: names a queue per clock while it goes on.
enum { SLUICE_SCAN_MARGIN = 16 };
struct sluice_scan {
  uint64_t end;    // from that clock on it rests
  uint64_t start;  // a clock in which a round began, or would have
  uint64_t span;   // clocks for which it goes on, woken
};
// Where in the round it is in this clock or, at rest, where it goes on.
int sluice_scan_at(struct sluice_scan *s, const struct sluice_dims *dims, uint64_t clock);
int sluice_scan_span(const struct sluice_dims *dims);
// Woken in this clock, it goes on from the next one.
void sluice_scan_wake(struct sluice_scan *s, uint64_t clock);
// It will be woken so many clocks after this one: where it goes on until then that is done at once. Returns whether it
// is.
static inline bool sluice_scan_goes_on(struct sluice_scan *s, uint64_t clock, unsigned clocks) {
  if (s->end < clock + 1 + clocks) return false;
  if (s->end < clock + clocks + s->span) s->end = clock + clocks + s->span;
  return true;
}

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
  uint32_t refused[SLUICE_MAX_PORTS], dropped[SLUICE_MAX_PORTS], parity_drops[SLUICE_MAX_PORTS];
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
  uint64_t settles_at;     // before that clock nothing is to be settled
  uint64_t settled;        // the clock from which thresholds are all of the set in use
  uint64_t constant_from;  // same, where they are constant; UINT64_MAX: they are not, or a commit is on its way
  uint64_t quiet_until;    // before that clock nothing changes a state, unless there has been a step
  uint64_t calm_until;     // same, nothing is due, and no event is under way but those that are counted ahead
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
  uint32_t ahead, ahead_deq;          // those that were counted with their input, before their clock
  uint64_t ahead_until;               // the last of these clocks
  uint32_t looked, judged;            // enqueues and visits whose views may change a state
  uint32_t agenda;                    // what is to be done: bit, and entry of todo, (clock % SLUICE_AGENDA)
  struct sluice_changes changes;
  uint16_t todo[SLUICE_AGENDA];
  // What takes of the room and gives back, by clock, counted modulo 2^32: from the first that is not yet in the room,
  // or in the partition, or settled, on.
  unsigned take_room, take_partition, takes;
  unsigned give_room, give_partition, give_settled, gives;
  struct sluice_take take[SLUICE_TAKES];
  struct sluice_give give[SLUICE_GIVES];

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

  // sluice_range
  struct {
    int64_t least, most;
  } level[SLUICE_MAX_STAGES + 1];  // constant thresholds: what a queue of a level holds; STATIC: free, off
  struct {
    bool known;                                       // false: to be taken anew
    bool between;                                     // all are, as far as the ranges go
    struct sluice_bounds queues[SLUICE_MAX_CLASSES];  // above private; by class with TTL, else all in the first
    struct sluice_bounds ports;                       // DSH
  } bounds;
  struct {
    bool known;
    struct sluice_rooms rooms;     // while they are between these,
    struct sluice_thresholds x;    // the least Xoff and the most Xon
  } range[SLUICE_MAX_CLASSES];     // by class with TTL, else all in the first
  struct sluice_span shared_span;  // in all of these
  bool range_current;              // the rooms have not left them

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
void sluice_account_count_enqueue(struct sluice_mmu *m);
void sluice_account_count_dequeue(struct sluice_mmu *m);
void sluice_account_verdict(struct sluice_mmu *m);
// What an enqueue does on either way: it enters, in the clock after its input; it is one that takes; it is counted, and
// sees its queue and group.
struct sluice_enq *sluice_account_enter(struct sluice_mmu *m, int port, int cls, uint32_t cells);
void sluice_account_come(struct sluice_mmu *m, const struct sluice_enq *enq);
void sluice_account_count(struct sluice_mmu *m, struct sluice_enq *enq);
// Cells of the enqueues under way that have their port, or class, in common with a new one.
struct sluice_under_way sluice_account_under_way(const struct sluice_mmu *m, uint64_t clock, int port, int cls);
// sluice_ahead: an event that comes alone, no other waiting to be counted, no view that may change a state and no
// commit on its way, and whose count changes no state, is done with its input. Returns whether it has been.
static inline bool sluice_ahead_alone(const struct sluice_mmu *m) {
  return (m->uncounted | m->uncounted_deq | m->looked | m->judged) == 0 && m->pending == 0 && m->clock >= m->settled;
}
bool sluice_ahead_enqueue(struct sluice_mmu *m, const struct sluice_in *in);
bool sluice_ahead_dequeue(struct sluice_mmu *m, const struct sluice_in *in);
// What of such events is counted in this clock or later: cells that came to a queue, and that left it, what its port is
// charged for and, of these, the headroom of the queue's group.
struct sluice_early {
  uint32_t came, left, sum, held;
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
// The verdict of an enqueue shows, SLUICE_ADMIT_LATENCY clocks after it.
void sluice_account_verdict_shows(struct sluice_mmu *m, const struct sluice_enq *enq);
static inline void sluice_account_show(struct sluice_mmu *m) {
  const struct sluice_enq *enq = sluice_enq_at(m, SLUICE_ADMIT_LATENCY);
  if (enq->clock + SLUICE_ADMIT_LATENCY == m->clock) sluice_account_verdict_shows(m, enq);
}
// DSH: since when the scan gathers, at the beginning of this clock; before it is woken from rest, and before a commit.
void sluice_account_gathers(struct sluice_mmu *m);
// Events of the clock that has just been done enter, not ahead.
void sluice_account_enqueue(struct sluice_mmu *m, const struct sluice_in *in);
void sluice_account_dequeue(struct sluice_mmu *m, const struct sluice_in *in);
// A configuration is in use from the next clock on; structural: the buffer is empty.
void sluice_account_restart(struct sluice_mmu *m, bool structural);

// sluice_room: what clocks do to the free room. Nothing asks for it but thresholds and mon_shared, so it follows when
// it is asked for: all clocks before this one are done; the next in which one moves.
void sluice_room_catch_up(struct sluice_mmu *m, uint64_t clock);
static inline void sluice_room_follow(struct sluice_mmu *m, uint64_t clock) {
  if (m->moved < clock) sluice_room_catch_up(m, clock);
}
uint64_t sluice_room_next(struct sluice_mmu *m);
// The verdict of an enqueue is certain: it takes of the pool, or of its partition.
void sluice_room_take(struct sluice_mmu *m, const struct sluice_enq *enq);
// A visit, of this clock or a later one, gives back surplus; there is place for a later one.
void sluice_room_give(struct sluice_mmu *m, uint64_t visit, int port, int cls, uint32_t surplus);
bool sluice_room_may_give(struct sluice_mmu *m);
// Surplus of a port's lossless classes that this visit gives back.
uint32_t sluice_room_gives(const struct sluice_mmu *m, int port, uint64_t visit);
// The group's headroom changes, or has: visits up to this clock find what it is now, but for so many cells.
void sluice_room_hold(struct sluice_mmu *m, int port, int cls, uint64_t clock, uint32_t later);
// Visits whose time has come are settled: all of the clocks before this one.
void sluice_room_settle(struct sluice_mmu *m);
static inline void sluice_room_settled(struct sluice_mmu *m) {
  if (m->clock >= m->settles_at) sluice_room_settle(m);
}
// What has been settled and is not in the room in this clock, but free already.
uint32_t sluice_room_freed(struct sluice_mmu *m, uint64_t clock, int late);
// The clocks until a new room has reached all thresholds; thresholds at the beginning of this clock, from where on they
// are stepped; what mon_x* shows.
int sluice_threshold_clocks(const struct sluice_mmu *m);
void sluice_threshold_wake(struct sluice_mmu *m);
void sluice_threshold_follow(struct sluice_mmu *m);

// sluice_run: what goes on without inputs until this clock, the events and visits under way, thresholds, states. quiet:
// visits need not be judged. The clocks until a new room has reached all thresholds; the room has moved in this clock.
void sluice_run_on(struct sluice_mmu *m, uint64_t end, bool quiet);
static inline void sluice_run(struct sluice_mmu *m, uint64_t end, bool quiet) {
  m->changes.count = 0;
  if (quiet && end <= m->due)
    m->clock = end;
  else
    sluice_run_on(m, end, quiet);
  sluice_room_settled(m);
  sluice_account_show(m);
}
// The first clock in which something is due, visits that find nothing apart, while no view changes a state.
uint64_t sluice_run_find_due(struct sluice_mmu *m);
static inline uint64_t sluice_run_due(struct sluice_mmu *m) { return m->due != 0 ? m->due : sluice_run_find_due(m); }
// Room, thresholds and sluice_weigh as they are in this clock.
void sluice_run_settle(struct sluice_mmu *m);
// sluice_quiet: clocks without input in which no output but mon_* changes, timers apart. foreseen: verdicts that are
// certain may show.
uint64_t sluice_quiet_clocks(struct sluice_mmu *m, bool foreseen);
// The clock, this one or a later one, in which the scan, which goes on, visits a queue that it has something to do
// with: those of the others find nothing. One more such queue; set is m->surplus or m->suspect.
uint64_t sluice_quiet_find_visit(struct sluice_mmu *m);
void sluice_quiet_mark(struct sluice_mmu *m, uint64_t *set, int queue);
void sluice_quiet_unmark(struct sluice_mmu *m, int queue);  // it is visited
void sluice_quiet_trust(struct sluice_mmu *m, int queue);   // its state fits
// A packet that has just been counted, a queue that has just been read: its view changes no state.
bool sluice_quiet_enqueue(struct sluice_mmu *m, const struct sluice_enq *enq);
bool sluice_quiet_visited(struct sluice_mmu *m, const struct sluice_visit *visit);
// Dequeues may turn a queue on, or its port.
bool sluice_quiet_may_turn_on(struct sluice_mmu *m, int port, int cls);
// The clock in which the scan, if it goes on from this clock on, visits a queue.
uint64_t sluice_quiet_visit_of(struct sluice_mmu *m, int port, int cls);
static inline uint64_t sluice_quiet_visit(struct sluice_mmu *m) {
  return m->visit_known ? m->visit_at : sluice_quiet_find_visit(m);
}
// Thresholds do not move with the occupancy: what a queue holds says at once whether a visit has to judge its state.
static inline bool sluice_quiet_constant(const struct sluice_mmu *m) { return m->clock >= m->constant_from; }
// Thresholds come by no queue. Where no event is under way but those that are counted ahead nothing changes a state.
static inline bool sluice_quiet_within(const struct sluice_mmu *m) {
  return m->suspects == 0 && (sluice_quiet_constant(m) || (m->range_current && m->bounds.known && m->bounds.between));
}
static inline bool sluice_quiet_calm(const struct sluice_mmu *m) {
  return sluice_ahead_alone(m) && sluice_quiet_within(m);
}

// sluice_range: the least Xoff and the most Xon of all thresholds that may come to be in use for a class, where they
// are not constant.
const struct sluice_thresholds *sluice_range_of(struct sluice_mmu *m, int cls);
// They are found anew: what rooms have left again is not in them.
void sluice_range_find(struct sluice_mmu *m);
// More comes, or is owed, to a queue of that class.
void sluice_range_grow(struct sluice_mmu *m, int cls);
// All queues and ports are between them, but for those that it marks for a visit.
void sluice_range_check(struct sluice_mmu *m);
// Where they are constant: with so many cells a queue keeps its level, headroom apart.
bool sluice_range_stays(const struct sluice_mmu *m, int port, int cls, uint32_t queue);
// A queue, or its port, has changed what it holds or its state.
void sluice_range_note(struct sluice_mmu *m, int port, int cls);
// Where they are not: it holds more, or less, by an event counted ahead. A bound of free ones is what they hold before
// the dequeues counted so, one of those that are off what they hold before the enqueues.
void sluice_range_more(struct sluice_mmu *m, int port, int cls);
void sluice_range_less(struct sluice_mmu *m, int port, int cls);
// Constant thresholds: it holds more, and keeps its state. What dequeues have made suspect may fit again.
void sluice_range_fits(struct sluice_mmu *m, int port, int cls);
// A configuration is in use from the next clock on.
void sluice_range_restart(struct sluice_mmu *m);

// sluice_examine: the view of an enqueue, or of a visit, meets the stages, and the thresholds in use; a clock later the
// states change (sluice_pause_state).
void sluice_examine_enqueue_stage(struct sluice_mmu *m);
void sluice_examine_visit_stage(struct sluice_mmu *m);
void sluice_examine_enqueue(struct sluice_mmu *m);
void sluice_examine_visit(struct sluice_mmu *m);
void sluice_examine_enqueue_state(struct sluice_mmu *m);
void sluice_examine_visit_state(struct sluice_mmu *m);

#endif
