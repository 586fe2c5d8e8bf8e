#define _GNU_SOURCE
#include "tb/cli/report/thresholds.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/report/csv.h"

struct value {
  double t, xqoff;
};

struct moving {
  char *name;  // name of the switch
  struct value *value;
  int values, capacity, at;  // at: index of the value of the last call of thresholds_at()
  double private, delta_q;   // bytes
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

static struct moving *find(const struct thresholds *t, const char *name) {
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
  struct moving *more = realloc(t->of, (size_t)(t->switches + 1) * sizeof(*more));
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
  if (m->values == m->capacity) {
    int capacity = m->capacity == 0 ? 256 : 2 * m->capacity;
    struct value *more = realloc(m->value, (size_t)capacity * sizeof(*more));
    if (more == NULL) return ENOMEM;
    m->value = more;
    m->capacity = capacity;
  }
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
    struct moving *m = find(t, c->field[name]);
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
  struct moving *m = t != NULL ? find(t, name) : NULL;
  if (m == NULL || m->value[0].t > time_ns) return false;
  while (m->at + 1 < m->values && m->value[m->at + 1].t <= time_ns) m->at++;
  double xqoff = m->value[m->at].xqoff, xqon = xqoff > m->delta_q ? xqoff - m->delta_q : 0;
  *xoff = xqoff + m->private;
  *xon = xqon + m->private;
  return true;
}
