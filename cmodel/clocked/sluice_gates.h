// What opens and closes the gates of the egress queues, as in rtl/mmu/gates: pause timers, and the rate limiter of GFC.
// Internal.
#ifndef SLUICE_GATES_H
#define SLUICE_GATES_H

#include "cmodel/clocked/sluice_context.h"

// ---- quanta ----

// One prescaler for all pause timers: quanta of 512 bit times [spec 5].

enum { SLUICE_STEPS_PER_QUANTUM = 512 * 16 };  // QUANTA_STEP counts sixteenths of a bit time per cycle

struct sluice_quanta {
  uint64_t rest;   // fraction of a quantum, in steps
  uint64_t ticks;  // quanta that passed in the last cycle
  uint64_t now;    // quanta since reset; includes ticks one cycle later
};

// PORT_LIMITS: the steps of each port since reset, by its own QUANTA_STEP, until its next visit [spec 16; RTL:
// sluice_port_quanta].
struct sluice_port_quanta {
  uint64_t steps[SLUICE_MAX_PORTS];
  struct {
    int port;
    uint64_t steps;  // of a round
  } visit[3];        // the last visits, the newest first
};

void sluice_quanta_step(struct sluice_quanta *q, const struct sluice_context *x);
// The same as that many steps.
void sluice_quanta_pass(struct sluice_quanta *q, const struct sluice_context *x, uint64_t cycles);

// One cycle: a visit of one port in turn, and the end of the visit two cycles before. The second function: the same as
// that many cycles.
void sluice_port_quanta_step(struct sluice_port_quanta *q, const struct sluice_context *x, uint64_t cycle);
void sluice_port_quanta_pass(struct sluice_port_quanta *q, const struct sluice_context *x, uint64_t cycles);

// ---- pause timers and gates ----

// Pause timers of the egress side [802.1Qbb, 802.3 annex 31B; spec 5, 13]: messages load them, one row of timers is
// visited per cycle, and the gate is the OR of the timers of the class, of the native port level and of PAUSE.

enum { SLUICE_PORT_TIMER = SLUICE_MAX_CLASSES, SLUICE_PAUSE_TIMER, SLUICE_TIMERS };

struct sluice_timer {
  bool runs;
  uint64_t deadline;  // quanta
  uint64_t loaded;    // cycle
};
struct sluice_pause_rx {
  struct {  // message of the last cycle
    bool valid;
    uint8_t level, port, enable;
    uint16_t time[SLUICE_MAX_CLASSES];
    uint64_t now;  // quanta when the message arrived
  } message;
  bool accepts;                                                         // PORT_LIMITS: messages are not ignored
  struct sluice_port_quanta quanta;                                     // PORT_LIMITS
  uint64_t now[2];                                                      // quanta one and two cycles before
  uint64_t running;                                                     // a bit per port with a running timer
  struct sluice_timer timer[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES + 2];  // one per class; SLUICE_PORT_TIMER and the next
};

// Returns the ports whose timers may have changed, one bit per port.
uint64_t sluice_pause_rx_step(struct sluice_pause_rx *rx, const struct sluice_context *x, const struct sluice_quanta *q,
                              const struct sluice_in *in);

// The gate of one port [DSH IV-D; RTL: sluice_gate]. A lossless class: closed while its timer or that of the port level
// runs, or while GFC's limiter blocks the queue (held). Every class: closed while the timer of PAUSE runs.
void sluice_gate(const struct sluice_pause_rx *rx, const struct sluice_context *x, const uint64_t *held, int port,
                 uint64_t *gate);

// ---- GFC: charges ----

// GFC: packets that wait for their charge, in order, and the charge of the first packet. GFC charges the cells of a
// packet; GFC-linear charges cells * D / C, one bit of the cells per cycle [spec 6].

enum { SLUICE_MAX_WAITING = SLUICE_MAX_PORTS * SLUICE_MAX_CLASSES };
enum { SLUICE_CHARGE_FRACTION = 31 };  // unit of a charge: 2^-31 cells; GFC-linear: 2^-8 cells * cycles

struct sluice_sent {
  uint8_t port, cls;
  uint32_t cells;
};
struct sluice_charge_queue {
  unsigned first, count;
  struct sluice_sent waiting[SLUICE_MAX_WAITING];
  int reading;                // PORT_LIMITS: cycles until DRAIN_CYCLES of a packet's port is read
  bool fetched, forming;      // a packet was taken from the FIFO; its charge is computed
  struct sluice_sent packet;  // the packet that is charged
  uint32_t cells_left;        // GFC-linear: bits of the cells that are not added yet
  uint64_t multiple;
  int64_t charge;
};

// Number of packets that can wait in this build.
unsigned sluice_charge_queue_depth(const struct sluice_dims *dims);
static inline bool sluice_charge_queue_ready(const struct sluice_charge_queue *q) {
  return q->forming && q->cells_left == 0;
}
// One cycle. taken: the charge is taken in this cycle; only if it is ready. sent: a packet to be charged, or NULL.
// Returns whether the queue accepted that packet.
bool sluice_charge_queue_step(struct sluice_charge_queue *q, const struct sluice_context *x, bool linear, bool taken,
                              const struct sluice_sent *sent);
void sluice_charge_queue_clear(struct sluice_charge_queue *q);

// ---- GFC: the rate limiter ----

// The rate limiter of the egress queues under GFC [GFC 4.1, 5.1]: a packet blocks its queue until the queue's deficit
// is paid. A round pays each queue once, by its level.

// Deficit of an egress queue, in the unit of charges; negative: credit. Without a deficit the queue may send.
struct sluice_deficit {
  bool valid;
  int64_t owed;
};
struct sluice_limiter {  // one per egress queue
  uint16_t level;
  bool stopped;  // GFC-linear: the rate of the level is 0
  bool owing;    // a packet is not yet paid
  struct sluice_deficit deficit;
};
// An access to the RAM of deficits. A visit of the round pays the queues of a slot; a charge adds to one queue.
struct sluice_deficit_access {
  bool valid, pays;
  struct sluice_sent packet;           // charge: the charged packet
  int slot;                            // visit: the slot
  int64_t amount[SLUICE_MAX_CLASSES];  // visit: pay by lane; charge: the first element
};
enum { SLUICE_DEFICIT_LATENCY = 3 };  // cycles from an access to its effect
struct sluice_rate {
  bool enabled, linear;
  struct sluice_limiter queue[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES];
  struct {  // packet of the last cycle, if it is charged
    bool valid;
    struct sluice_sent packet;
  } sent;
  struct sluice_charge_queue charges;
  uint16_t levels[3][SLUICE_MAX_CLASSES];                           // levels by lane, for the next visits
  struct sluice_deficit_access access[SLUICE_DEFICIT_LATENCY + 1];  // [cycle % 4]
  uint64_t held[SLUICE_WORDS];                                      // 1: the egress queue may not start a packet
};

// Returns the ports whose `held` may have changed, one bit per port.
uint64_t sluice_rate_step(struct sluice_rate *r, const struct sluice_context *x, const struct sluice_in *in);
// Applies a new configuration. structural: levels, holds and deficits are cleared.
void sluice_rate_restart(struct sluice_rate *r, const struct sluice_context *x, bool structural);

#endif
