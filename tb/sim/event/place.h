// A place: a switch and its hosts. It runs alone for a window; its packets reach other places in a later window. Times
// are picoseconds, amounts cells. Queue (p, c) has the number p << class_bits | c.
#ifndef NET_PLACE_H
#define NET_PLACE_H

#include "cmodel/rules/sluice_config.h"
#include "cmodel/rules/sluice_switch_rules.h"
#include "tb/sim/event/agenda.h"
#include "tb/sim/event/ring.h"
#include "tb/sim/event/spray.h"
#include "tb/sim/event/telemetry_pool.h"
#include "tb/sim/nodes/limiter.h"
#include "tb/sim/nodes/pace.h"
#include "tb/sim/nodes/sources.h"
#include "tb/sim/results/feedback.h"
#include "tb/sim/results/histogram.h"
#include "tb/sim/scenario/marker.h"
#include "tb/sim/scenario/options.h"
#include "tb/sim/scenario/scenario.h"

enum { NEAR_HOPS = 12 };
#define NO_QUEUE UINT32_MAX
enum { PORT_GATE = SLUICE_MAX_CLASSES, GATES = SLUICE_MAX_CLASSES + 1 };  // timers of a port: classes, then the port's

// Kinds of events, in their order at the same time: a dequeue precedes an enqueue, which precedes packets of other
// places. The first AGENDA_KINDS have a ring in the agenda.
enum place_event {
  PLACE_PORT,         // a port has sent the last bit of a frame, or, if it is idle, may be able to send
  PLACE_ARRIVE,       // a packet has fully arrived at a port
  PLACE_HOST,         // as PLACE_PORT, for the host at the port
  PLACE_MESSAGE_IN,   // a message takes effect at a port's gate, or at the host there
  PLACE_MESSAGE_OUT,  // states of a port are due as a message
  PLACE_RARE,         // "port" is an enum place_rare
  PLACE_EVENTS,
  PLACE_ADMITTED = PLACE_EVENTS  // a packet may leave through a port: these are in order, in the ring of the agenda
};
enum place_rare {
  RARE_VISITS,
  RARE_REFRESH,
  RARE_ROOMS,
  RARE_TIMED,
  RARE_WATCHDOG,
  RARE_OCCUPANCY,
  RARE_RATES,
  RARE_SHAPED,
  RARE_FREED,     // CBFC: the full counters of credits freed are due
  RARE_CONSUMED,  // ... of credits consumed
  RARE_SERIES
};  // further numbers: the other series

// Packets and messages to a port of another place. The reader gets those of a window when the next window begins.
// Messages are few: each window has a ring of them.
struct outbox {
  struct stream_writer packets;
  struct message_ring messages[2];
  uint8_t *full[2], *mail[2];  // flags of the reader's port and of its place, set when something is sent
};

// Other places may set the flag of the same place.
static inline void outbox_flag(const struct outbox *x, unsigned parity) {
  if (*x->full[parity]) return;
  *x->full[parity] = 1;
  __atomic_store_n(x->mail[parity], 1, __ATOMIC_RELAXED);
}

// Occupancy of a queue over time, in ticks of 2^level_shift ps. level_shift is chosen so that a run has fewer than 2^32
// ticks.
enum { LEAST_LEVEL_SHIFT = 12 };
struct event_level {
  uint64_t area;                   // cells times ticks
  uint32_t since, most;            // tick of the last change; the peak, cells
  struct compact_histogram ticks;  // ticks by number of cells
};

// An ingress queue of the MMU, in one cache line
struct ingress_queue {
  uint32_t cells, headroom;
  uint64_t off_at;   // time from which the queue is off; NEVER: it is on
  uint64_t entered;  // time of the last enqueue
  uint64_t arrived;  // bytes
  struct event_level level;
};

// An egress queue of the datapath, in one cache line
struct egress_queue {
  struct packet_ring packets;
  uint32_t cells;
  struct event_level level;
};

// An end of a link, which sends to the other end. The first two cache lines have the data that every packet needs.
struct event_port {
  struct pace line;
  uint64_t delay;
  uint64_t frames, bytes, moved;  // moved: time at which the last data packet was out
  struct outbox *to;              // data to a port of another place; NULL: the other end is in this place
  uint32_t cells, overhead;       // of the packet being sent; of every frame on the link
  uint16_t ingress;               // ingress queue of the packet being sent
  uint16_t paused;                // timers that may still run
  uint8_t cls, filled,
      turn;         // class of the packet being sent; classes with packets; the class that is first in the next round
  bool busy, data;  // a frame is being sent; it is a packet
  bool back;        // ... of the closed loop, to a sender
  uint8_t drops;    // classes whose packets the watchdog drops
  uint32_t flow;    // ... of this flow
  uint32_t sent_bytes;  // ... of so many bytes
  bool to_host, connected, limited, has_messages;
  uint8_t ignores;  // classes whose pauses the watchdog ignores

  struct packet_ring in;     // packets from the host at the other end
  struct stream_reader far;  // packets from another place
  struct message_ring messages_in, messages_out;
  struct outbox *from;    // outbox of the other end; NULL: that end is in this place
  uint64_t until[GATES];  // end of each pause timer
  struct pace limit;
  struct limiter *limiter;            // GFC: [class]
  struct credit_end *credit;          // CBFC
  struct sluice_turns *turns;         // NULL: round robin, one packet each
  uint64_t down, up;                  // ps: the link is down from `down` until `up`; down NEVER: it stays up
  uint64_t quantum_num, quantum_den;  // a quantum in ps, as a fraction
  bool closed;                        // at least one class is paused; GFC: not at full rate
  bool slot;                          // the next message cycle of the MMU is reserved for the port
  bool told_empty;                    // time-based GFC: the last message reported empty queues only
  uint64_t closed_since;
  struct feedback_state told;
  struct feedback_sent messages;
  uint64_t tau, processing;
  int link, direction;
  uint64_t queue_due, port_due;  // times at which messages of its states are due, at the two levels; NEVER: none
  struct link_result result;
};

struct event_host {
  struct event_port port;
  struct sources sources;
  struct loop_host *loop;      // NULL: no closed loop
  uint64_t unsent, unarrived;  // bytes of finite flows (event_ends.h)
};

// Packets that wait for the limit of their ingress port. They are in the MMU, but not yet in an egress queue.
struct shaped {
  struct event_packet packet;
  uint64_t at;        // time at which it enters an egress queue
  uint32_t from, to;  // its ingress queue; its egress queue
};
struct shaper {
  struct pace pace;
  uint32_t overhead;  // of every frame on the link
  struct shaped *item;
  uint32_t head, tail, size;
};

// What happens at a port at a given time
struct event_timed {
  enum {
    TIMED_DOWN,
    TIMED_UP,
    TIMED_STORM,
    TIMED_CALM
  } what;  // storm: the host pauses its class, and calm: resumes it
  uint32_t port;
  int cls;
  uint64_t at, every, jitter;  // ps; every: time after which a storm repeats its pause, at least; jitter: and at most
                               // so much later
  uint64_t random;
  uint16_t quanta;  // of the pause
};

// Data of a flow that switches and hosts need
struct event_flow {
  union {
    uint16_t near[NEAR_HOPS];
    const uint16_t *far;
    struct {
      int last;       // the last switch
      uint16_t port;  // the egress port there
    } spray;
  } egress;
  uint32_t packet;  // bytes of a packet
  uint8_t cls, ttl, hops;
  bool loop : 1, sprays : 1, fixed : 1;
  bool controlled : 1, telemetry : 1, ecn_capable : 1;  // by congestion control; its packets carry telemetry
  uint16_t policy;
  uint64_t stop, total;  // ps; bytes, 0: endless
};

// Not for flows that spray.
static inline uint32_t flow_egress(const struct event_flow *f, uint32_t hop) {
  return f->hops <= NEAR_HOPS ? f->egress.near[hop] : f->egress.far[hop];
}

// State of a flow at its host; at its destination
struct flow_sent {
  uint64_t packets, bytes;
};
struct flow_received {
  uint64_t packets, bytes, window_bytes, last, latency_sum, latency_max;
  struct compact_histogram latency;  // from the second packet on
};

// GFC: the level until time `at`, and from then on
struct mmu_level {
  uint64_t at;
  uint16_t now, next;
};

struct mmu_port {
  uint64_t sum;       // DSH: W; SHP: sum of h over the queues of the port
  uint32_t headroom;  // DSH: h
  uint64_t off_at, entered;
  struct sluice_limits limits;
};

// Bounds for thresholds, beyond which queues must be examined: the largest reach of a queue that is on, and the
// smallest of one that is off. One pair covers all classes, except under TTL. Each 64 queues have a pair of their own,
// so that only those are examined whose pair is crossed. The reach of a queue is its w or, under DSH, w plus the eta of
// its port, so that one T is compared with the queues of all ports.
struct mmu_bound {
  uint64_t on_most, off_least;
  uint64_t *word_on, *word_off;  // [queue / 64]
};

struct mmu_peak {
  uint64_t shared, queue, headroom;
  int queue_at, headroom_at;  // queue numbers of the peaks
};

struct event_mmu {
  struct sluice_config cfg;
  uint64_t max;
  uint64_t class_mask;  // bits of all queues of class 0
  uint64_t pool_free;
  uint64_t headroom_pool;  // SHP: cells of the headroom pool in use
  uint64_t partition_free[SLUICE_MAX_CLASSES], class_shared[SLUICE_MAX_CLASSES];
  struct mmu_bound bound[SLUICE_MAX_CLASSES], port_bound;
  struct mmu_level *level;
  struct mmu_port *port;
  // Bits of queues and ports: with cells; off (GFC: level above 0); to be visited by the scan
  uint64_t *holds, *off, *visit, *port_off, *port_visit;
  uint64_t *waits;     // heap of the pending visits: time << VISIT_BITS | port << (VISIT_BITS - 1) | number
  uint32_t visits;     // their number
  uint64_t visits_at;  // the earliest of the pending visits
  uint64_t *pauses;    // [port] number of pauses of its queues and of the port
  uint64_t enqueue_free, dequeue_free, message_free;  // ps; next free cycle for each kind of input
  uint64_t input_delay;                               // longest wait of an event for its input cycle, ps
  uint64_t round;                                     // cycles of a round of the scan
  uint32_t active_states;                             // queues and ports that are off; GFC: with a level above 0
  struct mmu_peak peak;
  uint32_t scan_class;  // the class in whose visit the port is judged
};

struct event_network;
struct event_reroute;
struct credit_end;
struct closed_loop;
struct loop_host;
struct place_watchdog;

struct place {
  struct event_network *net;
  int number, ports;
  uint64_t now;
  unsigned parity;  // parity of the window
  unsigned class_bits;
  uint32_t queues;  // number of queue numbers
  uint32_t classes, cell_bytes, last_bytes, last_cells;
  uint64_t stop, run_end,
      half_from;  // stop of the sources; end of the run; start of the second half of the time until the stop
  unsigned level_shift;
  bool measures;  // the sources have not stopped
  // Latencies of the MMU, ps
  uint64_t cycle, admit, state_seen, off, message, gate, refresh_time;
  uint64_t period;  // ps; time-based GFC: from one report of the rooms to the next; 0: a message at each change
  struct agenda agenda;
  const struct event_flow *flow;
  struct flow_sent *sent;
  struct flow_received *received;
  struct event_port *port;
  struct event_host **host;       // [port] NULL: no host
  struct ingress_queue *ingress;  // [queue]
  struct egress_queue *egress;
  struct scenario_scheduler scheduler;
  struct event_mmu mmu;
  struct event_timed *timed;
  int timeds;
  struct shaper **shaper;     // [port] NULL: no ingress limit
  struct chain_start *start;  // flows that end here and start others at other places, in this window
  int starts, starts_size;
  struct spray spray;
  struct event_reroute *reroute;    // NULL: the routes have not changed
  struct place *before, *together;  // places that share hosts run together: those before and after it; NULL: none
  struct closed_loop *loop;         // NULL: the senders have no congestion control
  struct place_watchdog *watchdog;  // NULL: the switch has none
  struct marker *marker;            // [port] NULL: no ECN
  struct marks *marks;              // [queue]
  struct telemetry_pool telemetry;
  uint8_t *full[2];  // [port] for each parity: another place has sent something
  uint64_t hops, refused, lost, dropped, unreachable, sent_packets, received_packets;
  uint64_t loop_hops, loop_received;  // closed loop: of these, packets back to senders
  uint64_t moved, last;               // last movement of data; last event of any kind except samples
  uint64_t completed;     // last arrival that completed a flow with congestion control; may be in the future
  uint64_t progress;      // last arrival of new data; may be in the future
  uint64_t delivered;     // last arrival at a host; may be in the future
  uint64_t soonest_mail;  // earliest arrival at another place of data sent in this window
  // Flows that start here and have not sent everything, less the flows under congestion control that have arrived here;
  // flows whose source may still send
  int live, senders;
  enum network_status status;
  struct compact_histogram latency[SLUICE_MAX_CLASSES];
  struct flow_result *result;  // [flow]
  struct place_rows *rows;     // NULL: no files are written
};

// Ends the run with a status; the first status counts.
static inline void place_fail(struct place *m, enum network_status status) {
  if (m->status == NETWORK_OK) m->status = status;
}

#endif
