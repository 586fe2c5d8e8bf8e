// The analysis as text.
#ifndef ANALYZE_REPORT_H
#define ANALYZE_REPORT_H

#include <stdio.h>

#include "analyze.h"

// The paper's tables of the stages that were kept, the pause-regulated links, the cycles and the verdict.
void analysis_report(const struct analysis *a, FILE *to);
void analysis_json(const struct analysis *a, const char *command, FILE *to);

// "l1", with the class where the flows have several: "l1/3". "l1:A" where flows use both directions: what leaves A.
void analysis_channel_name(const struct analysis *a, int channel, char *name, size_t size);

#endif
