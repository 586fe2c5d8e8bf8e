// Parts of the tables of a run.
#ifndef TABLE_PARTS_H
#define TABLE_PARTS_H

#include <inttypes.h>
#include <math.h>

#include "tb/sim/results/report.h"
#include "tb/sim/results/terminal.h"

enum { NAME = 64 };

// Of more than ROWS_ALL rows, the first ROWS_MANY are shown. The CSV files have all rows.
enum { ROWS_ALL = 24, ROWS_MANY = 10 };

static inline int rows_of(int count) { return count > ROWS_ALL ? ROWS_MANY : count; }

static inline void put_shown(int rows, int count, const char *what, const char *file, FILE *to) {
  char line[160];
  snprintf(line, sizeof(line), "%d of %d %s; with --out DIR, DIR/%s has all", rows, count, what, file);
  if (count > rows) terminal_wrap(line, 0, 0, TERMINAL_COLUMNS, to);
}

// Adds a cell of a rate or share, with a format of one number. An unknown value is "-".
static inline void put_known(struct text_table *t, const char *format, double value) {
  text_cell(t, isnan(value) ? "-" : format, value);
}

// Adds a cell of lost packets, in colour unless it is 0.
static inline void put_lost(struct text_table *t, uint64_t packets) {
  text_cell(t, "%" PRIu64, packets);
  if (packets != 0) text_cell_colour(t, TERMINAL_YELLOW);
}

static inline const char *queue_name(const struct scenario *s, int sw, int port, int cls, char *text, size_t size) {
  snprintf(text, size, "%s/%d", s->link[s->sw[sw].link[port]].name, cls);
  return text;
}

// A row to show, with its sort key: the highest key is first; rows with equal keys are in the order of the file.
struct table_row {
  int rank;
  double key;
  int index;
};
int table_compare(const void *a, const void *b);

// Adds a row to the `kept` rows in their order, of which at most `rows` are kept: the first ones.
void table_keep_first(struct table_row *row, int *kept, int rows, struct table_row x);

// Moves the first `rows` of `count` rows to the begin, in their order. The other rows are lost.
void table_sort_first(struct table_row *row, int count, int rows);

// A table of distributions, and a row of it. left_out: title of a further column, or NULL; unit: microseconds of a
// tick, or 1
struct text_table *table_spread(const char *title, const char *what, const char *left_out);
void table_spread_row(const char *name, const struct spread *x, double unit, struct text_table *t);

// The tables of completion times and slowdowns by group of flows and by size. Returns 0, or -1: out of memory.
int table_traffic(const struct scenario *s, const struct network_result *r, FILE *to);

// The table of the queues in which a watchdog has detected a storm. Returns 0, or -1: out of memory.
int table_storms(const struct scenario *s, const struct network_result *r, FILE *to);

// Names the flows of which a switch had no path for a packet.
void table_unreachable(const struct scenario *s, const struct network_result *r, FILE *to);

#endif
