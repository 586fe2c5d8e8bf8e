#define _POSIX_C_SOURCE 200809L
#include "tb/cli/directories.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/sim/files/tempfiles.h"

enum { PATH = 4096 };

// Like mkdir(). A new directory is removed when a signal ends the program (tempfiles.h).
static int make_one(const char *path) {
  tempfiles_hold_signals(true);
  int failed = mkdir(path, 0777), why = errno;
  if (failed == 0) tempfiles_add(path);
  tempfiles_hold_signals(false);
  errno = why;
  return failed;
}

int directories_make(const char *dir, int *made) {
  char path[PATH];
  *made = 0;
  if (snprintf(path, sizeof(path), "%s", dir) >= PATH) {
    errno = ENAMETOOLONG;
    return -1;
  }
  for (char *end = path;; end++) {
    if (*end != '/' && *end != '\0') continue;
    char rest = *end;
    *end = '\0';
    if (path[0] != '\0' && make_one(path) == 0) {
      ++*made;
    } else if (path[0] != '\0' && errno != EEXIST) {
      return -1;
    }
    if (rest == '\0') return 0;
    *end = rest;
    while (end[1] == '/') end++;
  }
}

void directories_remove(const char *dir, int made) {
  char path[PATH];
  if (snprintf(path, sizeof(path), "%s", dir) >= PATH) return;
  for (; made > 0; made--) {
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') path[--length] = '\0';
    if (rmdir(path) != 0) return;
    char *slash = strrchr(path, '/');
    if (slash == NULL) return;
    *slash = '\0';
  }
}

bool directories_are_dots(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }
