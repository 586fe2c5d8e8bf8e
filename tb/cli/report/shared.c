#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/report/csv.h"
#include "tb/cli/report/page_data.h"
#include "tb/cli/report/thin.h"
#include "tb/sim/files/vec.h"

enum { SHOWN = 8, VALUES = 1 };
enum source { TRACED, DERIVED, SOURCES };

struct pool {
  char *name;  // name of the switch
  struct thin series[SOURCES];
  double shared, eta, alpha;  // bytes: Bs, and T - Xqoff; alpha 0: the scheme has no such formula
};

struct all {
  struct csv csv;
  const json_t *results;
  int time, name, what, value;
  struct pool *pool;
  int pools, at;
};

static int no_memory(struct error *err) {
  error_set(err, "out of memory");
  return ENOMEM;
}

static enum source source_of(const struct pool *p) { return p->series[TRACED].group > 0 ? TRACED : DERIVED; }
static const struct thin *series_of(const struct pool *p) { return &p->series[source_of(p)]; }

// Sets the values of the formula: T = alpha (Bs - S); Xqoff = T under SIH and SHP, T - eta under DSH [DSH Eq. 2 and 5].
static void set_pool(struct pool *p, const json_t *results) {
  const json_t *registers = json_object_get(json_object_get(results, "registers"), p->name);
  const json_t *cell_bytes = json_object_get(results, "cell_bytes");
  const char *scheme = json_string_value(json_object_get(registers, "scheme"));
  double cell = cell_bytes != NULL ? json_number_value(cell_bytes) : 1;
  if (scheme == NULL || (strcmp(scheme, "SIH") != 0 && strcmp(scheme, "SHP") != 0 && strcmp(scheme, "DSH") != 0))
    return;
  p->alpha = exp2(json_number_value(json_object_get(registers, "ALPHA")));
  p->shared = cell * json_number_value(json_object_get(registers, "SHARED"));
  p->eta = strcmp(scheme, "DSH") == 0 ? cell * json_number_value(json_object_get(registers, "HEADROOM")) : 0;
}

static struct pool *find(struct all *a, const char *name) {
  for (int i = 0; i < a->pools; i++) {
    a->at = a->at + 1 < a->pools ? a->at + 1 : 0;
    if (strcmp(a->pool[a->at].name, name) == 0) return &a->pool[a->at];
  }
  struct pool *more = vec_grow(a->pool, (size_t)a->pools, sizeof(*more));
  if (more == NULL) return NULL;
  a->pool = more;
  struct pool *p = &a->pool[a->at = a->pools];
  *p = (struct pool){.name = strdup(name)};
  if (p->name == NULL) return NULL;
  a->pools++;
  set_pool(p, a->results);
  return p;
}

static int read_line(void *context, struct error *err) {
  struct all *a = context;
  const char *what = a->csv.field[a->what];
  bool traced = strcmp(what, "shared") == 0;
  if (!traced && strcmp(what, "threshold") != 0) return 0;
  struct thin_point point = {.t = 0};
  double value;
  int status = csv_time(&a->csv, a->time, &point.t, err);
  if (status == 0) status = csv_number(&a->csv, a->value, &value, err);
  if (status != 0) return status;
  struct pool *p = find(a, a->csv.field[a->name]);
  if (p == NULL) return no_memory(err);
  if (!traced && p->alpha == 0) return 0;
  point.value[0] = traced ? value : fmax(0, p->shared - (value + p->eta) / p->alpha);
  return thin_sample(&p->series[traced ? TRACED : DERIVED], &point, VALUES) == 0 ? 0 : no_memory(err);
}

static int read_all(struct all *a, const char *path, struct error *err) {
  const struct csv_required need[] = {
      {"time_ns", &a->time}, {"switch", &a->name}, {"what", &a->what}, {"value", &a->value}};
  return csv_read(&a->csv, path, need, sizeof(need) / sizeof(need[0]), read_line, a, err);
}

// ---- as JSON ----

static int by_peak(const void *a, const void *b) {
  const struct pool *x = a, *y = b;
  double p = series_of(x)->peak, q = series_of(y)->peak;
  if (p != q) return p < q ? 1 : -1;
  return strcmp(x->name, y->name);
}

static json_t *put_all(struct all *a) {
  json_t *list = json_array();
  int total = 0, thinned = 0, shown = 0;
  if (a->pools > 0) qsort(a->pool, (size_t)a->pools, sizeof(*a->pool), by_peak);
  for (int i = 0; i < a->pools; i++) {
    struct thin *s = &a->pool[i].series[source_of(&a->pool[i])];
    if (s->group == 0) continue;
    total++;
    if (shown == SHOWN) continue;
    shown++;
    if (thin_finish(s) != 0) goto fail;
    thinned += thin_is_thinned(s);
    json_t *o = json_pack("{s:s,s:b,s:o,s:o}", "switch", a->pool[i].name, "derived", source_of(&a->pool[i]) == DERIVED,
                          "t", thin_numbers(s, -1), "bytes", thin_numbers(s, 0));
    if (o == NULL || json_array_append_new(list, o) != 0) goto fail;
  }
  return json_pack("{s:i,s:i,s:o}", "total", total, "thinned", thinned, "shown", list);
fail:
  json_decref(list);
  return NULL;
}

int shared_read(const char *path, const json_t *results, json_t **out, struct error *err) {
  struct all a = {.results = results};
  *out = NULL;
  if (access(path, F_OK) != 0) return 0;
  int status = read_all(&a, path, err);
  bool any = false;
  for (int i = 0; i < a.pools; i++) any |= series_of(&a.pool[i])->group > 0;
  if (status == 0 && any && (*out = put_all(&a)) == NULL) status = no_memory(err);
  for (int i = 0; i < a.pools; i++) {
    for (int k = 0; k < SOURCES; k++) thin_free(&a.pool[i].series[k]);
    free(a.pool[i].name);
  }
  free(a.pool);
  return status;
}
