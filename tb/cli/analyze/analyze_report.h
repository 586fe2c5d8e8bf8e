// Writes an analysis as text and as JSON.
#ifndef ANALYZE_REPORT_H
#define ANALYZE_REPORT_H

#include <stdio.h>

#include "tb/cli/analyze/analyze.h"

// Write the paper's tables of the stored stages, the pause-regulated links, the cycles and the verdict. Return 0 or
// ENOMEM.
int analysis_report(const struct analysis *a, FILE *to);
int analysis_json(const struct analysis *a, const char *command, FILE *to);

#endif
