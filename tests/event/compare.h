// Runs a scenario on the event engine or the clocked model and keeps everything that the run writes, to compare the
// two.
#ifndef COMPARE_H
#define COMPARE_H

#include "tb/sim/results/report.h"
#include "tb/sim/simulation.h"

enum { COMPARE_PAUSES, COMPARE_OCCUPANCY, COMPARE_SERIES, COMPARE_PACKETS, COMPARE_RATES, COMPARE_FILES };

struct compared {
  struct scenario *scenario;
  struct simulation *simulation;
  const struct network_result *result;
  char *text[COMPARE_FILES];
};

struct scenario *compare_load(const char *text);
struct network_options compare_engine(bool event);

// Runs a scenario, which must succeed, and owns the scenario afterwards. seed 0: the scenario's seed.
void compare_run(struct compared *x, struct scenario *s, struct network_options o, uint64_t seed);
void compare_free(struct compared *x);

// Everything that a run writes, except the engine and the number of threads, as one text. The caller frees the text.
char *compare_all(const struct compared *x);

#endif
