#define _GNU_SOURCE
#include "tb/cli/report/series.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/report/csv.h"

enum { POINTS = 4000, SHOWN = 24, VALUES = 8, THRESHOLDS = 2 };  // POINTS: a multiple of four
static const char *const threshold_names[THRESHOLDS] = {"xoff_bytes", "xon_bytes"};

struct point {
  double t, value[VALUES];  // value[0]: bytes
};

struct queue {
  char *name;
  struct point *point;
  int points, capacity;
  struct point last, low, high;  // the sample before this one, and the ends of the group that is being read
  unsigned group, in_group;      // changes that two points stand for
  double peak;
};

struct all {
  struct csv csv;
  struct thresholds *thresholds;
  int name;                                  // the switch's column
  int time, value[VALUES], values, columns;  // values: those of the file first, in so many columns
  int key[CSV_COLUMNS], keys;
  struct queue *queue;
  int queues, capacity, at;
};

static int no_memory(struct error *err) {
  error_set(err, "out of memory");
  return ENOMEM;
}

// ---- one queue ----

static const struct point *lower(const struct point *a, const struct point *b) {
  return b->value[0] < a->value[0] ? b : a;
}
static const struct point *higher(const struct point *a, const struct point *b) {
  return b->value[0] > a->value[0] ? b : a;
}

// In each four points, those of two groups, the lowest and the highest stay.
static void thin(struct queue *q) {
  int kept = 0;
  for (int i = 0; i + 4 <= q->points; i += 4) {
    const struct point *p = &q->point[i], *low = p, *high = p;
    for (int k = 1; k < 4; k++) {
      low = lower(low, &p[k]);
      high = higher(high, &p[k]);
    }
    struct point first = low->t < high->t ? *low : *high, second = low->t < high->t ? *high : *low;
    if (low == high) second = p[3];
    q->point[kept++] = first;
    q->point[kept++] = second;
  }
  q->points = kept;
  q->group *= 2;
}

static int put(struct queue *q, const struct point *p) {
  if (q->points == q->capacity) {
    int capacity = q->capacity == 0 ? 64 : 2 * q->capacity;
    struct point *more = realloc(q->point, (size_t)capacity * sizeof(*more));
    if (more == NULL) return ENOMEM;
    q->point = more;
    q->capacity = capacity;
  }
  q->point[q->points++] = *p;
  return 0;
}

static int close_group(struct queue *q) {
  if (q->in_group == 0) return 0;
  bool up = q->low.t < q->high.t;
  int status = put(q, up ? &q->low : &q->high);
  if (status == 0 && q->in_group > 1) status = put(q, up ? &q->high : &q->low);
  q->in_group = 0;
  if (status == 0 && q->points >= POINTS) thin(q);
  return status;
}

// A group of one or two changes keeps both.
static int change(struct queue *q, const struct point *p) {
  if (q->in_group == 0) {
    q->low = q->high = *p;
  } else if (q->in_group == 1) {
    q->low = *lower(&q->high, p);
    q->high = p->value[0] < q->high.value[0] ? q->high : *p;
  } else {
    q->low = *lower(&q->low, p);
    q->high = *higher(&q->high, p);
  }
  return ++q->in_group >= q->group ? close_group(q) : 0;
}

static bool equal(const struct point *a, const struct point *b, int values) {
  for (int i = 0; i < values; i++)
    if (a->value[i] != b->value[i] && !(isnan(a->value[i]) && isnan(b->value[i]))) return false;
  return true;
}

static int sample(struct queue *q, const struct point *p, int values) {
  bool first = q->group == 0;
  if (first) q->group = 2;
  if (p->value[0] > q->peak) q->peak = p->value[0];
  bool same = !first && equal(p, &q->last, values);
  q->last = *p;
  return same ? 0 : change(q, p);
}

// The last sample stays, whatever its group.
static int finish(struct queue *q) {
  int status = close_group(q);
  if (status == 0 && q->last.t > q->point[q->points - 1].t) status = put(q, &q->last);
  return status;
}

// ---- the file ----

// What names a queue; every other column is a value.
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
    else if (i != a->time && i != a->value[0] && a->values < VALUES - THRESHOLDS)
      a->value[a->values++] = i;
  }
  a->columns = a->values;
  if (a->thresholds != NULL) a->values += THRESHOLDS;
  return status;
}

// "A:L4/0"; whatever else names the queue follows.
static void name_queue(const struct all *a, char *name, size_t size) {
  size_t n = 0;
  for (int i = 0; i < a->keys && n < size; i++) {
    const char *column = a->csv.name[a->key[i]];
    const char *before = i == 0 ? "" : strcmp(column, "link") == 0 ? ":" : strcmp(column, "class") == 0 ? "/" : " ";
    int more = snprintf(name + n, size - n, "%s%s", before, a->csv.field[a->key[i]]);
    n += (size_t)more;
  }
}

// The queues come in turns.
static struct queue *find(struct all *a, const char *name) {
  for (int i = 0; i < a->queues; i++) {
    a->at = a->at + 1 < a->queues ? a->at + 1 : 0;
    if (strcmp(a->queue[a->at].name, name) == 0) return &a->queue[a->at];
  }
  if (a->queues == a->capacity) {
    int capacity = a->capacity == 0 ? 16 : 2 * a->capacity;
    struct queue *more = realloc(a->queue, (size_t)capacity * sizeof(*more));
    if (more == NULL) return NULL;
    a->queue = more;
    a->capacity = capacity;
  }
  struct queue *q = &a->queue[a->at = a->queues];
  *q = (struct queue){.name = strdup(name)};
  if (q->name == NULL) return NULL;
  a->queues++;
  return q;
}

static int read_line(struct all *a, struct error *err) {
  char name[512];
  struct point p = {.t = 0};
  int status = csv_time(&a->csv, a->time, &p.t, err);
  if (status == 0) status = csv_number(&a->csv, a->value[0], &p.value[0], err);
  if (status != 0) return status;
  for (int i = 1; i < a->columns; i++) {
    char *end;
    const char *text = a->csv.field[a->value[i]];
    p.value[i] = strtod(text, &end);
    if (*text == '\0' || *end != '\0') p.value[i] = NAN;  // there is none, or it is a word
  }
  double *marks = &p.value[a->columns];
  if (a->thresholds != NULL && !thresholds_at(a->thresholds, a->csv.field[a->name], p.t, &marks[0], &marks[1]))
    marks[0] = marks[1] = NAN;
  name_queue(a, name, sizeof(name));
  struct queue *q = find(a, name);
  if (q == NULL || sample(q, &p, a->values) != 0) return no_memory(err);
  return 0;
}

// ---- as JSON ----

static int by_peak(const void *a, const void *b) {
  const struct queue *x = a, *y = b;
  if (x->peak != y->peak) return x->peak < y->peak ? 1 : -1;
  return strcmp(x->name, y->name);
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct queue *)a)->name, ((const struct queue *)b)->name);
}

static json_t *numbers(const struct queue *q, int value) {
  json_t *list = json_array();
  for (int i = 0; i < q->points; i++) {
    double x = value < 0 ? q->point[i].t : q->point[i].value[value];
    json_t *number = isnan(x) ? json_null() : x == floor(x) && x < 1e15 ? json_integer((json_int_t)x) : json_real(x);
    if (json_array_append_new(list, number) != 0) {
      json_decref(list);
      return NULL;
    }
  }
  return list;
}

static int put_queue(const struct all *a, struct queue *q, json_t *list) {
  json_t *o = json_object();
  int bad = json_object_set_new(o, "queue", json_string(q->name));
  bad |= json_object_set_new(o, "t", numbers(q, -1));
  for (int i = 0; i < a->values; i++) {
    const char *name = i < a->columns ? a->csv.name[a->value[i]] : threshold_names[i - a->columns];
    bad |= json_object_set_new(o, name, numbers(q, i));
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
    thinned += a->queue[i].group > 2;
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
  int status = csv_open(&a.csv, path, err), more = 0;
  if (status != 0) return status;
  status = columns(&a, err);
  while (status == 0 && (more = csv_next(&a.csv, err)) > 0) status = read_line(&a, err);
  if (status == 0 && more < 0) status = EINVAL;
  for (int i = 0; i < a.queues && status == 0; i++) {
    if (finish(&a.queue[i]) != 0) status = no_memory(err);
  }
  *out = status == 0 ? put_all(&a) : NULL;
  if (status == 0 && *out == NULL) status = no_memory(err);
  for (int i = 0; i < a.queues; i++) {
    free(a.queue[i].name);
    free(a.queue[i].point);
  }
  free(a.queue);
  csv_close(&a.csv);
  return status;
}
