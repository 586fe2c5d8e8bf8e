// Runs of a scenario on either engine, with what they write, for comparisons of the two.
#ifndef COMPARE_H
#define COMPARE_H

#include "tb/sim/results/report.h"
#include "tb/sim/simulation.h"

enum { COMPARE_PAUSES, COMPARE_OCCUPANCY, COMPARE_SERIES, COMPARE_FILES };

struct compared {
  struct scenario *scenario;
  struct simulation *simulation;
  const struct network_result *result;
  char *text[COMPARE_FILES];
};

struct scenario *compare_load(const char *text);
struct network_options compare_engine(bool event);

// A run that must succeed; the scenario is freed with it. seed 0: the scenario's.
void compare_run(struct compared *x, struct scenario *s, struct network_options o, uint64_t seed);
void compare_free(struct compared *x);

// Everything that a run says, as one text to be freed; the engine and the threads apart.
char *compare_all(const struct compared *x);

#endif
