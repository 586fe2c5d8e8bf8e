// The event engine: a network of places, each a switch and its hosts. Packets and messages are events; the rules of the
// MMU are applied at once, and the latencies of the hardware are added as delays (docs/verification/event-engine.md).
//
// Places run one after the other, or in several threads and processes, for a window that is shorter than anything that
// one sends takes to another. Results are the same bytes for every length of window, order, thread and process.
#ifndef NET_EVENT_NETWORK_H
#define NET_EVENT_NETWORK_H

#include "tb/sim/event/place.h"
#include "tb/sim/nodes/senders.h"
#include "tb/sim/results/result.h"
#include "tb/sim/scenario/options.h"
#include "tb/sim/scenario/scenario.h"
#include "tb/sim/scenario/share.h"

#define EVENT_HZ UINT64_C(1000000000000)  // ticks of results: ps

struct event_network {
  const struct scenario *s;
  struct network_options opt;
  struct place **place;  // [switch] NULL: of another process
  int first, last;       // the switches of this process
  struct place **mine;   // those, in order
  int places;
  struct event_flow *flow;
  struct flow_sent *sent;
  struct flow_received *received;
  int *link_of;                   // [switch * ports + port]
  struct outbox *outbox;          // [link * 2 + direction] of ends that send to another place
  struct stream_reader *foreign;  // [same] streams towards other processes
  uint8_t nobody;                 // told of mail that goes to other processes
  struct senders senders;
  uint64_t now;            // everything before it has happened
  uint64_t window;         // the longest, ps
  uint64_t patience;       // ps without movement that prove a deadlock
  uint64_t stop, run_end;  // ps
  struct share share;
  unsigned parity;
  bool stopped;  // links and queues have their results until the sources stopped
  bool finished;
  enum network_status status;
  struct event_ranks *ranks;  // NULL: one process
  struct network_result result;
};

// Cycles of the MMU clock, or ticks of 1 / hz, as ps.
uint64_t event_ps(uint64_t cycles, uint64_t hz);

enum network_status event_new(struct event_network **n, const struct scenario *s, const struct network_options *o);
enum network_status event_run(struct event_network *n);
void event_free(struct event_network *n);

// Times that the ingress queues of a port went off, and the port; after event_run().
uint64_t event_port_pauses(const struct event_network *n, int sw, int port);

// Parts of it. event_make: zeroed memory in cache lines of its own.
void *event_make(size_t size);
bool event_build_hosts(struct event_network *n);
bool event_build_flows(struct event_network *n);
enum network_status event_build(struct event_network *n);
void event_conclude(struct event_network *n);
void event_snapshot(struct event_network *n);  // the sources stop

#endif
