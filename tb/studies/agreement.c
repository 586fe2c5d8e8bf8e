// Runs random scenarios through the analysis and through the event engine, and counts how often the verdicts agree.
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/analyze/analyze.h"
#include "tb/cli/terminal/progress.h"
#include "tb/sim/results/command.h"
#include "tb/studies/trial.h"

enum { EXIT_DONE, EXIT_ERROR, EXIT_INPUT };
enum { PATH = 4096, EXAMPLES = 10, CYCLES = 10000, ANALYSES = 3, SIMULATIONS = 3 };

// ---- one scenario ----

struct outcome {
  uint64_t seed;
  enum analysis_verdict analysis;
  int iterations;
  bool cyclic, regulated;  // regulated: with a cyclic dependency whose channels are all pause-regulated
  enum verdict_kind simulation;
};

static bool cycle_regulated(const struct analysis *a) {
  for (int i = 0; i < a->cycles; i++) {
    bool all = true;
    for (int k = 0; k < a->cycle[i].length; k++) all &= a->channel[a->cycle[i].channel[k]].pause > 0;
    if (all) return true;
  }
  return false;
}

static int analyse(const struct scenario *s, struct outcome *o) {
  struct analysis_limits limits = analysis_default;
  struct analysis *a;
  limits.stages = 0;
  limits.cycles = CYCLES;
  int status = analysis_new(&a, s, &limits);
  if (status != 0) return status;
  o->analysis = a->verdict;
  o->iterations = a->iterations;
  o->cyclic = a->cyclic;
  o->regulated = cycle_regulated(a);
  analysis_free(a);
  return 0;
}

static enum network_status simulate(const struct scenario *s, struct outcome *o) {
  struct simulation *n;
  enum network_status status = trial_simulate(&n, s);
  if (status == NETWORK_OK) o->simulation = simulation_result(n)->verdict.kind;
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
  int status = analyse(s, o);
  if (status != 0) fprintf(stderr, "%s: %s\n", path, strerror(status));
  enum network_status run = simulate(s, o);
  if (run != NETWORK_OK) fprintf(stderr, "%s: %s\n", path, network_status_text(run));
  scenario_free(s);
  return status == 0 && run == NETWORK_OK ? EXIT_DONE : EXIT_ERROR;
}

static bool disagree(const struct outcome *o) {
  return (o->analysis == ANALYSIS_TO_ZERO) != (o->simulation == VERDICT_DEADLOCKED);
}

static struct generate_options generated(uint64_t stop_us) {
  return (struct generate_options){
      .topologies = GENERATE_LEAF_SPINE + 1,
      .switches = GENERATE_SWITCHES,
      .hops = GENERATE_HOPS,
      .stop_us = stop_us,
      .duration_us = stop_us + 20000,
      .mmu = "classes: 1, scheme: STATIC, buffer: 12MB, headroom: 16KB, xoff: 40KB, xon: 38KB",
  };
}

static int topology_of(uint64_t seed) {
  struct generate_options options = generated(0);
  return generate_topology(&options, seed);
}

static int one(const struct trial_arguments *a, const char *dir, struct outcome *o) {
  struct generate_options options = generated(a->stop_us);
  char path[PATH];
  snprintf(path, sizeof(path), "%s/seed%" PRIu64 ".yaml", dir, o->seed);
  int status = trial_write(path, o->seed, &options);
  if (status != 0) {
    fprintf(stderr, "%s: %s; give --keep a directory that can be written\n", path, strerror(status));
    return EXIT_ERROR;
  }
  int code = compare(path, o);
  if (code == EXIT_DONE && !a->all && (a->keep == NULL || !disagree(o))) unlink(path);
  return code;
}

// ---- totals ----

static const enum analysis_verdict analyses[] = {ANALYSIS_TO_ZERO, ANALYSIS_STOPS, ANALYSIS_OPEN};
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
  uint64_t agree = 0, all = 0;
  printf("%-12s%-16s%12s%12s%14s\n", topology < 0 ? "all" : generate_topology_name(topology), "analysis", "deadlocked",
         "drained", "still moving");
  for (int i = 0; i < ANALYSES; i++) {
    uint64_t c[SIMULATIONS], row = 0;
    for (int k = 0; k < SIMULATIONS; k++) row += c[k] = count(o, n, topology, i, k);
    all += row;
    agree += analyses[i] == ANALYSIS_TO_ZERO ? c[0] : c[1] + c[2];
    if (row == 0 && analyses[i] == ANALYSIS_OPEN) continue;
    printf("%-12s%-16s%12" PRIu64 "%12" PRIu64 "%14" PRIu64 "\n", "", analysis_verdict_text(analyses[i]), c[0], c[1],
           c[2]);
  }
  printf("%-12sagree: %" PRIu64 " of %" PRIu64 "\n\n", "", agree, all);
}

// The paper's necessary condition: a cycle whose links are all pause-regulated. Its hypothesis: without a deadlock one
// iteration is enough.
static void conditions(const struct outcome *o, uint64_t n) {
  uint64_t cyclic[2] = {0}, regulated[2] = {0}, all[2] = {0}, once[2] = {0};
  for (uint64_t i = 0; i < n; i++) {
    bool dead = o[i].simulation == VERDICT_DEADLOCKED;
    all[dead]++;
    cyclic[dead] += o[i].cyclic;
    regulated[dead] += o[i].regulated;
    once[dead] += o[i].analysis == ANALYSIS_STOPS && o[i].iterations <= 1;
  }
  printf("%-44s%12s%12s\n", "simulated", "deadlocked", "not");
  printf("%-44s%12" PRIu64 "%12" PRIu64 "\n", "all", all[1], all[0]);
  printf("%-44s%12" PRIu64 "%12" PRIu64 "\n", "  with a cyclic buffer dependency", cyclic[1], cyclic[0]);
  printf("%-44s%12" PRIu64 "%12" PRIu64 "\n", "  all links of one pause-regulated", regulated[1], regulated[0]);
  printf("%-44s%12" PRIu64 "%12" PRIu64 "\n\n", "  analysis stops in at most one iteration", once[1], once[0]);
}

static void examples(const struct trial_arguments *a, const struct outcome *o, bool dead) {
  static const char *const simulated[] = {
      [VERDICT_DRAINED] = "drained", [VERDICT_DEADLOCKED] = "deadlocked", [VERDICT_MOVING] = "still moving"};
  uint64_t found = 0;
  for (uint64_t i = 0; i < a->seeds; i++) {
    if (!disagree(&o[i]) || (o[i].simulation == VERDICT_DEADLOCKED) != dead) continue;
    if (found++ == 0) printf("Disagreements, simulation %s:\n", dead ? "deadlocked" : "not deadlocked");
    if (found > EXAMPLES) continue;
    printf("  seed %-6" PRIu64 " %-11s analysis: %s after %d; simulation: %s", o[i].seed,
           generate_topology_name(topology_of(o[i].seed)), analysis_verdict_text(o[i].analysis), o[i].iterations,
           simulated[o[i].simulation]);
    if (a->keep != NULL) printf("; %s/seed%" PRIu64 ".yaml", a->keep, o[i].seed);
    printf("\n");
  }
  if (found > EXAMPLES) printf("  and %" PRIu64 " more\n", found - EXAMPLES);
}

static void report(const struct trial_arguments *a, const struct outcome *o) {
  printf("Seeds %" PRIu64 " to %" PRIu64 ", sources stop after %" PRIu64 " us\n\n", a->first, a->first + a->seeds - 1,
         a->stop_us);
  for (int i = 0; i <= GENERATE_LEAF_SPINE; i++) matrix(o, a->seeds, i);
  matrix(o, a->seeds, -1);
  conditions(o, a->seeds);
  examples(a, o, true);
  examples(a, o, false);
  if (a->keep == NULL) printf("The file of a seed: --first SEED --seeds 1 --keep DIR --all\n");
}

static int run(const struct trial_arguments *a) {
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
    code = one(a, at, &o[i]);
    if (progress_wanted(false)) progress_show(&progress, (double)(i + 1) / (double)a->seeds, (double)(i + 1));
  }
  progress_hide(&progress);
  if (code == EXIT_DONE) report(a, o);
  free(o);
  if (a->keep == NULL) rmdir(at);
  return fflush(stdout) != 0 ? EXIT_ERROR : code;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  (void)arg;
  if (key != ARGP_KEY_INIT) return ARGP_ERR_UNKNOWN;
  state->child_inputs[0] = state->input;
  return 0;
}

int main(int argc, char **argv) {
  static const struct argp_child children[] = {{&trial_argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};
  static const struct argp argp = {
      NULL,     parse,
      NULL,     "Compares the verdicts of analysis and simulation over random scenarios (docs/guide/analysis.md).",
      children, NULL,
      NULL};
  struct trial_arguments a = {.seeds = 900, .first = 1, .stop_us = 2000};
  argp_err_exit_status = EXIT_INPUT;
  if (command_parse(&argp, argc, argv, &a) != 0) return EXIT_INPUT;
  return run(&a);
}
