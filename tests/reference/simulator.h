// An independent reference of the event engine: a plain packet simulator with one queue of events. It was written from
// the specification and the pages of docs/ alone, and shares no code with the engines but the latencies of
// cmodel/sluice.h. [spec N] names a section of the specification; other words in brackets name pages of docs/.
#ifndef SLUICE_TESTS_REFERENCE_SIMULATOR_H
#define SLUICE_TESTS_REFERENCE_SIMULATOR_H

#include <stdlib.h>

#include "cmodel/sluice.h"
#include "tests/reference/network.h"

enum { DATA, ACK, NACK, CNP, PAUSE };
enum { MAX_PORTS = 2 * NET_LINKS, LEAST_FRAME = 64, CHANGES = 4, WHOLE = NET_CLASSES };
static const int64_t NEVER = INT64_MAX / 4, US = 1000000;  // picoseconds

struct packet {
  struct packet *next;
  int flow, kind, cls;
  int64_t bytes, seq, born;  // seq: first byte of data; of an acknowledgement: first byte that is missing
  int in, out, hops;         // ports of the switch that holds it; switches passed
  unsigned life;             // of the link, when it was sent
  bool marked;
  unsigned enable;  // of a pause: classes, and WHOLE for the port level
  int64_t time[NET_CLASSES + 1];
};

struct fifo {
  struct packet *head, *tail;
};

// The feedback level of a queue or port: 0 on, 1 off; under GFC the stage. Changes take effect later, in order.
struct state {
  int level, before, changes;
  int64_t since;  // last change, from `before`
  struct {
    int64_t time;
    int level;
  } change[CHANGES];
  bool other_side;                      // of its threshold
  int64_t visit, last_visit, enqueued;  // state of a scheduled visit of the scan, 0: none; of the last one that is due;
                                        // last enqueue into its group
};

// A port: its end of the link, the packets that wait to be sent, and the pauses and credits that the port received.
struct port {
  int node, number;
  bool up, busy;
  unsigned life;  // times that the link went down
  int64_t carry;  // remainder of the end of the last frame
  struct packet *sending;
  struct fifo queue[NET_CLASSES], control;  // control: messages of a switch, acknowledgements of a host
  int64_t waiting[NET_CLASSES];             // cells of an egress queue
  int last_class, last_flow;
  int64_t credit[NET_CLASSES];                         // scheduler: bytes
  int64_t closed_until[NET_CLASSES + 1];               // pause timers, and that of the port level
  int sender_level[NET_CLASSES];                       // GFC
  double owed[NET_CLASSES];                            // GFC: picoseconds at full rate
  int64_t owed_at[NET_CLASSES], gap_end[NET_CLASSES];  // end: at a host
  int64_t marked[2];  // when the last message of the queues, of the port is due at the MMU
  int64_t q[NET_CLASSES], h[NET_CLASSES], own_headroom;
  struct state state[NET_CLASSES + 1];  // of the queues, and of the port
};

struct mmu {
  int ports;
  int64_t shared, pool, part[NET_CLASSES], common[NET_CLASSES];  // S; SHP: of the pool; TTL: of b_j, of b_s by class
  int64_t enqueue, dequeue, message, refresh;                    // last cycles in use; next refresh
};

struct sender {
  int path[NET_HOPS + 2], hops;  // egress ports from the host on, until the routes change; fixed ones always
  int first, last;               // ports of the source, and of the switch to the destination
  int waits;
  bool started, done, failed;
  int64_t ready, start, next_time, base, carry;
  int64_t next, highest, acked, arrived, completion;
  int64_t expected, unacked, nack_for, cnp_end;
  bool mark_due, mark_seen;
  double rate, target, alpha;
  bool active, cnp_alpha, cnp_decrease, increased;
  int stage;
  int64_t alpha_at, decrease_at, increase_at;
  int64_t timer_end, timer_left, timer_length;  // end: 0 stands still
  int64_t expired;                              // in sequence
};

struct event {
  int64_t time, number;
  int kind, where, sub;
  struct packet *packet;
};

// The order of events at one time: a dequeue is before an enqueue [spec 3]; a port that is free looks for a frame
// before packets arrive and messages take effect [event engine: time and order]. Intervals of DCQCN and timers
// end before all that asks for them, and intervals of CNPs before packets arrive [congestion].
enum {
  LINK,
  REROUTE,
  ALPHA_END,
  INCREASE_END,
  DECREASE_END,
  TIMER_END,
  START,
  QUEUE,
  SENT,
  TRY,
  VISIT,
  STATE,
  CNP_END,
  ARRIVE,
  MESSAGE,
  OBEY,
  EXPIRE,
  REFRESH,
};

struct simulator {
  const struct network *net;
  const struct reference_options *options;
  struct net_result *result;
  struct event *heap;
  size_t events, room;
  uint64_t luck;                                    // of readings with late visits
  int64_t number, now, cycle, moved, packets, end;  // end: of the sources, 0: not yet
  int round;
  struct port port[MAX_PORTS];
  struct mmu mmu[NET_SWITCHES];
  struct net_switch sw[NET_SWITCHES];  // in cells
  struct sender sender[NET_FLOWS];
  bool usable[NET_LINKS], rerouted;
  int distance[NET_SWITCHES][NET_SWITCHES];
};

static inline bool planted(const struct simulator *s, int fault) { return s->options->fault == fault; }
static inline bool is_switch(const struct simulator *s, int node) { return node < s->net->switches; }
static inline const struct net_link *link_of(const struct simulator *s, int port) { return &s->net->link[port / 2]; }
static inline const struct net_switch *switch_of(const struct simulator *s, int port) {
  return &s->sw[s->port[port].node];
}
static inline bool lossless(const struct simulator *s, int cls) { return (s->net->lossless >> cls & 1) != 0; }
static inline int64_t cells_of(const struct simulator *s, int64_t bytes) {
  return (bytes + s->net->cell - 1) / s->net->cell;  // [spec 1]
}
static inline int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t quanta(int64_t n, int64_t mbps) { return (n * 512 * US + mbps - 1) / mbps; }

static inline const struct net_link *access_link(const struct simulator *s, int f) {
  return link_of(s, s->sender[f].first);
}
static inline const struct net_policy *policy_of(const struct simulator *s, int f) { return &s->net->flow[f].policy; }
static inline bool controlled(const struct simulator *s, int f) { return policy_of(s, f)->control != NET_OPEN; }

static inline void put(struct fifo *fifo, struct packet *packet) {
  packet->next = NULL;
  if (fifo->head == NULL)
    fifo->head = packet;
  else
    fifo->tail->next = packet;
  fifo->tail = packet;
}

static inline struct packet *take(struct fifo *fifo) {
  struct packet *packet = fifo->head;
  fifo->head = packet->next;
  return packet;
}

// ---- simulator.c ----

void schedule(struct simulator *s, int64_t time, int kind, int where, int sub, struct packet *packet);
void trace(const struct simulator *s, const char *step, int port, const struct packet *p);

static inline void try_to_send(struct simulator *s, int port) { schedule(s, s->now, TRY, port, 0, NULL); }

// ---- routes.c ----

void measure(struct simulator *s);
void find_path(struct simulator *s, int f);
int egress_of(const struct simulator *s, const struct packet *p, int node);
int64_t least_delay(const struct simulator *s, int from, int to);
void find_routes(struct simulator *s);
void link_event(struct simulator *s, int link, bool up);

// ---- states.c ----

int64_t above_private(const struct simulator *s, int port, int cls);
int level_at(const struct state *state, int64_t time);
bool late(struct simulator *s);
void examine(struct simulator *s, int own, int cls, bool enqueue, int64_t event);
void visit(struct simulator *s, int port, int cls);
void after_enqueue(struct simulator *s, int port, int cls, int64_t event);

// ---- messages.c ----

bool any_active(const struct simulator *s, int port);
void mark(struct simulator *s, int port, int of_port, bool again);
void state_event(struct simulator *s, int port, int cls);
void refresh(struct simulator *s, int node);
void message_out(struct simulator *s, int port, int of_port);
struct packet *new_packet(struct simulator *s, int flow, int kind, int cls, int64_t bytes);
void settle_gap(struct simulator *s, int port, int cls);
bool gate_open(const struct simulator *s, int port, int cls);
void look_at_gap(struct simulator *s, int port, int cls);
void hold_timers(struct simulator *s, int port);
void obey(struct simulator *s, int port, const struct packet *message);

// ---- accounting.c ----

void dequeue(struct simulator *s, const struct packet *p, bool flushed);
void drop(struct simulator *s, struct packet *p, int port);
void arrive_at_switch(struct simulator *s, int port, struct packet *p);
void join_queue(struct simulator *s, int port, struct packet *p);

// ---- hosts.c ----

void start_flow(struct simulator *s, int f);
void progress(struct simulator *s);
void look_for_end(struct simulator *s);
void cnp_end(struct simulator *s, int port, int f);
bool stopped(const struct simulator *s);
bool sources_end(const struct simulator *s);
int64_t rto(const struct simulator *s, int f);
void run_timer(struct simulator *s, int f, int64_t length);
void hold_timer(struct simulator *s, int f);
void timer_end(struct simulator *s, int f);
void arrive_at_host(struct simulator *s, int port, struct packet *p);

// ---- dcqcn.c ----

struct parameters {
  double min_rate, first_alpha, additive, hyper;  // bit/s
  int64_t alpha, decrease, increase;              // intervals
  int fast;                                       // increases before the additive one
  bool react_at_cnp, clamp;
};

struct parameters parameters_of(const struct simulator *s, int f);
void notify(struct simulator *s, int f);
void alpha_end(struct simulator *s, int f);
void decrease_end(struct simulator *s, int f);
void increase_end(struct simulator *s, int f);

// ---- sending.c ----

void choose(struct simulator *s, int port);
void sent(struct simulator *s, int port);
void arrive(struct simulator *s, int port, struct packet *p);

#endif
