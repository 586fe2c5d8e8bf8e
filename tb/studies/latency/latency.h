// What late cells and a late XON cost: a whole MMU in its cycles (sluice.h) beside the rules without cycles
// (sluice_rules.h), where every cell is free and every state known in the cycle of its event. Registers are the
// planner's. Everything is in cycles and cells; nothing here prints.
#ifndef LATENCY_H
#define LATENCY_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/sluice.h"

// ---- a switch, its ports and its registers ----

enum {
  LATENCY_PACKET = 1500,  // bytes; every packet is one of these
  LATENCY_CELL = 256,
  LATENCY_WIRE_NS = 1000,
  LATENCY_PRIVATE = 3072,
  LATENCY_BUFFER = 64 << 20,
  LATENCY_ALPHA = -4,
};

struct latency_setup {
  struct sluice_dims dims;
  uint32_t regs[SLUICE_REGS];
  uint32_t cells;           // of a packet
  uint64_t spacing;         // from packet to packet on a full link, in 1/65536 cycles
  uint64_t wire, response;  // cycles of a wire, and from a pause message's arrival until it is obeyed
  uint64_t xon, xon_late;   // cells a queue must hold at XON for full throughput: without and with the MMU's latencies
};

// A switch of ports x classes, all ports at this rate; scheme STATIC, SIH or DSH. The STATIC thresholds hold
// xon_late. Returns 0, EINVAL (no such plan, or the MMU refuses it).
int latency_setup(struct latency_setup *s, int ports, int classes, enum sluice_scheme scheme, uint32_t clock_mhz,
                  uint64_t mbps);

// Packets of all ports in a cycle, at most 1: what the MMU takes.
double latency_load(const struct latency_setup *s);

// The cells that all ports send, at this load, in the cycles after which a free cell is usable again at the latest.
uint64_t latency_cells(const struct latency_setup *s);

// By how many cells, at most, a burst may be smaller: T is alpha times the cells above lower, and M queues that burst
// share what that is, M alpha / (1 + M alpha); where the pool is filled to its end the share is 1. And what a verdict
// adds: a packet in each cycle of its lag.
double latency_burst_bound(const struct latency_setup *s, double share);

// By how many cycles, at most, an upstream may be told later than without latencies that it may send again, where no
// threshold moves: two rounds of the scan and one of messages.
uint64_t latency_xon_bound(const struct latency_setup *s);

// DELTA_Q so that T as charged may be lower by all that is free late, and a queue still be paused once and not twice.
void latency_widen(struct latency_setup *s);

// STATIC: XON at so many cells of a queue, private ones included, and XOFF DELTA_Q above.
void latency_static(struct latency_setup *s, uint64_t xon);

// ---- one MMU ----

enum latency_kind { LATENCY_RULES, LATENCY_CLOCKED };

struct latency_event {
  bool valid;
  int port, cls;
  uint32_t cells;
};

struct latency_verdict {
  bool valid;
  int port, cls;
  enum sluice_admission kind;
};

struct latency_mmu;

// An empty MMU with these registers in use. Returns 0, EINVAL (they are refused) or ENOMEM.
int latency_mmu_new(struct latency_mmu **m, enum latency_kind kind, const struct latency_setup *s);
void latency_mmu_free(struct latency_mmu *m);

// One cycle. The verdict is that of this cycle's enqueue, or of an earlier one.
struct latency_verdict latency_mmu_clock(struct latency_mmu *m, const struct latency_event *deq,
                                         const struct latency_event *enq);

// So many calls after that of an enqueue its verdict, and the state that follows from it, show: 0, in the same call.
int latency_mmu_verdict_lag(const struct latency_mmu *m);
int latency_mmu_state_lag(const struct latency_mmu *m);

// Whether a queue, or its port, is off; whether its upstream has been told so.
bool latency_mmu_off(const struct latency_mmu *m, int port, int cls);
bool latency_mmu_told(const struct latency_mmu *m, int port, int cls);

uint32_t latency_mmu_shared(const struct latency_mmu *m);  // S

// ---- burst absorption ----

// Of the 16 first ports each sends a burst in class 0 to one egress; all ports have sent packets of all classes before,
// and the others go on: an enqueue, and a dequeue, in as many cycles as the rate allows. Nobody obeys a pause.
enum { LATENCY_BURSTING = 16 };

struct latency_mark {  // cells of the burst that were reported before it, and when, from the burst's start
  bool seen;
  uint64_t cells, cycles;
};

struct latency_burst {
  struct latency_mark pause, headroom, loss;  // of any of the bursting queues
};

struct latency_burst_result {
  struct latency_burst of[2];  // by enum latency_kind
  uint64_t waiting;            // most cells by which S as charged was above S
};

// The same events for both kinds. lossy: class 0 is, so that nothing is paused and the first packet refused ends the
// burst. Returns 0, EINVAL or ENOMEM.
int latency_burst(const struct latency_setup *s, bool lossy, uint64_t seed, struct latency_burst_result *r);

// ---- XON ----

// Every port has an upstream that sends to one egress of its own, in one class. What is behind the egress stops it
// again and again, until the upstream is paused; then the egress goes on, and the queue must reach XON before it is
// empty.
struct latency_pause_cycle_options {
  enum latency_kind lead;  // whose pauses the upstreams obey; beside the clocked one the rules see the same events
  bool together;           // all egresses stop at once, else in turn
  uint64_t seed;
};

struct latency_delays {  // cycles from the XON of the rules to that of the clocked MMU
  uint64_t count, sum, most;
};

struct latency_pause_cycle_result {
  uint64_t pauses, refused;
  uint64_t open, idle;                // cycles of all egresses: that might send; that had nothing to send
  struct latency_delays state, told;  // of the state; of what the upstream is told
};

int latency_pause_cycle(const struct latency_setup *s, const struct latency_pause_cycle_options *o,
                        struct latency_pause_cycle_result *r);

#endif
