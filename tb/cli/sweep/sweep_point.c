// One point of a sweep: its scenario, and the run.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/sweep/sweep.h"
#include "tb/cli/sweep/sweep_dir.h"
#include "tb/sim/clocked/clocked_fit.h"
#include "tb/sim/results/report.h"
#include "tb/sim/results/result.h"
#include "tb/sim/scenario/alpha.h"
#include "tb/sim/simulation.h"

enum { LINE = 1024 };

void sweep_point(const struct sweep *s, int point, struct sweep_point *p) {
  p->source = (struct scenario_source){.path = s->scenario, .set = p->set};
  for (int i = 0; i < s->parameters; i++) {
    const struct sweep_parameter *x = &s->parameter[i];
    int value = sweep_value(s, i, point), k = p->source.sets;
    if (strcmp(x->key, "mmu") == 0) {
      p->source.mmu = x->file[value];
      continue;
    }
    snprintf(p->where[k], YAML_PLACE, "%s:%d", s->path, x->value_line[value]);
    p->set[k] = (struct yaml_setting){x->key, x->value[value], p->where[k], false};
    p->source.sets++;
  }
}

// Prefixes an error with the point and its values, unless the place of the error is the sweep file.
static void name_point(const struct sweep *s, int point, struct error *err) {
  size_t length = strlen(s->path);
  if (strncmp(err->text, s->path, length) == 0 && err->text[length] == ':') return;
  char values[LINE] = "";
  for (int i = 0, n = 0; i < s->parameters && n < LINE; i++)
    n += snprintf(values + n, LINE - (size_t)n, "%s%s: %s", i > 0 ? ", " : "", s->parameter[i].key,
                  s->parameter[i].value[sweep_value(s, i, point)]);
  error_set(err, "%s:%d: point %d (%s): %s", s->path, s->over_line, point, values, err->text);
}

int sweep_load_point(const struct sweep *s, int point, struct scenario **scenario, struct error *err) {
  struct sweep_point p;
  sweep_point(s, point, &p);
  int status = scenario_load_from(&p.source, scenario, err);
  if (status != 0) name_point(s, point, err);
  return status;
}

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
    name_point(s, point, err);
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
    name_point(s, point, &err);
    code = EXIT_INPUT;
    scenario_free(x);
  } else if (status == 0) {
    code = run(s, point, x, &o, row, &err);
    scenario_free(x);
  }
  if (code != EXIT_RAN && code != EXIT_LOSS) fprintf(stderr, "%s\n", err.text);
  return code;
}

// ---- values as numbers ----

void sweep_number(const char *value, FILE *to) {
  static const struct {
    const char *name;
    double factor;
  } units[] = {{"B", 1}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}};
  const char *rest = value;
  double number, divisor;
  if (!alpha_number(&rest, &number)) {
    sweep_field(value, to);
    return;
  }
  const char *unit = rest;
  if (*rest == '/' && (rest++, alpha_number(&rest, &divisor)) && *rest == '\0' && divisor > 0) {
    fprintf(to, "%.17g", number / divisor);
    return;
  }
  for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
    if (strcmp(unit, units[i].name) == 0) {
      fprintf(to, "%.17g", number * units[i].factor);
      return;
    }
  sweep_field(value, to);
}

// ---- results without a run ----

// The results of a point without a run, for the names of their keys.

// A run in which nothing happened, except that each list of results.json has an element.
static int write_run(const struct scenario *x, FILE *to) {
  struct network_result r = {.hz = x->clock_hz, .engine = ""};
  size_t queues = (size_t)x->dims.ports * (size_t)x->dims.classes;
  struct level *empty = calloc(queues, sizeof(*empty)), *used = calloc(queues, sizeof(*used));
  r.flow = calloc((size_t)x->flows + 1, sizeof(*r.flow));
  r.link = calloc((size_t)x->links + 1, sizeof(*r.link));
  r.sw = calloc((size_t)x->switches + 1, sizeof(*r.sw));
  int status = ENOMEM;
  if (empty != NULL && used != NULL && r.flow != NULL && r.link != NULL && r.sw != NULL) {
    r.summary.by_size[0].count = r.summary.by_class[0].count = used[0].most = 1;
    for (int i = 0; i < 2 * x->switches; i++) r.sw[i / 2].queue[i % 2] = i == 0 ? used : empty;
    status = results_json(x, &r, 0, "", to);
  }
  free(empty);
  free(used);
  free(r.flow);
  free(r.link);
  free(r.sw);
  return status;
}

int sweep_example(const struct sweep *s, int point, char **json, size_t *size, struct error *err) {
  const struct search_result search = {.engine = "", .buffer = 1};
  struct scenario *x;
  int status = sweep_load_point(s, point, &x, err);
  if (status != 0) return status;
  FILE *to = open_memstream(json, size);
  if (to == NULL)
    status = ENOMEM;
  else
    status = x->bursts > 0 ? results_search_json(x, &search, 0, "", to) : write_run(x, to);
  if (to != NULL && fclose(to) != 0) status = ENOMEM;
  scenario_free(x);
  return status == 0 ? 0 : error_no_memory(err, s->path);
}
