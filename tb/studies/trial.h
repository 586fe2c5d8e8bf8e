// What the studies of random scenarios share: their numbers on the command line, their files, and the simulation.
#ifndef TRIAL_H
#define TRIAL_H

#include <argp.h>

#include "tb/cli/analyze/generate.h"
#include "tb/sim/simulation.h"

// What every study takes on its command line; a program sets the defaults.
struct trial_arguments {
  uint64_t seeds, first, stop_us;
  const char *keep;
  bool all;
};

// Reads them; to be a child of the program's own parser, with a struct trial_arguments as its input. Ends the program
// with status 2 where something is wrong.
extern const struct argp trial_argp;

enum { TRIAL_MOST = 1000000 };  // of a number of the command line

// The directory for the files: `keep`, made if need be, or, where that is NULL, a new one named after the template.
// NULL: errno.
const char *trial_directory(const char *keep, char *template);

int trial_write(const char *path, uint64_t seed, const struct generate_options *o);  // 0 or an errno

// Runs the scenario on the event engine. The simulation is to be freed in any case.
enum network_status trial_simulate(struct simulation **n, const struct scenario *s);

#endif
