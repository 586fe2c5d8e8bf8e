// What all parts of a network share: the scenario, the clock and its events, packets, results. Parts are named here and
// known to those that include their interface: hosts, switches, links, measurements, ranks.
//
// A clock t has three phases. Events: frames arrive, frames are out, timers expire (order: wheel.h). Decisions: each
// switch looks at its MMU's outputs of clock t - admission results, gates, a message - and its ports choose what
// to send next; then the hosts. Edge: each MMU takes its inputs of clock t.
#ifndef NET_NET_H
#define NET_NET_H

#include "tb/sim/clocked/packet.h"
#include "tb/sim/clocked/wheel.h"
#include "tb/sim/nodes/pace.h"
#include "tb/sim/nodes/senders.h"
#include "tb/sim/options.h"
#include "tb/sim/results/result.h"
#include "tb/sim/scenario/scenario.h"

enum event_kind {
  EVENT_ARRIVE,  // a frame has fully arrived at the other end of the link (event of the packet)
  EVENT_SENT,    // a port has sent the last bit of a frame (owner: port)
  EVENT_KICK,    // a port may be able to send again (owner: port)
  EVENT_WAKE,    // a switch must be looked at (owner: switch)
  EVENT_SAMPLE,
  EVENT_SERIES,  // (owner: series)
  EVENT_STOP,
  EVENT_CHECK,  // is anything moving?
};

enum { ACTIVE_RING = 16 };  // clocks ahead that a switch is woken without the wheel

struct network {
  const struct scenario *s;
  int classes;  // of the MMUs
  struct network_options opt;
  struct wheel wheel;
  uint64_t end;   // the first clock after the turn of an area; 0: all switches go together
  uint64_t near;  // events before that clock go into the wheel's near level in the order in which they come
  struct packet_pool pool;
  struct ranks *ranks;  // NULL: one process
  struct areas *areas;  // NULL: all switches go from clock to clock together
  struct senders senders;
  int first, last;                 // the switches of this process: first to last - 1
  struct port **port;              // [node] its ends of links, by port number; a host has one
  const struct switch_kind *kind;  // of all switches
  struct node_switch *sw;          // of mmu_switch
  struct rtl_switches *rtl;        // of rtl_switch
  struct node_host *host;
  struct source *source;  // of all hosts
  struct waiting *wait;   // same
  uint64_t now;
  uint64_t active[ACTIVE_RING];  // bit i: switch i (mod 64) is looked at in that clock
  unsigned active_clocks;        // bit r: active[r] is not 0
  bool stepping;                 // every switch in every clock
  int *kicked_hosts, kicked_count;
  uint64_t moved;    // clock of the last movement of a data packet
  uint64_t reach;    // what a switch does in a clock reaches another one at least so many clocks later
  uint64_t window;   // clocks without movement that prove a deadlock
  int closed_ports;  // sending ends with a closed gate
  int live_sources;  // sources that still have something to send before the stop
  bool due;          // there are events at now
  bool stopped, finished;
  enum network_status status;
  int mismatch;  // switch
  uint8_t port_of[SLUICE_MAX_PORTS * SLUICE_MAX_CLASSES];
  struct event stop, check, sample;
  struct pace sample_pace;
  uint64_t *sampled;        // per probe: bytes that had arrived at the last sample
  struct sampler *sampler;  // [series]
  uint64_t samples;         // that were asked for
  struct watch **watch;     // [switch] what to trace on every change, NULL: nothing
  struct engine_trace *trace;
  int waves_error;  // why the waves cannot be written
  uint64_t base;    // MMU clocks spent on configuration before clock 0
  struct network_result result;
};

// Ends the run; the first reason counts.
static inline void network_fail(struct network *n, enum network_status status) {
  if (n->status == NETWORK_OK) n->status = status;
  n->finished = true;
}

static inline bool network_here(const struct network *n, int sw) { return sw >= n->first && sw < n->last; }

// The switch is looked at in that clock, at most ACTIVE_RING - 1 ahead.
static inline void switch_activate(struct network *n, int i, uint64_t clock) {
  if (clock < n->end) {
    wheel_mark(&n->wheel, clock);
    return;
  }
  unsigned r = clock % ACTIVE_RING;
  n->active[r] |= UINT64_C(1) << i % 64;
  n->active_clocks |= 1u << r;
}

// The first clock after this one in which a switch is looked at; there is one.
static inline uint64_t network_active(const struct network *n) {
  unsigned first = (unsigned)((n->now + 1) % ACTIVE_RING), both = n->active_clocks | n->active_clocks << ACTIVE_RING;
  return n->now + 1 + (unsigned)__builtin_ctz(both >> first);
}

// A data packet moves.
static inline void network_moves(struct network *n) {
  if (n->now > n->moved) n->moved = n->now;
}

#endif
