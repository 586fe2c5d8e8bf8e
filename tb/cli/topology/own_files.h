// Files of the user for a generated network: flows, traffic, section mmu.
#ifndef OWN_FILES_H
#define OWN_FILES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tb/sim/files/error.h"

struct own_traffic {
  char *flows_csv;   // path from the scenario; NULL: none
  char *entries;     // text of the entries of `traffic`; NULL: none
  uint64_t largest;  // bytes of the largest flow, or of all flows of the largest incast
  double last_us;    // latest start of a flow in the CSV file
};

// The network of the flows
struct own_place {
  const char *scenario;  // its path; NULL: the current directory has it
  uint64_t until_us;     // for entries that start flows all the time, and do not say until when
  int classes;           // a flow with another class is refused; 0: not known
  int hosts;             // senders of an incast that does not say how many
};

// Read a CSV file of flows, or a file whose only key is `traffic`. Return 0, or EINVAL, ENOMEM or another errno with a
// line in err. own_traffic_free() frees the memory, also after an error.
int own_flows(struct own_traffic *own, const char *file, const struct own_place *at, struct error *err);
int own_entries(struct own_traffic *own, const char *file, const struct own_place *at, struct error *err);
void own_traffic_free(struct own_traffic *own);

// Writes a word of YAML, in quotes if it has a character with a meaning.
void own_put_word(const char *text, FILE *to);

// ---- the section mmu of a file, as it is written there ----

// Reads the lines of the section from a file that has only this key, or from a scenario. The caller frees *text.
// Returns 0, or EINVAL or ENOMEM with one line in err.
int mmu_section_read(const char *path, char **text, struct error *err);

#endif
