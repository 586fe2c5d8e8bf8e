#define _POSIX_C_SOURCE 200809L
#include "tests/tools/plan_command.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/cli/commands.h"

int plan_command(const char *line, int stream, char *text, size_t size) {
  static char copy[1024], *argv[96];
  int argc = 0, ends[2], status;
  snprintf(copy, sizeof(copy), "%s", line);
  for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) argv[argc++] = word;
  argv[argc] = NULL;
  ck_assert_int_eq(pipe(ends), 0);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, stream == STDERR_FILENO ? STDOUT_FILENO : STDERR_FILENO);
    dup2(ends[1], stream);
    close(nowhere);
    close(ends[0]);
    close(ends[1]);
    exit(plan_main(argc, argv));
  }
  close(ends[1]);
  size_t length = 0;
  for (ssize_t n; length < size - 1 && (n = read(ends[0], text + length, size - 1 - length)) > 0;) length += (size_t)n;
  text[length] = '\0';
  close(ends[0]);
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert(WIFEXITED(status));
  return WEXITSTATUS(status);
}

char plan_path[] = "/tmp/test_plan.XXXXXX";

void make_path(void) {
  int fd = mkstemp(plan_path);
  ck_assert_int_ge(fd, 0);
  close(fd);
}

void remove_path(void) {
  unlink(plan_path);
  strcpy(plan_path, "/tmp/test_plan.XXXXXX");
}
