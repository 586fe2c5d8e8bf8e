// The command line of sluice run.
#ifndef RUN_ARGUMENTS_H
#define RUN_ARGUMENTS_H

#include <stdint.h>

#include "tb/cli/processes.h"
#include "tb/cosim/engine.h"
#include "tb/sim/clocked/rtl_fit.h"
#include "tb/sim/files/yaml_text.h"

enum run_exit { EXIT_RAN, EXIT_ERROR, EXIT_INPUT, EXIT_MISMATCH, EXIT_LOSS };

struct run_arguments {
  const char *file, *mmu, *out, *waves, *engine_name;
  char *command;            // as it was given
  bool event;               // --engine event
  enum engine_kind engine;  // else
  bool full_switch;         // --engine switch: full switches
  int threads;
  struct rtl_fit fit;
  bool quiet, seeded;
  uint64_t seed, waves_us;
  struct processes *with;
  struct yaml_setting set[SCENARIO_SETTINGS];
  int sets;
};

// Fills a; a line and EXIT_INPUT end the program where something is wrong. Returns EXIT_RAN or EXIT_ERROR: no memory.
enum run_exit run_arguments(struct run_arguments *a, int argc, char **argv);
void run_arguments_free(struct run_arguments *a);

#endif
