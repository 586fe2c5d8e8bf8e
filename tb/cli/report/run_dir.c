#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/out.h"
#include "tb/cli/report/flow_rows.h"
#include "tb/cli/report/page_data.h"
#include "tb/sim/files/files.h"
#include "tb/sim/results/json_out.h"

// ---- runs with equal results ----

// Keys at the top level that are no results
static const char *const settings[] = {"version",  "command",    "engine", "scenario", "seed",
                                       "clock_hz", "cell_bytes", "mmu",    "files",    "registers",
                                       "keys",     "congestion", "senders"};

static bool is_setting(const char *key) {
  for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++)
    if (strcmp(key, settings[i]) == 0) return true;
  return false;
}

// FNV-1a
static void add(uint64_t *sum, const void *data, size_t size) {
  const unsigned char *byte = data;
  for (size_t i = 0; i < size; i++) *sum = (*sum ^ byte[i]) * UINT64_C(0x100000001b3);
}

static bool is_nothing(const json_t *value) {
  return json_is_null(value) || json_is_false(value) || (json_is_number(value) && json_number_value(value) == 0);
}

static void add_value(uint64_t *sum, const json_t *value, bool top) {
  const int type = json_typeof(value);
  const char *key;
  json_t *v;
  add(sum, &type, sizeof(type));
  switch (type) {
    case JSON_OBJECT:
      json_object_foreach((json_t *)value, key, v) {
        if (is_nothing(v) || (top && is_setting(key))) continue;
        add(sum, key, strlen(key) + 1);
        add_value(sum, v, false);
      }
      break;
    case JSON_ARRAY:
      for (size_t i = 0; i < json_array_size(value); i++) add_value(sum, json_array_get(value, i), false);
      break;
    case JSON_STRING:
      add(sum, json_string_value(value), json_string_length(value));
      break;
    case JSON_INTEGER:
    case JSON_REAL: {
      const double number = json_number_value(value);
      add(sum, &number, sizeof(number));
      break;
    }
    default:
      break;
  }
  add(sum, "", 1);
}

json_t *equal_results(const json_t *results) {
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  add_value(&sum, results, true);
  return json_sprintf("%016" PRIx64, sum);
}

// ---- the directory ----

enum { PATH = 4096, FLOWS = 200 };

// ---- flows ----

static int flow_keys(json_t *run, const struct flow_rows *f) {
  const struct flow_row **row = malloc((f->count + 1) * sizeof(*row));
  if (row == NULL) return ENOMEM;
  for (size_t i = 0; i < f->count; i++) row[i] = &f->row[i];
  double gbps = 0;  // of all flows
  for (size_t i = 0; i < f->count; i++) gbps += isnan(f->row[i].gbps) ? 0 : f->row[i].gbps;
  int bad = json_object_set_new(run, "flows", json_integer((json_int_t)f->count));
  bad |= json_object_set_new(run, "finite", json_integer((json_int_t)f->finite));
  bad |= json_object_set_new(run, "completed", json_integer((json_int_t)f->completed));
  bad |= json_object_set_new(run, "gbps", json_real(gbps));
  if (bad == 0) bad = flow_stats(row, f->count, &f->traffic, run);
  free(row);
  return bad == 0 ? 0 : ENOMEM;
}

static int add_flows(json_t *run, const char *dir, json_t *results, struct flow_rows *f, struct error *err) {
  int status = flow_rows_read(dir, results, f, err);
  if (status == 0 && flow_keys(run, f) != 0) {
    status = error_no_memory(err, dir);
  }
  if (status != 0 || f->count == 0 || (json_is_array(json_object_get(results, "flows")) && f->count <= FLOWS))
    return status;
  json_t *slowest = flow_rows_slowest(dir, results, f, FLOWS, err);
  return slowest == NULL ? EINVAL : json_object_set_new(results, "flows", slowest);
}

// ---- queues ----

static bool has(const json_t *shown, const char *name) {
  size_t i;
  json_t *q;
  json_array_foreach(shown, i, q) if (strcmp(json_string_value(json_object_get(q, "queue")), name) == 0) return true;
  return false;
}

// Lists the ingress queues that held packets and are missing in `shown`, at ports of which another class is there.
// Without them, the shown queues are not the occupancy of the port.
static json_t *missing_queues(const json_t *queues, const json_t *shown) {
  json_t *list = json_array(), *q, *other;
  size_t i, k;
  json_array_foreach(queues, i, q) {
    char port[PATH], name[PATH];
    const char *sw = json_string_value(json_object_get(q, "switch")),
               *link = json_string_value(json_object_get(q, "link"));
    const char *side = json_string_value(json_object_get(q, "side"));
    if (sw == NULL || link == NULL || side == NULL || strcmp(side, "ingress") != 0) continue;
    int n = snprintf(port, sizeof(port), "%s:%s/", sw, link);
    snprintf(name, sizeof(name), "%s:%s/%d", sw, link, (int)json_integer_value(json_object_get(q, "class")));
    bool traced = false;
    json_array_foreach(shown, k, other) {
      traced |= strncmp(json_string_value(json_object_get(other, "queue")), port, (size_t)n) == 0;
    }
    if (traced && !has(shown, name) && json_array_append_new(list, json_string(name)) != 0) break;
  }
  return list;
}

// The egress queues that have marked packets. Returns NULL if out of memory.
static json_t *marked_queues(const json_t *queues) {
  json_t *list = json_array(), *q;
  size_t i;
  json_array_foreach(queues, i, q) {
    if (json_integer_value(json_object_get(q, "marked")) == 0) continue;
    if (json_array_append(list, q) == 0) continue;
    json_decref(list);
    return NULL;
  }
  return list;
}

// ---- files ----

static int load_results(const char *dir, json_t **results, struct error *err) {
  char path[PATH];
  json_error_t error;
  snprintf(path, sizeof(path), "%s/results.json", dir);
  const char *why;
  FILE *f = infile_open(path, true, &why);
  if (f == NULL) return error_set(err, "%s: cannot open: %s; give a directory that sluice run --out wrote", path, why);
  *results = json_loadf(f, 0, &error);
  fclose(f);
  if (*results == NULL) return error_set(err, "%s:%d: not JSON; let sluice run --out write it again", path, error.line);
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

// Sets the path of a CSV file in the directory. Returns whether the file exists.
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
  if (status != 0 || table == NULL) return status;
  json_t *missing = missing_queues(json_object_get(results, "queues"), json_object_get(table, "shown"));
  if (json_object_set_new(table, "missing", missing) == 0 && json_object_set_new(run, "occupancy", table) == 0)
    return 0;
  error_set(err, "out of memory");
  return ENOMEM;
}

static int add_pauses(json_t *run, const char *dir, const json_t *results, struct error *err) {
  char path[PATH];
  json_t *table = NULL;
  if (!file_of(dir, "pauses", path)) return 0;
  int status = bars_read(path, results, &table, err);
  return status == 0 ? json_object_set_new(run, "pauses", table) : status;
}

static int add_shared(json_t *run, const char *dir, const json_t *results, struct error *err) {
  char path[PATH];
  json_t *table = NULL;
  if (!file_of(dir, "series", path)) return 0;
  int status = shared_read(path, results, &table, err);
  return status == 0 && table != NULL ? json_object_set_new(run, "shared", table) : status;
}

static int add_rows(json_t *run, const char *dir, const char *what, const char *as, const char *key,
                    struct error *err) {
  char path[PATH];
  json_t *table = NULL;
  if (!file_of(dir, "series", path)) return 0;
  int status = queue_rows_read(path, what, key, &table, err);
  return status == 0 && table != NULL ? json_object_set_new(run, as, table) : status;
}

static int add_marked(json_t *run, const char *dir, const json_t *results, struct error *err) {
  json_t *marked = marked_queues(json_object_get(results, "queues"));
  if (marked == NULL) return error_no_memory(err, dir);
  if (json_array_size(marked) != 0) return json_object_set_new(run, "marked", marked);
  json_decref(marked);
  return 0;
}

int run_dir_read(const char *dir, json_t **out, struct flow_rows *flows, struct error *err) {
  json_t *results = NULL;
  *flows = (struct flow_rows){.row = NULL};
  if (strlen(dir) > PATH - 32) {
    error_set(err, "%.64s...: %s; give a shorter path", dir, strerror(ENAMETOOLONG));
    return ENAMETOOLONG;
  }
  if (!utf8_is(dir)) return error_set(err, "%s: the name is not UTF-8, which JSON requires; rename the directory", dir);
  int status = out_check(dir, err);
  if (status == 0) status = load_results(dir, &results, err);
  if (status != 0) return status;
  json_t *run = json_pack("{s:s, s:o}", "dir", dir, "sum", equal_results(results));
  if (run == NULL) status = error_no_memory(err, dir);
  if (status == 0) status = add_flows(run, dir, results, flows, err);
  if (status == 0) status = add_occupancy(run, dir, results, err);
  if (status == 0) status = add_shared(run, dir, results, err);
  if (status == 0) status = add_rows(run, dir, "credits", "credits", "bytes", err);
  if (status == 0) status = add_rows(run, dir, "marked", "marks", "packets", err);
  if (status == 0) status = add_pauses(run, dir, results, err);
  if (status == 0) status = add_marked(run, dir, results, err);
  json_object_del(results, "queues");  // there are many, and the page shows those with marks only
  if (status == 0) status = json_object_set(run, "results", results);
  json_decref(results);
  if (status == 0)
    *out = run;
  else
    json_decref(run);
  return status;
}
