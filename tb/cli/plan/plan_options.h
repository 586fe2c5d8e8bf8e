// Parse options that describe a switch. A wrong value ends the program with argp_err_exit_status, after a line with the
// allowed values.
#ifndef PLAN_OPTIONS_H
#define PLAN_OPTIONS_H

#include <argp.h>
#include <stdint.h>

#include "tb/cli/plan/plan.h"

// Parses a decimal number from `least` to `most`. Returns it times `unit`, rounded up: a longer wire is the safe side.
uint64_t plan_take_decimal(const char *what, const char *text, double unit, double least, double most,
                           struct argp_state *state);

uint64_t plan_take_rate(const char *text, struct argp_state *state);  // Gb/s; returns Mb/s
uint64_t plan_take_bytes(const char *what, const char *text, uint64_t least, struct argp_state *state);

// Parses classes such as "3,4". Returns a bit for each.
unsigned plan_take_classes(const char *text, struct argp_state *state);

// Parses values that are separated by commas. Returns their number.
int plan_take_list(const char *what, const char *text, uint64_t (*take)(const char *text, struct argp_state *state),
                   uint64_t *values, int most, struct argp_state *state);

// Parses ports of a switch such as "0,1". Returns a bit for each.
uint32_t plan_take_ports(const char *what, const char *text, struct argp_state *state);

int plan_take_alpha(const char *text, struct argp_state *state);  // returns the exponent

// The options of an MMU that all commands with a plan have. As a child of their parser; the input is a struct
// plan_mmu_options.
struct plan_mmu_options {
  struct plan_input *in;
  bool given;           // an option for the registers is given: any except --cell
  bool classes, alpha;  // these options are given
  bool every_scheme;    // --scheme takes those too that have no plan
};
extern const struct argp plan_mmu_argp;

// The options of credits. As a child of a parser; the input is a struct plan_input, whose in_switch is set.
extern const struct argp plan_credit_argp;

#endif
