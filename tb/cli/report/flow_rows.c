#define _GNU_SOURCE
#include "tb/cli/report/flow_rows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/report/csv.h"
#include "tb/sim/files/vec.h"

enum { PATH = 4096 };

static int no_memory(struct error *err) {
  error_set(err, "out of memory");
  return ENOMEM;
}

static struct flow_row *add(struct flow_rows *f) {
  struct flow_row *row = vec_grow(f->row, f->count, sizeof(*row));
  if (row == NULL) return NULL;
  f->row = row;
  struct flow_row *r = &f->row[f->count];
  *r = (struct flow_row){.index = f->count++, .traffic = -1};
  return r;
}

// Sets the group of a flow. The flows of a group are neighbours.
static int set_traffic(struct flow_rows *f, struct flow_row *r, const char *name) {
  struct flow_traffic *t = &f->traffic;
  if (*name == '\0') return 0;
  r->traffic = t->names - 1;
  while (r->traffic >= 0 && strcmp(t->name[r->traffic], name) != 0) r->traffic--;
  if (r->traffic >= 0) return 0;
  char **more = vec_grow(t->name, (size_t)t->names, sizeof(*more));
  if (more == NULL) return ENOMEM;
  t->name = more;
  t->name[t->names] = strdup(name);
  if (t->name[t->names] == NULL) return ENOMEM;
  r->traffic = t->names++;
  return 0;
}

static void count(struct flow_rows *f, const struct flow_row *r) {
  f->finite += !isnan(r->bytes) || !isnan(r->completion);
  f->completed += !isnan(r->completion);
}

void flow_rows_free(struct flow_rows *f) {
  for (size_t i = 0; i < f->count; i++) free(f->row[i].key);
  free(f->row);
  for (int i = 0; i < f->traffic.names; i++) free(f->traffic.name[i]);
  free(f->traffic.name);
  *f = (struct flow_rows){.row = NULL};
}

// ---- from results.json ----

static double number(const json_t *flow, const char *key) {
  const json_t *value = json_object_get(flow, key);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *text(const json_t *flow, const char *key) {
  const char *value = json_string_value(json_object_get(flow, key));
  return value != NULL ? value : "";
}

static int from_json(const json_t *flows, struct flow_rows *out) {
  size_t i;
  json_t *flow;
  json_array_foreach(flows, i, flow) {
    struct flow_row *r = add(out);
    if (r == NULL) return ENOMEM;
    r->bytes = number(flow, "bytes");
    r->start = number(flow, "start_ns");
    r->completion = number(flow, "completion_ns");
    r->slowdown = number(flow, "slowdown");
    r->gbps = number(flow, "gbps");
    if (asprintf(&r->key, "%s,%s,%s,%.0f", text(flow, "name"), text(flow, "from"), text(flow, "to"), r->bytes) < 0) {
      r->key = NULL;
      return ENOMEM;
    }
    if (set_traffic(out, r, text(flow, "traffic")) != 0) return ENOMEM;
    count(out, r);
  }
  return 0;
}

// ---- from flows.csv ----

struct columns {
  int name, from, to, bytes, start, completion, slowdown, gbps;
  int traffic;  // -1: no such column
};

static int find_columns(const struct csv *c, struct columns *at, struct error *err) {
  const struct {
    const char *name;
    int *column;
  } need[] = {{"flow", &at->name},         {"from", &at->from},      {"to", &at->to},
              {"bytes", &at->bytes},       {"start_ns", &at->start}, {"completion_ns", &at->completion},
              {"slowdown", &at->slowdown}, {"gbps", &at->gbps}};
  int status = 0;
  for (size_t i = 0; status == 0 && i < sizeof(need) / sizeof(need[0]); i++)
    status = csv_need(c, need[i].name, need[i].column, err);
  at->traffic = csv_column(c, "traffic");
  return status;
}

// Parses a number. An empty field is NAN.
static int optional(const struct csv *c, int column, double *value, struct error *err) {
  *value = NAN;
  return *c->field[column] == '\0' ? 0 : csv_number(c, column, value, err);
}

// Context of read_line()
struct reading {
  struct csv csv;
  struct columns at;
  struct flow_rows *out;
};

static int read_line(void *context, struct error *err) {
  struct reading *x = context;
  const struct csv *c = &x->csv;
  const struct columns *at = &x->at;
  struct flow_row *r = add(x->out);
  if (r == NULL) return no_memory(err);
  int status = optional(c, at->bytes, &r->bytes, err);
  if (status == 0) status = optional(c, at->start, &r->start, err);
  if (status == 0) status = optional(c, at->completion, &r->completion, err);
  if (status == 0) status = optional(c, at->slowdown, &r->slowdown, err);
  if (status == 0) status = optional(c, at->gbps, &r->gbps, err);
  if (status != 0) return status;
  if (at->traffic >= 0 && set_traffic(x->out, r, c->field[at->traffic]) != 0) return no_memory(err);
  count(x->out, r);
  if (asprintf(&r->key, "%s,%s,%s,%.0f", c->field[at->name], c->field[at->from], c->field[at->to], r->bytes) >= 0)
    return 0;
  r->key = NULL;
  return no_memory(err);
}

static int from_csv(const char *path, struct flow_rows *out, struct error *err) {
  struct reading x = {.out = out};
  int status = csv_open(&x.csv, path, err);
  if (status != 0) return status;
  status = find_columns(&x.csv, &x.at, err);
  if (status == 0) status = csv_lines(&x.csv, read_line, &x, err);
  csv_close(&x.csv);
  return status;
}

static void path_of(const char *dir, char path[PATH]) { snprintf(path, PATH, "%s/flows.csv", dir); }

int flow_rows_read(const char *dir, const json_t *results, struct flow_rows *out, struct error *err) {
  const json_t *flows = json_object_get(results, "flows");
  char path[PATH];
  *out = (struct flow_rows){.row = NULL};
  path_of(dir, path);
  int status = 0;
  if (json_is_array(flows))
    status = from_json(flows, out) == 0 ? 0 : no_memory(err);
  else if (access(path, F_OK) == 0)
    status = from_csv(path, out, err);
  if (status != 0) flow_rows_free(out);
  return status;
}

// ---- the slowest ----

static int oldest_first(const void *a, const void *b) {
  const struct flow_row *x = *(const struct flow_row *const *)a, *y = *(const struct flow_row *const *)b;
  if (x->start != y->start && !isnan(x->start) && !isnan(y->start)) return x->start < y->start ? -1 : 1;
  return x->index < y->index ? -1 : 1;
}

static double slowness(const struct flow_row *r) { return isnan(r->slowdown) ? r->completion : r->slowdown; }

static int slowest_first(const void *a, const void *b) {
  const struct flow_row *x = *(const struct flow_row *const *)a, *y = *(const struct flow_row *const *)b;
  if (slowness(x) != slowness(y)) return slowness(x) < slowness(y) ? 1 : -1;
  return x->index < y->index ? -1 : 1;
}

static int in_order(const void *a, const void *b) {
  const struct flow_row *x = *(const struct flow_row *const *)a, *y = *(const struct flow_row *const *)b;
  return x->index < y->index ? -1 : 1;
}

// Moves the selected flows to the front of the list, in the order of the file. Returns their number.
static size_t choose(const struct flow_rows *f, const struct flow_row **row, size_t most) {
  size_t done = 0, open = f->count;
  for (size_t i = 0; i < f->count; i++)
    if (isnan(f->row[i].completion))
      row[--open] = &f->row[i];
    else
      row[done++] = &f->row[i];
  size_t others = f->count - done, kept = others < most / 2 ? others : most / 2;
  if (done < most - kept) kept = others < most - done ? others : most - done;
  qsort(row, done, sizeof(*row), slowest_first);
  qsort(row + done, others, sizeof(*row), oldest_first);
  if (done > most - kept) {
    memmove(row + (most - kept), row + done, kept * sizeof(*row));
    done = most - kept;
  }
  qsort(row, done + kept, sizeof(*row), in_order);
  return done + kept;
}

static json_t *value_of(const char *name, const char *field) {
  static const char *const words[] = {"flow", "from", "to", "incomplete", "traffic"};
  char *end;
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
    if (strcmp(name, words[i]) == 0) return *field != '\0' ? json_string(field) : json_null();
  double x = strtod(field, &end);
  if (*field == '\0' || *end != '\0') return json_null();
  return x == floor(x) && fabs(x) < 1e15 ? json_integer((json_int_t)x) : json_real(x);
}

static json_t *object_of(const struct csv *c) {
  json_t *o = json_object();
  for (int i = 0; i < c->columns; i++) {
    const char *name = strcmp(c->name[i], "flow") == 0 ? "name" : c->name[i];
    if (strncmp(name, "latency_", 8) == 0) continue;
    if (json_object_set_new(o, name, value_of(c->name[i], c->field[i])) != 0) {
      json_decref(o);
      return NULL;
    }
  }
  return o;
}

// Reads the file again, and returns the selected lines.
static json_t *lines_of_csv(const char *path, const struct flow_row *const *row, size_t count, struct error *err) {
  struct csv c;
  json_t *list = json_array();
  int status = csv_open(&c, path, err);
  if (status != 0) {
    json_decref(list);
    return NULL;
  }
  size_t at = 0;
  for (size_t line = 0; status == 0 && at < count && csv_next(&c, err) > 0; line++) {
    if (line != row[at]->index) continue;
    at++;
    json_t *o = object_of(&c);
    if (o == NULL || json_array_append_new(list, o) != 0) status = no_memory(err);
  }
  csv_close(&c);
  if (status == 0 && at == count) return list;
  if (status == 0) error_set(err, "%s: the file became shorter while it was read; run sluice report again", path);
  json_decref(list);
  return NULL;
}

json_t *flow_rows_slowest(const char *dir, const json_t *results, const struct flow_rows *f, size_t most,
                          struct error *err) {
  const json_t *flows = json_object_get(results, "flows");
  const struct flow_row **row = malloc((f->count + 1) * sizeof(*row));
  json_t *list = NULL;
  if (row == NULL) {
    no_memory(err);
    return NULL;
  }
  size_t kept = choose(f, row, most);
  if (json_is_array(flows)) {
    list = json_array();
    for (size_t i = 0; i < kept; i++) json_array_append(list, json_array_get(flows, row[i]->index));
  } else if (kept == 0) {
    list = json_array();
  } else {
    char path[PATH];
    path_of(dir, path);
    list = lines_of_csv(path, row, kept, err);
  }
  free(row);
  return list;
}
