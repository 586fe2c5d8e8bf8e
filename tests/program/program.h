// Running the program beside a test, in a directory of the test's own.
#ifndef TESTS_PROGRAM_H
#define TESTS_PROGRAM_H

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

enum { TEXT = 1 << 16 };

extern struct program_with {
  const char *out;     // standard output goes to this file; "-": closed; NULL: kept
  rlim_t largest;      // of its files, 0: any
  char text[2][TEXT];  // what it said on standard output and on standard error
} with;

extern char program[4096];

// Finds it and runs it once with these arguments: its exit status, as system() has it.
int program_find(const char *arguments);

// The fixture, and a path in its directory: the last four are kept.
extern char dir[];
void make_dir(void);
void remove_dir(void);
const char *in_dir(const char *name);

// Runs it: the exit status, or that of a shell after a signal.
__attribute__((format(printf, 1, 2))) int run(const char *format, ...);
pid_t start(const char *line);
int finish(pid_t child);

// The same with a terminal of 24 lines for input and both outputs, whose text is with.text[0]; lines end with "\r\n".
// Once `until` appears, if it is not NULL, the program gets SIGINT.
__attribute__((format(printf, 2, 3))) int run_on_terminal(int columns, const char *format, ...);
int stop_on_terminal(int columns, const char *line, const char *until);
pid_t start_on_terminal(int columns, const char *line, int *fd);
int finish_on_terminal(pid_t child, int fd, const char *until);

void said(int stream, const char *text);  // 1: standard output, 2: standard error

void read_text(const char *path, char *text);
void write_file(const char *path, const char *text);
int count_files(const char *path);  // -1: no directory
bool exists(const char *path);
void wait_for(const char *path);

#endif
