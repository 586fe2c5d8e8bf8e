// Rows of tables, and the tables that only some runs have: groups of flows, watchdogs, unreachable flows.
#include "tb/sim/results/table_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/results/report.h"
#include "tb/sim/results/result.h"
#include "tb/sim/results/summary.h"

// ---- rows and distributions ----

int table_compare(const void *a, const void *b) {
  const struct table_row *x = a, *y = b;
  if (x->rank != y->rank) return x->rank > y->rank ? -1 : 1;
  if (x->key != y->key) return x->key > y->key ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

void table_keep_first(struct table_row *row, int *kept, int rows, struct table_row x) {
  if (*kept == rows && table_compare(&row[rows - 1], &x) <= 0) return;
  int at = *kept < rows ? (*kept)++ : rows - 1;
  for (; at > 0 && table_compare(&row[at - 1], &x) > 0; at--) row[at] = row[at - 1];
  row[at] = x;
}

void table_sort_first(struct table_row *row, int count, int rows) {
  for (int k = 0, kept = 0; k < count; k++) table_keep_first(row, &kept, rows, row[k]);
}

void table_spread_row(const char *name, const struct spread *x, double unit, struct text_table *t) {
  const double value[] = {x->mean, x->percentile[0], x->percentile[1], x->percentile[2], x->max};
  text_cell(t, "%s", name);
  text_cell(t, "%" PRIu64, x->count);
  put_lost(t, x->left_out);
  for (int i = 0; i < 5; i++) put_known(t, "%.3f", x->count != 0 ? unit * value[i] : NAN);
}

struct text_table *table_spread(const char *title, const char *what, const char *left_out) {
  const struct text_column columns[] = {{title, TEXT_NAME}, {what, 0},  {left_out, 0}, {"mean", 0},
                                        {"p50", 0},         {"p99", 0}, {"p99.9", 0},  {"max", 0}};
  return text_table_new(columns, 8);
}

// ---- groups of flows ----

// Completion times and slowdowns of each group of flows: the flows of `flows`, of each entry of traffic, of a CSV file.

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

// ---- watchdogs ----

// The table of the watchdogs.

int table_storms(const struct scenario *s, const struct network_result *r, FILE *to) {
  static const struct text_column columns[] = {
      {"watchdog", TEXT_NAME}, {"storms", 0}, {"restored", 0}, {"dropped", 0}, {"bytes", TEXT_EXTRA}};
  struct text_table *t = NULL;
  int count = 0;
  for (int i = 0; i < s->switches; i++)
    for (int k = 0; k < scenario_queues(s, i); k++) {
      const struct storms x = result_storms(&r->sw[i], k);
      char at[NAME];
      if (x.detected == 0 || ++count > ROWS_ALL) continue;
      if (t == NULL) t = text_table_new(columns, 5);
      text_cell(t, "%s:%s", s->sw[i].name, queue_name(s, i, k / s->dims.classes, k % s->dims.classes, at, sizeof(at)));
      text_cell(t, "%" PRIu64, x.detected);
      text_cell(t, "%" PRIu64, x.restored);
      put_lost(t, x.dropped);
      text_cell(t, "%" PRIu64, x.dropped_bytes);
    }
  if (count == 0) return 0;
  fputc('\n', to);
  int status = text_table_print(t, to);
  put_shown(count < ROWS_ALL ? count : ROWS_ALL, count, "queues with storms", "queues.csv", to);
  return status;
}

// ---- unreachable flows ----

// Flows with packets for which a switch had no path.

void table_unreachable(const struct scenario *s, const struct network_result *r, FILE *to) {
  uint64_t packets = 0;
  int flows = 0;
  char *line = NULL;
  size_t size;
  FILE *names = open_memstream(&line, &size);
  for (int i = 0; names != NULL && i < s->flows; i++) {
    if (r->flow[i].losses[LOSS_UNREACHABLE] == 0) continue;
    packets += r->flow[i].losses[LOSS_UNREACHABLE];
    if (flows++ < ROWS_MANY) fprintf(names, "%s%s", flows > 1 ? ", " : "", s->flow[i].name);
  }
  if (names == NULL || fclose(names) != 0) return;
  if (flows > 0) {
    fputc('\n', to);
    int at =
        fprintf(to, "unreachable: no path for %" PRIu64 " packets of %d flow%s:", packets, flows, flows > 1 ? "s" : "");
    terminal_wrap(line, at, 2, TERMINAL_COLUMNS, to);
    put_shown(ROWS_MANY, flows, "unreachable flows", "flows.csv", to);
  }
  free(line);
}

// ---- a search ----

// The result of a search as text.

// States whether the other queues are at their threshold when the burst starts, which the closed form assumes.
static void put_start(const struct scenario *s, const struct search_result *r, FILE *to) {
  fprintf(to, "start of the burst: %.3f us\n", (double)r->start * 1e6 / (double)s->clock_hz);
  if (r->others > 0)
    fprintf(to, "others at that time: %.0f bytes each above the private buffer, threshold %.0f bytes\n",
            r->others_bytes, r->others_threshold);
  if (r->others_below > 0)
    fprintf(to, "not at the threshold: %d of %d others, so the burst is too large; leave out its start_us\n",
            r->others_below, r->others);
}

void report_search(const struct scenario *s, const struct search_result *r, FILE *to) {
  fprintf(to, "%s: the largest burst of %d flows during which none of %d ports is paused (%d runs)\n\n", s->name,
          s->bursts, r->bursting, r->runs);
  if (r->outside != 0) {
    fprintf(to, "not between %" PRIu64 " and %" PRIu64 " bytes: %s\n", s->burst_from, s->burst_to,
            r->outside < 0 ? "already the smallest pauses" : "even the largest does not pause");
    put_start(s, r, to);
    return;
  }
  fprintf(to, "%-12s  %12s  %8s\n", "", "bytes", "buffer");
  fprintf(to, "%-12s  %12" PRIu64 "  %6.2f %%\n", "measured", r->most, 100 * (double)r->most / r->buffer);
  fprintf(to, "%-12s  %12.0f  %6.2f %%\n", "closed form", r->form, 100 * r->form / r->buffer);
  fprintf(to, "\nclosed form: %d queues of %.0f bytes each above the private buffer, %d others at the threshold\n",
          r->bursting, r->threshold, r->others);
  put_start(s, r, to);
}
