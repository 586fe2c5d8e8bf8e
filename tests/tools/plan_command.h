// Runs the planner as a program, with a file for its output.
#ifndef PLAN_COMMAND_H
#define PLAN_COMMAND_H

#include <stddef.h>

// Returns the exit status, and what the stream (STDOUT_FILENO or STDERR_FILENO) got in text.
int plan_command(const char *line, int stream, char *text, size_t size);

// A command line without an error
#define GOOD "plan --ports 32 --classes 7 --gbps 100 --delay-us 2 --buffer 16MiB --cell 256 --private 3072"

// A fixture: the file is empty, and has a new name in each test.
extern char plan_path[];
void make_path(void);
void remove_path(void);

#endif
