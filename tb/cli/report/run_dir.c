#define _GNU_SOURCE
#include "tb/cli/report/run_dir.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/report/bars.h"
#include "tb/cli/report/series.h"

enum { PATH = 4096, FLOWS = 200, QUANTILES = 1000 };

// ---- flows ----

struct ranked {
  json_t *flow;
  double completion;  // INFINITY: not complete
  size_t index;
};

static int slowest_first(const void *a, const void *b) {
  const struct ranked *x = a, *y = b;
  if (x->completion != y->completion) return x->completion < y->completion ? 1 : -1;
  return x->index < y->index ? -1 : 1;
}

static int in_order(const void *a, const void *b) {
  const struct ranked *x = a, *y = b;
  return x->index < y->index ? -1 : 1;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

// A number of every flow that has it: {"count", "mean", "values": [sorted]}; of many values so many quantiles, the
// smallest and the largest among them.
static json_t *distribution(const json_t *flows, const char *key) {
  size_t count = 0, i, most = json_array_size(flows);
  double *value = malloc((most + 1) * sizeof(*value)), total = 0;
  json_t *list = json_array(), *flow;
  if (value == NULL) return NULL;
  json_array_foreach(flows, i, flow) {
    const json_t *number = json_object_get(flow, key);
    if (json_is_number(number)) total += value[count++] = json_number_value(number);
  }
  qsort(value, count, sizeof(*value), by_value);
  size_t kept = count < QUANTILES ? count : QUANTILES;
  for (i = 0; i < kept; i++)
    json_array_append_new(list, json_real(value[kept == count ? i : i * (count - 1) / (kept - 1)]));
  free(value);
  return json_pack("{s:i,s:f,s:o}", "count", (int)count, "mean", count > 0 ? total / (double)count : 0, "values", list);
}

static int fewer_flows(json_t *results) {
  json_t *flows = json_object_get(results, "flows"), *list = json_array(), *flow;
  size_t count = json_array_size(flows), i;
  if (count <= FLOWS) {
    json_decref(list);
    return 0;
  }
  struct ranked *all = malloc(count * sizeof(*all));
  if (all == NULL) return ENOMEM;
  json_array_foreach(flows, i, flow) {
    const json_t *number = json_object_get(flow, "completion_ns");
    all[i] = (struct ranked){flow, json_is_number(number) ? json_number_value(number) : INFINITY, i};
  }
  qsort(all, count, sizeof(*all), slowest_first);
  qsort(all, FLOWS, sizeof(*all), in_order);
  for (i = 0; i < FLOWS; i++) json_array_append(list, all[i].flow);
  free(all);
  return json_object_set_new(results, "flows", list);
}

// ---- files ----

static int load_results(const char *dir, json_t **results, struct error *err) {
  char path[PATH];
  json_error_t error;
  snprintf(path, sizeof(path), "%s/results.json", dir);
  FILE *f = fopen(path, "re");
  if (f == NULL) {
    int status = errno;
    error_set(err, "%s: cannot open: %s; give a directory that sluice run --out wrote", path, strerror(status));
    return status;
  }
  *results = json_loadf(f, 0, &error);
  fclose(f);
  if (*results == NULL)
    return error_set(err, "%s:%d: not JSON: %s; let sluice run --out write it again", path, error.line, error.text);
  static const char *const need[] = {"scenario", "command", "registers"};
  for (size_t i = 0; i < sizeof(need) / sizeof(need[0]); i++) {
    if (json_object_get(*results, need[i]) != NULL) continue;
    error_set(err, "%s:1: there is no \"%s\"; let sluice run --out write it again", path, need[i]);
    json_decref(*results);
    *results = NULL;
    return EINVAL;
  }
  return 0;
}

// A file of the directory; false: it is not there.
static bool file_of(const char *dir, const char *name, char path[PATH]) {
  snprintf(path, PATH, "%s/%s.csv", dir, name);
  return access(path, F_OK) == 0;
}

static int add_occupancy(json_t *run, const char *dir, const json_t *results, struct error *err) {
  char path[PATH];
  json_t *table = NULL;
  struct thresholds *thresholds;
  file_of(dir, "series", path);
  int status = thresholds_read(path, results, &thresholds, err);
  if (status != 0) return status;
  if (file_of(dir, "occupancy", path)) status = series_read(path, thresholds, &table, err);
  thresholds_free(thresholds);
  return status == 0 && table != NULL ? json_object_set_new(run, "occupancy", table) : status;
}

static int add_pauses(json_t *run, const char *dir, const json_t *results, struct error *err) {
  char path[PATH];
  json_t *table = NULL;
  if (!file_of(dir, "pauses", path)) return 0;
  int status = bars_read(path, results, &table, err);
  return status == 0 ? json_object_set_new(run, "pauses", table) : status;
}

int run_dir_read(const char *dir, json_t **out, struct error *err) {
  json_t *results = NULL;
  if (strlen(dir) > PATH - 32) {
    error_set(err, "%.64s...: %s; give a shorter path", dir, strerror(ENAMETOOLONG));
    return ENAMETOOLONG;
  }
  int status = load_results(dir, &results, err);
  if (status != 0) return status;
  const json_t *flows = json_object_get(results, "flows");
  json_t *run = json_pack("{s:s,s:i,s:o,s:o}", "dir", dir, "flows", (int)json_array_size(flows), "completion_ns",
                          distribution(flows, "completion_ns"), "slowdown", distribution(flows, "slowdown"));
  if (run == NULL || fewer_flows(results) != 0) {
    error_set(err, "%s: cannot be read: out of memory, or its name is not UTF-8", dir);
    status = ENOMEM;
  }
  if (status == 0) status = add_occupancy(run, dir, results, err);
  if (status == 0) status = add_pauses(run, dir, results, err);
  if (status == 0) status = json_object_set(run, "results", results);
  json_decref(results);
  if (status == 0)
    *out = run;
  else
    json_decref(run);
  return status;
}
