// Loads and runs a scenario, and keeps everything that a user sees of it: warnings, or the reason of a refusal, and the
// bytes of all files.
#ifndef TESTS_OUTCOME_H
#define TESTS_OUTCOME_H

#include "tb/sim/ranks/transport.h"
#include "tb/sim/results/result.h"
#include "tb/sim/scenario/scenario.h"

enum outcome_file {
  FILE_RESULTS,
  FILE_FLOWS,
  FILE_LINKS,
  FILE_QUEUES,
  FILE_PAUSES,
  FILE_OCCUPANCY,
  FILE_SERIES,
  FILE_PACKETS,
  FILE_RATES,
  OUTCOME_FILES
};
extern const char *const outcome_file_name[OUTCOME_FILES];

// How a run is divided. Nothing of it may change a byte.
struct division {
  const char *name;
  int threads;
  uint64_t window;  // divisor of the longest window
  bool ranks;       // two ranks
};

// Returns 0, or EINVAL with the line of a refusal in err.
int outcome_load(const char *path, const struct yaml_setting *set, int sets, bool model, struct scenario **s,
                 struct error *err);

// A run, which must succeed. `check` sees the results of the run; NULL: none.
struct outcome {
  char *text[OUTCOME_FILES];
  size_t size[OUTCOME_FILES];
};
typedef void outcome_check(void *arg, const struct scenario *s, const struct network_result *r);
void outcome_run(struct outcome *x, const struct scenario *s, bool model, const struct division *d,
                 outcome_check *check, void *arg);
void outcome_free(struct outcome *x);

// The first file that differs in what a user did not give; -1: none. In results.json that is what follows the copy of
// the scenario and its registers.
int outcome_differs(const struct outcome *a, const struct outcome *b);

// ---- a transport between threads of one program, in place of processes ----

enum { RANKS = 2 };

// Calls the function once for each rank, each in its own thread.
void ranks_run(void (*run)(const struct transport *t, void *arg), void *arg);

#endif
