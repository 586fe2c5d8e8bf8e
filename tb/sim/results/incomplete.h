// Flows that did not complete, and why: the detail of a verdict.
#ifndef INCOMPLETE_H
#define INCOMPLETE_H

#include <stdio.h>

#include "tb/sim/results/result.h"
#include "tb/sim/scenario/scenario.h"

// Why a finite flow is incomplete: its packets were lost (enum loss), or one of these.
enum incomplete {
  INCOMPLETE_AFTER = LOSSES,  // it waits for a flow that is incomplete
  INCOMPLETE_LATE,            // its source had stopped when it could start
  INCOMPLETE_STOPPED,         // its source stopped before it had sent everything
  INCOMPLETE_WAITS,           // its window is full, and no acknowledgement is under way
  INCOMPLETE_FAILED,          // its sender has given up
  INCOMPLETE_DEADLOCK,        // its packets wait in the deadlock
  INCOMPLETE_MOVING,          // its packets are under way when the run ends
  INCOMPLETE_REASONS,
  COMPLETE  // also: endless
};

struct incomplete_flows {
  uint64_t finite, flows;  // finite flows; those that are incomplete
  struct {
    uint64_t flows, amount, of;  // amount: packets lost; stopped: bytes sent, of so many
    int first;                   // the first of the flows
  } by[INCOMPLETE_REASONS];
};

// An enum incomplete, or an enum loss.
int incomplete_reason(const struct scenario *s, const struct network_result *r, int flow);
const char *incomplete_name(int reason);  // COMPLETE: NULL

struct incomplete_flows incomplete_count(const struct scenario *s, const struct network_result *r);

// The detail of the verdict in a line: lost packets of lossless classes, and incomplete flows. *text becomes NULL if
// there are none, or out of memory; the caller frees it. Returns 0, or -1: out of memory.
int incomplete_text(const struct scenario *s, const struct network_result *r, char **text);

#endif
