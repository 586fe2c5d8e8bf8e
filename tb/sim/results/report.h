// The results of a run: a table as text, and JSON.
#ifndef NET_REPORT_H
#define NET_REPORT_H

#include <stdio.h>

#include "tb/sim/results/result.h"
#include "tb/sim/scenario/scenario.h"

struct search_result;

// Returns 0, or -1: out of memory.
int report_table(const struct scenario *s, const struct network_result *r, FILE *to);
void report_search(const struct scenario *s, const struct search_result *r, FILE *to);

// The JSON is the same for every engine, except the command: it has neither the engine's name nor its speed. Returns 0,
// or -1: out of memory, or a text is not UTF-8.
int results_json(const struct scenario *s, const struct network_result *r, uint64_t seed, const char *command,
                 FILE *to);
int results_search_json(const struct scenario *s, const struct search_result *r, uint64_t seed, const char *command,
                        FILE *to);

// Rows of flows.csv, links.csv and queues.csv, without their header lines (docs/reference/files.md).
void csv_flows(const struct scenario *s, const struct network_result *r, FILE *to);
void csv_links(const struct scenario *s, const struct network_result *r, FILE *to);
void csv_queues(const struct scenario *s, const struct network_result *r, FILE *to);

// Whether the cycle is too slow. Events of one cycle wait for each other, so a wait of up to one round of the ports is
// normal; without a given clock up to 1 us.
bool report_late(const struct scenario *s, const struct network_result *r, int sw);

const char *verdict_name(enum verdict_kind kind);

// Converts cycles of the MMU clock, the scenario's unit of time, to ticks of the result.
uint64_t report_ticks(const struct scenario *s, const struct network_result *r, uint64_t cycles);

// Whether all of a finite flow has arrived. The completion time is from its start, with jitter, to its last packet.
bool report_complete(const struct scenario *s, const struct network_result *r, int flow);
uint64_t report_completion(const struct network_result *r, int flow);  // cycles

// From the flow's start until it is complete; for a flow that is not, until its stop_us or the end of the run. The
// bytes that arrived in this window make its rate, which is never above that of the line. NAN: the window ended before
// the first packet arrived or could arrive, so the rate is unknown.
struct report_window {
  uint64_t from, to;  // cycles
  uint64_t bytes;
};
struct report_window report_window(const struct scenario *s, const struct network_result *r, int flow);
double report_gbps(const struct scenario *s, const struct network_result *r, int flow);

// Latencies of a flow's packets, in cycles
struct spread report_latency(const struct flow_result *f);

// Completion time of a complete flow, divided by that of the flow alone. A frame may use the rest of a cycle of the
// frame before, which a flow alone cannot; a result below 1 for this reason becomes 1.
double report_slowdown(const struct network_result *r, int flow);

// Occupancy of a queue until the sources stopped, in bytes
struct report_queue {
  double mean;
  uint64_t percentile[PERCENTILES], most;
};
struct report_queue report_queue(const struct scenario *s, const struct network_result *r, const struct level *l);

const char *report_side_name(enum side side);

// Shares of the time until the sources stopped in which a link's direction was sending, and was paused. NAN: no time
// had passed, or the direction sent only later.
double report_busy(const struct scenario *s, const struct network_result *r, int link, int direction);
double report_paused(const struct network_result *r, int link, int direction);

// Shares of a link's rate that GFC's messages in one direction take, and the bounds of [GFC 4.2]
struct report_feedback {
  double mean;          // until the sources stopped
  double late;          // from half of that time on
  double burst;         // in the tau with most messages
  double closest;       // at the shortest interval between two messages
  double bound_worst;   // m / tau
  double bound_steady;  // m / (8 tau)
};
struct report_feedback report_feedback(const struct scenario *s, const struct network_result *r, int link,
                                       int direction);

#endif
