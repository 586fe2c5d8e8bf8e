// Data files: lines of words and numbers between commas or blanks, without quotes. Lines that are empty or begin with #
// are skipped.
#ifndef NET_ROWS_H
#define NET_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tb/sim/files/error.h"

enum { ROWS_LINE = 1 << 20, ROWS_FIELDS = 64, ROWS_COLUMNS = 8, ROWS_OTHERS = 256 };

// A column of a CSV file that the program reads. A file may omit a column that is not required.
struct rows_column {
  const char *name;
  bool required;
};

struct rows {
  const char *path;  // for messages, not owned
  FILE *file;        // not owned
  unsigned long line;
  const char *form;  // what the file must contain, for messages; not owned
  char *text;        // the current line
  size_t size;       // bytes of `text`
  char *rest;        // the words that rows_word() has not returned
  char *field[ROWS_FIELDS];
  const struct rows_column *column;  // the known columns, not owned
  int columns, width;                // width: columns of the file
  int known[ROWS_FIELDS];            // of each column of the file: index of the known column, -1: another one
  char others[ROWS_OTHERS];          // names of the other columns, with commas between them
  struct error *err;
};

// Starts reading. The caller owns the file. rows_end() frees the memory, also after an error.
void rows_begin(struct rows *c, FILE *file, const char *path, const char *form, struct error *err);
void rows_end(struct rows *c);

// Reads the next line. Returns 1, 0 at the end, or -1 with a line in err.
int rows_line(struct rows *c);

// Returns the next word of the line, between blanks; NULL: there is no further word.
char *rows_word(struct rows *c);

// Splits the line at commas, or at blanks if it has no comma. Returns the number of fields; at most ROWS_FIELDS are
// set.
int rows_split(struct rows *c);

// Reads the heading of a CSV file, whose columns may have any order. Returns 0, or EINVAL with a line in err.
int rows_heading(struct rows *c, const struct rows_column *column, int columns);

// Reads a row behind the heading: field[i] is the value of known column i, "" if the file has no such column. Returns
// 1, 0 at the end, or -1 with a line in err.
int rows_next(struct rows *c);

// Sets "FILE:LINE: what is wrong; what would be right". Returns EINVAL.
__attribute__((format(printf, 2, 3))) int rows_wrong(struct rows *c, const char *format, ...);

// Parse a whole number, such as 1000 or 1e3, or a decimal number without a sign. name: the column, for messages. Return
// 0, or EINVAL with a line in err.
int rows_whole(struct rows *c, const char *name, const char *text, uint64_t low, uint64_t high, uint64_t *value);
int rows_decimal(struct rows *c, const char *name, const char *text, double high, double *value);

#endif
