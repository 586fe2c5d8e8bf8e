// Reads the flows of a CSV file, one per line.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/files/rows.h"
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

static int take_row(struct checker *c, struct rows *csv) {
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
    status = rows_whole(csv, "bytes", field[BYTES], 1, UINT64_C(1) << 50, &f->bytes);
  if (status == 0 && *field[START_US] != '\0') status = rows_decimal(csv, "start_us", field[START_US], 1e9, &us);
  if (status == 0 && *field[AFTER] != '\0')
    status = rows_wrong(csv, "the flow starts after %.40s, which is not supported; give start_us", field[AFTER]);
  if (status == 0) status = scenario_time(c, "flows_csv", us, &f->start);
  if (status == 0 && f->start >= f->stop)
    status = rows_wrong(csv, "start_us is %s, after all sources have stopped; give less than stop_us", field[START_US]);
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
  int more = 0, status = rows_heading(&csv, columns, COLUMNS);
  if (status == 0 && *csv.others != '\0')
    status = scenario_warn(c, "flows_csv", "columns of %s have no meaning here: %s; leave them out", path, csv.others);
  while (status == 0 && (more = rows_next(&csv)) == 1) status = take_row(c, &csv);
  if (status == 0 && more < 0) status = EINVAL;
  if (status == 0 && c->s->group[c->s->groups - 1].count == 0) status = rows_wrong(&csv, "no flow; add lines");
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
