// The parts of sluice run: the other processes under mpirun, the command line, a run of a network, a search.
#ifndef RUN_H
#define RUN_H

#include <stdint.h>

#include "tb/cli/out.h"
#include "tb/cosim/engine.h"
#include "tb/sim/clocked/rtl_fit.h"
#include "tb/sim/files/yaml_text.h"
#include "tb/sim/ranks/transport.h"
#include "tb/sim/scenario/scenario.h"
#include "tb/sim/simulation.h"

struct processes {
  const struct transport *transport;  // NULL: this process is alone
  int saved_stderr;                   // copy of standard error while it is discarded; -1: it is not
};

// If mpirun has started several processes: loads the module for MPI, from the folder of the program or ../lib/sluice,
// and discards the output of all ranks except rank 0. Otherwise does nothing. Returns 0, or -1 after a line on standard
// error.
int processes_begin(struct processes *p);

// Restores standard error, because this process reports an error.
void processes_show_errors(struct processes *p);

// Ends MPI. Returns the exit status of this process, whose work ended with `code`. If rank 0 fails, the other ranks
// return 0: mpirun stops at the first other status, and a line of rank 0 could be lost.
int processes_end(struct processes *p, int code);

enum run_exit { EXIT_RAN, EXIT_ERROR, EXIT_INPUT, EXIT_MISMATCH, EXIT_LOSS, EXIT_VERDICT };

// What --fail-on makes a failure, EXIT_VERDICT
enum fail_on { FAIL_ON_DEADLOCK = 1, FAIL_ON_INCOMPLETE = 2 };

struct run_arguments {
  const char *file, *mmu, *out, *waves, *engine_name;
  char *command;            // the command line, quoted for a shell
  bool event;               // --engine event; `engine` is not used
  enum engine_kind engine;  // engine of the MMUs
  bool full_switch;         // --engine switch: full switches
  int threads;
  struct rtl_fit fit;
  bool quiet, seeded;
  unsigned fail_on;  // bits of enum fail_on
  uint64_t seed, waves_us;
  struct processes *with;
  struct yaml_setting set[SCENARIO_SETTINGS];
  int sets;
};

// Parses the command line. A wrong argument ends the program with EXIT_INPUT, after a line on standard error. Returns
// EXIT_RAN, or EXIT_ERROR: out of memory.
enum run_exit run_arguments(struct run_arguments *a, int argc, char **argv);
void run_arguments_free(struct run_arguments *a);

// ---- one run of a network, or a search over runs ----

// Run the network, or the search; print tables and messages, and write the output files if out->dir is not NULL. Return
// the exit status.
int run_network(const struct run_arguments *a, const struct scenario *s, const struct network_options *o,
                struct out_files *out);
int run_search(const struct run_arguments *a, const struct scenario *s, const struct network_options *o,
               struct out_files *out);

#endif
