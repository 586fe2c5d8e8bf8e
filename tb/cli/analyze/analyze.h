// Computes which links of a scenario are pause-regulated, and whether back-pressure drives the rate of a flow to zero:
// the iterative algorithm of the pause-regulated-links paper [PRL], as docs/guide/analysis.md describes it. Its rates
// only fall, so they decide about zero, but are not the rates of a run. Prints nothing.
#ifndef ANALYZE_H
#define ANALYZE_H

#include <stdbool.h>
#include <stddef.h>

#include "tb/sim/scenario/dependencies.h"

// Rates are doubles in [0, 1]. The rounding error of a sum is about 1e-16 per flow, so smaller differences than this
// one count as equal.
#define ANALYSIS_EQUAL 1e-12

// How the algorithm ended
enum analysis_outcome {
  ANALYSIS_STOPS,    // the rates fit into the links
  ANALYSIS_TO_ZERO,  // the rate of a flow goes to zero
  ANALYSIS_OPEN,     // neither, after the largest number of iterations
  ANALYSIS_NOT_RUN,  // packets of a flow are sprayed, so there are no rates
};

enum analysis_verdict {
  ANALYSIS_NO_DEADLOCK,  // no cyclic buffer dependency, or GFC, and no host that pauses for ever
  ANALYSIS_POSSIBLE,     // a cyclic buffer dependency, or such a host
  ANALYSIS_PREDICTED,    // also the rate of a flow goes to zero, or a loop is overloaded
};

// One class on one direction of a link, if a flow uses it; the paper calls this a link. Capacities and rates are shares
// of the unit, which is the rate of the fastest link.
struct analysis_channel {
  int link, side, cls;  // the channel leads from link[link].end[side]
  int port;             // number of the direction, among those that flows use
  double capacity;      // rate of the link, or the limit at its sending end
  double effective;     // capacity * (1 - pause)
  double pause;         // P
};

// Channel `from` depends on channel `to` (dependencies.h): a flow passes one directly after the other, or, under DSH,
// does so in another class of the same port.
struct analysis_dependency {
  int from, to;
  bool active, passive;  // whether `to` paused `from` in the last stage 2, and by which pause
  double own;            // P of the active pause alone
  bool known[2];         // [active] `reason` has an entry for it
  double pause;          // P^to(from)
  int flow;              // active: the flow that gets more through `from` than through `to`
  int with;              // passive: the channel that is actively paused
};

// One flow on one channel. The hops of a flow follow each other.
struct analysis_hop {
  int flow, channel;
  int dependency;  // dependency on the next hop; -1: this is the last hop, or its queue never pauses
  double rate;
  double offered;  // rate after the last stage 1
};

// Why a channel is pause-regulated: one reason for each channel that causes it, and for active and passive pause.
struct analysis_reason {
  int channel, by;
  bool active;
  int flow;       // active: the flow that gets more through `channel` than through `by`
  int with;       // passive: the channel that is actively paused for `by`
  int iteration;  // first iteration with this reason
};

// Numbers 0 to n - 1, grouped by a key: item[first[k]] to item[first[k + 1] - 1] have key k, in ascending order.
struct analysis_groups {
  int *first, *item;
};

// The state after a stage
struct analysis_stage {
  int iteration, stage;       // iteration 0: the initial state
  double *rate;               // [hop]
  double *effective, *pause;  // [channel]
};

struct analysis_limits {
  int iterations;  // largest number of iterations
  int stages;      // number of iterations whose stages are stored
  int cycles;      // largest number of stored cycles
};

struct analysis {
  const struct scenario *s;
  double unit;  // bits per second
  int channels, ports, dependencies, hops, reasons, stages, cycles;
  int carried;  // the first of the dependencies, those by a flow; the others are pauses of whole ports
  struct analysis_channel *channel;
  struct analysis_dependency *dependency;
  struct analysis_hop *hop;
  int *first;                                                 // [flow] first hop
  int *port_first;                                            // [port] first channel
  struct analysis_groups of_channel, of_port, of_dependency;  // hops of each channel, port and dependency
  struct analysis_reason *reason;
  struct analysis_stage *stage;
  struct cycle *cycle;
  bool *quiet;      // [channel] its flows are too short to pause it
  int quiets;       // number of these
  int sprayed;      // the first flow whose packets are sprayed; -1: none, else there are no hops
  int overloaded;   // the first flow that offers its own loop more than a link carries [CASE]; -1: none
  int storm;        // the first pause by a host that lasts until the end, with flows to it; -1: none
  bool cyclic;      // the dependencies have a cycle
  bool all_cycles;  // `cycle` has all cycles
  int iterations;   // number of completed iterations
  enum analysis_outcome outcome;
};

extern const struct analysis_limits analysis_default;

// Analyses a scenario, which must outlive the analysis. Returns 0 or ENOMEM.
int analysis_new(struct analysis **a, const struct scenario *s, const struct analysis_limits *limits);
void analysis_free(struct analysis *a);

const char *analysis_outcome_text(enum analysis_outcome o);
enum analysis_verdict analysis_verdict(const struct analysis *a);
const char *analysis_verdict_text(enum analysis_verdict v);

// Whether the algorithm pauses all links of a cycle: the paper's necessary condition.
bool analysis_all_regulated(const struct analysis *a, const struct cycle *c);

// Returns the channel of a class on the direction of a link away from node `from`; -1: no flow uses it. The access link
// of a host has the name of the host.
int analysis_find(const struct analysis *a, const char *link, int from, int cls);

// A step of analysis_new(): creates channels, hops and dependencies, and finds up to `cycles` cycles. Returns 0 or
// ENOMEM.
int analysis_build(struct analysis *a, int cycles);

// A step of analysis_build(): sets quiet and quiets. The hops exist, their dependencies do not. Returns 0 or ENOMEM.
int analysis_find_quiet(struct analysis *a, const struct dependencies *d);

// What a reader of the verdict must know, one sentence a number from 0 on. Returns false if there are no more.
bool analysis_note(const struct analysis *a, int number, char *text, size_t size);

// Stage 1. The memory serves all iterations. shares_new() returns NULL if out of memory.
struct shares;
struct shares *shares_new(struct analysis *a);
void shares_free(struct shares *s);
// Lowers the rates of all hops until no link is overloaded. Returns whether a link was overloaded.
bool shares_cut(struct shares *s);

#endif
