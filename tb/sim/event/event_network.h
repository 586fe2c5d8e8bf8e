// The event engine: a network of places, each a switch and its hosts. Packets and messages are events. The rules of the
// MMU are applied at once, and the latencies of the hardware are added as delays (docs/verification/event-engine.md).
//
// Places run one after the other, or in several threads and processes, for a window. A window is shorter than the least
// time from a send at one place to the arrival at another. The results are the same bytes for windows of any length,
// and for any order, threads and processes.
#ifndef NET_EVENT_NETWORK_H
#define NET_EVENT_NETWORK_H

#include <stdlib.h>
#include <string.h>

#include "tb/sim/event/place.h"
#include "tb/sim/results/result.h"
#include "tb/sim/scenario/options.h"
#include "tb/sim/scenario/scenario.h"
#include "tb/sim/scenario/share.h"

#define EVENT_HZ UINT64_C(1000000000000)  // ticks of results: ps

// What event_ends.h knows
struct event_ends {
  uint64_t last_start;  // ps
  int flows;            // flows from this number on are known to have sent everything
  int sides, *side;     // 2 * host, with bytes to be sent, and 2 * host + 1, with bytes to arrive
  uint64_t bound;       // the result is not less, as far as is known, ps
};

struct event_network {
  const struct scenario *s;
  struct network_options opt;
  struct place **place;  // [switch] NULL: the place is in another process
  int first, last;       // the switches of this process
  struct place **mine;   // places of this process, in order
  int places;
  uint64_t *next;           // [place of mine] time of its first event; NEVER also for one that runs with another one
  uint64_t *least;          // [block] the same of its places
  int block;                // places of a block
  uint8_t *mail[2];         // [place of mine] for each parity: another place has sent something
  uint64_t woken;           // first event that a place has got between the windows
  struct event_crew *crew;  // [crews] one for each thread
  int crews;
  struct event_flow *flow;
  struct flow_sent *sent;
  struct flow_received *received;
  void *received_block;           // its memory
  struct outbox *outbox;          // [link * 2 + direction] for ends that send to another place
  struct stream_reader *foreign;  // [link * 2 + direction] streams to other processes
  uint8_t *leaves;                // [link * 2 + direction] something has been sent to another process
  struct event_ends ends;
  struct event_chains *chains;    // NULL: no flow starts after another one
  struct closed_loop *loop;       // NULL: the senders have no congestion control
  struct event_reroute *reroute;  // NULL: the routes never change
  struct event_merge *merge;      // of rows; NULL: no files are written
  uint64_t gate;                  // longest gate latency of a switch, ps
  uint64_t now;                   // all earlier events are processed
  uint64_t window;                // the longest window, ps
  uint64_t settle;                // CBFC: the end of a drained run is decided at a multiple of this time, ps
  uint64_t hope;                  // time without new data after which only timers go on, ps; NEVER: there are none
  uint64_t last_change;           // the last start of a flow, and the last change of links, routes and storms, ps
  uint64_t patience;              // time without movement that proves a deadlock, ps
  uint64_t stop, run_end;         // ps
  struct share share;
  unsigned parity;
  bool stopped;  // the sources have stopped; links and queues have their results until then
  bool finished;
  enum network_status status;
  struct event_ranks *ranks;  // NULL: one process
  struct network_result result;
};

// Converts cycles of the MMU clock, or ticks of 1 / hz seconds, to ps.
static inline uint64_t event_ps(uint64_t cycles, uint64_t hz) {
  return cycles == NEVER ? NEVER : (uint64_t)((unsigned __int128)cycles * EVENT_HZ / hz);
}

// A cycle of the MMU of a switch, ps.
static inline uint64_t event_cycle(const struct scenario *s, int sw) { return event_ps(1, s->sw[sw].clock_hz); }

// Zeroed memory that starts on a cache line.
enum { EVENT_LINE = 64 };
static inline void *event_make(size_t size) {
  size = (size + EVENT_LINE) / EVENT_LINE * EVENT_LINE;
  void *p = aligned_alloc(EVENT_LINE, size);
  if (p != NULL) memset(p, 0, size);
  return p;
}

enum network_status event_new(struct event_network **n, const struct scenario *s, const struct network_options *o);
enum network_status event_run(struct event_network *n);
void event_free(struct event_network *n);

// Number of pauses of the ingress queues of a port and of the port itself; after event_run().
uint64_t event_port_pauses(const struct event_network *n, int sw, int port);

// The place and the port at the switch of an access link; the place is NULL if it is in another process.
void event_access(const struct event_network *n, int link, struct place **m, uint32_t *port);

// The same of the access link by which a flow leaves its host now.
void event_sender(const struct event_network *n, int flow, struct place **m, uint32_t *port);

// The time from the start of a flow in the scenario, or from the news of the flow before it, until it starts, ps.
uint64_t event_flow_delay(const struct event_network *n, int flow);

// Parts of event_new()
bool event_mmu_build(struct place *m, const struct scenario *s);
void event_mmu_free(struct event_mmu *u);
bool event_build_hosts(struct event_network *n);
bool event_build_flows(struct event_network *n);
enum network_status event_build(struct event_network *n);
void event_conclude(struct event_network *n);
void event_snapshot(struct event_network *n);  // at the stop of the sources

#endif
