// A packet-level network of MMUs: output-queued shared-buffer switches, hosts and links, clocked by the MMU clock.
//
// What happens in a clock depends only on the scenario and the seed, not on the engine that computes the MMUs nor on
// whether clocks in which nothing happens are looked at. Libraries here print nothing: they return what to print.
#ifndef NET_NETWORK_H
#define NET_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine.h"
#include "histogram.h"
#include "scenario.h"
#include "summary.h"

struct network;
struct transport;

struct network_options {
  enum engine_kind engine;
  uint64_t seed;
  bool every_clock;                           // evaluate every MMU in every clock, also where the engine could skip
  const char *waves;                          // FST file, NULL: none; RTL engines only (engine_trace_open())
  uint64_t waves_from, waves_to;              // the first clock in it and the one after the last; waves_to 0: no end
  FILE *pauses;                               // pauses.csv, NULL: not wanted
  FILE *occupancy;                            // occupancy.csv, NULL: not wanted
  FILE *series;                               // series.csv, NULL: not wanted
  void (*progress)(void *arg, double share);  // called now and then, NULL: never
  void *progress_arg;
  const struct transport *transport;  // over several processes: results are rank 0's; NULL: one process
};

enum network_status {
  NETWORK_OK,
  NETWORK_MISMATCH,  // RTL and model differ: network_report()
  NETWORK_NO_MEMORY,
  NETWORK_NO_ENGINE,  // no RTL build of these dims
  NETWORK_REFUSED,    // the MMU refuses the registers
  NETWORK_OVERLOAD,   // more packets than clocks for longer than any buffer lasts
  NETWORK_PROTOCOL,   // an MMU does not know a packet that the datapath holds
  NETWORK_WAVES,      // the FST file cannot be written: network_waves_error()
};

enum verdict_kind { VERDICT_DRAINED, VERDICT_DEADLOCKED, VERDICT_MOVING };

struct verdict {
  enum verdict_kind kind;
  uint64_t since;  // deadlocked: the clock of the last movement in the waiting queues
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
  uint64_t ideal;                     // completion time alone in the network, of a flow that is complete; clocks
  uint64_t latency_sum, latency_max;  // of its packets, one-way, clocks
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
  uint64_t area;   // cells times clocks
  uint32_t cells;  // now, also after the stop
  uint32_t most;
  struct histogram time;  // clocks by cells
};

// One direction of a link, watched at its sending end. The stop_ values count until the sources stopped.
struct link_result {
  uint64_t frames, bytes;               // data and control
  uint64_t pauses, refreshes, resumes;  // messages that arrived at the sending end; GFC: 0 to a level, other, to 0
  uint64_t paused;                      // clocks in which at least one class was paused; GFC: not at full rate
  uint64_t messages, message_bytes;     // feedback sent in this direction, about the other one
  uint64_t late_message_bytes;          // ... from half the time until the sources stop on
  uint64_t message_gap;                 // the fewest clocks between two, 0: there were not two
  uint64_t message_burst;               // the most within a feedback latency tau
  uint64_t stop_messages, stop_message_bytes, stop_late_message_bytes;
  uint64_t stop_unsent;  // clocks that the last frame was not yet out when the sources stopped
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
  uint64_t late;               // clocks that an event waited for its turn at the MMU, at most
  struct level *queue[SIDES];  // [port * classes + class]
};

// What several processes cost, beside their work.
struct network_cost {
  int processes;            // 0: there was one
  uint64_t ahead, steps;    // clocks of a look-ahead, and how many there were
  uint64_t packets, bytes;  // that went from one to another
  uint64_t work;            // CPU nanoseconds of all in the network, without waiting
  uint64_t longest;         // ... of the one that had most to do, summed over the look-aheads
};

struct network_result {
  uint64_t clocks;  // simulated
  uint64_t stop;    // the clock at which the sources stopped, or the end
  uint64_t hops;    // packets sent by a switch
  uint64_t lost;    // packets of lossless classes refused
  uint64_t dropped;
  struct flow_result *flow;
  struct link_result (*link)[2];
  struct switch_result *sw;
  struct histogram latency[SLUICE_MAX_CLASSES];  // of all packets that arrived, by the flow's class
  struct summary summary;
  struct network_cost cost;
  struct verdict verdict;
};

enum network_status network_new(struct network **n, const struct scenario *s, const struct network_options *o);

// Runs until drained, deadlocked, or the end of the scenario.
enum network_status network_run(struct network *n);
const struct network_result *network_result(const struct network *n);

// The clock that was reached, and the MMU's clock it is (an MMU first needs clocks to be configured).
uint64_t network_clock(const struct network *n);

// An errno, 0: there is nothing wrong with the waves.
int network_waves_error(const struct network *n);

// After NETWORK_MISMATCH: the switch, and what its engine has to say.
int network_failed(const struct network *n);  // the rank that has to say what is wrong
void network_report(const struct network *n, FILE *to);
const char *network_status_text(enum network_status status);
void network_free(struct network *n);

// Pauses that the MMU counted for the ingress queues of a port, port-level pauses included; after network_run().
enum network_status network_port_pauses(struct network *n, int sw, int port, uint64_t *pauses);

#endif
