// A table for people, never wider than 80 columns. Columns are as wide as their cells. What is too wide loses the
// columns that may be left out, the last of them first, and the middle of long names.
#ifndef TEXT_TABLE_H
#define TEXT_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "tb/sim/results/terminal.h"

enum text_kind { TEXT_NUMBER, TEXT_NAME, TEXT_EXTRA };  // to the right; to the left, may be cut; a number that may go

struct text_column {
  const char *title;  // NULL: the table has no such column, and its cells are skipped
  enum text_kind kind;
};

struct text_table;

struct text_table *text_table_new(const struct text_column *columns, int count);  // NULL: out of memory

// The next cell, row by row. Without a table nothing happens.
__attribute__((format(printf, 2, 3))) void text_cell(struct text_table *t, const char *format, ...);
void text_cell_colour(struct text_table *t, enum terminal_colour colour);  // of the cell before

// Prints and frees it. 0 or -1: out of memory, then nothing is printed.
int text_table_print(struct text_table *t, FILE *to);

#endif
