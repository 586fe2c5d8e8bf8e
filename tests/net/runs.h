// Loads scenarios and runs them, for the tests of the network. A record holds everything that a run writes.
#ifndef RUNS_H
#define RUNS_H

#include "tb/sim/clocked/cycle.h"
#include "tb/sim/clocked/mmu_node.h"
#include "tb/sim/simulation.h"

// Load a scenario from a file, from a file with the mmu section of a second file, or from a text; case 1 to 3 of the
// study; or a row of switches, which the flow passes or loops over.
struct scenario *runs_load_mmu(const char *path, const char *mmu);
struct scenario *runs_load(const char *path);
struct scenario *runs_load_text(const char *text);
void runs_refuse_text(const char *text, const char *wrong);  // the error contains `wrong`
struct scenario *runs_load_case_mmu(int number, const char *mmu);
struct scenario *runs_load_case(int number);
struct scenario *runs_load_row(const char *mmu, int switches, const char *flow);

// Everything that a run writes: results.json, pauses and occupancy.
struct written {
  char *text[3];
  size_t size[3];
  struct network_result result;  // its pointers are no longer valid
  char *cycle;
};

void runs_record(struct written *w, const struct scenario *s, struct network_options o);
void runs_forget(struct written *w);
bool runs_same(const struct written *a, const struct written *b);

// The two engines of a simulation. Tests of rules that both must follow loop over them.
enum { RUNS_EVENT, RUNS_MODEL, RUNS_ENGINES };
struct network_options runs_engine(int number);

// Runs a simulation. The caller frees the result with simulation_free().
struct simulation *runs_simulate(const struct scenario *s, struct network_options o);

// Run a case, which must lose nothing, or a scenario given as text.
struct simulation *runs_of_case(int number, struct scenario **s, int engine);
struct simulation *runs_of_text(const char *text, struct scenario **s, int engine);

#endif
