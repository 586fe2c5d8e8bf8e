#define _GNU_SOURCE
#include "tb/sim/files/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/sim/files/tempfiles.h"

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
