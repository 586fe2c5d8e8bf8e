#define _POSIX_C_SOURCE 200809L
#include "tb/cli/run/waves.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "tb/sim/files/files.h"
#include "tb/sim/files/tempfiles.h"
#include "tb/sim/results/command.h"

// Unfinished files. The writer of FST files removes and creates the first two again, so the lock is on a third one.
enum { WAVES, NAMES, LOCK, PARTS };
static const char *part_of(const char *path, int which, char part[OUTFILE_PATH]) {
  static const char *const ending[PARTS] = {[WAVES] = "", [NAMES] = ".hier", [LOCK] = ".lock"};
  snprintf(part, OUTFILE_PATH, "%s.part%s", path, ending[which]);
  return part;
}

// The writer of the waves reports all errors except the lock.
int waves_begin(const char *path, int *lock) {
  static const char begin[9] = {[7] = 1, [8] = 0x49};  // of an FST file: the type and length of its header, 329 bytes
  char part[OUTFILE_PATH];
  *lock = -1;
  if (path == NULL) return 0;
  if (!command_replaces(path, begin, sizeof(begin))) {
    fprintf(stderr, "%s: the file does not hold waves; give --waves another file\n", path);
    return -1;
  }
  *lock = outfile_lock(part_of(path, LOCK, part));
  if (*lock < 0 && errno == EWOULDBLOCK) {
    fprintf(stderr, "%s: another run writes these waves; give --waves another file\n", path);
    return -1;
  }
  for (int i = 0; *lock >= 0 && i < LOCK; i++) {
    int created = outfile_create(part_of(path, i, part));
    if (created >= 0) close(created);
  }
  tempfiles_mapped(path);
  return 0;
}

void waves_end(const char *path, int lock) {
  char part[OUTFILE_PATH];
  if (lock < 0) return;
  for (int i = 0; i < PARTS; i++) {
    unlink(part_of(path, i, part));
    tempfiles_drop(part);
  }
  close(lock);
}
