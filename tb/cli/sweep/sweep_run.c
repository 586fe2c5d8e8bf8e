// The run of one point of a sweep.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>

#include "tb/cli/sweep/sweep.h"
#include "tb/cli/sweep/sweep_dir.h"
#include "tb/sim/clocked/clocked_fit.h"
#include "tb/sim/results/report.h"
#include "tb/sim/results/result.h"
#include "tb/sim/simulation.h"

// Runs the scenario. Sets *json to the results, which the caller frees, and writes the flows to `flows` unless it is
// NULL.
static enum network_status simulate(const struct scenario *x, const struct network_options *with, char **json,
                                    size_t *size, FILE *flows, bool *lost) {
  struct network_options o = *with;
  o.seed = x->seed;
  struct simulation *n = NULL;
  struct search_result found;
  FILE *to = open_memstream(json, size);
  if (to == NULL) return NETWORK_NO_MEMORY;
  enum network_status status = x->bursts > 0 ? search_run(x, &o, &found) : simulation_new(&n, x, &o);
  if (status == NETWORK_OK && x->bursts == 0) status = simulation_run(n);
  if (status == NETWORK_OK && x->bursts > 0) {
    if (results_search_json(x, &found, o.seed, "", to) != 0) status = NETWORK_NO_MEMORY;
    *lost = found.lost > 0;
  } else if (status == NETWORK_OK) {
    if (results_json(x, simulation_result(n), o.seed, "", to) != 0) status = NETWORK_NO_MEMORY;
    *lost = simulation_result(n)->lost > 0;
    if (flows != NULL) sweep_flows_keep(x, simulation_result(n), flows);
  }
  simulation_free(n);
  return fclose(to) == 0 ? status : NETWORK_NO_MEMORY;
}

static int run(const struct sweep *s, int point, const struct scenario *x, const struct network_options *o, FILE *row,
               struct error *err) {
  char *json = NULL;
  size_t size;
  bool lost = false;
  enum network_status status = simulate(x, o, &json, &size, s->keep_flows ? row : NULL, &lost);
  int code = EXIT_ERROR;
  if (status != NETWORK_OK) {
    error_set(err, "%s", network_status_text(status));
    sweep_name_point(s, point, err);
    if (network_status_of_input(status)) code = EXIT_INPUT;
  } else {
    code = lost ? EXIT_LOSS : EXIT_RAN;
    fprintf(row, "exit,%d\n", code);
    int bad = sweep_results(s, json, size, row, err);
    if (bad != 0) code = bad == EINVAL ? EXIT_INPUT : EXIT_ERROR;
  }
  free(json);
  return code;
}

int sweep_run_point(const struct sweep *s, int point, const struct network_options *with, FILE *row) {
  struct network_options o = {.event = !s->model, .engine = ENGINE_MODEL, .threads = 1};
  o.progress = with->progress;
  o.progress_arg = with->progress_arg;
  struct error err;
  struct scenario *x;
  int status = sweep_load_point(s, point, &x, &err);
  int code = status == EINVAL ? EXIT_INPUT : EXIT_ERROR;
  if (status == 0 && s->model && clocked_fit_check(x, &err) != 0) {
    sweep_name_point(s, point, &err);
    code = EXIT_INPUT;
    scenario_free(x);
  } else if (status == 0) {
    code = run(s, point, x, &o, row, &err);
    scenario_free(x);
  }
  if (code != EXIT_RAN && code != EXIT_LOSS) fprintf(stderr, "%s\n", err.text);
  return code;
}
