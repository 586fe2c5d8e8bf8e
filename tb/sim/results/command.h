// Functions that the commands of the program share.
#ifndef COMMAND_H
#define COMMAND_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// The command line, quoted for a shell. Returns NULL if out of memory.
char *command_line(int argc, char **argv);

// Parse: an option's number, from least to most; the engine's name, one of `names`; the single FILE of a command. On an
// error they print a line with what would be right, and end the program with argp_err_exit_status.
uint64_t command_number(const char *what, const char *text, uint64_t least, uint64_t most, struct argp_state *state);
int command_engine(const char *name, const char *const *names, struct argp_state *state);  // names: NULL at the end
void command_scenario(const char **file, char *arg, struct argp_state *state);

// Whether JSON can hold the command; if not, prints a line on standard error.
bool command_is_utf8(const char *name, const char *command);

// Columns of the terminal at a descriptor: COLUMNS, or the terminal's value, or 80.
int command_width(int fd);

// Writes a file, under another name until it is complete. A device or pipe is refused, because the file would replace
// it. Returns 0, or after a line on standard error: 1, the file cannot be written; 2, the path is not a file. After
// tempfiles_watch() a signal leaves no file.
int command_out(const char *path, void (*put)(const void *what, FILE *to), const void *what);

// Whether a path may be replaced: there is no file, or a file that is empty or starts with `begin` (up to 16 bytes),
// and so is of this kind.
bool command_replaces(const char *path, const char *begin, size_t size);

// Flushes standard output. Returns 0, or -1 after a line on standard error.
int command_flush(const char *name);

#endif
