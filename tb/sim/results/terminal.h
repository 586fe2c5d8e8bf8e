// What a terminal can show: its width, colours, and text in lines of that width.
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

enum { TERMINAL_COLUMNS = 80 };  // of every table, on any output

// Columns of the terminal that a descriptor is: COLUMNS, or what the terminal says, or 80.
int terminal_width(int fd);

// The descriptor is a terminal that understands escape sequences: not a dumb one.
bool terminal_erases(int fd);

// Text in a colour, where `to` is a terminal that erases and NO_COLOR is not set (no-color.org); plain elsewhere.
enum terminal_colour { TERMINAL_PLAIN, TERMINAL_RED = 31, TERMINAL_GREEN = 32, TERMINAL_YELLOW = 33 };
__attribute__((format(printf, 3, 4))) void terminal_print(FILE *to, enum terminal_colour colour, const char *format,
                                                          ...);

// A text of at most so many columns: an ellipsis replaces the middle of a longer one.
enum { TERMINAL_CUT = 160 };
char *terminal_cut(const char *text, int width, char to[TERMINAL_CUT]);

// Words of a text, behind `at` columns of a line; further lines begin with `indent` spaces. Longer
// words than a line are cut. A line feed at the end.
void terminal_wrap(const char *text, int at, int indent, int width, FILE *to);

#endif
