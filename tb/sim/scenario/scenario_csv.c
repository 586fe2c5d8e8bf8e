// Reads the flows of a CSV file, one per line.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/rows.h"
#include "tb/sim/files/vec.h"
#include "tb/sim/scenario/scenario_file.h"

enum { SOURCE, DESTINATION, CLASS, BYTES, START_US, AFTER, COLUMNS };
static const struct rows_column columns[COLUMNS] = {{"source", true}, {"destination", true}, {"class", false},
                                                    {"bytes", true},  {"start_us", false},   {"after", false}};

static int take_host(struct checker *c, struct rows *csv, int field, int *node) {
  *node = scenario_find_node(c->s, csv->field[field]);
  if (*node >= c->s->switches) return 0;
  struct near near;
  near_begin(&near, csv->field[field], strlen(csv->field[field]));
  names_offer(&c->s->node_names, c->s->switches, INT_MAX, &near);
  return rows_wrong(csv, "there is no host '%.40s'%s", csv->field[field], near_or(&near, "; name one of hosts"));
}

// The column `after` of a row. It may name flows of later rows.
struct afters {
  struct {
    int flow;
    char *names;  // in the arena
  } * row;
  int rows;
};

static int keep_afters(struct checker *c, struct afters *a, struct rows *csv, const char *names) {
  void *more = vec_grow(a->row, (size_t)a->rows, sizeof(*a->row));
  if (more == NULL) return scenario_no_memory(c);
  a->row = more;
  const size_t size = strlen(names) + 1;
  if (size > ARENA_BLOCK) return rows_wrong(csv, "more than %d characters in column after", ARENA_BLOCK);
  char *copy = arena_get(&c->s->arena, size, 1);
  if (copy == NULL) return scenario_no_memory(c);
  a->row[a->rows].flow = c->s->flows - 1;
  a->row[a->rows++].names = memcpy(copy, names, size);
  return 0;
}

static int by_line(const void *a, const void *b) {
  const struct scenario_flow *x = a, *y = b;
  return (x->line > y->line) - (x->line < y->line);
}

// Finds the flow csv-LINE. Returns -1 if there is none.
static int flow_of(const struct scenario *s, const char *name) {
  const struct scenario_group *g = &s->group[s->groups - 1];
  int length = 0;
  struct scenario_flow key = {.line = 0};
  if (sscanf(name, "csv-%d%n", &key.line, &length) != 1 || name[length] != '\0') return -1;
  const struct scenario_flow *f = bsearch(&key, &s->flow[g->first], (size_t)g->count, sizeof(*f), by_line);
  return f != NULL ? (int)(f - s->flow) : -1;
}

static int link_afters(struct checker *c, const struct afters *a, const char *path) {
  for (int i = 0; i < a->rows; i++) {
    struct scenario_flow *f = &c->s->flow[a->row[i].flow];
    char *rest = NULL;
    for (char *name = strtok_r(a->row[i].names, " ", &rest); name != NULL; name = strtok_r(NULL, " ", &rest)) {
      const int before = flow_of(c->s, name);
      if (before < 0)
        return error_set(c->err, "%s:%d: there is no flow '%.40s'; name flows by their lines, such as csv-2", path,
                         f->line, name);
      int status = scenario_add_after(c, f, before);
      if (status != 0) return status;
    }
  }
  return 0;
}

static int take_row(struct checker *c, struct rows *csv, struct afters *a) {
  struct scenario_flow *f = scenario_add_flow(c);
  if (f == NULL) return rows_wrong(csv, "more than %d flows, or out of memory; give fewer", SCENARIO_MOST_FLOWS);
  uint64_t cls = 0;
  double us = 0;
  const char *const *field = (const char *const *)csv->field;
  int status = take_host(c, csv, SOURCE, &f->from);
  if (status == 0) status = take_host(c, csv, DESTINATION, &f->to);
  if (status == 0 && f->from == f->to)
    status = rows_wrong(csv, "a flow from %s to itself; name two hosts", field[SOURCE]);
  if (status == 0 && *field[CLASS] != '\0')
    status = rows_whole(csv, "class", field[CLASS], 0, scenario_classes(c) - 1, &cls);
  if (status == 0 && *field[BYTES] != '\0')  // without a number the flow is endless
    status = rows_whole(csv, "bytes", field[BYTES], LEAST_FLOW_BYTES, MOST_FLOW_BYTES, &f->bytes);
  if (status == 0 && *field[START_US] != '\0') status = rows_decimal(csv, "start_us", field[START_US], 1e9, &us);
  if (status == 0) f->start = scenario_us_cycles(c->s, us);
  if (status == 0 && f->start >= f->stop)
    status = rows_wrong(csv, "start_us is %s, after all sources have stopped; give less than stop_us", field[START_US]);
  if (status == 0 && *field[AFTER] != '\0') status = keep_afters(c, a, csv, field[AFTER]);
  f->cls = (int)cls;
  f->line = (int)csv->line;
  if (status == 0 && scenario_name_flow(c, f, csv->line) != 0) return scenario_no_memory(c);
  if (status == 0) status = scenario_route(c, f);
  if (status == EHOSTUNREACH)
    status = rows_wrong(csv, "no route from %s to %s over at most 64 switches; add a link", field[SOURCE],
                        field[DESTINATION]);
  return status == ENOMEM ? scenario_no_memory(c) : status;
}

static int take_rows(struct checker *c, FILE *file, const char *path) {
  struct rows csv;
  rows_begin(&csv, file, path, "source,destination,class,bytes,start_us", c->err);
  struct afters afters = {.rows = 0};
  int more = 0, status = rows_heading(&csv, columns, COLUMNS);
  if (status == 0 && *csv.others != '\0')
    status = scenario_warn(c, "flows_csv", "columns of %s have no meaning here: %s; leave them out", path, csv.others);
  while (status == 0 && (more = rows_next(&csv)) == 1) status = take_row(c, &csv, &afters);
  if (status == 0 && more < 0) status = EINVAL;
  if (status == 0 && c->s->group[c->s->groups - 1].count == 0) status = rows_wrong(&csv, "no flow; add lines");
  if (status == 0) status = link_afters(c, &afters, path);
  free(afters.row);
  rows_end(&csv);
  return status;
}

int scenario_check_csv(struct checker *c) {
  if (c->file->flows_csv == NULL) return 0;
  scenario_take_packet(c, c->packet);
  int status = scenario_begin_group(c, "csv");
  const char *path = status == 0 ? scenario_next_to(c, c->file->flows_csv) : NULL;
  if (path == NULL) return scenario_no_memory(c);
  FILE *file = scenario_open(c, "flows_csv", path);
  if (file == NULL) return EINVAL;
  status = take_rows(c, file, path);
  fclose(file);
  return status;
}
