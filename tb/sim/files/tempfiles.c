#define _GNU_SOURCE
#include "tb/sim/files/tempfiles.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FILES = 32, PATH = 4096 };

// Data that a handler reads is written before its flag is set.
static struct {
  volatile sig_atomic_t used;
  char path[PATH];
} file[FILES];
static char waves[PATH], part[PATH + 8];
static volatile sig_atomic_t mapped, line;

void tempfiles_add(const char *path) {
  if (strlen(path) >= PATH) return;
  for (int i = 0; i < FILES; i++) {
    if (file[i].used) continue;
    strcpy(file[i].path, path);
    file[i].used = 1;
    return;
  }
}

void tempfiles_drop(const char *path) {
  for (int i = 0; i < FILES; i++)
    if (file[i].used && strcmp(file[i].path, path) == 0) file[i].used = 0;
}

void tempfiles_hold_signals(bool hold) {
  sigset_t ending;
  sigemptyset(&ending);
  sigaddset(&ending, SIGINT);
  sigaddset(&ending, SIGTERM);
  sigaddset(&ending, SIGHUP);
  sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &ending, NULL);
}

void tempfiles_line(bool unfinished) { line = unfinished; }

void tempfiles_mapped(const char *path) {
  mapped = 0;
  if (path == NULL || strlen(path) >= PATH) return;
  strcpy(waves, path);
  snprintf(part, sizeof(part), "%s.part", path);
  mapped = 1;
}

// ---- functions that a signal handler may call ----

static void say(const char *text) {
  ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
  (void)ignored;
}

static void clean(void) {
  for (int i = 0; i < FILES; i++)
    if (file[i].used) unlink(file[i].path);
  for (int i = FILES - 1; i >= 0; i--)
    if (file[i].used) rmdir(file[i].path);
}

static void stop(int number) {
  clean();
  if (line) say("\r\033[K");
  say("sluice: stopped by a signal, no unfinished file is left\n");
  raise(number);  // the default action follows when this handler returns
}

// SIGBUS while waves are written: reports the error of their disk. If that disk has space, the disk of the writer's
// temporary files is full.
static void bus(int number) {
  if (!mapped) {
    raise(number);
    return;
  }
  static char more[1 << 16];
  int fd = open(part, O_WRONLY | O_APPEND), error = ENOSPC;
  for (int i = 0; fd >= 0 && i < 2; i++)
    if (write(fd, more, sizeof(more)) < 0) error = errno;
  clean();
  say("\nsluice: ");
  say(waves);
  say(": cannot write the waves: ");
  say(strerrordesc_np(error));
  say("; free space there and in /tmp, or give a smaller --waves-us\n");
  _exit(1);
}

static void handle(int number, void (*handler)(int)) {
  struct sigaction now, action = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND};
  if (sigaction(number, NULL, &now) != 0 || now.sa_handler == SIG_IGN) return;
  sigaction(number, &action, NULL);
}

void tempfiles_watch(void) {
  handle(SIGINT, stop);
  handle(SIGTERM, stop);
  handle(SIGHUP, stop);
  handle(SIGBUS, bus);
  signal(SIGXFSZ, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
}

static void release(int number) {
  struct sigaction now;
  if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_IGN) signal(number, SIG_DFL);
}

void tempfiles_child(void) {
  release(SIGINT);
  release(SIGTERM);
  release(SIGHUP);
  release(SIGBUS);
  for (int i = 0; i < FILES; i++) file[i].used = 0;
}
