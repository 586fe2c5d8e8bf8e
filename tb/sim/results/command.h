// What the commands of the program share.
#ifndef COMMAND_H
#define COMMAND_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// The command line as one could give it to a shell again; NULL: out of memory.
char *command_line(int argc, char **argv);

// Parses the command line. An unknown option ends the program with a line that names the nearest known one.
error_t command_parse(const struct argp *argp, int argc, char **argv, void *input);

// The number of an option, from least to most; the index of a word in names, which end with NULL; the one FILE of a
// command. Any other argument ends the program with a line that gives a right one, and argp_err_exit_status.
uint64_t command_number(const char *what, const char *text, uint64_t least, uint64_t most, struct argp_state *state);
int command_choice(const char *what, const char *word, const char *const *names, struct argp_state *state);
void command_scenario(const char **file, char *arg, struct argp_state *state);

// Can JSON hold the command? If not, a line on standard error says so.
bool command_is_utf8(const char *name, const char *command);

// Writes a file, under another name until it is complete; a device or pipe would be replaced by a file, hence is
// refused. Returns 0, or after a line on standard error 1: it cannot be written, 2: not a regular file. Nothing is left
// by a signal where tempfiles_watch() was called.
int command_out(const char *path, void (*put)(const void *what, FILE *to), const void *what);

// Nothing stands there, or a file that is empty or begins so, with at most 16 bytes: one of this kind, that may be
// replaced.
bool command_replaces(const char *path, const char *begin, size_t size);

// Writes what is left of standard output. Returns 0, or -1 after a line on standard error.
int command_flush(const char *name);

#endif
