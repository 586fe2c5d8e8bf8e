// Paths of files.
#ifndef PATHS_H
#define PATHS_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// Whether both paths name the same file. False if one of them names no file.
static inline bool same_file(const char *a, const char *b) {
  struct stat x, y;
  return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_ino == y.st_ino && x.st_dev == y.st_dev;
}

// Sets the path of a file whose name is relative to the folder of `file`. Returns the length, as snprintf() does.
static inline int path_next_to(const char *file, const char *name, char *path, size_t size) {
  const char *slash = name[0] != '/' ? strrchr(file, '/') : NULL;
  // cppcheck-suppress [ctunullpointer, nullPointer] ; snprintf() takes NULL where size is 0
  return snprintf(path, size, "%.*s%s", slash != NULL ? (int)(slash + 1 - file) : 0, file, name);
}

#endif
