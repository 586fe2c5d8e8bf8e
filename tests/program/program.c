#define _GNU_SOURCE
#include "tests/program/program.h"

#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 32 };

char program[4096];
char dir[] = "/tmp/sluice_test.XXXXXX";

void make_dir(void) { ck_assert_ptr_nonnull(mkdtemp(dir)); }

void remove_dir(void) {
  char line[64];
  snprintf(line, sizeof line, "rm -rf %s", dir);
  ck_assert_int_eq(system(line), 0);
  strcpy(dir, "/tmp/sluice_test.XXXXXX");
}

const char *in_dir(const char *name) {
  static char path[4][256];
  static int turn;
  turn = (turn + 1) % 4;
  snprintf(path[turn], sizeof path[turn], "%s/%s", dir, name);
  return path[turn];
}

// ---- running the program ----

struct program_with with;

int program_find(void) {
  ssize_t n = readlink("/proc/self/exe", program, sizeof program - 32);
  if (n < 0) return -1;
  program[n] = '\0';
  strcpy(strrchr(program, '/'), "/sluice");
  char line[sizeof program + 256];
  snprintf(line, sizeof line, "'%s' --version >/dev/null 2>&1", program);
  return system(line);
}

static void become(const char *line) {
  char copy[1024], *argv[WORDS] = {program};
  int argc = 1;
  snprintf(copy, sizeof copy, "%s", line);
  for (char *word = strtok(copy, " "); word != NULL && argc < WORDS - 1; word = strtok(NULL, " ")) argv[argc++] = word;
  for (int i = 0; i < 3; i++) signal((int[]){SIGINT, SIGTERM, SIGHUP}[i], SIG_DFL);  // a shell may ignore them
  execv(program, argv);
  _exit(127);
}

void replace_process(const char *line) {
  for (int i = 0; i < 2; i++) {
    int fd = open(in_dir(i == 0 ? "stdout" : "stderr"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(fd, STDOUT_FILENO + i);
    close(fd);
  }
  become(line);
}

pid_t start(const char *line) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) replace_process(line);
  return child;
}

static void read_text(const char *path, char *text) {
  FILE *f = fopen(path, "r");
  size_t n = f != NULL ? fread(text, 1, TEXT - 1, f) : 0;
  text[n] = '\0';
  if (f != NULL) fclose(f);
}

// Returns the exit status, or 128 + signal as a shell does.
int finish(pid_t child) {
  int status;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  read_text(in_dir("stdout"), with.text[0]);
  read_text(in_dir("stderr"), with.text[1]);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int run(const char *format, ...) {
  char line[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  return finish(start(line));
}

pid_t start_on_terminal(int columns, const char *line, int *fd) {
  fflush(NULL);
  pid_t child = forkpty(fd, NULL, NULL, &(struct winsize){.ws_row = 24, .ws_col = (unsigned short)columns});
  if (child != 0) return child;
  unsetenv("COLUMNS");
  become(line);
  return -1;
}

int finish_on_terminal(pid_t child, int fd, const char *until) {
  char *text = with.text[0];
  int status;
  size_t n = 0;
  text[0] = with.text[1][0] = '\0';
  for (ssize_t got; n < TEXT - 1 && (got = read(fd, text + n, TEXT - 1 - n)) > 0;) {
    text[n += (size_t)got] = '\0';
    if (until == NULL || strstr(text, until) == NULL) continue;
    kill(child, SIGINT);
    until = NULL;
  }
  close(fd);
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int stop_on_terminal(int columns, const char *line, const char *until) {
  int fd;
  pid_t child = start_on_terminal(columns, line, &fd);
  return finish_on_terminal(child, fd, until);
}

int run_on_terminal(int columns, const char *format, ...) {
  char line[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  return stop_on_terminal(columns, line, NULL);
}

void said(int stream, const char *text) {
  ck_assert_msg(strstr(with.text[stream - 1], text) != NULL, "no '%s' in: %s", text, with.text[stream - 1]);
}

void said_one_line(void) { ck_assert_ptr_eq(strchr(with.text[1], '\n'), with.text[1] + strlen(with.text[1]) - 1); }

int bash(const char *format, ...) {
  char command[2048];
  va_list args;
  va_start(args, format);
  vsnprintf(command, sizeof command, format, args);
  va_end(args);
  fflush(NULL);
  pid_t child = fork();
  int status = 0;
  if (child == 0 && chdir(dir) == 0) execl("/bin/bash", "bash", "-c", command, NULL);
  if (child == 0) _exit(127);
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int count_files(const char *path) {
  int count = 0;
  DIR *d = opendir(path);
  for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;)
    count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
  if (d != NULL) closedir(d);
  return d != NULL ? count : -1;
}

bool exists(const char *path) { return access(path, F_OK) == 0; }

void write_file(const char *path, const char *text) {
  FILE *f = fopen(path, "w");
  ck_assert_ptr_nonnull(f);
  fputs(text, f);
  fclose(f);
}

// ---- files ----

const char *new_file(const char *name, const char *text) {
  static char path[4][256];
  static int turn;
  turn = (turn + 1) % 4;
  snprintf(path[turn], sizeof path[turn], "%s", in_dir(name));
  FILE *f = fopen(path[turn], "w");
  ck_assert_ptr_nonnull(f);
  fputs(text, f);
  ck_assert_int_eq(fclose(f), 0);
  return path[turn];
}

void write_two(int duration_us) {
  char text[1024];
  snprintf(text, sizeof text,
           "name: two\nduration_us: %d\nstop_us: %d\njitter_ns: 5000\ngbps: 40\n"
           "mmu:\n  scheme: DSH\n  ports: 4\n  buffer: 800KB\n  headroom: 16KB\n  alpha: 1/16\n"
           "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: S}]\n"
           "flows:\n  - {name: f, from: x, to: z}\n  - {name: g, from: y, to: z, bytes: 100KB}\n",
           duration_us, duration_us / 2);
  new_file("two.yaml", text);
}
