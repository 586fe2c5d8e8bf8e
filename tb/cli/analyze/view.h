// Tables for the output of an analysis: names of channels, their order in the file, and their reasons.
#ifndef ANALYZE_VIEW_H
#define ANALYZE_VIEW_H

#include "tb/cli/analyze/analyze.h"
#include "tb/sim/scenario/arena.h"

struct analysis_view {
  const struct analysis *a;
  char **name;       // [channel] link "l1"; "l1/3" if flows have several classes; "l1:A" for the direction from A, if
                     // flows use both directions
  int *order;        // channels in the order of the scenario file
  int *reason;       // [channel] first reason; -1: none
  int *next_reason;  // [reason] next reason of the same channel; -1: none
  struct arena text;
};

// Returns 0 or ENOMEM. Call analysis_view_free() in any case.
int analysis_view_new(struct analysis_view *v, const struct analysis *a);
void analysis_view_free(struct analysis_view *v);

#endif
