#define _GNU_SOURCE
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/report/csv.h"
#include "tb/cli/report/page_data.h"
#include "tb/cli/report/thin.h"

enum { SHOWN = 8, VALUES = 1 };

struct queue {
  char *name;
  int shown;  // -1: not shown
};

struct all {
  struct csv csv;
  const char *wanted;
  int time, sw, link, cls, what, value;
  void *tree;  // all queues, by name
  struct queue *queue[SHOWN];
  struct thin series[SHOWN];
  int queues, total;
};

static int no_memory(struct error *err) {
  error_set(err, "out of memory");
  return ENOMEM;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct queue *)a)->name, ((const struct queue *)b)->name);
}

static void free_queue(void *p) {
  struct queue *q = p;
  free(q->name);
  free(q);
}

// Adds a queue with its first value above 0, and before it the value 0 at time 0. Returns NULL if out of memory.
static struct queue *add(struct all *a, const char *name, double t) {
  static const struct thin_point zero = {.t = 0};
  struct queue *q = malloc(sizeof(*q));
  if (q == NULL) return NULL;
  *q = (struct queue){.name = strdup(name), .shown = a->queues < SHOWN ? a->queues : -1};
  if (q->name == NULL || tsearch(q, &a->tree, by_name) == NULL) {
    free_queue(q);
    return NULL;
  }
  a->total++;
  if (q->shown < 0) return q;
  a->queue[a->queues++] = q;
  return t == 0 || thin_sample(&a->series[q->shown], &zero, VALUES) == 0 ? q : NULL;
}

static int read_line(void *context, struct error *err) {
  struct all *a = context;
  char **f = a->csv.field, name[512];
  struct thin_point point = {.t = 0};
  if (strcmp(f[a->what], a->wanted) != 0) return 0;
  int status = csv_time(&a->csv, a->time, &point.t, err);
  if (status == 0) status = csv_number(&a->csv, a->value, &point.value[0], err);
  if (status != 0) return status;
  snprintf(name, sizeof(name), "%s:%s/%s", f[a->sw], f[a->link], f[a->cls]);
  const struct queue key = {.name = name};
  struct queue *const *found = tfind(&key, &a->tree, by_name), *q = found != NULL ? *found : NULL;
  if (q == NULL && point.value[0] == 0) return 0;
  if (q == NULL && (q = add(a, name, point.t)) == NULL) return no_memory(err);
  return q->shown < 0 || thin_sample(&a->series[q->shown], &point, VALUES) == 0 ? 0 : no_memory(err);
}

static int read_all(struct all *a, const char *path, struct error *err) {
  const struct csv_required need[] = {{"time_ns", &a->time}, {"switch", &a->sw}, {"link", &a->link},
                                      {"class", &a->cls},    {"what", &a->what}, {"value", &a->value}};
  return csv_read(&a->csv, path, need, sizeof(need) / sizeof(need[0]), read_line, a, err);
}

static json_t *put_all(struct all *a, const char *key) {
  json_t *list = json_array();
  int thinned = 0;
  for (int i = 0; i < a->queues; i++) {
    struct thin *x = &a->series[i];
    if (thin_finish(x) != 0) goto fail;
    thinned += thin_is_thinned(x);
    json_t *o =
        json_pack("{s:s,s:o,s:o}", "queue", a->queue[i]->name, "t", thin_numbers(x, -1), key, thin_numbers(x, 0));
    if (o == NULL || json_array_append_new(list, o) != 0) goto fail;
  }
  return json_pack("{s:i,s:i,s:o}", "total", a->total, "thinned", thinned, "shown", list);
fail:
  json_decref(list);
  return NULL;
}

int queue_rows_read(const char *path, const char *what, const char *key, json_t **out, struct error *err) {
  struct all a = {.wanted = what};
  *out = NULL;
  if (access(path, F_OK) != 0) return 0;
  int status = read_all(&a, path, err);
  if (status == 0 && a.queues > 0 && (*out = put_all(&a, key)) == NULL) status = no_memory(err);
  for (int i = 0; i < a.queues; i++) thin_free(&a.series[i]);
  tdestroy(a.tree, free_queue);
  return status;
}
