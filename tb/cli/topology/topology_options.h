// Parses the options of sluice topology. A wrong one ends the program with argp_err_exit_status, after a line with the
// allowed values.
#ifndef TOPOLOGY_OPTIONS_H
#define TOPOLOGY_OPTIONS_H

#include <argp.h>
#include <stdbool.h>

#include "tb/cli/plan/plan_options.h"
#include "tb/cli/topology/topology.h"

struct arguments {
  struct topology t;
  bool known, sized, timed;  // the kind, --sizes and --duration-us are given
  uint64_t seed;
  struct plan_mmu_options registers;
  const char *out, *mmu, *flows, *traffic;
};

// Its input is a struct arguments.
extern const struct argp topology_argp;

#endif
