// Functions that the studies of random scenarios share: command line, files, simulation
#ifndef TRIAL_H
#define TRIAL_H

#include <argp.h>

#include "tb/cli/analyze/generate.h"
#include "tb/sim/simulation.h"

// Arguments of every study; a program sets the defaults.
struct trial_arguments {
  uint64_t seeds, first, stop_us;
  const char *keep;
  bool all;
};

// Parses the arguments. To be a child of the program's parser, with a struct trial_arguments as its input. On an error
// it ends the program with status 2.
extern const struct argp trial_argp;

enum { TRIAL_MOST = 1000000 };  // largest number on the command line

// The directory for the files: `keep`, which is created if missing, or, if that is NULL, a new one named after the
// template. Returns NULL on an error, with errno.
const char *trial_directory(const char *keep, char *template);

int trial_write(const char *path, uint64_t seed, const struct generate_options *o);  // returns 0 or an errno

// Runs the scenario on the event engine. Call simulation_free() in any case.
enum network_status trial_simulate(struct simulation **n, const struct scenario *s);

#endif
