#define _GNU_SOURCE
#include "tb/studies/trial.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tb/sim/results/command.h"

enum { EXIT_INPUT = 2 };

static const struct argp_option options[] = {
    {"seeds", 's', "N", 0, "number of scenarios", 0},
    {"first", 'f', "N", 0, "the first seed (default 1)", 0},
    {"stop-us", 't', "N", 0, "microseconds until the sources stop (default 2000)", 0},
    {"keep", 'k', "DIR", 0, "keep the files of failures or disagreements in DIR", 0},
    {"all", 'a', NULL, 0, "keep all files", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct trial_arguments *a = state->input;
  switch (key) {
    case 's':
      a->seeds = command_number("seeds", arg, 1, TRIAL_MOST, state);
      return 0;
    case 'f':
      a->first = command_number("first", arg, 0, TRIAL_MOST, state);
      return 0;
    case 't':
      a->stop_us = command_number("stop-us", arg, 1, TRIAL_MOST, state);
      return 0;
    case 'k':
      a->keep = arg;
      return 0;
    case 'a':
      a->all = true;
      return 0;
    case ARGP_KEY_ARG:
      argp_failure(state, EXIT_INPUT, 0, "'%s' is not an option; %s takes no file", arg, state->name);
      return EINVAL;
    case ARGP_KEY_END:
      if (a->all && a->keep == NULL) argp_failure(state, EXIT_INPUT, 0, "--all needs a directory; add --keep DIR");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

const struct argp trial_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};

const char *trial_directory(const char *keep, char *template) {
  if (keep == NULL) return mkdtemp(template);
  return mkdir(keep, 0777) == 0 || errno == EEXIST ? keep : NULL;
}

int trial_write(const char *path, uint64_t seed, const struct generate_options *o) {
  FILE *to = fopen(path, "w");
  if (to == NULL) return errno;
  generate_scenario(seed, o, to);
  bool bad = ferror(to) != 0;
  bad |= fclose(to) != 0;
  return bad ? EIO : 0;
}

enum network_status trial_simulate(struct simulation **n, const struct scenario *s) {
  struct network_options options = {.event = true, .threads = 1, .seed = s->seed};
  enum network_status status = simulation_new(n, s, &options);
  return status == NETWORK_OK ? simulation_run(*n) : status;
}
