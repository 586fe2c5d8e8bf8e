// What the tests of the network have in common: scenarios, and runs with all that they write.
#ifndef RUNS_H
#define RUNS_H

#include "tb/sim/clocked/cycle.h"
#include "tb/sim/clocked/mmu_node.h"
#include "tb/sim/simulation.h"

// Scenarios: a file, with registers from a second one; a text; case 1 to 3 of the study; a row of switches, which the
// flow passes or loops over.
struct scenario *runs_load_mmu(const char *path, const char *mmu);
struct scenario *runs_load(const char *path);
struct scenario *runs_load_text(const char *text);
struct scenario *runs_load_case_mmu(int number, const char *mmu);
struct scenario *runs_load_case(int number);
struct scenario *runs_load_row(const char *mmu, int switches, const char *flow);

// Everything that a run writes.
struct written {
  char *text[3];
  size_t size[3];
  struct network_result result;  // its arrays are gone
  char *cycle;
};

void runs_record(struct written *w, const struct scenario *s, struct network_options o);
void runs_forget(struct written *w);
bool runs_same(const struct written *a, const struct written *b);

// The two engines of a simulation: tests of what both must do loop over them.
enum { RUNS_EVENT, RUNS_MODEL, RUNS_ENGINES };
struct network_options runs_engine(int number);

// A simulation after its run; to be freed.
struct simulation *runs_simulate(const struct scenario *s, struct network_options o);

// The same of a case, which loses nothing, or of a text.
struct simulation *runs_of_case(int number, struct scenario **s, int engine);
struct simulation *runs_of_text(const char *text, struct scenario **s, int engine);

#endif
