#define _GNU_SOURCE
#include "tb/cli/owner.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/sim/files/tempfiles.h"

enum { TRIES = 100 };

// Opens and locks the file. Returns ESTALE if the former owner renamed or removed it before the lock was taken.
static int locked(const char *path, FILE **file) {
  struct stat mine, there;
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return errno;
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    int error = errno;
    close(fd);
    return error;
  }
  if (fstat(fd, &mine) != 0 || stat(path, &there) != 0 || mine.st_ino != there.st_ino || mine.st_dev != there.st_dev) {
    close(fd);
    return ESTALE;
  }
  tempfiles_add(path);
  *file = ftruncate(fd, 0) == 0 ? fdopen(fd, "w") : NULL;
  if (*file != NULL) return 0;
  int error = errno;
  unlink(path);
  tempfiles_drop(path);
  close(fd);
  return error;
}

int owner_open(const char *path, FILE **file) {
  int error = ESTALE;
  tempfiles_hold_signals(true);
  for (int i = 0; i < TRIES && error == ESTALE; i++) error = locked(path, file);
  tempfiles_hold_signals(false);
  return error;
}
