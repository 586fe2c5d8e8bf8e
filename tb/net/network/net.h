// Inside of the network: what its files share. The public interface is network.h.
//
// A clock t has three phases. Events: frames arrive, frames are out, timers expire (order: wheel.h). Decisions: each
// switch looks at its MMU's outputs of clock t - admission results, gates, a message - and its ports choose what
// to send next; then the hosts. Edge: each MMU takes its inputs of clock t.
#ifndef NET_NET_H
#define NET_NET_H

#include "limiter.h"
#include "network.h"
#include "pace.h"
#include "packet.h"
#include "ranks.h"
#include "set.h"

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

// One end of a link: it sends towards the other end, and receives from it. A host has one, a switch several.
struct port {
  struct event sent, kick;
  struct pace line;                    // the link's rate
  struct pace limit;                   // the egress limiter, num = 0: none
  uint64_t delay;                      // of the link, clocks
  uint32_t overhead;                   // of the link, bytes with every frame
  int node;                            // owner
  uint8_t index;                       // port number there
  uint8_t turn;                        // class that is first in the next round
  uint8_t filled;                      // classes with packets (switch)
  uint8_t paused;                      // classes paused, or throttled, by the last messages, for counting them
  uint16_t level[SLUICE_MAX_CLASSES];  // GFC: levels of the last messages
  bool level_paused;                   // same, native port-level messages
  bool busy;                           // sending
  bool data;                           // ... a data packet:
  uint8_t in_port, cls;
  uint32_t cells;
  struct port *peer;
  struct fifo control;        // messages that wait for the frame being sent
  uint64_t messages;          // clock after that in which the last one was sent, 0: none yet
  uint64_t tau;               // clocks, for counting them
  uint64_t burst_end, burst;  // the tau that began with a message, and the messages in it
  uint64_t moved;             // clock at which the last data packet was out
  uint64_t closed_since;      // valid while closed
  bool closed;                // at least one class may not send; GFC: not at full rate
  int link, direction;        // results go there
};

struct mmu_event {
  uint8_t port, cls;
  uint32_t cells;
  uint64_t since;  // the clock from which it waits
};

// Events that wait for their clock at an MMU.
struct ring {
  struct mmu_event *item;
  unsigned size, head, count;  // size: a power of two
};

enum { FORESEEN = 8 };  // more than the clocks in which a verdict is on its way

struct node_switch {
  struct engine *mmu;
  const struct sluice_out *out;  // outputs of clock, mon_* only where something is traced
  uint64_t clock;
  bool speaking;     // the outputs show something to act on
  uint64_t kicked;   // ports that look for something to send in this clock
  uint64_t wake_at;  // the clock at which the MMU must be evaluated if nothing happens before
  struct event wake;
  struct sluice_in in;
  struct port *port;
  struct fifo *queue;          // [port * classes + class], packets that wait for the egress port
  struct level *level[SIDES];  // [port * classes + class], what the datapath holds: the result's
  struct watch *watch;         // what to trace on every change, NULL: nothing
  struct fifo enq;             // arrived, not yet given to the MMU
  struct fifo admission;       // given, result not yet known
  struct foreseen {
    uint64_t clock;  // in which it shows
    struct sluice_verdict verdict;
  } foreseen[FORESEEN];  // by that clock
  struct fifo rx;        // messages, not yet given
  struct ring deq;       // packets that have left, not yet given
  struct ring snd;       // GFC: packets that start to leave, not yet given
  uint64_t *settled;     // GFC: [port * classes + class], from when on the gate knows of the last one
  uint64_t *arrived;     // [port * classes + class], bytes in all
  unsigned enq_count;
  uint64_t gate[SLUICE_WORDS];  // as last seen
  int words;
};

// A flow at its host. What it has sent is in its result.
struct source {
  uint32_t flow;
  int32_t pace;  // the flow's own rate, -1: none
};

// A source that may not send before: it has not begun, or its own rate does not let it.
struct waiting {
  uint64_t clock;
  uint32_t source;
};

struct node_host {
  struct port port;
  struct source *source;  // in the order of the file
  int sources, turn;
  struct set ready[SLUICE_MAX_CLASSES];  // sources that have something to send, whenever their class may
  uint8_t filled;                        // classes that have such
  struct waiting *wait;                  // a heap, the earliest first; each source is here, ready, or done
  int waiting, paces;
  struct pace *pace;                   // own rates
  uint64_t quantum_num, quantum_den;   // clocks per quantum of 512 bit times
  uint64_t until[SLUICE_MAX_CLASSES];  // class timers, as the clock of their expiry
  uint64_t level_until;
  struct limiter limiter[SLUICE_MAX_CLASSES];  // GFC
  bool timed;                                  // a timer may be running
  bool kicked;
};

// When a time series is sampled.
struct sampler {
  struct event event;
  uint64_t due;  // the clock of the last sample
  struct pace pace;
};

enum { ACTIVE_RING = 16 };  // clocks ahead that a switch is woken without the wheel

struct network {
  const struct scenario *s;
  int classes;  // of the MMUs
  struct network_options opt;
  struct wheel wheel;
  struct packet_pool pool;
  struct ranks *ranks;  // NULL: one process
  int first, last;      // the switches of this process: first to last - 1
  struct node_switch *sw;
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
  struct engine_trace *trace;
  int waves_error;  // why the waves cannot be written
  uint64_t base;    // MMU clocks spent on configuration before clock 0
  struct network_result result;
};

// link.c
void port_init(struct network *n, struct port *p, int link, int direction);  // peer and node: by the caller
void port_send(struct network *n, struct port *p, struct packet *packet);
void port_kick_at(struct network *n, struct port *p, uint64_t clock);
void port_closed(struct network *n, struct port *p, bool closed);
void port_count_message(struct network *n, struct port *p, const struct pause *m);

// switch.c
enum network_status switch_new(struct network *n, int i);  // its ports: by the caller
void switch_free(struct network *n, int i);
void switch_arrive(struct network *n, int i, struct packet *p);
void switch_sent(struct network *n, int i, struct port *p);
void switch_clock(struct network *n, int i);
void switch_activate(struct network *n, int i, uint64_t clock);
uint8_t switch_gate(const struct network *n, const struct node_switch *sw, int port);

// registers.c
enum network_status switch_configure(struct network *n, int i);
enum network_status switch_statistics(struct network *n, int i);
enum network_status switch_stat(struct network *n, int i, enum sluice_stat stat, int port, int cls, uint32_t *value);

// network.c
void network_fail(struct network *n, enum network_status status);
void network_stop(struct network *n);
void network_work(struct network *n);                // clock n->now
void network_next(struct network *n, uint64_t end);  // on to the next clock in which anything happens, at most the end
bool network_quiet(const struct network *n);         // empty, and no pause stands or is on its way
bool network_turn(struct network *n);  // clock n->now, then on to the next in which anything happens; false: the end

// host.c
int hosts_init(struct network *n);  // -1: out of memory
void hosts_free(struct network *n);
void host_arrive(struct network *n, int i, struct packet *p);
void host_kick(struct network *n, int i);
void host_clock(struct network *n, int i);

// measure.c
void measure_delivery(struct network *n, const struct packet *p);  // once it is counted in the flow's packets and bytes
void measure_enter(struct network *n, struct node_switch *sw, int ingress, int egress,
                   uint32_t cells);  // queues [port * classes + class]
void measure_leave(struct network *n, struct node_switch *sw, int ingress, int egress, uint32_t cells);
void measure_stop(struct network *n);  // the sources stop: queues are measured until here
void measure_end(struct network *n);   // percentiles and ideal completion times of all flows
void measure_all(struct network *n);   // what flows and packets say together
void measure_free(struct network *n);

// ideal.c
uint64_t ideal_completion(const struct network *n, int flow);

// verdict.c
void verdict_check(struct network *n);
void verdict_end(struct network *n);
uint64_t verdict_window(const struct network *n);

// series.c
int series_new(struct network *n);  // 0 or -1: out of memory
void series_free(struct network *n);
void series_sample(struct network *n, struct event *e);
void series_levels(struct network *n, struct node_switch *sw, int ingress, int egress);  // of a watched switch
bool series_differs(const struct network *n, const struct node_switch *sw);              // is there an output to write?
void series_outputs(struct network *n, struct node_switch *sw);  // in every clock in which it is looked at

// trace.c
void trace_time(const struct network *n, FILE *to);
void trace_message(struct network *n, const struct port *p, int cls, const char *what, unsigned level);
void trace_sample(struct network *n);

#endif
