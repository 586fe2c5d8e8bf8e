#define _POSIX_C_SOURCE 200809L
#include "directories.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "leftovers.h"

enum { PATH = 4096 };

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
    if (path[0] != '\0' && mkdir(path, 0777) == 0) {
      ++*made;
      leftovers_add(path);
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
