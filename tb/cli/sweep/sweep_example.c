// The results of a point without a run, for the names of their keys.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>

#include "tb/cli/sweep/sweep.h"
#include "tb/sim/results/report.h"
#include "tb/sim/results/search_result.h"

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
