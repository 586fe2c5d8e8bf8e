// Width and colours of a terminal, and text in lines of that width.
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

enum { TERMINAL_COLUMNS = 80 };  // width of tables, on any output

// Returns the width of a terminal: the variable COLUMNS, or the width that the terminal reports, or 80.
int terminal_width(int fd);

// Whether the descriptor is a terminal with escape sequences (TERM is not dumb).
bool terminal_erases(int fd);

// Prints in a colour if `to` is a terminal with escape sequences and NO_COLOR is not set (no-color.org); else without
// colour.
enum terminal_colour { TERMINAL_PLAIN, TERMINAL_RED = 31, TERMINAL_GREEN = 32, TERMINAL_YELLOW = 33 };
__attribute__((format(printf, 3, 4))) void terminal_print(FILE *to, enum terminal_colour colour, const char *format,
                                                          ...);

// Returns a text of at most `width` columns: an ellipsis replaces the middle of a longer text.
enum { TERMINAL_CUT = 160 };
char *terminal_cut(const char *text, int width, char to[TERMINAL_CUT]);

// Prints the words of a text in lines of `width` columns. The first line already has `at` columns, further lines begin
// with `indent` spaces. Words longer than a line are cut. Ends with a line feed.
void terminal_wrap(const char *text, int at, int indent, int width, FILE *to);

// A table as text, at most 80 columns wide. Columns are as wide as their cells. A wider table loses its extra columns,
// the last one first, and the middle of long names.

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
