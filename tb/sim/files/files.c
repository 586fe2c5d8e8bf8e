#define _GNU_SOURCE
#include "tb/sim/files/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/sim/files/tempfiles.h"

// ---- in ----

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

// ---- out ----

enum { TRIES = 100 };

// O_EXCL does not follow a symbolic link.
static int create(const char *path) { return open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666); }

bool outfile_is_at(int fd, const char *path) {
  struct stat mine, there;
  return fstat(fd, &mine) == 0 && lstat(path, &there) == 0 && mine.st_ino == there.st_ino &&
         mine.st_dev == there.st_dev;
}

int outfile_create(const char *path) {
  tempfiles_hold_signals(true);
  int fd = unlink(path) == 0 || errno == ENOENT ? create(path) : -1, why = errno;
  if (fd >= 0) tempfiles_add(path);
  tempfiles_hold_signals(false);
  errno = why;
  return fd;
}

// ---- a lock ----

// Removes a file that nobody has locked. Returns 0 or an errno; ESTALE: the file was renamed or removed meanwhile.
static int remove_unlocked(const char *path) {
  int fd = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), error = 0;
  if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0)
    error = errno;
  else if (fd >= 0 && !outfile_is_at(fd, path))
    error = ESTALE;
  else if (unlink(path) != 0 && errno != ENOENT)  // fd < 0: a link, for example, which nobody can lock
    error = errno;
  if (fd >= 0) close(fd);
  return error;
}

// Creates and locks a file. Returns ESTALE if another process removed it before the lock was taken.
static int create_locked(const char *path, int *fd) {
  *fd = create(path);
  if (*fd < 0 && errno == EEXIST) {
    int error = remove_unlocked(path);
    return error != 0 ? error : ESTALE;
  }
  if (*fd < 0) return errno;
  int error = flock(*fd, LOCK_EX | LOCK_NB) != 0 ? errno : outfile_is_at(*fd, path) ? 0 : ESTALE;
  if (error == 0) tempfiles_add(path);
  if (error != 0) close(*fd);
  return error;
}

int outfile_lock(const char *path) {
  int error = ESTALE, fd = -1;
  tempfiles_hold_signals(true);
  for (int i = 0; i < TRIES && error == ESTALE; i++) error = create_locked(path, &fd);
  tempfiles_hold_signals(false);
  errno = error;
  return error == 0 ? fd : -1;
}

FILE *outfile_stream(int fd, const char *path) {
  FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
  if (file != NULL || fd < 0) return file;
  int why = errno;
  unlink(path);
  tempfiles_drop(path);
  close(fd);
  errno = why;
  return NULL;
}

// The errno of an earlier write is lost. A further write fails for the same reason.
int outfile_flush(FILE *file) {
  errno = EIO;
  if (fflush(file) != 0) return errno;
  if (!ferror(file)) return 0;
  clearerr(file);
  errno = EIO;
  if (fputc('\n', file) != EOF) fflush(file);
  return errno;
}

// ---- a unique name ----

int outfile_open(struct outfile *o, const char *path) {
  *o = (struct outfile){.to = NULL};
  if (snprintf(o->path, sizeof(o->path), "%s", path) >= (int)sizeof(o->path) ||
      snprintf(o->part, sizeof(o->part), "%s.XXXXXX", path) >= (int)sizeof(o->part))
    return ENAMETOOLONG;
  tempfiles_hold_signals(true);
  int fd = mkostemp(o->part, O_CLOEXEC), why = errno;
  if (fd >= 0) tempfiles_add(o->part);
  tempfiles_hold_signals(false);
  if (fd < 0) return why;
  mode_t mask = umask(0);
  umask(mask);
  fchmod(fd, 0666 & ~mask);
  o->to = outfile_stream(fd, o->part);
  return o->to != NULL ? 0 : errno;
}

int outfile_close(struct outfile *o, bool good) {
  int error = good ? outfile_flush(o->to) : 0;
  if (good && error == 0 && fsync(fileno(o->to)) != 0) error = errno;
  if (fclose(o->to) != 0 && error == 0) error = errno;
  if (good && error == 0 && rename(o->part, o->path) != 0) error = errno;
  if (!good || error != 0) unlink(o->part);
  tempfiles_drop(o->part);
  return error;
}
