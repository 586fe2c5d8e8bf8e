// The analysis as text.
#ifndef ANALYZE_REPORT_H
#define ANALYZE_REPORT_H

#include <stdio.h>

#include "tb/cli/analyze/analyze.h"

// The paper's tables of the stages that were kept, the pause-regulated links, the cycles and the verdict. Both return 0
// or ENOMEM.
int analysis_report(const struct analysis *a, FILE *to);
int analysis_json(const struct analysis *a, const char *command, FILE *to);

#endif
