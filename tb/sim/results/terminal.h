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

#endif
