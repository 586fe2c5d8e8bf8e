// What the texts of an analysis look up again and again: names, the order of the file, and reasons by channel.
#ifndef ANALYZE_VIEW_H
#define ANALYZE_VIEW_H

#include "tb/cli/analyze/analyze.h"
#include "tb/sim/scenario/arena.h"

struct analysis_view {
  const struct analysis *a;
  char **name;       // [channel] "l1", with the class where the flows have several: "l1/3". "l1:A" where flows use both
                     // directions: what leaves A
  int *order;        // channels in the order of the file
  int *reason;       // [channel] its first reason, -1: none
  int *next_reason;  // [reason] of the same channel, -1: the last one
  struct arena text;
};

// 0 or ENOMEM. analysis_view_free() in both cases.
int analysis_view_new(struct analysis_view *v, const struct analysis *a);
void analysis_view_free(struct analysis_view *v);

#endif
