// The tables that a run writes: a line of column names, then values without quotes.
#ifndef REPORT_CSV_H
#define REPORT_CSV_H

#include <stddef.h>
#include <stdio.h>

#include "tb/sim/files/error.h"

enum { CSV_COLUMNS = 32 };

struct csv {
  FILE *file;
  const char *path;  // not owned
  size_t line;
  char *names, *text;  // the first line and the current one, cut at the commas
  size_t size;
  char *name[CSV_COLUMNS], *field[CSV_COLUMNS];
  int columns;
  double time;  // of the last csv_time()
};

// Returns 0, or an errno with a line in err. The file is free to have more columns than one asks for.
int csv_open(struct csv *c, const char *path, struct error *err);
void csv_close(struct csv *c);

// The number of a column, -1: there is none of this name.
int csv_column(const struct csv *c, const char *name);

// The same for one that must be there: 0, or EINVAL with a line in err.
int csv_need(const struct csv *c, const char *name, int *column, struct error *err);

// The next line into field: 1, at the end 0, or -1 with a line in err.
int csv_next(struct csv *c, struct error *err);

// A field as a number that is not negative: 0, or EINVAL with a line in err.
int csv_number(const struct csv *c, int column, double *value, struct error *err);

// The same for the time of a line, which never goes back.
int csv_time(struct csv *c, int column, double *time, struct error *err);

// A field that is one of some words, the last of which is NULL: 0, or EINVAL with a line in err.
int csv_word(const struct csv *c, int column, const char *const *words, struct error *err);

#endif
