// Writes an analysis as text and as JSON.
#ifndef ANALYZE_REPORT_H
#define ANALYZE_REPORT_H

#include <stdio.h>

#include "tb/cli/analyze/analyze.h"
#include "tb/sim/scenario/arena.h"

// Write the paper's tables of the stored stages, the pause-regulated links, the cycles and the verdict. Return 0 or
// ENOMEM.
int analysis_report(const struct analysis *a, FILE *to);
int analysis_json(const struct analysis *a, const char *command, FILE *to);

// ---- tables for the output of an analysis: names of channels, their order in the file, and their reasons ----

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
