// What a run finds out: filled in by the network's parts, read by everything that shows it.
#ifndef NET_RESULT_H
#define NET_RESULT_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/sluice.h"
#include "tb/sim/results/histogram.h"

enum { SUMMARY_SIZES = 16 };

enum verdict_kind { VERDICT_DRAINED, VERDICT_DEADLOCKED, VERDICT_MOVING };

struct verdict {
  enum verdict_kind kind;
  uint64_t since;  // deadlocked: the cycle of the last movement in the waiting queues
  char *cycle;     // deadlocked: "A:L1/0 waits for B:L2/0 waits for ... A:L1/0"; NULL when there is none
};

struct flow_result {
  uint64_t start;                     // clock of the start, jitter included
  uint64_t sent, sent_bytes;          // packets in all
  uint64_t packets, bytes;            // delivered in all
  uint64_t window_bytes;              // delivered until the flow or all sources stopped
  uint64_t last;                      // clock of the last delivery
  uint64_t lost;                      // packets refused by a switch
  uint64_t dropped;                   // packets dropped by a rule: end of life, or where they may not be
  uint64_t ideal;                     // completion time alone in the network, of a flow that is complete; cycles
  uint64_t latency_sum, latency_max;  // of its packets, one-way, cycles
  union {
    struct histogram latency;          // while packets are to come
    uint64_t percentile[PERCENTILES];  // once settled: when it is complete, or the run is over
  };
  bool settled;
};

enum side { SIDE_INGRESS, SIDE_EGRESS, SIDES };

// Cells of a queue over time, until the sources stopped.
struct level {
  uint64_t since;  // clock of the last change
  uint64_t area;   // cells times cycles
  uint32_t cells;  // now, also after the stop
  uint32_t most;
  uint64_t arrived;  // bytes in all, also after the stop (ingress)
  union {
    struct histogram time;             // cycles by cells
    uint64_t percentile[PERCENTILES];  // cells, once settled: when the sources have stopped
  };
  bool settled;
  double total;  // area, once settled
};

// One direction of a link, watched at its sending end. The stop_ values count until the sources stopped.
struct link_result {
  uint64_t frames, bytes;               // data and control
  uint64_t pauses, refreshes, resumes;  // messages that arrived at the sending end; GFC: 0 to a level, other, to 0
  uint64_t paused;                      // cycles in which at least one class was paused; GFC: not at full rate
  uint64_t messages, message_bytes;     // feedback sent in this direction, about the other one
  uint64_t half_message_bytes;          // ... from half the time until the sources stop on
  uint64_t message_gap;                 // the fewest cycles between two, 0: there were not two
  uint64_t message_burst;               // the most within a feedback latency tau
  uint64_t stop_messages, stop_message_bytes, stop_half_message_bytes;
  uint64_t stop_unsent;  // cycles that the last frame was not yet out when the sources stopped
  uint64_t stop_frames, stop_bytes, stop_pauses, stop_refreshes, stop_resumes, stop_paused;
};

struct switch_result {
  uint32_t peak_shared;                // cells
  uint32_t peak_queue, peak_headroom;  // cells
  int queue_port, queue_cls;           // of the peak
  int headroom_port, headroom_cls;
  uint64_t refused;            // packets, all classes
  uint64_t lost;               // of them in lossless classes
  uint64_t dropped;            // packets, by a rule
  uint64_t input_delay;        // ticks that an event waited for its cycle at the MMU, at most
  struct level *queue[SIDES];  // [port * classes + class]
};

// Many flows and packets in a few numbers.
struct spread {
  uint64_t count;
  double mean, percentile[PERCENTILES], max;
};

struct summary {
  struct spread slowdown, completion;    // of the flows that are complete; completion in cycles
  struct spread by_size[SUMMARY_SIZES];  // slowdown of flows of more than 10^k and at most 10^(k+1) bytes
  struct spread latency;                 // of all packets that arrived, cycles
  struct spread by_class[SLUICE_MAX_CLASSES];
};

// What several processes cost, beside their work.
struct network_cost {
  int processes;            // 0: there was one
  uint64_t ahead, steps;    // cycles of a look-ahead, and how many there were
  uint64_t packets, bytes;  // that went from one to another
  uint64_t work;            // CPU nanoseconds of all in the network, without waiting
  uint64_t longest;         // ... of the one that had most to do, summed over the look-aheads
};

// Times are ticks of 1 / hz seconds: cycles of the clocked engines, picoseconds of the event engine.
struct network_result {
  uint64_t hz;
  const char *engine;  // its name
  uint64_t cycles;     // simulated
  uint64_t stop;       // the clock at which the sources stopped, or the end
  uint64_t hops;       // packets sent by a switch
  uint64_t lost;       // packets of lossless classes refused
  uint64_t dropped;
  struct flow_result *flow;
  struct link_result (*link)[2];
  struct switch_result *sw;
  struct histogram latency[SLUICE_MAX_CLASSES];  // of all packets that arrived, by the flow's class
  struct summary summary;
  struct network_cost cost;
  struct verdict verdict;
};

struct scenario;
void result_free(struct network_result *r, const struct scenario *s);

#endif
