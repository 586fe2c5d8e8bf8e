#define _GNU_SOURCE
#include "tb/cli/report/credits.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/report/csv.h"
#include "tb/cli/report/thin.h"

enum { SHOWN = 8, VALUES = 1 };

struct all {
  struct csv csv;
  int time, sw, link, cls, what, value;
  struct {
    char *name;
    struct thin series;
  } queue[SHOWN];
  int queues, total;
};

static int no_memory(struct error *err) {
  error_set(err, "out of memory");
  return ENOMEM;
}

// The queue of a row; -1: it is not shown, -2: out of memory. Queues that are not shown are counted when they begin.
static int find(struct all *a, const char *name, double t) {
  for (int i = 0; i < a->queues; i++)
    if (strcmp(a->queue[i].name, name) == 0) return i;
  if (t > 0) return -1;
  a->total++;
  if (a->queues == SHOWN) return -1;
  a->queue[a->queues].name = strdup(name);
  return a->queue[a->queues].name != NULL ? a->queues++ : -2;
}

static int read_line(struct all *a, struct error *err) {
  char **f = a->csv.field, name[512];
  struct thin_point point = {.t = 0};
  if (strcmp(f[a->what], "credits") != 0) return 0;
  int status = csv_time(&a->csv, a->time, &point.t, err);
  if (status == 0) status = csv_number(&a->csv, a->value, &point.value[0], err);
  if (status != 0) return status;
  snprintf(name, sizeof(name), "%s:%s/%s", f[a->sw], f[a->link], f[a->cls]);
  const int i = find(a, name, point.t);
  if (i == -1) return 0;
  return i >= 0 && thin_sample(&a->queue[i].series, &point, VALUES) == 0 ? 0 : no_memory(err);
}

static int read_all(struct all *a, const char *path, struct error *err) {
  const struct {
    const char *name;
    int *column;
  } need[] = {{"time_ns", &a->time}, {"switch", &a->sw}, {"link", &a->link},
              {"class", &a->cls},    {"what", &a->what}, {"value", &a->value}};
  int status = csv_open(&a->csv, path, err), more = 0;
  for (size_t i = 0; status == 0 && i < sizeof(need) / sizeof(need[0]); i++)
    status = csv_need(&a->csv, need[i].name, need[i].column, err);
  while (status == 0 && (more = csv_next(&a->csv, err)) > 0) status = read_line(a, err);
  if (status == 0 && more < 0) status = EINVAL;
  csv_close(&a->csv);
  return status;
}

static json_t *put_all(struct all *a) {
  json_t *list = json_array();
  int thinned = 0;
  for (int i = 0; i < a->queues; i++) {
    struct thin *s = &a->queue[i].series;
    if (thin_finish(s) != 0) goto fail;
    thinned += thin_is_thinned(s);
    json_t *o =
        json_pack("{s:s,s:o,s:o}", "queue", a->queue[i].name, "t", thin_numbers(s, -1), "bytes", thin_numbers(s, 0));
    if (o == NULL || json_array_append_new(list, o) != 0) goto fail;
  }
  return json_pack("{s:i,s:i,s:o}", "total", a->total, "thinned", thinned, "shown", list);
fail:
  json_decref(list);
  return NULL;
}

int credits_read(const char *path, json_t **out, struct error *err) {
  struct all a = {.queues = 0};
  *out = NULL;
  if (access(path, F_OK) != 0) return 0;
  int status = read_all(&a, path, err);
  if (status == 0 && a.queues > 0 && (*out = put_all(&a)) == NULL) status = no_memory(err);
  for (int i = 0; i < a.queues; i++) {
    thin_free(&a.queue[i].series);
    free(a.queue[i].name);
  }
  return status;
}
