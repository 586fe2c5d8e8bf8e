// The clocked parts behind the states: messages, timers, rates, gate. One struct and one step function per RTL module,
// as in sluice_clocked.h. Internal.
#ifndef SLUICE_MESSAGES_H
#define SLUICE_MESSAGES_H

#include "cmodel/clocked/sluice_rules.h"

enum { SLUICE_VIEWS = 2 };  // in a clock: of an enqueue, of a visit of the scan

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

// sluice_quanta: time in quanta follows from the clock; only a new step needs a new origin.
struct sluice_quanta_origin {
  uint16_t step;           // sixteenths of a bit time per clock
  uint64_t since, quanta;  // a clock, and the quanta passed until then
  uint32_t rest;           // of a quantum, in steps; 512 * 16 of them make one
};
struct sluice_quanta {
  struct sluice_quanta_origin origin, before;  // the last clocks before a new origin are still asked for
};
enum { SLUICE_STEPS_PER_QUANTUM = 512 * 16 };
void sluice_quanta_restart(struct sluice_quanta *q, uint64_t clock, uint16_t step);
// What the register shows in this clock: the quanta that had passed a clock before.
uint64_t sluice_quanta_now(const struct sluice_quanta *q, uint64_t clock);
// The first clock in which it shows so many, 0 if that is before the last new step; UINT64_MAX when time stands still.
uint64_t sluice_quanta_clock(const struct sluice_quanta *q, uint64_t quanta);

// sluice_pause_tx
struct sluice_pause_tx {
  bool again, was_native;                    // a commit has just taken effect; the mode before it
  uint64_t marked_queue, marked_port, turn;  // a bit per port; turn: of both levels the port's is next
  uint64_t list;                             // ports that are served, from the lowest on
  struct {                                   // the message after the one shown
    bool valid, level, port_counts;
    uint8_t port;
  } next;
  bool waits;                              // the message shown has been refused: it follows the states
  bool port_counts;                        // it depends on the port's state
  uint16_t level[SLUICE_MAX_CLASSES + 1];  // the states that it carries; the last is free
  bool all_off;
  uint8_t stated;                   // classes that have ever been lossless
  uint64_t standing[SLUICE_WORDS];  // a bit per queue whose level is not free
  bool stands;                      // there is one, or a port is off
  uint64_t refresh_at;              // clock in which the refresh interval ends; UINT64_MAX while nothing stands
};
// A new configuration has taken effect.
void sluice_pause_tx_restart(struct sluice_pause_tx *tx, bool was_native);
// The message shown depends on the configuration too.
void sluice_pause_tx_show(const struct sluice_pause_tx *tx, const struct sluice_dims *dims,
                          const struct sluice_config *cfg, struct sluice_out *out);
// There is a message, or there will be.
static inline bool sluice_pause_tx_busy(const struct sluice_pause_tx *tx, const struct sluice_out *out) {
  return (out->tx_valid | tx->next.valid | tx->again | tx->marked_queue | tx->marked_port) != 0;
}
// Clocks before refresh_at that are not busy and without change may be left out.
void sluice_pause_tx_step(struct sluice_pause_tx *tx, const struct sluice_dims *dims, const struct sluice_config *cfg,
                          const struct sluice_quanta *q, uint64_t clock, const struct sluice_changes *changes,
                          bool ready, struct sluice_out *out);

// sluice_pause_rx and sluice_gate
struct sluice_timer {
  bool runs;
  uint64_t deadline;   // quanta
  uint64_t loaded_at;  // clock
};
struct sluice_pause_rx {
  struct {  // of the last clock: on its way to the timers
    bool valid, level;
    uint8_t port, enable;
    uint16_t time[SLUICE_MAX_CLASSES];
    uint64_t now;  // quanta when it came
  } message;
  struct sluice_timer timer[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES + 1];  // the last is the port's
  uint64_t soonest;                                                     // no timer ends before that quantum
  uint64_t soonest_at;                                                  // nor before that clock
};
// A new configuration takes effect in this clock.
void sluice_pause_rx_restart(struct sluice_pause_rx *rx, const struct sluice_config *cfg, const struct sluice_quanta *q,
                             uint64_t clock);
// Clocks before soonest_at without a message, in this clock or the last one, may be left out.
void sluice_pause_rx_step(struct sluice_pause_rx *rx, const struct sluice_dims *dims, const struct sluice_config *cfg,
                          const struct sluice_quanta *q, uint64_t clock, const struct sluice_in *in,
                          const uint64_t *held, uint64_t *gate);
// The gate of a port.
void sluice_gate(const struct sluice_pause_rx *rx, const struct sluice_dims *dims, uint8_t lossless,
                 const uint64_t *held, int port, uint64_t *gate);

// sluice_rate
// Debts and charges: cells / 2^31; GFC-linear: room-clocks / 2^8.
struct sluice_limiter {  // of an egress queue
  uint16_t level;
  bool stopped;       // GFC-linear: the level leaves no room
  bool owing;         // a packet is not paid for
  int64_t debt;       // before the next visit; credit where negative
  bool known;         // it counts; else nothing is owed
  uint64_t visit;     // clock of the next visit: whatever came before is in the debt
  uint64_t end;       // the visit that frees it; UINT64_MAX: none
  uint64_t late;      // a visit that still sees the level before,
  uint16_t before;    // this one,
  uint64_t fixed;     // and one that still pays as the registers before a commit said:
  int64_t fixed_pay;  // so much
};
enum { SLUICE_MAX_WAITING = SLUICE_MAX_PORTS * SLUICE_MAX_CLASSES };
// A packet that is to be charged.
struct sluice_sent {
  uint8_t port, cls;
  uint32_t cells;
};
struct sluice_rate {
  bool enabled, linear;  // the configuration in use
  uint16_t room_max;
  uint32_t drain_cycles, cell_step;
  int lane_bits;
  uint64_t round;  // clocks
  struct {         // the packet of the last clock, where it is charged
    bool valid;
    struct sluice_sent packet;
  } sent;
  // sluice_toll
  struct {
    unsigned first, count, most;
    struct sluice_sent packet[SLUICE_MAX_WAITING];
    bool busy;          // with the packet that was the first
    bool left;          // its charge is in landing already
    uint64_t from, at;  // clocks in which it is taken, and its charge
    int64_t charge;
    struct sluice_sent of;
  } toll;
  struct {  // a charge on its way to the debt
    bool valid;
    bool early;  // it is there before its clock; the queue before that:
    struct sluice_limiter before;
    uint64_t clock;
    int64_t charge;
    uint8_t port, cls;
  } landing;
  struct sluice_limiter queue[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES];
  uint64_t port_end[SLUICE_MAX_PORTS];  // the first end of its queues
  uint64_t soonest_at;                  // nothing is held or freed by itself before that clock
  uint64_t held[SLUICE_WORDS];          // 1: the egress queue may not start a packet
};
// The state after reset.
void sluice_rate_init(struct sluice_rate *r, const struct sluice_dims *dims);
// A new configuration takes effect in this clock.
void sluice_rate_restart(struct sluice_rate *r, const struct sluice_dims *dims, const struct sluice_config *cfg,
                         uint64_t clock);
// Forgets levels, holds and debts: after the step of the clock in which the RTL's clear is set.
void sluice_rate_clear(struct sluice_rate *r);
// Whether a packet of an egress queue that starts to leave pays for it.
static inline bool sluice_rate_asks(const struct sluice_rate *r, int port, int cls) {
  return r->enabled && r->queue[port][cls].level != 0;
}
// Clocks before soonest_at without a message or a packet may be left out. Returns the ports, a bit for each, whose
// held may have changed.
uint64_t sluice_rate_step(struct sluice_rate *r, const struct sluice_dims *dims, uint64_t clock,
                          const struct sluice_in *in);

#endif
