// Extracts the columns of the CSV file from results.json.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fnmatch.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/sweep/sweep.h"
#include "tb/sim/files/error.h"
#include "tb/sim/files/vec.h"
#include "tb/sim/results/histogram.h"
#include "tb/sim/results/json_out.h"

// Default columns from lists
static const char *const usual[] = {
    "flows.gbps.mean",         "flows.gbps.min",       "flows.completion_ns.mean",   "flows.completion_ns.p99",
    "flows.completion_ns.max", "links.pauses.sum",     "links.paused.max",           "switches.peak_shared_bytes.max",
    "switches.lost.sum",       "switches.dropped.sum", "switches.input_delay_ns.max"};
enum { USUAL = sizeof(usual) / sizeof(*usual) };
enum { GROUPS = 24 };  // more groups of flows have no default columns
// Results that only some runs have
static const char *const sometimes[] = {"deadlocked_since_ns", "last_movement_ns", "cycle"};
// Keys at the top level that are no results
static const char *const settings[] = {"version",    "command", "scenario",  "seed",       "engine", "clock_hz",
                                       "cell_bytes", "mmu",     "registers", "congestion", "keys"};

// ---- values ----

struct cell {
  struct sweep_column column;
  bool own;           // the cell owns the column
  bool known, whole;  // the results have the key; all numbers are whole
  struct near near;   // the nearest key of the results
  char *text;
  double *number;
  size_t numbers;
};

struct collection {
  const struct sweep *s;
  struct cell *cell;
  int cells;
  bool groups;  // several groups of flows are being read, which have default columns
  bool offers;  // offer the keys to `near`: not again for further elements of a list
  struct error *err;
};

static int no_memory(const struct collection *c) {
  error_set(c->err, "%s: out of memory", c->s->path);
  return ENOMEM;
}

static int add_cell(struct collection *c, const struct sweep_column *column, const char *name) {
  struct cell *more = vec_grow(c->cell, (size_t)c->cells, sizeof(*more));
  if (more == NULL) return no_memory(c);
  c->cell = more;
  struct cell *x = &more[c->cells];
  *x = (struct cell){.own = column == NULL, .whole = true};
  if (column != NULL) {
    x->column = *column;
    near_begin(&x->near, column->name, strlen(column->name));
  }
  int status = column == NULL ? sweep_column_parse(&x->column, name) : 0;
  if (status == ENOMEM) return no_memory(c);
  c->cells += status == 0;  // a key that is no valid name gets no column
  return 0;
}

static int keep_number(struct collection *c, struct cell *x, const json_t *value) {
  if (!json_is_number(value)) return 0;
  double *more = vec_grow(x->number, x->numbers, sizeof(*more));
  if (more == NULL) return no_memory(c);
  x->number = more;
  x->whole &= json_is_integer(value);
  x->number[x->numbers++] = json_number_value(value);
  return 0;
}

// Returns a value as text, which the caller frees; NULL: out of memory.
static char *text_of(const json_t *value) {
  return json_is_string(value) ? strdup(json_string_value(value))
                               : json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(JSON_OUT_DIGITS));
}

static int keep(struct collection *c, struct cell *x, const json_t *value) {
  x->known = true;
  if (json_is_null(value)) return 0;
  if (x->column.statistic != SWEEP_VALUE) return keep_number(c, x, value);
  if (x->text != NULL)
    return error_set(c->err, "%s:%d: column %s has more than one value; add .sum, .mean, .min, .max, .count or .p99",
                     c->s->path, x->column.line, x->column.name);
  x->text = text_of(value);
  return x->text != NULL ? 0 : no_memory(c);
}

// Whether a column selects a value. A column may name several elements by a pattern, such as h*. element: name of the
// list's element that has the value; NULL: not in a list.
static bool is_meant(const struct sweep_column *c, const char *top, const char *element, const char *key) {
  if (strcmp(c->part[0], top) != 0) return false;
  if (element == NULL) return c->parts == (key != NULL ? 2 : 1) && (key == NULL || strcmp(c->part[1], key) == 0);
  if (c->parts == 2) return strcmp(c->part[1], key) == 0;
  return c->parts == 3 && fnmatch(c->part[1], element, 0) == 0 && strcmp(c->part[2], key) == 0;
}

static bool is_one_of(const char *const *list, size_t count, const char *top) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(top, list[i]) == 0) return true;
  return false;
}

static bool is_setting(const char *top) { return is_one_of(settings, sizeof(settings) / sizeof(*settings), top); }

static bool is_sometimes(const char *top) { return is_one_of(sometimes, sizeof(sometimes) / sizeof(*sometimes), top); }

// Offers a key as correction of an unknown column, with the statistic of the column.
static void offer(struct cell *x, const char *top, const char *key) {
  char name[256];
  const char *dot = strrchr(x->column.name, '.');
  if (key == NULL) {
    near_offer(&x->near, top);
    return;
  }
  snprintf(name, sizeof(name), "%s.%s%s", top, key, x->column.statistic != SWEEP_VALUE && dot != NULL ? dot : "");
  near_offer(&x->near, name);
}

static int found(struct collection *c, const char *top, const char *element, const char *key, const json_t *value) {
  for (int i = 0; i < c->cells; i++) {
    if (c->offers && c->cell[i].column.line != 0) offer(&c->cell[i], top, key);
    if (!is_meant(&c->cell[i].column, top, element, key)) continue;
    int status = keep(c, &c->cell[i], value);
    if (status != 0) return status;
  }
  if (c->s->columns > 0 || is_setting(top)) return 0;
  if (element != NULL && (!c->groups || strcmp(key, "name") == 0 || json_is_null(value))) return 0;
  char name[256];
  snprintf(name, sizeof(name), "%s%s%s%s%s", top, element != NULL ? "." : "", element != NULL ? element : "",
           key != NULL ? "." : "", key != NULL ? key : "");
  int before = c->cells, status = add_cell(c, NULL, name);
  return status == 0 && c->cells > before ? keep(c, &c->cell[before], value) : status;
}

// ---- results.json ----

// Takes the members of an object at the top level, or of an element of a list. Deeper values have no columns.
static int take_members(struct collection *c, const char *top, const char *element, json_t *object) {
  const char *key;
  json_t *value;
  int status = 0;
  json_object_foreach(object, key, value) {
    if (status == 0 && !json_is_object(value) && !json_is_array(value)) status = found(c, top, element, key, value);
  }
  return status;
}

static int take_value(struct collection *c, const char *top, json_t *value) {
  size_t i;
  json_t *element;
  int status = 0;
  if (json_is_object(value)) return take_members(c, top, NULL, value);
  if (!json_is_array(value)) return found(c, top, NULL, NULL, value);
  c->groups = strcmp(top, "traffic") == 0 && json_array_size(value) > 1 && json_array_size(value) <= GROUPS;
  json_array_foreach(value, i, element) {
    const char *name = json_string_value(json_object_get(element, "name"));
    if (status == 0) status = take_members(c, top, name != NULL ? name : "", element);
    c->offers = false;
  }
  c->groups = false;
  return status;
}

static int take_all(struct collection *c, const char *json, size_t size) {
  json_error_t error;
  json_t *all = json_loadb(json, size, 0, &error), *value;
  const char *top;
  int status = 0;
  if (all == NULL) return error_set(c->err, "%s: cannot read the results: %s", c->s->path, error.text);
  json_object_foreach(all, top, value) {
    c->offers = true;
    if (status == 0) status = take_value(c, top, value);
  }
  json_decref(all);
  return status;
}

// ---- the row ----

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void write_statistic(struct cell *x, FILE *to) {
  double sum = 0;
  size_t n = x->numbers;
  if (x->column.statistic == SWEEP_COUNT) fprintf(to, "%zu", n);
  if (x->column.statistic == SWEEP_COUNT || n == 0) return;
  for (size_t i = 0; i < n; i++) sum += x->number[i];
  qsort(x->number, n, sizeof(*x->number), by_size);
  double value = sum;
  if (x->column.statistic == SWEEP_MEAN) value = sum / (double)n;
  if (x->column.statistic == SWEEP_MIN) value = x->number[0];
  if (x->column.statistic == SWEEP_MAX) value = x->number[n - 1];
  if (x->column.statistic == SWEEP_PERCENTILE) value = x->number[rank_at(n, x->column.share)];
  fprintf(to, x->whole && x->column.statistic != SWEEP_MEAN ? "%.0f" : "%.9g", value);
}

// Writes the cells. The default columns from lists are first in `cell`, but are written last.
static void write_cells(struct collection *c, FILE *to) {
  int first = c->s->columns == 0 ? USUAL : 0;
  for (int i = 0; i < c->cells; i++) {
    struct cell *x = &c->cell[(first + i) % c->cells];
    fprintf(to, "%s,", x->column.name);
    if (x->column.statistic != SWEEP_VALUE)
      write_statistic(x, to);
    else if (x->text != NULL)
      sweep_field(x->text, to);
    fputc('\n', to);
  }
}

static int prepare(struct collection *c) {
  int status = 0;
  for (int i = 0; i < c->s->columns && status == 0; i++) status = add_cell(c, &c->s->column[i], NULL);
  for (size_t i = 0; c->s->columns == 0 && i < USUAL && status == 0; i++) status = add_cell(c, NULL, usual[i]);
  return status;
}

// Frees the values, but keeps the columns.
static void forget_values(struct collection *c) {
  for (int i = 0; i < c->cells; i++) {
    free(c->cell[i].text);
    free(c->cell[i].number);
    c->cell[i].text = NULL;
    c->cell[i].number = NULL;
    c->cell[i].numbers = 0;
  }
}

static void forget(struct collection *c) {
  forget_values(c);
  for (int i = 0; i < c->cells; i++)
    if (c->cell[i].own) sweep_column_free(&c->cell[i].column);
  free(c->cell);
}

int sweep_results(const struct sweep *s, const char *json, size_t size, FILE *to, struct error *err) {
  struct collection c = {.s = s, .err = err};
  int status = prepare(&c);
  if (status == 0) status = take_all(&c, json, size);
  if (status == 0) write_cells(&c, to);
  forget(&c);
  return status;
}

// ---- before the first run ----

// Returns the first column that no results had so far, or NULL.
static struct cell *missing(const struct collection *c) {
  for (int i = 0; i < c->cells; i++)
    if (!c->cell[i].known && !is_sometimes(c->cell[i].column.name)) return &c->cell[i];
  return NULL;
}

int sweep_check_columns(const struct sweep *s, const int *point, int points, struct error *err) {
  struct collection c = {.s = s, .err = err};
  if (s->columns == 0) return 0;
  int status = prepare(&c);
  for (int i = 0; i < points && status == 0 && missing(&c) != NULL; i++) {
    char *json = NULL;
    size_t size;
    status = sweep_example(s, point[i], &json, &size, err);
    if (status == 0) status = take_all(&c, json, size);
    free(json);
    forget_values(&c);
  }
  struct cell *x = status == 0 ? missing(&c) : NULL;
  if (x != NULL)
    status = error_set(err, "%s:%d: column %s is not in the results%s", s->path, x->column.line, x->column.name,
                       near_or(&x->near, "; results.json of a run has the keys"));
  forget(&c);
  return status;
}
