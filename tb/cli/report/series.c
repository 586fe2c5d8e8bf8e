#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/report/csv.h"
#include "tb/cli/report/page_data.h"
#include "tb/cli/report/thin.h"
#include "tb/sim/files/vec.h"

// ---- thresholds ----

struct value {
  double t, xqoff;
};

struct moving {
  char *name;  // name of the switch
  struct value *value;
  int values, at;           // at: index of the value of the last call of thresholds_at()
  double private, delta_q;  // bytes
};

struct thresholds {
  struct moving *of;
  int switches;
};

void thresholds_free(struct thresholds *t) {
  if (t == NULL) return;
  for (int i = 0; i < t->switches; i++) {
    free(t->of[i].name);
    free(t->of[i].value);
  }
  free(t->of);
  free(t);
}

static struct moving *moving_of(const struct thresholds *t, const char *name) {
  for (int i = 0; i < t->switches; i++)
    if (strcmp(t->of[i].name, name) == 0) return &t->of[i];
  return NULL;
}

static double bytes(const json_t *results, const char *name, const char *reg) {
  const json_t *registers = json_object_get(json_object_get(results, "registers"), name);
  const json_t *cell = json_object_get(results, "cell_bytes");
  return json_number_value(json_object_get(registers, reg)) * (cell != NULL ? json_number_value(cell) : 1);
}

static struct moving *add(struct thresholds *t, const json_t *results, const char *name) {
  struct moving *more = vec_grow(t->of, (size_t)t->switches, sizeof(*more));
  if (more == NULL) return NULL;
  t->of = more;
  struct moving *m = &t->of[t->switches];
  *m = (struct moving){
      .name = strdup(name), .private = bytes(results, name, "PRIVATE"), .delta_q = bytes(results, name, "DELTA_Q")};
  if (m->name == NULL) return NULL;
  t->switches++;
  return m;
}

static int put(struct moving *m, struct value v) {
  struct value *more = vec_grow(m->value, (size_t)m->values, sizeof(*more));
  if (more == NULL) return ENOMEM;
  m->value = more;
  m->value[m->values++] = v;
  return 0;
}

static int read_values(struct thresholds *t, struct csv *c, const json_t *results, struct error *err) {
  int time, name, what, value, more;
  int status = csv_need(c, "time_ns", &time, err);
  if (status == 0) status = csv_need(c, "switch", &name, err);
  if (status == 0) status = csv_need(c, "what", &what, err);
  if (status == 0) status = csv_need(c, "value", &value, err);
  while (status == 0 && (more = csv_next(c, err)) != 0) {
    if (more < 0) return EINVAL;
    if (strcmp(c->field[what], "threshold") != 0) continue;
    struct value v;
    status = csv_time(c, time, &v.t, err);
    if (status == 0) status = csv_number(c, value, &v.xqoff, err);
    if (status != 0) return status;
    struct moving *m = moving_of(t, c->field[name]);
    if (m == NULL) m = add(t, results, c->field[name]);
    if (m != NULL && put(m, v) == 0) continue;
    error_set(err, "out of memory");
    return ENOMEM;
  }
  return status;
}

int thresholds_read(const char *path, const json_t *results, struct thresholds **out, struct error *err) {
  *out = NULL;
  if (access(path, F_OK) != 0) return 0;
  struct csv c;
  int status = csv_open(&c, path, err);
  if (status != 0) return status;
  struct thresholds *t = calloc(1, sizeof(*t));
  if (t == NULL) {
    error_set(err, "out of memory");
    status = ENOMEM;
  } else {
    status = read_values(t, &c, results, err);
  }
  csv_close(&c);
  if (status == 0 && t->switches > 0)
    *out = t;
  else
    thresholds_free(t);
  return status;
}

bool thresholds_at(struct thresholds *t, const char *name, double time_ns, double *xoff, double *xon) {
  struct moving *m = t != NULL ? moving_of(t, name) : NULL;
  if (m == NULL || m->value[0].t > time_ns) return false;
  while (m->at + 1 < m->values && m->value[m->at + 1].t <= time_ns) m->at++;
  double xqoff = m->value[m->at].xqoff, xqon = xqoff > m->delta_q ? xqoff - m->delta_q : 0;
  *xoff = xqoff + m->private;
  *xon = xqon + m->private;
  return true;
}

// ---- occupancy ----

enum { SHOWN = 24, THRESHOLDS = 2 };
static const char *const threshold_names[THRESHOLDS] = {"xoff_bytes", "xon_bytes"};

struct queue {
  char *name;
  struct thin series;
};

struct all {
  struct csv csv;
  struct thresholds *thresholds;
  int name;                                       // column of the switch's name
  int time, value[THIN_VALUES], values, columns;  // `columns` values are from the file, the others are thresholds
  int key[CSV_COLUMNS], keys;
  struct queue *queue;
  int queues, at;
};

static int no_memory(struct error *err) {
  error_set(err, "out of memory");
  return ENOMEM;
}

// ---- the file ----

// Whether a column is part of the name of a queue. All other columns are values.
static bool is_key(const char *name) {
  static const char *const keys[] = {"switch", "link", "class", "side", "direction", "queue", "port", "kind"};
  for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
    if (strcmp(name, keys[i]) == 0) return true;
  return false;
}

static int columns(struct all *a, struct error *err) {
  const struct csv *c = &a->csv;
  int status = csv_need(c, "time_ns", &a->time, err);
  if (status == 0) status = csv_need(c, "switch", &a->name, err);
  if (status == 0) status = csv_need(c, "bytes", &a->value[0], err);
  a->values = 1;
  for (int i = 0; i < c->columns; i++) {
    if (is_key(c->name[i]))
      a->key[a->keys++] = i;
    else if (i != a->time && i != a->value[0] && a->values < THIN_VALUES - THRESHOLDS)
      a->value[a->values++] = i;
  }
  a->columns = a->values;
  if (a->thresholds != NULL) a->values += THRESHOLDS;
  return status;
}

// Sets the name of a queue, such as "A:L4/0", followed by other columns that are part of its name.
static void name_queue(const struct all *a, char *name, size_t size) {
  size_t n = 0;
  for (int i = 0; i < a->keys && n < size; i++) {
    const char *column = a->csv.name[a->key[i]];
    const char *before = i == 0 ? "" : strcmp(column, "link") == 0 ? ":" : strcmp(column, "class") == 0 ? "/" : " ";
    int more = snprintf(name + n, size - n, "%s%s", before, a->csv.field[a->key[i]]);
    n += (size_t)more;
  }
}

// Finds or adds a queue. The queues alternate in the file, so the search starts behind the last one found.
static struct queue *find(struct all *a, const char *name) {
  for (int i = 0; i < a->queues; i++) {
    a->at = a->at + 1 < a->queues ? a->at + 1 : 0;
    if (strcmp(a->queue[a->at].name, name) == 0) return &a->queue[a->at];
  }
  struct queue *more = vec_grow(a->queue, (size_t)a->queues, sizeof(*more));
  if (more == NULL) return NULL;
  a->queue = more;
  struct queue *q = &a->queue[a->at = a->queues];
  *q = (struct queue){.name = strdup(name)};
  if (q->name == NULL) return NULL;
  a->queues++;
  return q;
}

static int read_line(void *context, struct error *err) {
  struct all *a = context;
  char name[512];
  struct thin_point p = {.t = 0};
  int status = csv_time(&a->csv, a->time, &p.t, err);
  if (status == 0) status = csv_number(&a->csv, a->value[0], &p.value[0], err);
  if (status != 0) return status;
  for (int i = 1; i < a->columns; i++) {
    char *end;
    const char *text = a->csv.field[a->value[i]];
    p.value[i] = strtod(text, &end);
    if (*text == '\0' || *end != '\0') p.value[i] = NAN;  // an empty field, or a word
  }
  double *marks = &p.value[a->columns];
  if (a->thresholds != NULL && !thresholds_at(a->thresholds, a->csv.field[a->name], p.t, &marks[0], &marks[1]))
    marks[0] = marks[1] = NAN;
  name_queue(a, name, sizeof(name));
  struct queue *q = find(a, name);
  if (q == NULL || thin_sample(&q->series, &p, a->values) != 0) return no_memory(err);
  return 0;
}

// ---- as JSON ----

static int by_peak(const void *a, const void *b) {
  const struct queue *x = a, *y = b;
  if (x->series.peak != y->series.peak) return x->series.peak < y->series.peak ? 1 : -1;
  return strcmp(x->name, y->name);
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct queue *)a)->name, ((const struct queue *)b)->name);
}

static int put_queue(const struct all *a, struct queue *q, json_t *list) {
  json_t *o = json_object();
  int bad = json_object_set_new(o, "queue", json_string(q->name));
  bad |= json_object_set_new(o, "t", thin_numbers(&q->series, -1));
  for (int i = 0; i < a->values; i++) {
    const char *name = i < a->columns ? a->csv.name[a->value[i]] : threshold_names[i - a->columns];
    bad |= json_object_set_new(o, name, thin_numbers(&q->series, i));
  }
  return bad | json_array_append_new(list, o);
}

static json_t *put_all(struct all *a) {
  int shown = a->queues < SHOWN ? a->queues : SHOWN, thinned = 0, bad = 0;
  json_t *out = json_object(), *list = json_array();
  if (a->queues > SHOWN) {
    qsort(a->queue, (size_t)a->queues, sizeof(*a->queue), by_peak);
    qsort(a->queue, (size_t)shown, sizeof(*a->queue), by_name);
  }
  for (int i = 0; i < shown; i++) {
    bad |= put_queue(a, &a->queue[i], list);
    thinned += thin_is_thinned(&a->queue[i].series);
  }
  bad |= json_object_set_new(out, "total", json_integer(a->queues));
  bad |= json_object_set_new(out, "thinned", json_integer(thinned));
  bad |= json_object_set_new(out, "shown", list);
  if (bad == 0) return out;
  json_decref(out);
  return NULL;
}

int series_read(const char *path, struct thresholds *thresholds, json_t **out, struct error *err) {
  struct all a = {.thresholds = thresholds};
  int status = csv_open(&a.csv, path, err);
  if (status != 0) return status;
  status = columns(&a, err);
  if (status == 0) status = csv_lines(&a.csv, read_line, &a, err);
  for (int i = 0; i < a.queues && status == 0; i++) {
    if (thin_finish(&a.queue[i].series) != 0) status = no_memory(err);
  }
  *out = status == 0 ? put_all(&a) : NULL;
  if (status == 0 && *out == NULL) status = no_memory(err);
  for (int i = 0; i < a.queues; i++) {
    free(a.queue[i].name);
    thin_free(&a.queue[i].series);
  }
  free(a.queue);
  csv_close(&a.csv);
  return status;
}
