#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/report/flow_rows.h"
#include "tb/sim/results/histogram.h"
#include "tb/sim/results/json_out.h"

enum { QUANTILES = 1000, BINS = 20, IN_BIN = 20, FEW_BINS = 3, FEW_IN_BIN = 5, DOTS = 1500, CURVES = 6 };

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static int by_bytes(const void *a, const void *b) {
  const struct flow_row *x = *(const struct flow_row *const *)a, *y = *(const struct flow_row *const *)b;
  if (x->bytes != y->bytes) return x->bytes < y->bytes ? -1 : 1;
  return x->index < y->index ? -1 : 1;
}

// ---- values ----

struct values {
  double *value;  // sorted
  size_t count;
};

static double completion(const struct flow_row *r) { return r->completion; }
static double slowdown(const struct flow_row *r) { return r->slowdown; }

static int collect(const struct flow_row *const *row, size_t count, double (*of)(const struct flow_row *),
                   struct values *v) {
  *v = (struct values){.value = malloc((count + 1) * sizeof(*v->value))};
  if (v->value == NULL) return ENOMEM;
  for (size_t i = 0; i < count; i++)
    if (!isnan(of(row[i]))) v->value[v->count++] = of(row[i]);
  qsort(v->value, v->count, sizeof(*v->value), by_value);
  return 0;
}

static double mean(const struct values *v) {
  double total = 0;
  for (size_t i = 0; i < v->count; i++) total += v->value[i];
  return v->count > 0 ? total / (double)v->count : 0;
}

static double percentile(const struct values *v, double percent) {
  return v->count == 0 ? 0 : v->value[rank_at(v->count, percent / 100)];
}

static json_t *put_values(const struct values *v) {
  return json_pack("{s:i,s:f,s:f,s:f,s:f,s:f}", "count", (int)v->count, "mean", mean(v), "p50", percentile(v, 50),
                   "p99", percentile(v, 99), "p999", percentile(v, 99.9), "max", percentile(v, 100));
}

static json_t *summary(const struct flow_row *const *row, size_t count, double (*of)(const struct flow_row *)) {
  struct values v;
  if (collect(row, count, of, &v) != 0) return NULL;
  json_t *o = put_values(&v);
  free(v.value);
  return o;
}

static json_t *distribution(const struct flow_row *const *row, size_t count, double (*of)(const struct flow_row *)) {
  struct values v;
  if (collect(row, count, of, &v) != 0) return NULL;
  json_t *o = put_values(&v), *list = json_array();
  size_t kept = v.count < QUANTILES ? v.count : QUANTILES;
  for (size_t i = 0; i < kept; i++)
    list = json_put(list, NULL, json_real(v.value[kept == v.count ? i : i * (v.count - 1) / (kept - 1)]));
  free(v.value);
  if (json_object_set_new(o, "values", list) == 0) return o;
  json_decref(o);
  return NULL;
}

// ---- by size ----

static json_t *put_class(const struct flow_row *const *row, size_t count, double above, double to) {
  json_t *times = summary(row, count, completion), *slow = summary(row, count, slowdown);
  json_int_t completed = json_integer_value(json_object_get(times, "count"));
  return json_pack("{s:f,s:f,s:i,s:I,s:o,s:o}", "bytes_above", above, "bytes_to", to, "flows", (int)count, "completed",
                   completed, "completion_ns", times, "slowdown", slow);
}

// row: sorted by size.
static json_t *classes(const struct flow_row *const *row, size_t count) {
  json_t *list = json_array();
  for (size_t i = 0, end; i < count; i = end) {
    double to = 10;
    while (to < row[i]->bytes) to *= 10;
    for (end = i; end < count && row[end]->bytes <= to;) end++;
    if (json_array_append_new(list, put_class(row + i, end - i, to / 10, to)) != 0) {
      json_decref(list);
      return NULL;
    }
  }
  return list;
}

static json_t *put_bin(const struct flow_row *const *row, size_t count) {
  struct values v;
  if (collect(row, count, slowdown, &v) != 0) return NULL;
  json_t *o = json_pack("{s:f,s:f,s:f,s:i,s:f,s:f,s:f}", "from", row[0]->bytes, "to", row[count - 1]->bytes, "bytes",
                        row[(count - 1) / 2]->bytes, "flows", (int)count, "mean", mean(&v), "p50", percentile(&v, 50),
                        "p99", percentile(&v, 99));
  free(v.value);
  return o;
}

// row: completed flows, sorted by size.
static json_t *bins(const struct flow_row *const *row, size_t count) {
  json_t *list = json_array();
  size_t most = count / IN_BIN < BINS ? count / IN_BIN : BINS, begin = 0;
  if (most < FEW_BINS) most = count < FEW_BINS * FEW_IN_BIN ? 1 : FEW_BINS;
  for (size_t i = 1; i <= most && begin < count; i++) {
    size_t end = i * count / most;
    while (end > 0 && end < count && row[end]->bytes == row[end - 1]->bytes) end++;
    if (end <= begin) continue;
    if (json_array_append_new(list, put_bin(row + begin, end - begin)) != 0) {
      json_decref(list);
      return NULL;
    }
    begin = end;
  }
  return list;
}

static json_t *dots(const struct flow_row *const *row, size_t count) {
  json_t *list = json_array();
  size_t kept = count < DOTS ? count : DOTS;
  for (size_t i = 0; i < kept; i++) {
    const struct flow_row *r = row[i * count / kept];
    if (json_array_append_new(list, json_pack("[f,f]", r->bytes, r->slowdown)) == 0) continue;
    json_decref(list);
    return NULL;
  }
  return list;
}

static int stats(const struct flow_row *const *row, size_t count, json_t *to) {
  const struct flow_row **sized = malloc((count + 1) * sizeof(*sized));
  size_t n = 0, done = 0;
  if (sized == NULL) return ENOMEM;
  for (size_t i = 0; i < count; i++)
    if (!isnan(row[i]->bytes)) sized[n++] = row[i];
  qsort(sized, n, sizeof(*sized), by_bytes);
  int bad = json_object_set_new(to, "completion_ns", distribution(row, count, completion));
  bad |= json_object_set_new(to, "slowdown", distribution(row, count, slowdown));
  bad |= json_object_set_new(to, "sizes", classes(sized, n));
  for (size_t i = 0; i < n; i++)
    if (!isnan(sized[i]->slowdown)) sized[done++] = sized[i];
  bad |= json_object_set_new(to, "bins", bins(sized, done));
  bad |= json_object_set_new(to, "dots", dots(sized, done));
  free(sized);
  return bad == 0 ? 0 : ENOMEM;
}

// ---- by traffic ----

static int by_traffic(const void *a, const void *b) {
  const struct flow_row *x = *(const struct flow_row *const *)a, *y = *(const struct flow_row *const *)b;
  if (x->traffic != y->traffic) return x->traffic < y->traffic ? -1 : 1;
  return x->index < y->index ? -1 : 1;
}

static json_t *put_group(const char *name, const struct flow_row *const *row, size_t count, bool curves) {
  json_t *o = json_pack("{s:s,s:i}", "name", name, "flows", (int)count);
  if (o == NULL || stats(row, count, o) != 0) {
    json_decref(o);
    return NULL;
  }
  json_t *completion_ns = json_object_get(o, "completion_ns");
  json_object_set_new(o, "completed", json_incref(json_object_get(completion_ns, "count")));
  json_object_del(o, "dots");
  if (curves) return o;
  json_object_del(o, "bins");
  json_object_del(completion_ns, "values");
  json_object_del(json_object_get(o, "slowdown"), "values");
  return o;
}

static json_t *groups(const struct flow_row *const *row, size_t count, const struct flow_traffic *names) {
  const struct flow_row **sorted = malloc((count + 1) * sizeof(*sorted));
  if (sorted == NULL) return NULL;
  json_t *list = json_array();
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    if (row[i]->traffic >= 0 && !isnan(row[i]->bytes)) sorted[n++] = row[i];
  qsort(sorted, n, sizeof(*sorted), by_traffic);
  for (size_t i = 0, end; i < n; i = end) {
    const int group = sorted[i]->traffic;
    for (end = i; end < n && sorted[end]->traffic == group;) end++;
    list = json_put(list, NULL, put_group(names->name[group], sorted + i, end - i, json_array_size(list) < CURVES));
  }
  free(sorted);
  return list;
}

int flow_stats(const struct flow_row *const *row, size_t count, const struct flow_traffic *names, json_t *to) {
  int status = stats(row, count, to);
  if (status == 0 && json_object_set_new(to, "traffic", groups(row, count, names)) != 0) status = ENOMEM;
  return status;
}

// ---- the same flows in several runs ----

struct sorted {
  const struct flow_row **row;
  size_t count, at, common;
};

static int by_key(const void *a, const void *b) {
  return strcmp((*(const struct flow_row *const *)a)->key, (*(const struct flow_row *const *)b)->key);
}

static int sort_completed(const struct flow_rows *f, struct sorted *s) {
  s->row = malloc((f->count + 1) * sizeof(*s->row));
  if (s->row == NULL) return ENOMEM;
  for (size_t i = 0; i < f->count; i++)
    if (!isnan(f->row[i].completion)) s->row[s->count++] = &f->row[i];
  qsort(s->row, s->count, sizeof(*s->row), by_key);
  return 0;
}

// Moves each other list to the present flow of the first list. Returns whether all lists have it.
static bool in_all(struct sorted *of, size_t runs) {
  for (size_t k = 1; k < runs; k++) {
    struct sorted *s = &of[k];
    while (s->at < s->count && by_key(&s->row[s->at], &of->row[of->at]) < 0) s->at++;
    if (s->at == s->count || by_key(&s->row[s->at], &of->row[of->at]) != 0) return false;
  }
  return true;
}

static void intersect(struct sorted *of, size_t runs) {
  for (of->at = 0; of->at < of->count; of->at++) {
    if (!in_all(of, runs)) continue;
    for (size_t k = 0; k < runs; k++) of[k].row[of[k].common++] = of[k].row[of[k].at];
    for (size_t k = 1; k < runs; k++) of[k].at++;
  }
}

int flow_stats_common(json_t *runs, const struct flow_rows *rows, size_t count) {
  struct sorted *of = calloc(count, sizeof(*of));
  int status = of == NULL ? ENOMEM : 0;
  for (size_t k = 0; status == 0 && k < count; k++) status = sort_completed(&rows[k], &of[k]);
  if (status == 0) intersect(of, count);
  for (size_t k = 0; status == 0 && k < count; k++) {
    json_t *common = json_pack("{s:i}", "flows", (int)of[k].common);
    status = flow_stats(of[k].row, of[k].common, &rows[k].traffic, common);
    json_object_del(common, "dots");
    if (json_object_set_new(json_array_get(runs, k), "common", common) != 0) status = ENOMEM;
  }
  for (size_t k = 0; of != NULL && k < count; k++) free(of[k].row);
  free(of);
  return status;
}
