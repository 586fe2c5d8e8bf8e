// Runs the program of this build in a temporary directory of the test. Tests that call no function of C do the same
// with program.py.
#ifndef TESTS_PROGRAM_H
#define TESTS_PROGRAM_H

#include <stdbool.h>
#include <sys/types.h>

enum { TEXT = 1 << 16 };

extern struct program_with {
  char text[2][TEXT];  // the program's standard output and standard error
} with;

extern char program[4096];

// Finds the program and runs it once with --version. Returns its exit status, in the form of system().
int program_find(void);

// The fixture, and a path in its directory. The last four paths stay valid.
extern char dir[];
void make_dir(void);
void remove_dir(void);
const char *in_dir(const char *name);

// Runs the program. Returns its exit status, or 128 + signal as a shell does.
__attribute__((format(printf, 1, 2))) int run(const char *format, ...);
pid_t start(const char *line);
int finish(pid_t child);
void replace_process(const char *line);  // in a child process: becomes the program

// The same with a terminal of 24 lines for input and both outputs, whose text is with.text[0]; lines end with "\r\n".
// Once `until` appears, if it is not NULL, the program gets SIGINT.
__attribute__((format(printf, 2, 3))) int run_on_terminal(int columns, const char *format, ...);
int stop_on_terminal(int columns, const char *line, const char *until);
pid_t start_on_terminal(int columns, const char *line, int *fd);
int finish_on_terminal(pid_t child, int fd, const char *until);

void said(int stream, const char *text);  // expects text in standard output (1) or standard error (2)
void said_one_line(void);                 // expects one line in standard error

// Runs a command of bash in the test's directory. Returns its exit status.
__attribute__((format(printf, 1, 2))) int bash(const char *format, ...);

void write_file(const char *path, const char *text);
int count_files(const char *path);  // -1: path is no directory
bool exists(const char *path);

// ---- files for the tests of sluice sweep ----

// Writes a file in the test's directory. The last four paths stay valid.
const char *new_file(const char *name, const char *text);

// Writes two.yaml: two flows through one port, with jitter. The parameter is the duration of a run.
void write_two(int duration_us);

#endif
