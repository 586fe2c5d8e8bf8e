// The clocked parts of the model: one struct and one step function per RTL module that holds state. Internal.
// A step function takes what the RTL module sees in this clock and leaves what its registers hold after the edge.
#ifndef SLUICE_CLOCKED_H
#define SLUICE_CLOCKED_H

#include "sluice_rules.h"

enum { SLUICE_MAX_QUEUES = SLUICE_MAX_PORTS * SLUICE_MAX_CLASSES };

enum sluice_view { SLUICE_VIEW_ENQ, SLUICE_VIEW_DEQ, SLUICE_VIEW_SCAN, SLUICE_VIEWS };

// A queue and its port that have just changed state.
struct sluice_change {
  bool queue, port;          // which of them
  bool turned;               // the queue has become free, or is free no more
  bool queue_free, port_on;  // the new states
  uint8_t at_port, at_class;
};

struct sluice_changes {
  int count;
  struct sluice_change view[SLUICE_VIEWS];
};

static inline int sluice_bit(const struct sluice_dims *dims, int port, int cls) { return port * dims->classes + cls; }

static inline bool sluice_test(const uint64_t *vector, int bit) { return vector[bit / 64] >> (bit % 64) & 1; }

static inline void sluice_assign(uint64_t *vector, int bit, bool value) {
  uint64_t mask = UINT64_C(1) << (bit % 64);
  vector[bit / 64] = value ? vector[bit / 64] | mask : vector[bit / 64] & ~mask;
}

// The NC bits of one port.
uint8_t sluice_port_bits(const uint64_t *vector, const struct sluice_dims *dims, int port);

// sluice_quanta: time in quanta follows from the clock; only a new step needs a new origin.
struct sluice_quanta {
  uint16_t step;           // sixteenths of a bit time per clock
  uint64_t since, quanta;  // the origin: a clock, and the quanta passed until then
  uint32_t rest;           // of a quantum at the origin, in steps; 512 * 16 of them make one
};
enum { SLUICE_STEPS_PER_QUANTUM = 512 * 16 };
void sluice_quanta_restart(struct sluice_quanta *q, uint64_t clock, uint16_t step);
// Quanta that have passed before this clock.
static inline uint64_t sluice_quanta_now(const struct sluice_quanta *q, uint64_t clock) {
  return q->quanta + (q->rest + (clock - q->since) * q->step) / SLUICE_STEPS_PER_QUANTUM;
}
// The first clock before which so many have passed; UINT64_MAX when time stands still.
uint64_t sluice_quanta_clock(const struct sluice_quanta *q, uint64_t quanta);

// sluice_weigh: the thresholds of TTL's classes, one class after the other.
struct sluice_weigh {
  bool valid1, valid2;  // of the pipeline's two stages
  int cls1, cls2;
  uint32_t share, partition_room;
  uint32_t threshold;
  uint32_t xqoff[SLUICE_MAX_CLASSES], xqon[SLUICE_MAX_CLASSES];
};
// TTL, after clocks that were left out: the pipeline as it is when rooms and configuration have not changed for long.
void sluice_weigh_wake(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       const struct sluice_account *a, uint64_t clock);
void sluice_weigh_step(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       const struct sluice_account *a, uint64_t clock);
// Widens least and most, the thresholds of a class that follow from the rooms, by those in use and those on their way.
void sluice_weigh_moving(const struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                         int cls, struct sluice_thresholds *least, struct sluice_thresholds *most);

// sluice_scan: which queue it names, and whether any queue or port is where it would change its state.
struct sluice_bounds {
  uint32_t free, off;  // at most what one that is free holds; at least what one that is off holds
};
struct sluice_scan {
  bool known;                                       // the bounds hold: false is the state after reset and a commit
  struct sluice_bounds queues[SLUICE_MAX_CLASSES];  // above private; by class with TTL, else all in the first
  struct sluice_bounds ports;                       // DSH
};
struct sluice_states {
  uint16_t level[SLUICE_MAX_QUEUES];
  uint64_t port_off;
};
// The queue that the scan names in this clock.
void sluice_scan_named(const struct sluice_dims *dims, uint64_t clock, int *port, int *cls);
// A queue, and its port, have changed what they hold or their state.
void sluice_scan_note(struct sluice_scan *s, const struct sluice_dims *dims, const struct sluice_config *cfg,
                      struct sluice_account *a, const struct sluice_states *states, int port, int cls);
// SIH, DSH, TTL: true when no view of any queue would change a state, as long as there is no event. moving: TTL, while
// thresholds are on their way; else NULL.
bool sluice_scan_quiet(struct sluice_scan *s, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       struct sluice_account *a, const struct sluice_states *states, const struct sluice_weigh *moving);

// sluice_pause_tx
struct sluice_pause_tx {
  uint64_t marked_queue, marked_port;  // a bit per port
  uint64_t refresh_from;               // quantum from which the refresh interval counts
  uint64_t refresh_at;                 // clock in which it ends
  int last;                            // port served last
};
// A new configuration takes effect in this clock.
void sluice_pause_tx_restart(struct sluice_pause_tx *tx, const struct sluice_config *cfg, const struct sluice_quanta *q,
                             uint64_t clock);
// Clocks without mark, change, message or refresh of a standing pause may be left out.
void sluice_pause_tx_step(struct sluice_pause_tx *tx, const struct sluice_dims *dims, const struct sluice_config *cfg,
                          const struct sluice_quanta *q, uint64_t clock, const struct sluice_changes *changes,
                          bool any_off, bool ready, struct sluice_out *out);

// sluice_pause_rx and sluice_gate
struct sluice_timer {
  bool runs;
  uint64_t deadline;   // quanta
  uint64_t loaded_at;  // clock
};
struct sluice_pause_rx {
  struct sluice_timer timer[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES + 1];  // the last is the port's
  uint64_t soonest;                                                     // no timer ends before that quantum
  uint64_t soonest_at;                                                  // nor before that clock
};
// A quantum has a new length.
void sluice_pause_rx_restart(struct sluice_pause_rx *rx, const struct sluice_quanta *q);
// Clocks before soonest_at without a message may be left out.
void sluice_pause_rx_step(struct sluice_pause_rx *rx, const struct sluice_dims *dims, const struct sluice_config *cfg,
                          const struct sluice_quanta *q, uint64_t clock, const struct sluice_in *in,
                          const uint64_t *held, uint64_t *gate);
// The gate of a port.
void sluice_gate(const struct sluice_pause_rx *rx, const struct sluice_dims *dims, uint8_t lossless,
                 const uint64_t *held, int port, uint64_t *gate);

// sluice_rate. All zero is the state after reset.
// Debts and charges: cells / 2^16; GFC-linear: room-clocks / 2^16.
struct sluice_limiter {  // of an egress queue
  uint16_t level;
  bool stopped;  // GFC-linear: the level leaves no room
  bool owing;    // a packet is not paid for
  bool fresh;    // its charge waits for the visit
  int64_t charge;
  int64_t debt;    // before the next visit; credit where negative
  int kept;        // visits for which credit still counts
  uint64_t visit;  // clock in which the next visit writes: whatever came before is in the debt
  uint64_t take;   // the visit that takes the charge
  uint64_t end;    // while it owes: the visit that frees it; UINT64_MAX: none
};
struct sluice_rate {
  bool enabled, linear;  // the configuration in use
  uint16_t room_max;
  uint32_t room_clocks;
  uint64_t cell_step, round;  // clocks of a round
  int64_t largest;            // debt
  struct {                    // the packet of the last clock, where it is charged
    bool valid;
    uint8_t port, cls;
    uint16_t level;
    uint32_t cells;
  } sent;
  struct sluice_limiter queue[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES];
  uint64_t port_end[SLUICE_MAX_PORTS];  // the first end of its queues
  uint64_t owing;                       // a bit per port
  uint64_t soonest_at;                  // nothing is held or freed by itself before that clock
  uint64_t held[SLUICE_WORDS];          // 1: the egress queue may not start a packet
};
// A new configuration takes effect in this clock.
void sluice_rate_restart(struct sluice_rate *r, const struct sluice_dims *dims, const struct sluice_config *cfg,
                         uint64_t clock);
// Forgets levels, holds and debts: after the step of the clock in which the RTL's clear is set.
void sluice_rate_clear(struct sluice_rate *r);
// Clocks before soonest_at without a message or a packet may be left out. Returns the ports, a bit for each, whose
// held may have changed.
uint64_t sluice_rate_step(struct sluice_rate *r, const struct sluice_dims *dims, uint64_t clock,
                          const struct sluice_in *in);

// sluice_stats
struct sluice_tally {
  uint32_t changes, time;
};
struct sluice_peak {  // what an enqueue left behind
  uint64_t clock;     // in which the RTL's statistics see it
  bool valid, refused, dropped;
  uint8_t port, cls, group;
  uint32_t queue, sum, headroom;
};
struct sluice_stats {
  struct sluice_tally queue[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES], port[SLUICE_MAX_PORTS];
  uint32_t queue_peak[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES];
  uint32_t headroom_peak[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES];
  uint32_t port_peak[SLUICE_MAX_PORTS], refused[SLUICE_MAX_PORTS], dropped[SLUICE_MAX_PORTS], shared_peak;
  // What came in the clock pending_clock: in the tables after the next one.
  uint64_t pending_clock;
  struct sluice_changes pending_changes;
  struct sluice_peak pending_peak;
  struct {
    bool valid;
    uint8_t select;
    uint32_t data;
  } read[2];
};
// Clocks without a read, a change or an enqueue may be left out: `clock` says which one this is.
void sluice_stats_step(struct sluice_stats *s, const struct sluice_config *cfg, const struct sluice_in *in,
                       uint64_t clock, const struct sluice_changes *changes, struct sluice_peak *peak,
                       struct sluice_out *out);
// No answer to a read is under way.
bool sluice_stats_idle(const struct sluice_stats *s);

// A view on its way through the threshold pipeline: pushed with the accounting, compared 4 clocks later.
enum { SLUICE_COMPARE_AFTER = 4, SLUICE_STATE_AFTER = 5, SLUICE_SLOTS = 8 };
struct sluice_look {
  uint8_t port, cls;
  bool with_port;  // the port is examined too
  bool headroom;
  bool open;  // what becomes of it is not known beforehand
  uint32_t queue, above, sum;
};
struct sluice_slot {
  unsigned valid;  // a bit per view
  struct sluice_look view[SLUICE_VIEWS];
  uint16_t stage[SLUICE_VIEWS];
  struct sluice_thresholds x[SLUICE_VIEWS];  // what they are compared with
};

// The enqueue and the dequeue between their first and second clock.
struct sluice_event {
  bool valid, real, dropped, off;
  uint8_t port, cls;
  uint32_t cells;
};

// Every piece of state is a register of the RTL, or a row of them, or follows from such.
struct sluice_mmu {
  struct sluice_dims dims;
  uint8_t port_mask, class_mask;  // inputs have as many bits as the RTL's
  uint32_t max;                   // of a counter
  uint64_t clock;
  struct sluice_out out;

  // sluice_config
  uint32_t staged[SLUICE_REGS];
  bool structural;
  int pending;  // clocks since COMMIT, 0: none
  struct sluice_config cfg;

  // sluice_account and sluice_scan
  int clear_left;  // addresses still to be cleared after reset
  bool scanned;    // the last clock named a queue to scan: from the first clock after ready on
  struct sluice_event enq, deq;
  uint64_t calm_from;  // clock from which no view in flight has seen cells come or go
  struct sluice_account account;
  struct sluice_peak peak;

  // sluice_threshold
  int threshold_busy;
  uint32_t t, qoff, qon, poff;
  bool constant;  // qon is XON
  struct sluice_weigh weigh;
  struct sluice_scan scan;

  // sluice_examine and sluice_pause_state
  struct sluice_slot slot[SLUICE_SLOTS];
  uint64_t views_until;         // clock in which the last view in flight changes states
  struct sluice_states states;  // as all of them will leave the states, those apart whose outcome is open
  uint64_t open_until;          // clock in which the last of these changes states
  uint64_t queue_open[SLUICE_MAX_QUEUES], port_open[SLUICE_MAX_PORTS];  // the same, of this queue or port
  uint64_t scan_until;  // clock from which the scan cannot find anything
  uint64_t settled;     // clock from which views meet only values of the last commit
  struct sluice_changes changes;
  int off_count;  // queues and ports that are not free

  struct sluice_quanta quanta;
  struct sluice_pause_tx tx;
  struct sluice_pause_rx rx;
  struct sluice_rate rate;
  struct sluice_stats stats;
};

// sluice_examine: a view of a queue, and of its port if an event has changed that, enters in the clock of the
// accounting.
void sluice_examine_look(struct sluice_mmu *m, enum sluice_view which, int port, int cls, bool with_port);
// The view of the queue that the scan names.
void sluice_examine_scanned(struct sluice_mmu *m);
// What the states depend on moves, in so many clocks: the scan has to look at every queue.
void sluice_examine_all(struct sluice_mmu *m, int clocks_from_now);
// The scan need not go on where it would find nothing.
void sluice_examine_settle(struct sluice_mmu *m);
// The clock's work on the views under way: stages in their first clock; in the fourth they meet the thresholds of the
// instant in which they entered; in the fifth states change (sluice_pause_state).
void sluice_examine_stages(struct sluice_mmu *m);
void sluice_examine_compare(struct sluice_mmu *m);
void sluice_examine_states(struct sluice_mmu *m);

#endif
