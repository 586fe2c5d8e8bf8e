// Completion times and slowdowns of each group of flows: the flows of `flows`, of each entry of traffic, of a CSV file.
#include <stdlib.h>
#include <string.h>

#include "tb/sim/results/summary.h"
#include "tb/sim/results/table_parts.h"

struct groups {
  const struct scenario *s;
  const struct network_result *r;
  struct table_row *row;  // groups with finite flows
  int count, shown;
  struct summary_flows *of;  // [group]
};

// Of many groups the worst: most incomplete flows, then the largest slowdown.
static int collect(struct groups *g) {
  for (int i = 0; i < g->s->groups; i++) {
    if (summary_group(&g->of[i], g->s, g->r, i, SUMMARY_ALL_SIZES) != 0) return -1;
    const struct spread *x = &g->of[i].slowdown;
    if (x->count + x->left_out == 0) continue;
    g->row[g->count++] =
        (struct table_row){x->left_out < INT32_MAX ? (int)x->left_out : INT32_MAX, x->percentile[1], i};
  }
  g->shown = rows_of(g->count);
  if (g->shown < g->count) table_sort_first(g->row, g->count, g->shown);
  return 0;
}

static const char *title_of_left_out(const struct groups *g) {
  return g->r->summary.slowdown.left_out != 0 ? "incomplete" : NULL;
}

static int completions(const struct groups *g, FILE *to) {
  const double us = 1e6 / (double)g->r->hz;
  struct text_table *t = table_spread("FCT us", "flows", title_of_left_out(g));
  for (int i = 0; i < g->shown; i++)
    table_spread_row(g->s->group[g->row[i].index].name, &g->of[g->row[i].index].completion, us, t);
  if (g->count > 1) table_spread_row("all", &g->r->summary.completion, us, t);
  fputc('\n', to);
  return text_table_print(t, to);
}

static void size_row(const char *indent, int size, const struct spread *x, struct text_table *t) {
  char name[32];
  uint64_t most = 10;
  for (int k = 0; k < size; k++) most *= 10;
  snprintf(name, sizeof(name), "%sto %" PRIu64, indent, most);
  table_spread_row(name, x, 1, t);
}

// The size classes of a group that have a row: none if all its flows are in one class.
static uint32_t rows_of_sizes(const struct groups *g, int group) {
  const uint32_t sizes = summary_sizes(g->s, g->s->group[group]);
  return (sizes & (sizes - 1)) != 0 ? sizes : 0;
}

static bool has_room_for_sizes(const struct groups *g) {
  int rows = g->count;
  for (int i = 0; i < g->shown; i++) rows += __builtin_popcount(rows_of_sizes(g, g->row[i].index));
  return rows <= ROWS_ALL;
}

static int group_rows(const struct groups *g, int group, bool by_size, struct text_table *t) {
  const uint32_t sizes = by_size ? rows_of_sizes(g, group) : 0;
  struct summary_flows x;
  table_spread_row(g->s->group[group].name, &g->of[group].slowdown, 1, t);
  for (int k = 0; k < SUMMARY_SIZES; k++) {
    if ((sizes >> k & 1) == 0) continue;
    if (summary_group(&x, g->s, g->r, group, k) != 0) return -1;
    size_row("  ", k, &x.slowdown, t);
  }
  return 0;
}

static int slowdowns(const struct groups *g, FILE *to) {
  const struct summary *y = &g->r->summary;
  const bool by_size = has_room_for_sizes(g);
  struct text_table *t = table_spread("slowdown, by bytes", "flows", title_of_left_out(g));
  int status = 0;
  for (int i = 0; i < g->shown && g->count > 1; i++) status |= group_rows(g, g->row[i].index, by_size, t);
  for (int k = 0; k < SUMMARY_SIZES && g->count == 1; k++)
    if (y->by_size[k].count + y->by_size[k].left_out != 0) size_row("", k, &y->by_size[k], t);
  table_spread_row("all", &y->slowdown, 1, t);
  fputc('\n', to);
  return text_table_print(t, to) | status;
}

static int tables(const struct groups *g, FILE *to) {
  if (completions(g, to) != 0 || slowdowns(g, to) != 0) return -1;
  put_shown(g->shown, g->count, "groups of flows, most incomplete and then slowest", "results.json", to);
  return 0;
}

// The time of traffic that starts at once, such as a collective operation.
static void makespans(const struct groups *g, FILE *to) {
  for (int i = 0; i < g->shown; i++) {
    const struct scenario_group *group = &g->s->group[g->row[i].index];
    if (group->listed || group->arrivals) continue;
    const uint64_t ticks = summary_makespan(g->s, g->r, g->row[i].index);
    fprintf(to, "makespan of %s: ", group->name);
    if (ticks != 0)
      fprintf(to, "%.3f us\n", (double)ticks * 1e6 / (double)g->r->hz);
    else
      fprintf(to, "-, %" PRIu64 " flows are incomplete\n", g->of[g->row[i].index].slowdown.left_out);
  }
}

int table_traffic(const struct scenario *s, const struct network_result *r, FILE *to) {
  struct groups g = {.s = s, .r = r};
  g.row = calloc((size_t)s->groups, sizeof(*g.row));
  g.of = calloc((size_t)s->groups, sizeof(*g.of));
  int status = g.row != NULL && g.of != NULL ? collect(&g) : -1;
  if (status == 0) makespans(&g, to);
  // The table of flows has all of few flows.
  if (status == 0 && (s->flows > ROWS_ALL || g.count > 1) && r->summary.slowdown.count != 0) status = tables(&g, to);
  free(g.row);
  free(g.of);
  return status;
}
