// Runs the planner as a program.
#ifndef PLAN_COMMAND_H
#define PLAN_COMMAND_H

#include <stddef.h>

// Returns the exit status, and what the stream (STDOUT_FILENO or STDERR_FILENO) got in text.
int plan_command(const char *line, int stream, char *text, size_t size);

#endif
