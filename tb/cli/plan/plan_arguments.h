// The command line of `sluice plan`.
#ifndef PLAN_ARGUMENTS_H
#define PLAN_ARGUMENTS_H

#include <argp.h>
#include <stdbool.h>

#include "tb/cli/plan/plan.h"
#include "tb/cli/plan/plan_options.h"
#include "tb/cli/plan/plan_outputs.h"

enum { PLAN_MOST_LIST = 16 };  // rates, or lengths

struct plan_arguments {
  struct plan_input in;  // of the first rate and length, or of the groups
  struct plan_mmu_options mmu_options;
  struct plan_rows rows;
  uint64_t mbps[PLAN_MOST_LIST], wire_ns[PLAN_MOST_LIST];  // lists of --gbps, and of --length-m or --delay-us
  int rates, wires;
  bool all, ratio, sonic;  // ratio, sonic: the option is given
  const char *out, *mmu;   // files for the scenario, and for its section mmu
  enum plan_print { PLAN_TABLES, PLAN_JSON, PLAN_PROFILES, PLAN_BUFFERS, PLAN_REGISTERS } print;
  enum plan_map map;
};

// Sets the defaults.
void plan_arguments_init(struct plan_arguments *a);

// For command_parse(); the input is a struct plan_arguments.
extern const struct argp plan_argp;

#endif
