// A table as text, at most 80 columns wide. Columns are as wide as their cells. A wider table loses its extra columns,
// the last one first, and the middle of long names.
#ifndef TEXT_TABLE_H
#define TEXT_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "tb/sim/results/terminal.h"

// Numbers are aligned to the right; names to the left, and may be cut; extra columns are numbers that may be left out.
enum text_kind { TEXT_NUMBER, TEXT_NAME, TEXT_EXTRA };

struct text_column {
  const char *title;  // NULL: the table has no such column, and its cells are skipped
  enum text_kind kind;
};

struct text_table;

struct text_table *text_table_new(const struct text_column *columns, int count);  // NULL: out of memory

// Adds the next cell, row by row. Does nothing if the table is NULL.
__attribute__((format(printf, 2, 3))) void text_cell(struct text_table *t, const char *format, ...);
void text_cell_colour(struct text_table *t, enum terminal_colour colour);  // colours the last cell

// Prints and frees the table. Returns 0, or -1: out of memory; then nothing is printed.
int text_table_print(struct text_table *t, FILE *to);

#endif
