// Runs random scenarios through the analysis and through the event engine, and compares verdicts and paused links.
// Fails if a network deadlocks for which the analysis says that it cannot.
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/analyze/analyze.h"
#include "tb/cli/terminal/progress.h"
#include "tb/sim/results/command.h"
#include "tb/sim/results/report.h"
#include "tb/studies/trial.h"

enum { EXIT_DONE, EXIT_ERROR, EXIT_INPUT };
enum { PATH = 4096, EXAMPLES = 10, CYCLES = 10000, ANALYSES = 3, SIMULATIONS = 3 };

struct arguments {
  struct trial_arguments common;
  const char *mmu;
  int classes;
};

static const struct argp_option options[] = {
    {"mmu", 'm', "KEYS", 0, "keys of section mmu (default: STATIC that pauses at 40 KB)", 0},
    {"classes", 'c', "N", 0, "give each flow a random class below N (default: class 0)", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

// ---- one scenario ----

struct outcome {
  uint64_t seed;
  enum analysis_verdict analysis;
  enum analysis_outcome algorithm;
  int iterations;
  bool cyclic, regulated;  // regulated: with a cyclic dependency whose channels are all pause-regulated
  enum verdict_kind simulation;
  uint64_t paused[2][2];  // [analysis][simulation] channels without and with a pause
  double apart;           // sum of the differences of P and the simulated share of time
};

static bool cycle_regulated(const struct analysis *a) {
  for (int i = 0; i < a->cycles; i++)
    if (analysis_all_regulated(a, &a->cycle[i])) return true;
  return false;
}

static void compare_pauses(const struct analysis *a, const struct network_result *r, struct outcome *o) {
  for (int i = 0; i < a->channels; i++) {
    const struct analysis_channel *c = &a->channel[i];
    double share = report_paused(r, c->link, c->side);
    o->paused[c->pause > 0][share > 0]++;
    o->apart += fabs(c->pause - share);
  }
}

static void analyse(const struct analysis *a, struct outcome *o) {
  o->analysis = analysis_verdict(a);
  o->algorithm = a->outcome;
  o->iterations = a->iterations;
  o->cyclic = a->cyclic;
  o->regulated = cycle_regulated(a);
}

static enum network_status simulate(const struct scenario *s, const struct analysis *a, struct outcome *o) {
  struct simulation *n;
  enum network_status status = trial_simulate(&n, s);
  if (status == NETWORK_OK) {
    o->simulation = simulation_result(n)->verdict.kind;
    compare_pauses(a, simulation_result(n), o);
  }
  simulation_free(n);
  return status;
}

static int compare(const char *path, struct outcome *o) {
  struct error err;
  struct scenario *s;
  if (scenario_load(path, &s, &err) != 0) {
    fprintf(stderr, "%s\n", err.text);
    return EXIT_ERROR;
  }
  struct analysis_limits limits = analysis_default;
  struct analysis *a;
  limits.stages = 0;
  limits.cycles = CYCLES;
  int status = analysis_new(&a, s, &limits);
  if (status != 0) {
    fprintf(stderr, "%s: %s\n", path, strerror(status));
    scenario_free(s);
    return EXIT_ERROR;
  }
  analyse(a, o);
  enum network_status run = simulate(s, a, o);
  if (run != NETWORK_OK) fprintf(stderr, "%s: %s\n", path, network_status_text(run));
  analysis_free(a);
  scenario_free(s);
  return run == NETWORK_OK ? EXIT_DONE : EXIT_ERROR;
}

// Whether the network deadlocks although the analysis says that it cannot
static bool missed(const struct outcome *o) {
  return o->analysis == ANALYSIS_NO_DEADLOCK && o->simulation == VERDICT_DEADLOCKED;
}

static bool disagree(const struct outcome *o) {
  return (o->analysis == ANALYSIS_PREDICTED) != (o->simulation == VERDICT_DEADLOCKED);
}

static struct generate_options generated(const struct arguments *a) {
  return (struct generate_options){
      .topologies = GENERATE_LEAF_SPINE + 1,
      .switches = GENERATE_SWITCHES,
      .hops = GENERATE_HOPS,
      .classes = a->classes,
      .stop_us = a->common.stop_us,
      .duration_us = a->common.stop_us + 20000,
      .mmu = a->mmu,
  };
}

static int topology_of(uint64_t seed) {
  static const struct generate_options options = {.topologies = GENERATE_LEAF_SPINE + 1};
  return generate_topology(&options, seed);
}

static int one(const struct arguments *a, const char *dir, struct outcome *o) {
  struct generate_options options = generated(a);
  char path[PATH];
  snprintf(path, sizeof(path), "%s/seed%" PRIu64 ".yaml", dir, o->seed);
  int status = trial_write(path, o->seed, &options);
  if (status != 0) {
    fprintf(stderr, "%s: %s; give --keep a directory that can be written\n", path, strerror(status));
    return EXIT_ERROR;
  }
  int code = compare(path, o);
  if (code == EXIT_DONE && !a->common.all && (a->common.keep == NULL || !disagree(o))) unlink(path);
  return code;
}

// ---- totals ----

static const enum analysis_verdict analyses[] = {ANALYSIS_PREDICTED, ANALYSIS_POSSIBLE, ANALYSIS_NO_DEADLOCK};
static const enum verdict_kind simulations[] = {VERDICT_DEADLOCKED, VERDICT_DRAINED, VERDICT_MOVING};

static uint64_t count(const struct outcome *o, uint64_t n, int topology, int analysis, int simulation) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < n; i++) {
    if (topology >= 0 && topology_of(o[i].seed) != topology) continue;
    sum += o[i].analysis == analyses[analysis] && o[i].simulation == simulations[simulation];
  }
  return sum;
}

static void matrix(const struct outcome *o, uint64_t n, int topology) {
  printf("%-12s%-20s%12s%12s%14s\n", topology < 0 ? "all" : generate_topology_name(topology), "analysis", "deadlocked",
         "drained", "still moving");
  for (int i = 0; i < ANALYSES; i++) {
    uint64_t c[SIMULATIONS];
    for (int k = 0; k < SIMULATIONS; k++) c[k] = count(o, n, topology, i, k);
    printf("%-12s%-20s%12" PRIu64 "%12" PRIu64 "%14" PRIu64 "\n", "", analysis_verdict_text(analyses[i]), c[0], c[1],
           c[2]);
  }
  printf("\n");
}

// The paper's necessary condition: a cycle whose links are all pause-regulated. Its hypothesis: without a deadlock one
// iteration is enough.
static void conditions(const struct outcome *o, uint64_t n) {
  uint64_t cyclic[2] = {0}, regulated[2] = {0}, to_zero[2] = {0}, all[2] = {0}, once[2] = {0};
  for (uint64_t i = 0; i < n; i++) {
    bool dead = o[i].simulation == VERDICT_DEADLOCKED;
    all[dead]++;
    cyclic[dead] += o[i].cyclic;
    regulated[dead] += o[i].regulated;
    to_zero[dead] += o[i].algorithm == ANALYSIS_TO_ZERO;
    once[dead] += o[i].algorithm == ANALYSIS_STOPS && o[i].iterations <= 1;
  }
  printf("%-44s%12s%12s\n", "simulated", "deadlocked", "not");
  printf("%-44s%12" PRIu64 "%12" PRIu64 "\n", "all", all[1], all[0]);
  printf("%-44s%12" PRIu64 "%12" PRIu64 "\n", "  with a cyclic buffer dependency", cyclic[1], cyclic[0]);
  printf("%-44s%12" PRIu64 "%12" PRIu64 "\n", "  all links of one pause-regulated", regulated[1], regulated[0]);
  printf("%-44s%12" PRIu64 "%12" PRIu64 "\n", "  a flow is driven to zero", to_zero[1], to_zero[0]);
  printf("%-44s%12" PRIu64 "%12" PRIu64 "\n\n", "  algorithm stops in at most one iteration", once[1], once[0]);
}

// Directions of links in networks that did not deadlock
static void pauses(const struct outcome *o, uint64_t n) {
  uint64_t count[2][2] = {{0}}, all = 0;
  double apart = 0;
  for (uint64_t i = 0; i < n; i++) {
    if (o[i].simulation == VERDICT_DEADLOCKED) continue;
    for (int k = 0; k < 4; k++) count[k / 2][k % 2] += o[i].paused[k / 2][k % 2];
    apart += o[i].apart;
  }
  for (int k = 0; k < 4; k++) all += count[k / 2][k % 2];
  printf("%-44s%12s%12s\n", "links of networks without a deadlock", "paused", "never");
  for (int p = 1; p >= 0; p--)
    printf("  P %-40s%12" PRIu64 "%12" PRIu64 "\n", p != 0 ? "above 0" : "0", count[p][1], count[p][0]);
  printf("mean difference of P and the share of time paused: %.3f\n\n", all != 0 ? apart / (double)all : 0);
}

static void examples(const struct trial_arguments *a, const struct outcome *o, bool dead) {
  static const char *const simulated[] = {
      [VERDICT_DRAINED] = "drained", [VERDICT_DEADLOCKED] = "deadlocked", [VERDICT_MOVING] = "still moving"};
  uint64_t found = 0;
  for (uint64_t i = 0; i < a->seeds; i++) {
    if (!disagree(&o[i]) || (o[i].simulation == VERDICT_DEADLOCKED) != dead) continue;
    if (found++ == 0) printf("Disagreements, simulation %s:\n", dead ? "deadlocked" : "not deadlocked");
    if (found > EXAMPLES) continue;
    printf("  seed %-6" PRIu64 " %-11s %s; %s after %d; simulation: %s", o[i].seed,
           generate_topology_name(topology_of(o[i].seed)), analysis_verdict_text(o[i].analysis),
           analysis_outcome_text(o[i].algorithm), o[i].iterations, simulated[o[i].simulation]);
    if (a->keep != NULL) printf("; %s/seed%" PRIu64 ".yaml", a->keep, o[i].seed);
    printf("\n");
  }
  if (found > EXAMPLES) printf("  and %" PRIu64 " more\n", found - EXAMPLES);
}

static int report(const struct arguments *arguments, const struct outcome *o) {
  const struct trial_arguments *a = &arguments->common;
  uint64_t misses = 0;
  printf("Seeds %" PRIu64 " to %" PRIu64 ", sources stop after %" PRIu64 " us\n\n", a->first, a->first + a->seeds - 1,
         a->stop_us);
  for (int i = 0; i <= GENERATE_LEAF_SPINE; i++) matrix(o, a->seeds, i);
  matrix(o, a->seeds, -1);
  conditions(o, a->seeds);
  if (arguments->classes <= 1) pauses(o, a->seeds);  // the simulation counts the pauses of all classes together
  examples(a, o, true);
  examples(a, o, false);
  for (uint64_t i = 0; i < a->seeds; i++) {
    if (missed(&o[i]) && misses++ < EXAMPLES)
      printf("Failed: seed %" PRIu64 " deadlocked without a cyclic buffer dependency\n", o[i].seed);
  }
  if (a->keep == NULL) printf("The file of a seed: --first SEED --seeds 1 --keep DIR --all\n");
  return misses == 0 ? EXIT_DONE : EXIT_ERROR;
}

static int run(const struct arguments *arguments) {
  const struct trial_arguments *a = &arguments->common;
  char dir[] = "/tmp/agreement.XXXXXX";
  const char *at = trial_directory(a->keep, dir);
  if (at == NULL) {
    fprintf(stderr, "%s: %s; give --keep a directory that can be made\n", a->keep != NULL ? a->keep : dir,
            strerror(errno));
    return EXIT_INPUT;
  }
  struct outcome *o = calloc(a->seeds, sizeof(*o));
  int code = o != NULL ? EXIT_DONE : EXIT_ERROR;
  struct progress progress;
  progress_begin(&progress, "networks", 60);
  for (uint64_t i = 0; code == EXIT_DONE && i < a->seeds; i++) {
    o[i].seed = a->first + i;
    code = one(arguments, at, &o[i]);
    if (progress_wanted(false)) progress_show(&progress, (double)(i + 1) / (double)a->seeds, (double)(i + 1));
  }
  progress_hide(&progress);
  if (code == EXIT_DONE) code = report(arguments, o);
  free(o);
  if (a->keep == NULL) rmdir(at);
  return fflush(stdout) != 0 ? EXIT_ERROR : code;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
    case ARGP_KEY_INIT:
      state->child_inputs[0] = &a->common;
      return 0;
    case 'm':
      a->mmu = arg;
      return 0;
    case 'c':
      a->classes = (int)command_number("classes", arg, 1, SLUICE_MAX_CLASSES, state);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

int main(int argc, char **argv) {
  static const struct argp_child children[] = {{&trial_argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};
  static const struct argp argp = {
      options,  parse,
      NULL,     "Compares the verdicts of analysis and simulation over random scenarios (docs/guide/analysis.md).",
      children, NULL,
      NULL};
  struct arguments a = {.common = {.seeds = 900, .first = 1, .stop_us = 2000},
                        .mmu = "classes: 1, scheme: STATIC, buffer: 12MB, headroom: 16KB, xoff: 40KB, xon: 38KB"};
  argp_err_exit_status = EXIT_INPUT;
  if (command_parse(&argp, argc, argv, &a) != 0) return EXIT_INPUT;
  return run(&a);
}
