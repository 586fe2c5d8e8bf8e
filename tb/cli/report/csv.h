// Reads the CSV files of a run: a line of column names, then lines of values without quotes.
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
  char *names, *text;  // the first line and the current one, split at the commas
  size_t size;
  char *name[CSV_COLUMNS], *field[CSV_COLUMNS];
  int columns;
  double time;  // value of the last csv_time()
};

// Opens a file and reads its first line. Returns 0, or an errno with a line in err.
int csv_open(struct csv *c, const char *path, struct error *err);
void csv_close(struct csv *c);

// Returns the number of a column; -1: no column has this name.
int csv_column(const struct csv *c, const char *name);

// Sets *column to the number of a required column. Returns 0, or EINVAL with a line in err.
int csv_need(const struct csv *c, const char *name, int *column, struct error *err);

// Reads the next line into `field`. Returns 1, 0 at the end of the file, or -1 with a line in err.
int csv_next(struct csv *c, struct error *err);

// A function that takes the current line. Returns 0, or an errno with a line in err.
typedef int csv_line(void *context, struct error *err);

// Passes the remaining lines of an open file to `line`, up to its first error. Returns 0 or an errno with a line in
// err.
int csv_lines(struct csv *c, csv_line *line, void *context, struct error *err);

// A required column, and the place for its number
struct csv_required {
  const char *name;
  int *column;
};

// Opens a file, finds the required columns, and passes its lines to `line`; closes the file. Returns as csv_lines().
int csv_read(struct csv *c, const char *path, const struct csv_required *required, size_t count, csv_line *line,
             void *context, struct error *err);

// Parses a field as a number that is not negative. Returns 0, or EINVAL with a line in err.
int csv_number(const struct csv *c, int column, double *value, struct error *err);

// Parses a field as the time of the line, which must not be less than that of the line before. Returns 0, or EINVAL
// with a line in err.
int csv_time(struct csv *c, int column, double *time, struct error *err);

// Checks that a field is one of the words, which end with NULL. Returns 0, or EINVAL with a line in err.
int csv_word(const struct csv *c, int column, const char *const *words, struct error *err);

#endif
