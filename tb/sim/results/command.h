// Functions that the commands of the program share.
#ifndef COMMAND_H
#define COMMAND_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// The command line, quoted for a shell, on one line. Returns NULL if out of memory.
char *command_line(int argc, char **argv);

// Parses the command line. An unknown option ends the program with a line that names the nearest known one.
error_t command_parse(const struct argp *argp, int argc, char **argv, void *input);

// Parse the number of an option, from `least` to `most`; a word, and return its index in `names`, which end with NULL;
// the single FILE of a command. A wrong value ends the program with argp_err_exit_status, after a line with the allowed
// values.
uint64_t command_number(const char *what, const char *text, uint64_t least, uint64_t most, struct argp_state *state);
int command_choice(const char *what, const char *word, const char *const *names, struct argp_state *state);
void command_scenario(const char **file, char *arg, struct argp_state *state);

// Whether JSON and YAML can hold the command, or a path; if not, prints a line on standard error.
bool command_is_utf8(const char *name, const char *command);

// Writes a file, under another name until it is complete. A device or pipe is refused, because the file would replace
// it. Returns 0, or after a line on standard error: 1, the file cannot be written; 2, the path is not a regular file.
// After tempfiles_watch() a signal leaves no file.
int command_out(const char *path, void (*put)(const void *what, FILE *to), const void *what);

// Whether a path may be replaced: there is no file, or a file that is empty or starts with `begin` (up to 16 bytes),
// and so is of this kind.
bool command_replaces(const char *path, const char *begin, size_t size);

// Flushes standard output. Returns 0, or -1 after a line on standard error. A reader such as `head`, which ends before
// the output does, causes no line.
int command_flush(const char *name);

#endif
