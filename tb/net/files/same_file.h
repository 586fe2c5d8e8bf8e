// Do two paths lead to the same file? No, where one of them leads to none.
#ifndef SAME_FILE_H
#define SAME_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

static inline bool same_file(const char *a, const char *b) {
  struct stat x, y;
  return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_ino == y.st_ino && x.st_dev == y.st_dev;
}

#endif
