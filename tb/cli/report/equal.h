// Finds runs with equal results.
#ifndef REPORT_EQUAL_H
#define REPORT_EQUAL_H

#include <jansson.h>

// Returns a text that is equal for runs whose results.json differ only in the scenario, or in values that one file
// leaves out and that are 0 or null in the other. NULL: out of memory.
json_t *equal_results(const json_t *results);

#endif
