// What the commands of the program share.
#ifndef COMMAND_H
#define COMMAND_H

#include <stdio.h>

// The command line as one could give it to a shell again; NULL: out of memory.
char *command_line(int argc, char **argv);

// A text as a JSON string, with its quotes.
void command_json(const char *text, FILE *to);

// Columns of the terminal that a descriptor is: COLUMNS, or what the terminal says, or 80.
int command_width(int fd);

// Writes what is left of standard output. Returns 0, or -1 after a line on standard error.
int command_flush(const char *name);

#endif
