// Data files: a heading, then rows of fields between commas. Lines that are empty or begin with # are skipped. Fields
// are words and numbers, so there are no quotes.
#ifndef NET_ROWS_H
#define NET_ROWS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tb/sim/files/error.h"

enum { ROWS_LINE = 1024, ROWS_FIELDS = 8 };

struct rows {
  const char *path;  // for messages, not owned
  FILE *file;
  unsigned long line;
  const char *heading;       // not owned
  int fields;                // number of fields of the heading, and of each row
  char *field[ROWS_FIELDS];  // fields of the row that was read last
  char text[ROWS_LINE];
  struct error *err;
};

// Starts reading. heading: the heading that the file must have. The caller owns the file. Returns 0, or EINVAL with a
// line in err.
int rows_begin(struct rows *c, FILE *file, const char *path, const char *heading, struct error *err);

// Reads a row. Returns 1, 0 at the end, or -1 with a line in err.
int rows_next(struct rows *c);

// Sets "FILE:LINE: what is wrong; what would be right". Returns EINVAL.
__attribute__((format(printf, 2, 3))) int rows_wrong(struct rows *c, const char *format, ...);

// Parse a field as a whole number, or as a decimal number without sign and exponent. Return 0, or EINVAL with a line in
// err.
int rows_whole(struct rows *c, int field, uint64_t low, uint64_t high, uint64_t *value);
int rows_decimal(struct rows *c, int field, double high, double *value);

#endif
