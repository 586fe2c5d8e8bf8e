#define _GNU_SOURCE
#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/run/run.h"
#include "tb/sim/results/command.h"

enum { THREADS = 256 };

static const struct argp_option options[] = {
    {"mmu", 'm', "FILE", 0, "take the mmu section from FILE, not from the scenario", 0},
    {"engine", 'e', "ENGINE", 0,
     "event (default, packet by packet), model, rtl, both (RTL and model compared in every cycle) or switch (full "
     "switches in RTL with real frames)",
     0},
    {"threads", 't', "N", 0, "threads of engine event (default 1); the results do not depend on N", 0},
    {"out", 'o', "DIR", 0, "write results.json and CSV files to DIR", 0},
    {"waves", 'w', "FILE", 0, "write waves of the RTL as FST", 0},
    {"waves-us", 'u', "N", 0, "record only the first N microseconds of waves", 0},
    {"seed", 's', "N", 0, "seed of jitter, traffic and ECMP routes, instead of the scenario's", 0},
    {"set", 'S', "KEY=VALUE", 0, "set a key of the scenario, such as mmu.alpha=1/8 or flows.*.gbps=10; may be repeated",
     0},
    {"fail-on", 'F', "LIST", 0, "exit with status 5 on a deadlock or an incomplete flow: deadlock,incomplete", 0},
    {"quiet", 'q', NULL, 0, "print no tables, no verdict and no progress", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static void parse_engine(struct run_arguments *a, const char *name, struct argp_state *state) {
  static const char *const names[] = {"event", "model", "rtl", "both", "switch", NULL};
  static const enum engine_kind kinds[] = {ENGINE_MODEL, ENGINE_MODEL, ENGINE_RTL, ENGINE_BOTH, ENGINE_RTL};
  int which = command_choice("engine", name, names, state);
  a->event = which == 0;
  a->full_switch = which == 4;
  a->engine = kinds[which];
  a->engine_name = names[which];
}

// The key is a copy, because messages show the whole argument.
static void parse_setting(struct run_arguments *a, const char *arg, struct argp_state *state) {
  const char *equals = strchr(arg, '=');
  char *where = NULL;
  if (equals == arg)
    argp_failure(state, EXIT_INPUT, 0, "'%s' has no key; give KEY=VALUE such as mmu.alpha=1/8", arg);
  else if (equals == NULL)
    argp_failure(state, EXIT_INPUT, 0, "'%s' has no value; give KEY=VALUE such as mmu.alpha=1/8", arg);
  else if (a->sets == SCENARIO_SETTINGS)
    argp_failure(state, EXIT_INPUT, 0, "more than %d keys are set; put some into the file", SCENARIO_SETTINGS);
  else if (asprintf(&where, "--set %s", arg) < 0)
    argp_failure(state, EXIT_ERROR, 0, "out of memory");
  else
    a->set[a->sets++] = (struct yaml_setting){strndup(arg, (size_t)(equals - arg)), equals + 1, where, true};
}

static void parse_fail_on(struct run_arguments *a, const char *list, struct argp_state *state) {
  static const char *const names[] = {"deadlock", "incomplete", NULL};
  for (const char *at = list;; at++) {
    char word[32];
    const size_t length = strcspn(at, ",");
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    a->fail_on |= 1u << command_choice("condition of --fail-on", word, names, state);
    at += length;
    if (*at == '\0') return;
  }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct run_arguments *a = state->input;
  switch (key) {
    case 'e':
      parse_engine(a, arg, state);
      return 0;
    case 'm':
      a->mmu = arg;
      return 0;
    case 'o':
      a->out = arg;
      return 0;
    case 'w':
      a->waves = arg;
      return 0;
    case 'u':
      a->waves_us = command_number("waves-us", arg, 1, UINT64_MAX, state);
      return 0;
    case 't':
      a->threads = (int)command_number("threads", arg, 1, THREADS, state);
      return 0;
    case 's':
      a->seed = command_number("seed", arg, 0, INT64_MAX, state);
      a->seeded = true;
      return 0;
    case 'S':
      parse_setting(a, arg, state);
      return 0;
    case 'F':
      parse_fail_on(a, arg, state);
      return 0;
    case 'q':
      a->quiet = true;
      return 0;
    case ARGP_KEY_ARG:
      command_scenario(&a->file, arg, state);
      return 0;
    case ARGP_KEY_END:
      if (a->file == NULL) argp_failure(state, EXIT_INPUT, 0, "no scenario; usage: sluice run FILE [--engine ENGINE]");
      if (a->waves == NULL && a->waves_us != 0)
        argp_failure(state, EXIT_INPUT, 0, "--waves-us limits the waves; add --waves FILE");
      if (a->waves != NULL && a->full_switch)
        argp_failure(state, EXIT_INPUT, 0, "--waves needs the RTL of an MMU; add --engine rtl or --engine both");
      if (a->threads > 1 && !a->event)
        argp_failure(state, EXIT_INPUT, 0, "--threads needs --engine event; leave one of them out");
      if (a->waves != NULL && a->engine == ENGINE_MODEL)
        argp_failure(state, EXIT_INPUT, 0, "--waves needs RTL; add --engine rtl or --engine both");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

enum run_exit run_arguments(struct run_arguments *a, int argc, char **argv) {
  static const struct argp argp = {
      options, parse, "FILE", "Runs the network of a scenario file (docs/guide/scenarios.md).", NULL, NULL, NULL};
  *a = (struct run_arguments){
      .event = true, .engine = ENGINE_MODEL, .engine_name = "event", .threads = 1, .command = command_line(argc, argv)};
  argp_err_exit_status = EXIT_INPUT;
  error_t bad = a->command != NULL ? command_parse(&argp, argc, argv, a) : ENOMEM;
  return bad == 0 ? EXIT_RAN : bad == ENOMEM ? EXIT_ERROR : EXIT_INPUT;
}

void run_arguments_free(struct run_arguments *a) {
  for (int i = 0; i < a->sets; i++) {
    free((char *)a->set[i].key);
    free((char *)a->set[i].where);
  }
  free(a->command);
}
