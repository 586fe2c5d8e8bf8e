// sluice analyze: the command line. The only file of this folder that prints to the terminal.
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tb/cli/analyze/analyze_report.h"
#include "tb/cli/commands.h"
#include "tb/sim/files/tempfiles.h"
#include "tb/sim/results/command.h"

enum { EXIT_DONE, EXIT_ERROR, EXIT_INPUT };
enum { MOST = 100000, MOST_FLOWS = 65536 };

struct arguments {
  const char *file;
  struct analysis_limits limits;
  bool json, seeded;
  uint64_t seed;
};

static const struct argp_option options[] = {
    {"stages", 't', "N", 0, "show the stages of the first N iterations (default 4)", 0},
    {"iterations", 'i', "N", 0, "give up after N iterations (default 10000)", 0},
    {"cycles", 'c', "N", 0, "list at most N cyclic buffer dependencies (default 32)", 0},
    {"seed", 's', "N", 0, "seed of traffic and ECMP routes, instead of the scenario's", 0},
    {"json", 'j', NULL, 0, "JSON instead of tables", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
    case 't':
      a->limits.stages = (int)command_number("stages", arg, 0, MOST, state);
      return 0;
    case 'i':
      a->limits.iterations = (int)command_number("iterations", arg, 0, MOST, state);
      return 0;
    case 'c':
      a->limits.cycles = (int)command_number("cycles", arg, 0, MOST, state);
      return 0;
    case 's':
      a->seed = command_number("seed", arg, 0, INT64_MAX, state);
      a->seeded = true;
      return 0;
    case 'j':
      a->json = true;
      return 0;
    case ARGP_KEY_ARG:
      command_scenario(&a->file, arg, state);
      return 0;
    case ARGP_KEY_END:
      if (a->file == NULL) argp_failure(state, EXIT_INPUT, 0, "no scenario; usage: sluice analyze FILE");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

// Checks the limit of the analysis: the number of flows.
static bool analysable(const char *file, const struct scenario *s) {
  if (s->flows <= MOST_FLOWS) return true;
  fprintf(stderr, "%s: the analysis needs all %d flows at once; give at most %d\n", file, s->flows, MOST_FLOWS);
  return false;
}

static int analyze(const struct arguments *a, const char *command) {
  struct error err;
  struct scenario *s;
  struct analysis *analysis;
  const struct scenario_source from = {.path = a->file, .seed = a->seeded ? &a->seed : NULL};
  if (a->json && !command_is_utf8(a->file, command)) return EXIT_INPUT;
  int status = scenario_load_from(&from, &s, &err);
  if (status != 0) {
    fprintf(stderr, "%s\n", err.text);
    return status == EINVAL ? EXIT_INPUT : EXIT_ERROR;
  }
  if (!analysable(a->file, s)) {
    scenario_free(s);
    return EXIT_INPUT;
  }
  status = analysis_new(&analysis, s, &a->limits);
  if (status == 0) status = a->json ? analysis_json(analysis, command, stdout) : analysis_report(analysis, stdout);
  if (status != 0) fprintf(stderr, "%s: out of memory\n", a->file);
  analysis_free(analysis);
  scenario_free(s);
  return status == 0 ? EXIT_DONE : EXIT_ERROR;
}

int analyze_main(int argc, char **argv) {
  static const struct argp argp = {
      options, parse,
      "FILE",  "Predicts the pause-regulated links of a scenario, and whether it deadlocks (docs/guide/analysis.md).",
      NULL,    NULL,
      NULL};
  struct arguments a = {.limits = analysis_default};
  char *command = command_line(argc, argv);
  if (command == NULL) return EXIT_ERROR;
  argp_err_exit_status = EXIT_INPUT;
  tempfiles_watch();
  int code = command_parse(&argp, argc, argv, &a) == 0 ? analyze(&a, command) : EXIT_INPUT;
  free(command);
  return command_flush(argv[0]) == 0 ? code : EXIT_ERROR;
}
