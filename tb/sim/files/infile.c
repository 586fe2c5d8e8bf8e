#define _GNU_SOURCE
#include "tb/sim/files/infile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 16 };

// Returns why the file cannot be read; NULL: it can.
static const char *reason(int fd, bool again) {
  struct stat is;
  if (fstat(fd, &is) != 0) return strerror(errno);
  if (S_ISDIR(is.st_mode)) return strerror(EISDIR);
  if (again && !S_ISREG(is.st_mode)) return "not a regular file, and it is read more than once";
  return fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK) == 0 ? NULL : strerror(errno);
}

// A read from a FIFO without a writer returns at once; otherwise it waits for the writer.
static bool is_dry(FILE *file) {
  struct stat is;
  if (fstat(fileno(file), &is) != 0 || !S_ISFIFO(is.st_mode)) return false;
  int first = fgetc(file);
  return first == EOF || ungetc(first, file) == EOF;
}

FILE *infile_open(const char *path, bool again, const char **why) {
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  *why = fd < 0 ? strerror(errno) : reason(fd, again);
  FILE *file = *why == NULL ? fdopen(fd, "r") : NULL;
  if (file == NULL && *why == NULL) *why = strerror(errno);
  if (file == NULL && fd >= 0) close(fd);
  if (file == NULL || !is_dry(file)) return file;
  *why = "a FIFO without data and without a writer";
  fclose(file);
  return NULL;
}

int infile_read(const char *path, char **text, size_t *size, const char **why) {
  char block[BLOCK];
  errno = 0;
  FILE *file = infile_open(path, true, why);
  if (file == NULL) return errno != 0 ? errno : EINVAL;
  FILE *to = open_memstream(text, size);
  int error = to == NULL ? ENOMEM : 0;
  for (size_t n; error == 0 && (n = fread(block, 1, sizeof(block), file)) > 0;) fwrite(block, 1, n, to);
  if (error == 0 && ferror(file)) error = EIO;
  fclose(file);
  if (to != NULL && fclose(to) != 0) error = ENOMEM;
  if (to != NULL && error != 0) free(*text);
  *why = strerror(error);
  return error;
}
