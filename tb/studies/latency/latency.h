// The cost of late cells and of a late XON: a whole MMU with cycles (sluice.h) is compared with the rules without
// cycles (sluice_rules.h), where every cell is free, and every state known, in the cycle of its event. Registers are
// those of the planner. Amounts are cycles and cells. The functions print nothing.
#ifndef LATENCY_H
#define LATENCY_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/sluice.h"

// ---- a switch, its ports and its registers ----

enum {
  LATENCY_PACKET = 1500,  // bytes of every packet
  LATENCY_CELL = 256,
  LATENCY_WIRE_NS = 1000,
  LATENCY_PRIVATE = 3072,
  LATENCY_BUFFER = 64 << 20,
  LATENCY_ALPHA = -4,
};

struct latency_setup {
  struct sluice_dims dims;
  uint32_t regs[SLUICE_REGS];
  uint32_t cells;           // cells of a packet
  uint64_t spacing;         // between packets on a full link, in 1/65536 cycles
  uint64_t wire, response;  // cycles of a wire; cycles from the arrival of a pause message until it takes effect
  uint64_t xon, xon_late;   // cells that a queue needs at XON for full throughput: without and with the MMU's latencies
};

// Sets up a switch of ports x classes, all ports at this rate; scheme STATIC, SIH or DSH. The STATIC thresholds use
// xon_late. Returns 0, or EINVAL: there is no such plan, or the MMU refuses it.
int latency_setup(struct latency_setup *s, int ports, int classes, enum sluice_scheme scheme, uint32_t clock_mhz,
                  uint64_t mbps);

// Packets of all ports per cycle, at most 1, the rate of the MMU.
double latency_load(const struct latency_setup *s);

// Cells that all ports send, at this load, in the time after which a freed cell is usable again at the latest.
uint64_t latency_cells(const struct latency_setup *s);

// Upper bound of the cells by which a burst is smaller: T is lower by alpha times the cells of latency_cells(), and M
// bursting queues share this loss, M alpha / (1 + M alpha); if the pool is filled to its end the share is 1. The
// admission adds a packet for each cycle of its lag.
double latency_burst_bound(const struct latency_setup *s, double share);

// Upper bound of the cycles by which a resume reaches the upstream later than without latencies, if no threshold moves:
// two rounds of the scan and one of messages.
uint64_t latency_xon_bound(const struct latency_setup *s);

// Sets DELTA_Q so wide that T as charged may be lower by all cells that are freed late, and a queue is still paused
// once and not twice.
void latency_widen(struct latency_setup *s);

// STATIC: XON at `xon` cells of a queue, with its private ones, and XOFF DELTA_Q above XON.
void latency_static(struct latency_setup *s, uint64_t xon);

// ---- one MMU ----

enum latency_kind { LATENCY_RULES, LATENCY_CLOCKED };

struct latency_event {
  bool valid;
  int port, cls;
  uint32_t cells;
};

struct latency_admission {
  bool valid;
  int port, cls;
  enum sluice_admission kind;
};

struct latency_mmu;

// Creates an empty MMU with these active registers. Returns 0, EINVAL (they are refused) or ENOMEM.
int latency_mmu_new(struct latency_mmu **m, enum latency_kind kind, const struct latency_setup *s);
void latency_mmu_free(struct latency_mmu *m);

// One cycle. Returns the admission of this cycle's enqueue, or of an earlier one.
struct latency_admission latency_mmu_clock(struct latency_mmu *m, const struct latency_event *deq,
                                           const struct latency_event *enq);

// Calls after that of an enqueue until its admission, and until the resulting state, is visible. 0: in the same call.
int latency_mmu_admission_lag(const struct latency_mmu *m);
int latency_mmu_state_lag(const struct latency_mmu *m);

// Whether a queue, or its port, is off; whether its upstream has received the pause.
bool latency_mmu_off(const struct latency_mmu *m, int port, int cls);
bool latency_mmu_notified(const struct latency_mmu *m, int port, int cls);

uint32_t latency_mmu_shared(const struct latency_mmu *m);  // S

// ---- burst absorption ----

// Each of the first 16 ports sends a burst in class 0 to one egress port. Before the burst all ports send packets of
// all classes, and the other ports continue. Enqueues and dequeues are as frequent as the rate allows. Pauses have no
// effect.
enum { LATENCY_BURSTING = 16 };

struct latency_mark {  // cells of the burst before the event, and cycles from the start of the burst
  bool seen;
  uint64_t cells, cycles;
};

struct latency_burst {
  struct latency_mark pause, headroom, loss;  // first event of any bursting queue
};

struct latency_burst_result {
  struct latency_burst of[2];  // by enum latency_kind
  uint64_t waiting;            // most cells by which S as charged exceeded S
};

// Runs the same events for both kinds. lossy: class 0 is lossy, so there are no pauses and the first refused packet
// ends the burst. Returns 0, EINVAL or ENOMEM.
int latency_burst(const struct latency_setup *s, bool lossy, uint64_t seed, struct latency_burst_result *r);

// ---- XON ----

// Every port has an upstream that sends to one egress port, in one class. A receiver stops the egress port repeatedly,
// until the upstream is paused. Then the egress port continues, and the queue must reach XON before it is empty.
struct latency_pause_cycle_options {
  enum latency_kind
      lead;       // the kind whose pauses the upstreams obey; with the clocked kind, the rules get the same events
  bool together;  // all egress ports stop at once; else one after the other
  uint64_t seed;
};

struct latency_delays {  // cycles from the XON of the rules to that of the clocked MMU
  uint64_t count, sum, most;
};

struct latency_pause_cycle_result {
  uint64_t pauses, refused;
  uint64_t open, idle;                // cycles of all egress ports in which they may send; in which they have no packet
  struct latency_delays state, told;  // of the state; of the message to the upstream
};

int latency_pause_cycle(const struct latency_setup *s, const struct latency_pause_cycle_options *o,
                        struct latency_pause_cycle_result *r);

// Packets that wait for their input cycle: one enqueue and one dequeue per cycle

enum { LATENCY_WAITING = 1 << 17 };  // largest number of packets: those that all ports hold for a while

struct latency_fifo {
  uint32_t first, end;
  struct {
    uint64_t due;
    uint8_t port, cls;
  } packet[LATENCY_WAITING];
};

// Returns false if the FIFO is full.
static inline bool latency_push(struct latency_fifo *f, uint64_t due, int port, int cls) {
  if (f->end - f->first == LATENCY_WAITING) return false;
  uint32_t at = f->end++ % LATENCY_WAITING;
  f->packet[at].due = due;
  f->packet[at].port = (uint8_t)port;
  f->packet[at].cls = (uint8_t)cls;
  return true;
}

// Takes the first packet if it is due.
static inline bool latency_pop(struct latency_fifo *f, uint64_t now, int *port, int *cls) {
  uint32_t at = f->first % LATENCY_WAITING;
  if (f->first == f->end || f->packet[at].due > now) return false;
  f->first++;
  *port = f->packet[at].port;
  *cls = f->packet[at].cls;
  return true;
}

// A number in 0 .. n-1 (xorshift).
static inline uint32_t latency_random(uint64_t *state, uint32_t n) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (uint32_t)((*state >> 16) % n);
}

#endif
