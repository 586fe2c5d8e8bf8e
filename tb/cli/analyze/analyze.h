// Which links of a scenario are pause-regulated, and whether back-pressure drives a flow to zero: the iterative
// algorithm of the pause-regulated-links paper [PRL], in the reading of docs/guide/analysis.md. Prints nothing.
#ifndef ANALYZE_H
#define ANALYZE_H

#include <stdbool.h>
#include <stddef.h>

#include "tb/sim/scenario/scenario.h"

// Rates are doubles in [0, 1]; sums of them are off by some 1e-16 per flow: a difference below this is none.
#define ANALYSIS_EQUAL 1e-12

enum analysis_verdict {
  ANALYSIS_STOPS,    // the rates fit into the links: no deadlock predicted
  ANALYSIS_TO_ZERO,  // a flow's rate goes to zero: deadlock predicted
  ANALYSIS_OPEN,     // neither, after as many iterations as were allowed
};

// One class on one direction of a link, which some flow uses: what the paper calls a link. Capacities and rates are
// shares of the unit, the fastest of these links.
struct analysis_channel {
  int link, side, cls;  // leads from link[link].end[side]
  int port;             // among the directions of links that are used
  double capacity;      // of the link, or of the limit at its sending end
  double effective;     // capacity * (1 - pause)
  double pause;         // P
};

// A flow comes from one channel to the next: `from` depends on `to`.
struct analysis_dependency {
  int from, to;
  bool active, passive;  // in the last stage 2, `to` had `from` paused
  double own;            // P by active pause alone
  bool known[2];         // passive, active: there is a reason that says so
  int next;              // dependency of the same `from`, in the order of the flows; -1: the last one
  double pause;          // P^to(from)
  int flow;              // active: that gets more through `from`
  int with;              // passive: the channel that is actively paused
};

// One flow on one channel. The hops of a flow follow each other.
struct analysis_hop {
  int flow, channel;
  int dependency;  // on the next hop; -1: the last one
  double rate;
  double offered;  // rate after stage 1
};

// Why a channel is pause-regulated, once for each channel that causes it and each way.
struct analysis_reason {
  int channel, by;
  bool active;
  int flow;       // active: the flow that gets more through `channel` than through `by`
  int with;       // passive: the channel that is actively paused for `by`
  int iteration;  // the first in which it was so
};

// Numbers 0 to n - 1 by a key of each, in ascending order: those of key k are item[first[k]] to item[first[k + 1] - 1].
struct analysis_groups {
  int *first, *item;
};

// The state after a stage.
struct analysis_stage {
  int iteration, stage;  // iteration 0: the initial state
  double *rate;          // of every hop
  double *effective, *pause;
};

// Elementary cycles of the dependencies: cyclic buffer dependencies.
struct analysis_cycle {
  int length;
  int *channel;
};

struct analysis_limits {
  int iterations;  // to be done at most
  int stages;      // iterations whose stages are kept
  int cycles;      // to be listed at most
};

struct analysis {
  const struct scenario *s;
  double unit;  // bits per second
  int channels, ports, dependencies, hops, reasons, stages, cycles;
  struct analysis_channel *channel;
  struct analysis_dependency *dependency;
  struct analysis_hop *hop;
  int *first;                                                 // the first hop of every flow
  int *port_first;                                            // the first channel of every port
  int *depends_first;                                         // the first dependency of every channel; -1: none
  struct analysis_groups of_channel, of_port, of_dependency;  // hops
  struct analysis_reason *reason;
  struct analysis_stage *stage;
  struct analysis_cycle *cycle;
  bool cyclic;      // there is a cycle
  bool all_cycles;  // no cycle was left out
  int iterations;   // done
  enum analysis_verdict verdict;
};

extern const struct analysis_limits analysis_default;

// Returns 0 or ENOMEM. The scenario must outlive the analysis.
int analysis_new(struct analysis **a, const struct scenario *s, const struct analysis_limits *limits);
void analysis_free(struct analysis *a);

const char *analysis_verdict_text(enum analysis_verdict v);

// The channel of a link (of a host: its name) in the direction away from a node; -1: no flow uses it in this class.
int analysis_find(const struct analysis *a, const char *link, int from, int cls);

// Parts of analysis_new().
int analysis_build(struct analysis *a);                  // channels, hops, dependencies. 0 or ENOMEM
int analysis_find_cycles(struct analysis *a, int most);  // 0 or ENOMEM

// Stage 1, with memory that is kept from one iteration to the next. NULL: out of memory.
struct shares;
struct shares *shares_new(struct analysis *a);
void shares_free(struct shares *s);
bool shares_cut(struct shares *s);  // returns whether there was a bottleneck

#endif
