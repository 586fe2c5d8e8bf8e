// Results of a run: written by the parts of the network, read by all outputs.
#ifndef NET_RESULT_H
#define NET_RESULT_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/sluice.h"
#include "tb/sim/results/histogram.h"
#include "tb/sim/scenario/marker.h"

enum { SUMMARY_SIZES = 16 };

enum verdict_kind { VERDICT_DRAINED, VERDICT_DEADLOCKED, VERDICT_MOVING };

struct verdict {
  enum verdict_kind kind;
  uint64_t since;  // tick of the last movement; deadlocked: in the waiting queues
  char *cycle;     // deadlocked: "A:L1/0 waits for B:L2/0 waits for ... A:L1/0"; NULL: no cycle of queues
};

// Why a packet did not arrive. A switch refuses packets for lack of space, in a lossy or a lossless class; the others
// it drops, or a link loses them.
enum loss {
  LOSS_LOSSY,
  LOSS_LOSSLESS,
  LOSS_LINK_DOWN,  // on a link that is down, or in a queue when its link falls
  LOSS_RULE,       // a rule of TTL: end of life, or a class that does not exist there
  LOSS_WATCHDOG,
  LOSS_FRAME,        // CBFC: frame_loss
  LOSS_UNREACHABLE,  // at a switch without a path
  LOSSES
};

struct flow_result {
  uint64_t start;             // tick of the start, with jitter
  uint64_t sent, sent_bytes;  // packets and bytes sent, in all
  uint64_t packets, bytes;    // packets and bytes delivered, in all
  uint64_t window_bytes;      // bytes delivered until stop_us of the flow
  uint64_t last;              // tick of the last delivery
  uint64_t losses[LOSSES];    // packets that did not arrive
  uint64_t lost, dropped;     // after the run: packets that a switch refused; others that did not arrive
  uint64_t under_way;         // after the run: packets that are still under way
  uint64_t marked;            // packets delivered with a mark
  uint64_t notifications;     // closed loop: CNPs and marked acknowledgements at the sender
  uint64_t resent;            // closed loop: bytes sent again
  uint64_t spurious;          // ... of these, bytes that had arrived
  uint64_t timeouts;          // ... expiries of the timer
  uint64_t failed;            // ... 1: the sender has given up after `rto_limit` of them
  uint64_t ideal;  // time alone in the network, ticks: of a complete flow; of the first packet of another one
  uint64_t latency_sum, latency_max;  // one-way latency of its packets, ticks
  union {
    struct histogram latency;          // until the flow is settled
    uint64_t percentile[PERCENTILES];  // when settled: after completion of the flow, or after the run
  };
  bool settled;
  bool waits;  // closed loop: the window is full when the run ends
};

enum side { SIDE_INGRESS, SIDE_EGRESS, SIDES };

// Occupancy of a queue over time, in cells, until the sources stopped
struct level {
  uint64_t since;  // tick of the last change
  uint64_t area;   // cells times ticks
  uint32_t cells;  // present cells, also after the stop
  uint32_t most;
  uint64_t arrived;  // ingress: bytes that have arrived, also after the stop
  union {
    struct histogram time;             // ticks by cells
    uint64_t percentile[PERCENTILES];  // cells; when settled: after the stop of the sources
  };
  bool settled;
  double total;  // area, when settled
};

// One direction of a link, at its sending end. The stop_ values are those at the stop of the sources.
struct link_result {
  uint64_t frames, bytes;  // data and control
  uint64_t pauses, refreshes,
      resumes;      // messages that arrived at the sending end; GFC: from 0 to a level, to another level, to 0;
                    // CBFC: credits that ran out, messages without such an effect, credits that suffice again
  uint64_t paused;  // ticks in which at least one class was paused; GFC: not at full rate; CBFC: without credit
  uint64_t messages, message_bytes;  // feedback messages sent in this direction, about the other direction
  uint64_t half_message_bytes;       // ... in the second half of the time until the stop of the sources
  uint64_t credits_lost;   // CBFC: credits of lost frames of the other direction, returned by the counter consumed
  uint64_t message_gap;    // shortest interval between two messages, ticks; 0: fewer than two
  uint64_t message_burst;  // largest number of messages within a feedback latency tau
  uint64_t stop_messages, stop_message_bytes, stop_half_message_bytes;
  uint64_t stop_unsent;  // ticks that the last frame still needed at the stop of the sources
  uint64_t stop_frames, stop_bytes, stop_pauses, stop_refreshes, stop_resumes, stop_paused;
};

// The watchdog of an egress queue: pause storms that were detected, and that ended; the packets that it dropped
struct storms {
  uint64_t detected, restored;
  uint64_t dropped, dropped_bytes;
};

struct switch_result {
  uint64_t peak_shared;                // cells
  uint32_t peak_queue, peak_headroom;  // cells
  int queue_port, queue_cls;           // queue of the peak
  int headroom_port, headroom_cls;
  uint64_t refused;            // packets, all classes
  uint64_t lost;               // of these, in lossless classes
  uint64_t dropped;            // packets, by a rule
  uint64_t unreachable;        // of these, for which there was no path
  uint64_t input_delay;        // longest wait of an event for its input cycle at the MMU, ticks
  struct level *queue[SIDES];  // [port * classes + class]
  struct marks *marks;         // [port * classes + class]; NULL: no ECN
  struct storms *storms;       // [port * classes + class]; NULL: no watchdog
};

// Statistics of many flows or packets
struct spread {
  uint64_t count;
  uint64_t left_out;  // finite flows that did not complete and therefore have no value
  double mean, percentile[PERCENTILES], max;
};

struct summary {
  struct spread slowdown, completion;    // of complete flows; completion in ticks
  struct spread by_size[SUMMARY_SIZES];  // slowdown of flows of more than 10^k and at most 10^(k+1) bytes
  struct spread latency;                 // of all packets that arrived, ticks
  struct spread by_class[SLUICE_MAX_CLASSES];
};

// Cost of several processes, in addition to their work
struct network_cost {
  int processes;            // 0: a single process
  uint64_t ahead, steps;    // length of a look-ahead, ticks; number of look-aheads
  uint64_t packets, bytes;  // packets and bytes from one process to another
  uint64_t work;            // CPU time of all processes in the network, without waiting, ns
  uint64_t longest;         // ... of the process with most work, summed over the look-aheads
};

// Times are ticks of 1 / hz seconds: cycles of the clocked engines, picoseconds of the event engine.
struct network_result {
  uint64_t hz;
  const char *engine;  // name of the engine
  uint64_t cycles;     // ticks simulated
  uint64_t stop;       // tick at which the sources stopped, or the end
  uint64_t hops;       // data packets sent by switches
  uint64_t loop_hops;  // closed loop: packets to senders, sent by switches
  uint64_t lost;       // refused packets of lossless classes
  uint64_t dropped;
  struct flow_result *flow;
  struct link_result (*link)[2];
  struct switch_result *sw;
  struct histogram latency[SLUICE_MAX_CLASSES];  // of all packets that arrived, by class of the flow
  struct summary summary;
  struct network_cost cost;
  struct verdict verdict;
};

// The marks of an egress queue, by its number.
static inline struct marks result_marks(const struct switch_result *sw, int queue) {
  return sw->marks != NULL ? sw->marks[queue] : (struct marks){0, 0};
}

// The storms of an egress queue, by its number; those of all queues of a switch.
static inline struct storms result_storms(const struct switch_result *sw, int queue) {
  return sw->storms != NULL ? sw->storms[queue] : (struct storms){0};
}
struct storms result_storms_of(const struct switch_result *sw, int queues);

// After the run: sets the sums of the losses of a flow, and its packets under way. arrived: packets, also those that
// its receiver did not take.
void result_losses(struct flow_result *f, uint64_t arrived);

struct scenario;
void result_free(struct network_result *r, const struct scenario *s);

// Result of a search for the largest burst without a pause

struct search_result {
  const char *engine;
  uint64_t most;  // bytes of all bursting flows together
  int outside;    // -1: even the smallest burst pauses; 1: even the largest burst does not
  int runs;
  int bursting;      // M: number of bursting ports
  int others;        // N: ingress queues of the other flows, which should be at their threshold when the burst starts
  int others_below;  // of these, queues that were never paused before the burst starts
  uint64_t start;    // of the burst, cycles
  double others_bytes;      // bytes above private of one of these queues when the burst starts, mean
  double others_threshold;  // closed form: bytes above private at which one of these queues is paused
  double threshold;         // closed form: bytes above private at which a bursting queue is paused
  double form;              // closed form: M * threshold
  double buffer;            // bytes
  uint64_t lost;            // packets of lossless classes that were lost in all runs
  uint64_t hops;            // packets sent by switches in all runs
};

#endif
