// One point of a sweep: its scenario, and the keys of its results without a run.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/sweep/sweep.h"
#include "tb/sim/results/report.h"
#include "tb/sim/results/result.h"
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

void sweep_name_point(const struct sweep *s, int point, struct error *err) {
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
  if (status != 0) sweep_name_point(s, point, err);
  return status;
}

// ---- results without a run ----

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
